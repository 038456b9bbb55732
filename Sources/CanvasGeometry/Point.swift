/// A position in the space `S`. A point is not a vector: there is no point + point.
@frozen
public struct Point<S: CoordinateSpace>: Hashable, Sendable {
    public var x: Double
    public var y: Double

    @inlinable
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin of the space.
    @inlinable public static var zero: Point { Point(0, 0) }

    /// Whether both coordinates are finite numbers.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The point a fraction `t` of the way to `other`; `t` = 0 gives `self` and `t` = 1 gives `other`, exactly.
    @inlinable
    public func interpolated(to other: Point, _ t: Double) -> Point {
        Point(x * (1 - t) + other.x * t, y * (1 - t) + other.y * t)
    }

    /// The distance to `other`, without overflow or underflow on the way.
    @inlinable
    public func distance(to other: Point) -> Double { (other - self).length }

    @inlinable public static func + (p: Point, v: Vector<S>) -> Point { Point(p.x + v.dx, p.y + v.dy) }
    @inlinable public static func - (p: Point, v: Vector<S>) -> Point { Point(p.x - v.dx, p.y - v.dy) }
    @inlinable public static func - (p: Point, q: Point) -> Vector<S> { Vector(p.x - q.x, p.y - q.y) }
    @inlinable public static func += (p: inout Point, v: Vector<S>) { p = p + v }
    @inlinable public static func -= (p: inout Point, v: Vector<S>) { p = p - v }

    /// The same numbers in another space: an explicit escape from the types, for the code that defines a space.
    @inlinable public func reinterpreted<T>(as space: T.Type) -> Point<T> { Point<T>(x, y) }
}
