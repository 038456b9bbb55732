#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A displacement in the space `S`.
@frozen
public struct Vector<S: CoordinateSpace>: Hashable, Sendable {
    public var dx: Double
    public var dy: Double

    @inlinable
    public init(_ dx: Double, _ dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// The vector of length zero.
    @inlinable public static var zero: Vector { Vector(0, 0) }

    /// Whether both components are finite numbers.
    @inlinable public var isFinite: Bool { dx.isFinite && dy.isFinite }

    /// The Euclidean length, without overflow or underflow on the way.
    @inlinable public var length: Double { hypot(dx, dy) }

    /// The squared length.
    @inlinable public var lengthSquared: Double { dx * dx + dy * dy }

    /// The angle from the x axis in radians, positive towards the y axis (clockwise on screen, y being down).
    @inlinable public var angle: Double { atan2(dy, dx) }

    /// The vector of length one in the same direction, or `nil` if there is no direction.
    @inlinable
    public var normalized: Vector? {
        let l = length
        guard l > 0, l.isFinite else { return nil }
        return Vector(dx / l, dy / l)
    }

    /// The vector turned by +90°, from x towards y: (−dy, dx).
    @inlinable public var perpendicular: Vector { Vector(-dy, dx) }

    @inlinable public func dot(_ v: Vector) -> Double { dx * v.dx + dy * v.dy }

    /// The z component of the cross product; positive if `v` lies on the side of `perpendicular`.
    @inlinable public func cross(_ v: Vector) -> Double { dx * v.dy - dy * v.dx }

    @inlinable public static func + (a: Vector, b: Vector) -> Vector { Vector(a.dx + b.dx, a.dy + b.dy) }
    @inlinable public static func - (a: Vector, b: Vector) -> Vector { Vector(a.dx - b.dx, a.dy - b.dy) }
    @inlinable public static func * (v: Vector, s: Double) -> Vector { Vector(v.dx * s, v.dy * s) }
    @inlinable public static func * (s: Double, v: Vector) -> Vector { Vector(v.dx * s, v.dy * s) }
    @inlinable public static func / (v: Vector, s: Double) -> Vector { Vector(v.dx / s, v.dy / s) }
    @inlinable public static prefix func - (v: Vector) -> Vector { Vector(-v.dx, -v.dy) }

    /// The same numbers in another space: an explicit escape from the types.
    @inlinable public func reinterpreted<T>(as space: T.Type) -> Vector<T> { Vector<T>(dx, dy) }
}
