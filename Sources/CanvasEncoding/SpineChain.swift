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

    /// The parts of a stroke's path in order, dashes applied.
    static func chains(of stroke: Stroke) -> [SpineChain] {
        let undashed = subpaths(of: stroke)
        guard let dash = stroke.style.dash else { return undashed }
        return undashed.flatMap { Dasher(dash).dashes(of: $0) }
    }

    /// The sub-paths that draw something: those of a lone `move` do not.
    private static func subpaths(of stroke: Stroke) -> [SpineChain] {
        func radius(_ vertex: Int) -> Double {
            switch stroke.width {
            case .uniform(let width): width / 2
            case .profile(let widths): widths[vertex] / 2
            }
        }
        return stroke.path.subpaths.compactMap { subpath in
            guard !subpath.segments.isEmpty || subpath.isClosed else { return nil }
            var chain = SpineChain()
            chain.isClosed = subpath.isClosed
            chain.segments.reserveCapacity(subpath.segments.count)
            var vertex = subpath.firstVertex
            for (i, segment) in subpath.segments.enumerated() {
                let isClosing = subpath.closesWithLine && i == subpath.segments.count - 1
                let (r0, r1) = (radius(vertex), radius(isClosing ? subpath.firstVertex : vertex + 1))
                switch segment {
                case .line(let from, let to):
                    chain.segments.append(
                        SpineSegment(
                            curve: QuadraticBezier(lineFrom: from, to: to), isLine: true, startRadius: r0,
                            endRadius: r1))
                case .quad(let curve):
                    // A control point on an end makes the curve a line. Kept a curve, a dash cut from its slow end would
                    // have a control point off by a rounding error, and that error for its direction. (A radius that
                    // changes does so along the curve's parameter, which a line has not; its discs need no direction.)
                    if r0 == r1, curve.p1 == curve.p0 || curve.p1 == curve.p2 {
                        chain.segments.append(
                            SpineSegment(
                                curve: QuadraticBezier(lineFrom: curve.p0, to: curve.p2), isLine: true,
                                startRadius: r0, endRadius: r1))
                    } else {
                        chain.segments.append(
                            SpineSegment(curve: curve, isLine: false, startRadius: r0, endRadius: r1))
                    }
                }
                vertex += 1
            }
            // Where the last point is the first one again with another radius, both of its discs belong to the stroke,
            // as they do to two ends.
            if chain.isClosed, let first = chain.segments.first, let last = chain.segments.last,
                first.startRadius != last.endRadius
            {
                chain.isClosed = false
            }
            if chain.segments.allSatisfy(\.isPoint) {
                let largest = chain.segments.reduce(radius(subpath.firstVertex)) {
                    max($0, $1.startRadius, $1.endRadius)
                }
                return SpineChain(
                    dot: Dot(point: subpath.start, direction: Vector(1, 0), radius: largest))
            }
            return chain
        }
    }
}
