/// A straight segment from `start` to `end`, at constant speed: `p(t) = (1 − t) start + t end`, t in 0…1.
@frozen
public struct LineSegment<S: CoordinateSpace>: Hashable, Sendable {
    public var start: Point<S>
    public var end: Point<S>

    @inlinable
    public init(_ start: Point<S>, _ end: Point<S>) {
        self.start = start
        self.end = end
    }

    /// The point at parameter `t`; exactly `start` at 0 and `end` at 1.
    @inlinable
    public func point(at t: Double) -> Point<S> { start.interpolated(to: end, t) }

    @inlinable public var length: Double { start.distance(to: end) }

    /// The smallest rectangle around the segment.
    @inlinable public var bounds: Rect<S> { Rect(start, end) }

    /// The two parts on either side of parameter `t`, which share the point there.
    @inlinable
    public func split(at t: Double) -> (LineSegment, LineSegment) {
        let middle = point(at: t)
        return (LineSegment(start, middle), LineSegment(middle, end))
    }

    /// The part from parameter `t0` to `t1`; it runs backwards if `t1` is the smaller.
    @inlinable
    public func subsegment(from t0: Double, to t1: Double) -> LineSegment { LineSegment(point(at: t0), point(at: t1)) }

    /// The parameter at the given length from the start, clamped to 0…1; 0 for a segment without length.
    @inlinable
    public func parameter(atLength length: Double) -> Double {
        let whole = self.length
        return whole > 0 ? min(max(length / whole, 0), 1) : 0
    }

    /// The point of the segment nearest to `q`.
    @inlinable
    public func nearestPoint(to q: Point<S>) -> NearestPoint<S> {
        let along = end - start
        // In units of the longer component, so that no square leaves the range of a double.
        let unit = max(abs(along.dx), abs(along.dy))
        var t = 0.0
        if unit > 0 {
            let u = along / unit
            t = min(max(((q - start) / unit).dot(u) / u.dot(u), 0), 1)
            if t.isNaN { t = 0 }
        }
        let p = point(at: t)
        return NearestPoint(point: p, parameter: t, distance: p.distance(to: q))
    }

    /// The image of the segment under `t`.
    @inlinable
    public func applying<T>(_ t: Transform2D<S, T>) -> LineSegment<T> {
        LineSegment<T>(start.applying(t), end.applying(t))
    }
}
