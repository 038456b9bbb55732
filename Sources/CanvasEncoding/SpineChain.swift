/// A connected part of a stroke's path that gets two caps, or one join more if it is closed: a sub-path, or a dash.
struct SpineChain {
    var segments: [SpineSegment] = []
    var isClosed = false
    /// Set instead of `segments` for a part without length: only its caps draw.
    var dot: Dot?

    struct Dot {
        var point: Point<ItemSpace>
        var direction: Vector<ItemSpace>
        var radius: Double
    }

    /// Hands the parts of a stroke's path to `body` in order, dashes applied.
    ///
    /// - Parameter chain: memory to work in.
    static func forEach(of stroke: Stroke, reusing chain: inout SpineChain, _ body: (SpineChain) -> Void) {
        let dasher = stroke.style.dash.map { Dasher($0) }
        forEachSubpath(of: stroke, reusing: &chain) { subpath in
            if let dasher {
                for dash in dasher.dashes(of: subpath) { body(dash) }
            } else {
                body(subpath)
            }
        }
    }

    /// The sub-paths that draw something: those of a lone `move` do not.
    private static func forEachSubpath(
        of stroke: Stroke, reusing chain: inout SpineChain, _ body: (SpineChain) -> Void
    ) {
        let points = stroke.path.points
        var (start, at) = (Point<ItemSpace>.zero, Point<ItemSpace>.zero)
        var next = 0
        var vertex = -1
        var firstVertex = 0
        var isOpen = false
        chain.segments.removeAll(keepingCapacity: true)
        for verb in stroke.path.verbs {
            switch verb {
            case .move:
                if isOpen, !chain.segments.isEmpty {
                    hand(&chain, isClosed: false, start, radius(stroke, firstVertex), to: body)
                }
                start = points[next]
                at = start
                next += 1
                vertex += 1
                firstVertex = vertex
                isOpen = true
            case .line:
                let end = points[next]
                chain.append(
                    QuadraticBezier(lineFrom: at, to: end), isLine: true, radius(stroke, vertex),
                    radius(stroke, vertex + 1))
                at = end
                next += 1
                vertex += 1
            case .quad:
                let curve = QuadraticBezier(at, points[next], points[next + 1])
                chain.append(curve, isLine: false, radius(stroke, vertex), radius(stroke, vertex + 1))
                at = curve.p2
                next += 2
                vertex += 1
            case .close:
                if at != start {
                    chain.append(
                        QuadraticBezier(lineFrom: at, to: start), isLine: true, radius(stroke, vertex),
                        radius(stroke, firstVertex))
                }
                hand(&chain, isClosed: true, start, radius(stroke, firstVertex), to: body)
                at = start
                isOpen = false
            }
        }
        if isOpen, !chain.segments.isEmpty {
            hand(&chain, isClosed: false, start, radius(stroke, firstVertex), to: body)
        }
    }

    @inline(__always)
    private static func radius(_ stroke: Stroke, _ vertex: Int) -> Double {
        switch stroke.width {
        case .uniform(let width): width / 2
        case .profile(let widths): widths[vertex] / 2
        }
    }

    private mutating func append(_ curve: QuadraticBezier<ItemSpace>, isLine: Bool, _ r0: Double, _ r1: Double) {
        // A control point on an end makes the curve a line. Kept a curve, a dash cut from its slow end would have a control
        // point off by a rounding error, and that error for its direction. (A radius that changes does so along the
        // curve's parameter, which a line has not; its discs need no direction.)
        if !isLine, r0 == r1, curve.p1 == curve.p0 || curve.p1 == curve.p2 {
            let line = QuadraticBezier(lineFrom: curve.p0, to: curve.p2)
            segments.append(SpineSegment(curve: line, isLine: true, startRadius: r0, endRadius: r1))
        } else {
            segments.append(SpineSegment(curve: curve, isLine: isLine, startRadius: r0, endRadius: r1))
        }
    }

    /// Completes a sub-path, hands it over and begins the next.
    private static func hand(
        _ chain: inout SpineChain, isClosed: Bool, _ start: Point<ItemSpace>, _ startRadius: Double,
        to body: (SpineChain) -> Void
    ) {
        chain.isClosed = isClosed
        // Where the last point is the first one again with another radius, both of its discs belong to the stroke, as
        // they do to two ends.
        if isClosed, let first = chain.segments.first, let last = chain.segments.last,
            first.startRadius != last.endRadius
        {
            chain.isClosed = false
        }
        if chain.segments.allSatisfy(\.isPoint) {
            let largest = chain.segments.reduce(startRadius) { max($0, $1.startRadius, $1.endRadius) }
            body(SpineChain(dot: Dot(point: start, direction: Vector(1, 0), radius: largest)))
        } else {
            body(chain)
        }
        chain.segments.removeAll(keepingCapacity: true)
    }
}
