/// Builds one path after another in the same storage, in item space.
///
/// What it hands out is copied to arrays of exactly the right size, so that a drawing of a million strokes holds no
/// spare room. Coordinates must be finite; callers check them as they parse.
struct PathScratch {
    private var verbs: [PathVerb] = []
    private var points: [Point<ItemSpace>] = []
    private(set) var current = Point<ItemSpace>.zero
    private var start = Point<ItemSpace>.zero
    private var isOpen = false
    /// How far quadratics may lie from the cubics and arcs they stand for, in item units.
    private var tolerance = 0.005
    /// The same for a path that no wide pen follows: what is too small to matter.
    private var reach = 0.005
    /// Half the width of the pen that will follow the path, in item units; 0 for a fill.
    private var penRadius = 0.0

    /// Whether nothing has been drawn: no step, or only moves.
    private(set) var isBlank = true

    /// Whether there is no step at all, not even a move.
    var isUnstarted: Bool { verbs.isEmpty }

    /// Begins a new path.
    ///
    /// - Parameters:
    ///   - tolerance: how far quadratics may lie from the cubics and arcs they stand for, in item units.
    ///   - penRadius: half the width of the pen that will follow the path, 0 for a fill. Where neighbouring quadratics
    ///     meet their directions differ a little, which swings a wide pen's edge by half its width times that angle;
    ///     the angle falls with the tolerance to the power ⅔, so beyond a pen of 800 tolerances the tolerance falls
    ///     with the radius to the power 3/2.
    mutating func reset(tolerance: Double, penRadius: Double) {
        reach = tolerance
        self.penRadius = penRadius
        let ratio = max(1, penRadius / (800 * tolerance))
        verbs.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
        current = .zero
        start = .zero
        isOpen = false
        isBlank = true
        self.tolerance = tolerance / (ratio * ratio.squareRoot())
    }

    mutating func move(to p: Point<ItemSpace>) {
        verbs.append(.move)
        points.append(p)
        current = p
        start = p
        isOpen = true
    }

    @inline(__always)
    private mutating func begin() {
        isBlank = false
        if !isOpen { move(to: current) }
    }

    mutating func line(to p: Point<ItemSpace>) {
        begin()
        verbs.append(.line)
        points.append(p)
        current = p
    }

    mutating func quad(_ c: Point<ItemSpace>, to p: Point<ItemSpace>) {
        begin()
        verbs.append(.quad)
        points.append(c)
        points.append(p)
        current = p
    }

    mutating func cubic(_ c1: Point<ItemSpace>, _ c2: Point<ItemSpace>, to p: Point<ItemSpace>) {
        let curve = CubicBezier(current, c1, c2, p)
        if penRadius > 0 {
            let stroked = StrokedCubic(curve, tolerance: tolerance, reach: reach, penRadius: penRadius)
            stroked.forEachQuadratic { quad($0.p1, to: $0.p2) }
        } else {
            curve.forEachQuadratic(tolerance: tolerance) { (q) throws(Never) in quad(q.p1, to: q.p2) }
        }
    }

    mutating func arc(
        radiusX: Double, radiusY: Double, rotation: Double, largeArc: Bool, sweep: Bool, to p: Point<ItemSpace>
    ) {
        if p == current { return }
        guard
            let arc = EllipticalArc(
                from: current, to: p, radiusX: radiusX, radiusY: radiusY, rotation: rotation, largeArc: largeArc,
                sweep: sweep)
        else { return line(to: p) }
        add(arc)
    }

    /// Adds a quarter or more of an ellipse, from the current point, where it begins.
    mutating func add(_ arc: EllipticalArc<ItemSpace>) {
        arc.forEachQuadratic(tolerance: tolerance) { (q) throws(Never) in quad(q.p1, to: q.p2) }
    }

    mutating func close() {
        guard isOpen else { return }
        verbs.append(.close)
        isBlank = false
        isOpen = false
        current = start
    }

    /// The path built since the last reset; `nil` if a coordinate has left the range of a double on the way.
    func path() -> Path<ItemSpace>? {
        for p in points where !p.isFinite { return nil }
        return Path(checkedVerbs: verbs, points: points)
    }
}
