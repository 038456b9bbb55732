/// Where on a curve the point nearest to a given one lies.
@frozen
public struct NearestPoint<S: CoordinateSpace>: Hashable, Sendable {
    /// The nearest point itself.
    public var point: Point<S>
    /// Its parameter on the curve, in 0…1.
    public var parameter: Double
    /// How far it is from the given point, in units of `S`.
    public var distance: Double

    @inlinable
    public init(point: Point<S>, parameter: Double, distance: Double) {
        self.point = point
        self.parameter = parameter
        self.distance = distance
    }
}
