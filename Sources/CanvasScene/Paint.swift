/// What an item is painted with.
public enum Paint: Hashable, Sendable {
    /// One colour, with alpha.
    case solid(Color)

    /// Whether painting with it covers what lies below entirely.
    public var isOpaque: Bool {
        switch self {
        case .solid(let color): color.alpha >= 1
        }
    }
}
