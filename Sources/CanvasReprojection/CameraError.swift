/// Why a camera was refused. The camera it was to be made from stays as it is.
public enum CameraError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A coordinate, factor or angle is NaN or infinite, or carries the camera beyond the range of a double.
    case notFinite
    /// A zoom factor is zero or negative.
    case zoomNotPositive
    /// Two points that must differ coincide, so that they fix no scale and no rotation.
    case coincidentPoints

    public var description: String {
        switch self {
        case .notFinite:
            "the camera has a value that is not a finite number; check the coordinates, factors and angles given"
        case .zoomNotPositive: "a zoom of zero or less; use a number above zero"
        case .coincidentPoints: "two contacts on the same point fix no scale; wait until they part"
        }
    }
}
