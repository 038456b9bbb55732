extension Path {
    /// Calls `body` with every drawn segment in order, without allocating.
    ///
    /// - Parameters:
    ///   - closingAll: whether open sub-paths get the line back to their start too, as a fill does. Closing lines
    ///     without length are left out.
    ///   - body: takes the number of the sub-path, counted from 0 as in `subpaths`, and the segment.
    @inlinable
    public func forEachSegment<E: Error>(
        closingAll: Bool = false, _ body: (Int, Segment) throws(E) -> Void
    ) throws(E) {
        var subpath = -1
        var (start, at) = (Point<S>.zero, Point<S>.zero)
        var next = 0
        var open = false
        for verb in verbs {
            switch verb {
            case .move:
                if closingAll, open, at != start { try body(subpath, .line(from: at, to: start)) }
                start = points[next]
                at = start
                next += 1
                subpath += 1
                open = true
            case .line:
                try body(subpath, .line(from: at, to: points[next]))
                at = points[next]
                next += 1
            case .quad:
                try body(subpath, .quad(QuadraticBezier(at, points[next], points[next + 1])))
                at = points[next + 1]
                next += 2
            case .close:
                if at != start { try body(subpath, .line(from: at, to: start)) }
                at = start
                open = false
            }
        }
        if closingAll, open, at != start { try body(subpath, .line(from: at, to: start)) }
    }
}

extension Path.Segment {
    public var start: Point<S> {
        switch self {
        case .line(let from, _): from
        case .quad(let q): q.p0
        }
    }

    public var end: Point<S> {
        switch self {
        case .line(_, let to): to
        case .quad(let q): q.p2
        }
    }

    /// The point at parameter `t`; exactly the segment's ends at 0 and 1.
    public func point(at t: Double) -> Point<S> {
        switch self {
        case .line(let from, let to): from.interpolated(to: to, t)
        case .quad(let q): q.point(at: t)
        }
    }

    /// The smallest rectangle around the segment, to rounding.
    public var bounds: Rect<S> {
        switch self {
        case .line(let from, let to): Rect(from, to)
        case .quad(let q): q.bounds
        }
    }

    public var length: Double {
        switch self {
        case .line(let from, let to): from.distance(to: to)
        case .quad(let q): q.length
        }
    }

    /// The parameter at the given length from the start, clamped to 0…1.
    public func parameter(atLength length: Double) -> Double {
        switch self {
        case .line(let from, let to): LineSegment(from, to).parameter(atLength: length)
        case .quad(let q): q.parameter(atLength: length)
        }
    }

    public func nearestPoint(to p: Point<S>) -> NearestPoint<S> {
        switch self {
        case .line(let from, let to): LineSegment(from, to).nearestPoint(to: p)
        case .quad(let q): q.nearestPoint(to: p)
        }
    }
}
