/// Coverage of a thin stroke without antialiasing whose pen is widened by different amounts along its way, so that its
/// alpha differs too: the first triangle that covers a pixel's centre decides, and every pixel is painted once.
struct StripMask: ~Copyable {
    /// For each pixel 0, or 1 and up to 65,535 for the share of the ink's alpha.
    private var values: UnsafeMutablePointer<UInt16>
    private var capacity: Int
    private var width: Int32 = 0
    private var height: Int32 = 0

    init() {
        capacity = 1024
        values = .allocate(capacity: capacity)
        values.initialize(repeating: 0, count: capacity)
    }

    deinit { values.deallocate() }

    mutating func begin(width: Int32, height: Int32) {
        self.width = width
        self.height = height
        let needed = Int(width) * Int(height)
        if needed > capacity {
            values.deallocate()
            capacity = max(needed, 2 * capacity)
            values = .allocate(capacity: capacity)
            values.initialize(repeating: 0, count: capacity)
        }
    }

    /// A corner: a fixed-point position relative to the clip, and the share of the alpha there, 0…1.
    struct Corner {
        var x: Int32
        var y: Int32
        var share: Double
    }

    /// Covers the pixels whose centre lies in a triangle and that nothing has covered yet.
    func add(_ a: Corner, _ b: Corner, _ c: Corner) {
        let low = min(a.y, min(b.y, c.y))
        let high = max(a.y, max(b.y, c.y))
        let half = Fixed.one / 2
        var row = max(0, (low &+ half &- 1) >> Fixed.bits)
        let end = min(height, (high &+ half &- 1) >> Fixed.bits)
        if row >= end { return }
        let (ux, uy) = (Double(b.x &- a.x), Double(b.y &- a.y))
        let (vx, vy) = (Double(c.x &- a.x), Double(c.y &- a.y))
        let area = ux * vy - uy * vx
        if area == 0 { return }
        let across = ((b.share - a.share) * vy - (c.share - a.share) * uy) / area
        let down = ((c.share - a.share) * ux - (b.share - a.share) * vx) / area
        let (least, most) = (min(a.share, min(b.share, c.share)), max(a.share, max(b.share, c.share)))
        while row < end {
            let y = (row << Fixed.bits) &+ half
            var from = Int32.max
            var to = Int32.min
            for (p, q) in [(a, b), (b, c), (c, a)] {
                guard let column = Self.column(p, q, y) else { continue }
                from = min(from, column)
                to = max(to, column)
            }
            var x = max(from, 0)
            let line = values + Int(row) * Int(width)
            while x < min(to, width) {
                if line[Int(x)] == 0 {
                    let dx = Double((x << Fixed.bits) &+ half &- a.x)
                    let share = min(max(a.share + across * dx + down * Double(y &- a.y), least), most)
                    line[Int(x)] = UInt16(1 + share * 65534)
                }
                x &+= 1
            }
            row &+= 1
        }
    }

    /// The first column whose centre is not left of where the edge crosses the height `y`, by the same rule and the
    /// same rounding as `CoverageAccumulator.addCenterEdge`.
    @inline(__always)
    private static func column(_ p: Corner, _ q: Corner, _ y: Int32) -> Int32? {
        let (top, bottom) = p.y <= q.y ? (p, q) : (q, p)
        guard top.y <= y, y < bottom.y else { return nil }
        let along = Double(bottom.x &- top.x) / Double(bottom.y &- top.y) * Double(y &- top.y)
        let whole = Fixed.rounded(along)
        let x = top.x &+ whole &+ (Double(whole) < along ? 1 : 0)
        return (x &+ (Fixed.one / 2 &- 1)) >> Fixed.bits
    }

    /// Paints what is covered, and leaves the mask empty.
    func paint(_ ink: Ink, onto pixels: UnsafeMutablePointer<UInt32>, pixelStride: Int) {
        for row in 0..<Int(height) {
            let line = values + row * Int(width)
            let out = pixels + row * pixelStride
            for x in 0..<Int(width) where line[x] != 0 {
                let alpha = (UInt32(line[x] - 1) * ink.alpha + 32767) / 65534
                line[x] = 0
                out[x] = Blending.mix(out[x], redBlue: ink.redBlue, greenAlpha: ink.greenAlpha, alpha: alpha)
            }
        }
    }
}
