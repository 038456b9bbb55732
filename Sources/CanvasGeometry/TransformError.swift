/// Why a transform was refused.
public enum TransformError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An entry is NaN or infinite.
    case notFinite
    /// The map flattens the plane and has no inverse.
    case singular

    public var description: String {
        switch self {
        case .notFinite: "the transform has an entry that is not a finite number; check the values it was made from"
        case .singular: "the transform flattens the plane and has no inverse; use scales other than zero"
        }
    }
}
