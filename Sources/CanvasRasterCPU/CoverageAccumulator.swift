/// The pixels that an accumulator looks at, in frame pixels: `minX ≤ x < maxX`, `minY ≤ y < maxY`.
struct PixelRect: Hashable, Sendable {
    var minX: Int32
    var minY: Int32
    var maxX: Int32
    var maxY: Int32

    @inline(__always) var isEmpty: Bool { minX >= maxX || minY >= maxY }
    @inline(__always) var width: Int32 { maxX &- minX }
    @inline(__always) var height: Int32 { maxY &- minY }
}

/// Turns the edges of one item into coverage.
///
/// Every cell holds a *difference*: the sum of a row's cells up to a pixel is that pixel's signed coverage, `Fixed.full`
/// for each time the outline winds around it. Two ways of adding an edge exist: by area (`addEdge`), which is exact
/// antialiasing, and by pixel centre (`addCenterEdge`), which is none.
///
/// Sources: Levien, "Inside the fastest font renderer in the world" (font-rs, 2016), for the accumulation of signed
/// area differences; FreeType's `ftgrays.c` for area and cover per cell.
struct CoverageAccumulator: ~Copyable {
    /// First and last cell of a row that were added to.
    struct RowExtent {
        var first: Int32
        var last: Int32
        static let none = RowExtent(first: .max, last: -1)
    }

    /// All zero, but for the cells of the item in work.
    private(set) var cells: UnsafeMutablePointer<Int32>
    private var cellCapacity: Int
    private(set) var rows: UnsafeMutablePointer<RowExtent>
    private var rowCapacity: Int

    private(set) var width: Int32 = 0
    private(set) var height: Int32 = 0
    /// Cells a row: the pixels, and two more that hold what would change the pixels right of the clip.
    private(set) var stride = 0
    private var fixedWidth: Int32 = 0

    init() {
        cellCapacity = 4096
        cells = .allocate(capacity: cellCapacity)
        cells.initialize(repeating: 0, count: cellCapacity)
        rowCapacity = 64
        rows = .allocate(capacity: rowCapacity)
        rows.initialize(repeating: .none, count: rowCapacity)
    }

    deinit {
        cells.deallocate()
        rows.deallocate()
    }

    /// Makes ready for an item clipped to `width` × `height` pixels; edges are then given relative to that clip.
    @inline(__always)
    mutating func begin(width: Int32, height: Int32) {
        self.width = width
        self.height = height
        fixedWidth = width << Fixed.bits
        stride = Int(width) + 2
        if stride * Int(height) > cellCapacity || Int(height) > rowCapacity { grow() }
    }

    /// Bytes held.
    var byteCount: Int { cellCapacity * 4 + rowCapacity * MemoryLayout<RowExtent>.stride }

    @inline(never)
    private mutating func grow() {
        let needed = stride * Int(height)
        if needed > cellCapacity {
            cells.deallocate()
            cellCapacity = max(needed, cellCapacity * 2)
            cells = .allocate(capacity: cellCapacity)
            cells.initialize(repeating: 0, count: cellCapacity)
        }
        if Int(height) > rowCapacity {
            rows.deallocate()
            rowCapacity = max(Int(height), rowCapacity * 2)
            rows = .allocate(capacity: rowCapacity)
            rows.initialize(repeating: .none, count: rowCapacity)
        }
    }

    // MARK: - Area

    /// Adds the area to the right of an edge. Positions are fixed point, relative to the clip's top-left corner.
    @inline(__always)
    func addEdge(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32) {
        if y0 == y1 { return }
        if (y0 ^ y1) >> Fixed.bits == 0 {
            let row = y0 >> Fixed.bits
            if UInt32(bitPattern: row) < UInt32(bitPattern: height) { addSpan(row, x0, x1, y1 &- y0) }
            return
        }
        // From top to bottom, whichever way it runs: two shapes that share an edge then see the same one.
        if y0 < y1 {
            addTallEdge(x0, y0, x1, y1, 1)
        } else {
            addTallEdge(x1, y1, x0, y0, -1)
        }
    }

    /// Adds an edge that may touch several rows; `y0 < y1`.
    @inline(__always)
    private func addTallEdge(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ sign: Int32) {
        let firstRow = y0 >> Fixed.bits
        let lastRow = (y1 &- 1) >> Fixed.bits
        var row = max(firstRow, 0)
        let end = min(lastRow, height &- 1)
        if row > end { return }
        let slope = Double(x1 &- x0) / Double(y1 &- y0)
        var x = row == firstRow ? x0 : x0 &+ Fixed.rounded(slope * Double((row << Fixed.bits) &- y0))
        var y = row == firstRow ? y0 : row << Fixed.bits
        while row < end {
            let bottom = (row &+ 1) << Fixed.bits
            let next = x0 &+ Fixed.rounded(slope * Double(bottom &- y0))
            addSpan(row, x, next, (bottom &- y) &* sign)
            x = next
            y = bottom
            row &+= 1
        }
        let bottom = (row &+ 1) << Fixed.bits
        if row == lastRow {
            addSpan(row, x, x1, (y1 &- y) &* sign)
        } else {
            addSpan(row, x, x0 &+ Fixed.rounded(slope * Double(bottom &- y0)), (bottom &- y) &* sign)
        }
    }

    /// Adds a piece of an edge that lies in one row and has the signed height `dy`.
    @inline(__always)
    private func addSpan(_ row: Int32, _ xa: Int32, _ xb: Int32, _ dy: Int32) {
        let left = min(xa, xb)
        let right = max(xa, xb)
        // Left of the clip, or right of it: one of the two is negative.
        if left | (fixedWidth &- right) < 0 { return addClippedSpan(row, left, right, dy) }
        let first = left >> Fixed.bits
        let base = first << Fixed.bits
        let cell = cells + (Int(row) &* stride &+ Int(first))
        let cover = dy << Fixed.coverShift
        if right &- base <= Fixed.one {
            let after = (dy &* (left &+ right &- 2 &* base)) >> Fixed.areaShift
            cell[0] &+= cover &- after
            cell[1] &+= after
            touch(row, first, first &+ 1)
        } else {
            let last = (right &+ Fixed.mask) >> Fixed.bits
            if last &- first == 2 {
                // Two pixels: the triangle in each, the rest in the cell after.
                let middle = base &+ Fixed.one
                let scale = Float(dy) / Float(right &- left)
                let before = SpanProfile.corner(scale, middle &- left)
                let after = SpanProfile.corner(scale, right &- middle)
                cell[0] &+= before
                cell[1] &+= cover &- before &- after
                cell[2] &+= after
            } else {
                addWideSpan(cell, SpanProfile(left, right, dy))
            }
            touch(row, first, last)
        }
    }

    @inline(never)
    private func addWideSpan(_ cell: UnsafeMutablePointer<Int32>, _ profile: SpanProfile) {
        var before: Int32 = 0
        for c in 0...(profile.last &- profile.first) {
            let sum = profile.sum(through: profile.first &+ c)
            cell[Int(c)] &+= sum &- before
            before = sum
        }
    }

    /// As `addSpan` where the piece leaves the clip on the left or on the right: what lies left of the clip counts in
    /// its first cell, what lies right of it not at all.
    @inline(never)
    private func addClippedSpan(_ row: Int32, _ left: Int32, _ right: Int32, _ dy: Int32) {
        if left >= fixedWidth { return }
        let line = cells + Int(row) &* stride
        if right <= 0 {
            line[0] &+= dy << Fixed.coverShift
            touch(row, 0, 0)
            return
        }
        let profile = SpanProfile(left, right, dy)
        let first = max(profile.first, 0)
        let last = min(profile.last, width)
        var before: Int32 = 0
        var c = first
        while c <= last {
            let sum = profile.sum(through: c)
            line[Int(c)] &+= sum &- before
            before = sum
            c &+= 1
        }
        touch(row, first, last)
    }

    @inline(__always)
    private func touch(_ row: Int32, _ first: Int32, _ last: Int32) {
        let extent = rows + Int(row)
        if first < extent.pointee.first { extent.pointee.first = first }
        if last > extent.pointee.last { extent.pointee.last = last }
    }

    // MARK: - Pixel centres

    /// Adds an edge for pixel centres only: a pixel is inside where the outline winds around its centre.
    ///
    /// A centre exactly on an edge belongs to the shape on the right of it, or below it: abutting shapes leave no gap
    /// and share no pixel.
    @inline(__always)
    func addCenterEdge(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32) {
        // Rows whose centre lies in [top, bottom).
        let half = Fixed.one / 2
        let r0 = (y0 &+ (half &- 1)) >> Fixed.bits
        let r1 = (y1 &+ (half &- 1)) >> Fixed.bits
        if r0 == r1 { return }
        if r0 < r1 {
            addCenters(x0, y0, x1, y1, r0, r1, Fixed.full)
        } else {
            addCenters(x1, y1, x0, y0, r1, r0, -Fixed.full)
        }
    }

    @inline(__always)
    private func addCenters(
        _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ firstRow: Int32, _ endRow: Int32, _ value: Int32
    ) {
        var row = max(firstRow, 0)
        let end = min(endRow, height)
        if row >= end { return }
        let half = Fixed.one / 2
        let slope = Double(x1 &- x0) / Double(y1 &- y0)
        while row < end {
            // Rounded up, then to the next pixel whose centre is not left of the crossing.
            let along = slope * Double((row << Fixed.bits) &+ half &- y0)
            let whole = Fixed.rounded(along)
            let x = x0 &+ whole &+ (Double(whole) < along ? 1 : 0)
            let column = (x &+ (half &- 1)) >> Fixed.bits
            if column < width {
                let first = max(column, 0)
                cells[Int(row) &* stride &+ Int(first)] &+= value
                touch(row, first, first)
            }
            row &+= 1
        }
    }
}

/// How the cover of a piece of an edge within one row is spread over the columns.
///
/// The sums are integers given in closed form for any column, so that a clip changes none of them.
struct SpanProfile {
    /// The column where the piece begins.
    let first: Int32
    /// The last cell that the piece changes: one past the column where it ends.
    let last: Int32
    private let cover: Int32
    private let firstPart: Int32
    private let lastPart: Int32
    private let step: Int64
    private let second: Int64

    init(_ left: Int32, _ right: Int32, _ dy: Int32) {
        first = left >> Fixed.bits
        last = max((right &+ Fixed.mask) >> Fixed.bits, first &+ 1)
        cover = dy << Fixed.coverShift
        let base = first << Fixed.bits
        if last == first &+ 1 {
            lastPart = (dy &* (left &+ right &- 2 &* base)) >> Fixed.areaShift
            firstPart = cover &- lastPart
            second = 0
            step = 0
            return
        }
        let inFirst = base &+ Fixed.one &- left
        let scale = Float(dy) / Float(right &- left)
        firstPart = Self.corner(scale, inFirst)
        lastPart = Self.corner(scale, right &- (last &- 1) << Fixed.bits)
        // A pixel that the piece crosses from side to side is covered as far as the piece has come at its middle.
        let rate = Double(cover) / Double(right &- left) * Double(1 << 24)
        second = Int64(rate * Double(inFirst &+ Fixed.one / 2))
        step = Int64(rate * Double(Fixed.one))
    }

    /// The area between a piece's end and the pixel border `reach` away from it, `scale` being height ÷ width.
    @inline(__always)
    static func corner(_ scale: Float, _ reach: Int32) -> Int32 {
        Fixed.rounded(scale * Float(reach) * Float(reach) * (1 / Float(1 << Fixed.areaShift)))
    }

    /// The sum of the cells up to and including column `c`.
    @inline(__always)
    func sum(through c: Int32) -> Int32 {
        if c >= last { return cover }
        if c < first { return 0 }
        if c == last &- 1 { return cover &- lastPart }
        if c == first { return firstPart }
        return Int32(truncatingIfNeeded: (second &+ step &* Int64(c &- first &- 1)) >> 24)
    }
}
