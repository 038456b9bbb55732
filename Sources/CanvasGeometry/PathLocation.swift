/// A place on a path: which sub-path, which of its segments, and where on it.
public struct PathLocation<S: CoordinateSpace>: Hashable, Sendable {
    /// Index into `Path.subpaths`.
    public var subpath: Int
    /// Index into the sub-path's segments; 0 on a closed sub-path that has none and is a mere point.
    public var segment: Int
    /// The parameter on the segment, in 0…1.
    public var parameter: Double
    public var point: Point<S>
    /// How far the point is from the one that was asked about, in units of `S`.
    public var distance: Double

    public init(subpath: Int, segment: Int, parameter: Double, point: Point<S>, distance: Double) {
        self.subpath = subpath
        self.segment = segment
        self.parameter = parameter
        self.point = point
        self.distance = distance
    }
}
