/// A quadratic Bézier curve: `p(t) = (1 − t)² p0 + 2 t (1 − t) p1 + t² p2`, t in 0…1.
@frozen
public struct QuadraticBezier<S: CoordinateSpace>: Hashable, Sendable {
    public var p0: Point<S>
    public var p1: Point<S>
    public var p2: Point<S>

    @inlinable
    public init(_ p0: Point<S>, _ p1: Point<S>, _ p2: Point<S>) {
        self.p0 = p0
        self.p1 = p1
        self.p2 = p2
    }

    /// The line from `p0` to `p2` as a curve, at constant speed.
    @inlinable
    public init(lineFrom p0: Point<S>, to p2: Point<S>) {
        self.init(p0, p0.interpolated(to: p2, 0.5), p2)
    }

    /// Whether all three points are finite.
    @inlinable public var isFinite: Bool { p0.isFinite && p1.isFinite && p2.isFinite }

    /// The point at parameter `t`; exactly `p0` at 0 and `p2` at 1.
    @inlinable
    public func point(at t: Double) -> Point<S> {
        let s = 1 - t
        return Point(
            s * s * p0.x + 2 * s * t * p1.x + t * t * p2.x,
            s * s * p0.y + 2 * s * t * p1.y + t * t * p2.y)
    }

    /// The derivative `dp/dt` at parameter `t`.
    @inlinable
    public func derivative(at t: Double) -> Vector<S> { 2 * ((p1 - p0) * (1 - t) + (p2 - p1) * t) }

    /// The second derivative, which is constant: `2 (p0 − 2 p1 + p2)`.
    @inlinable
    public var secondDerivative: Vector<S> { Vector(2 * (p0.x - 2 * p1.x + p2.x), 2 * (p0.y - 2 * p1.y + p2.y)) }

    /// The image of the curve under `t`, exact since affine maps commute with Bézier evaluation.
    @inlinable
    public func applying<T>(_ t: Transform2D<S, T>) -> QuadraticBezier<T> {
        QuadraticBezier<T>(p0.applying(t), p1.applying(t), p2.applying(t))
    }
}
