import CanvasScene

/// Random items of every kind, made to be hard: every cap, join and fill rule, dashes, width profiles, nested
/// transforms that are not uniform, repeated points and degenerate curves. The same seed gives the same scene.
public struct RandomScene: Sendable {
    /// Which items a scene is made of.
    public enum Content: Sendable {
        /// Everything but strokes that are anywhere thinner than a pixel.
        case broad
        /// Strokes thinner than a pixel, of one width or tapering, under similarity transforms.
        case thin
        /// Fills only.
        case fills
    }

    private var random: SplitMix64
    private let content: Content
    /// Half the side of the square that items are placed in, in canvas units about the origin.
    private let reach: Double

    public init(seed: UInt64, content: Content = .broad, reach: Double = 60) {
        random = SplitMix64(seed: seed)
        self.content = content
        self.reach = reach
    }

    /// A drawing of `items` items around the canvas origin, one unit meant to be a pixel.
    public consuming func drawing(items: Int) -> Drawing {
        var made: [Item] = []
        while made.count < items {
            if let item = try? item() { made.append(item) }
        }
        return Drawing(made)
    }

    private mutating func item() throws -> Item {
        let paint = Paint.solid(color())
        if content == .fills || (content == .broad && random.chance(0.25)) {
            let transform = self.transform(isSimilarity: false)
            return .fill(
                try Fill(
                    path(transform.scales.largest), rule: random.pick(FillRule.allCases), paint: paint,
                    transform: transform))
        }
        let transform = self.transform(isSimilarity: content == .thin || random.chance(0.3))
        let scale = transform.scales
        let path = path(scale.largest)
        var style = StrokeStyle(
            cap: random.pick(LineCap.allCases), join: random.pick(LineJoin.allCases),
            miterLimit: random.chance(0.5) ? 4 : random.uniform(1...12))
        if random.chance(0.25) { style.dash = try dash(scale.largest) }
        func width() -> Double {
            if content == .thin { return random.uniform(0.05...1.6) / scale.smallest }
            // At least a pixel everywhere, however the transform squeezes the pen.
            return (random.chance(0.2) ? random.uniform(10...50) : random.uniform(1.05...10)) / scale.smallest
        }
        let isProfile = random.chance(0.3)
        let strokeWidth: StrokeWidth =
            isProfile ? .profile((0..<path.vertexCount).map { _ in width() }) : .uniform(width())
        return .stroke(try Stroke(path, width: strokeWidth, style: style, paint: paint, transform: transform))
    }

    /// An 8-bit colour, opaque or translucent.
    private mutating func color() -> Color {
        func byte() -> UInt8 { UInt8(random.integer(0...255)) }
        return Color(
            red8: byte(), green8: byte(), blue8: byte(),
            alpha8: random.chance(0.5) ? 255 : UInt8(random.integer(60...250)))
    }

    /// One to three nested transforms.
    private mutating func transform(isSimilarity: Bool) -> Transform2D<ItemSpace, CanvasSpace> {
        var total = Transform2D<ItemSpace, ItemSpace>.identity
        for _ in 0..<random.integer(1...3) {
            let x = random.uniform(0.5...2) * (random.chance(0.1) ? -1 : 1)
            let y = isSimilarity ? abs(x) : random.uniform(0.5...2)
            total = Transform2D<ItemSpace, ItemSpace>(scaleX: x, y: y)
                .concatenating(Transform2D(rotationAngle: random.uniform(0...6.3)))
                .concatenating(total)
        }
        let place = Transform2D<ItemSpace, CanvasSpace>(
            translationX: random.uniform(-0.5...0.5) * reach, y: random.uniform(-0.5...0.5) * reach)
        return total.concatenating(place)
    }

    private mutating func dash(_ scale: Double) throws -> DashPattern {
        let lengths = (0..<random.integer(1...4)).map { _ in
            random.chance(0.15) ? 0 : random.uniform(2...25) / scale
        }
        return try DashPattern(
            lengths.contains { $0 > 0 } ? lengths : [8 / scale], phase: random.uniform(-30...30) / scale)
    }

    /// One to three sub-paths, as large in the frame as the scene's reach.
    private mutating func path(_ scale: Double) -> Path<ItemSpace> {
        var path = Path<ItemSpace>()
        for _ in 0..<(random.chance(0.7) ? 1 : random.integer(2...3)) { subpath(&path, reach / scale) }
        return path
    }

    private mutating func subpath(_ path: inout Path<ItemSpace>, _ reach: Double) {
        func point() -> Point<ItemSpace> {
            let p = Point<ItemSpace>(random.uniform(-reach...reach), random.uniform(-reach...reach))
            // On a grid now and then: exact coincidences are where decisions go wrong.
            return gridded ? Point((p.x / reach * 4).rounded() * reach / 4, (p.y / reach * 4).rounded() * reach / 4) : p
        }
        let gridded = random.chance(0.2)
        var at = point()
        try! path.move(to: at)
        for _ in 0..<random.integer(1...6) {
            let end = random.chance(0.04) ? at : point()
            if random.chance(0.4) {
                try! path.line(to: end)
            } else {
                try! path.quad(control(at, end, point()), to: end)
            }
            at = end
        }
        if random.chance(0.3) { path.close() }
    }

    /// A control point: anywhere, or where a curve degenerates.
    private mutating func control(_ p: Point<ItemSpace>, _ q: Point<ItemSpace>, _ free: Point<ItemSpace>)
        -> Point<ItemSpace>
    {
        // Between equal points every kind but the free one is that point: computed, it would differ in the last bit, and
        // a segment of that length has no direction that anybody meant.
        if p == q || p == free { return random.chance(0.5) ? p : free }
        return switch random.integer(0...11) {
        case 0: p
        case 1: q
        case 2: p.interpolated(to: q, random.uniform(-0.8...1.8))  // on the chord's line: turns back, or runs unevenly
        case 3: p.interpolated(to: q, 0.5)
        case 4: p.interpolated(to: free, 0.05)  // a tight bend at the start
        default: free
        }
    }
}
