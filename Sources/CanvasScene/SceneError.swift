/// Why an item was refused.
public enum SceneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A width is negative, NaN or infinite.
    case invalidWidth
    /// A width profile does not have one width for each vertex of the path.
    case profileCount(expected: Int, got: Int)
    /// The miter limit is below 1 or not finite.
    case invalidMiterLimit
    /// A dash length is negative or not finite, or all are zero.
    case invalidDash
    /// The item's transform is not finite or flattens the plane.
    case transform(TransformError)
    /// An item's bounds under its transform leave the range of a double.
    case boundsNotFinite
    /// The index is not that of an item.
    case noSuchItem(Int)

    public var description: String {
        switch self {
        case .invalidWidth: "a stroke width is negative or not a finite number"
        case .profileCount(let expected, let got):
            "the width profile has \(got) widths for a path of \(expected) vertices; give one for each"
        case .invalidMiterLimit: "the miter limit is below 1 or not a finite number"
        case .invalidDash: "a dash length is negative or not finite, or all dash lengths are zero"
        case .transform(let error): error.description
        case .boundsNotFinite: "the item's transform carries it beyond the range of a double"
        case .noSuchItem(let index): "there is no item \(index) in the drawing"
        }
    }
}
