/// The width of a stroke along its path, in item units.
public enum StrokeWidth: Hashable, Sendable {
    /// The same width everywhere.
    case uniform(Double)

    /// A width at each on-curve vertex of the path (`Path.vertexCount` of them), linear in the curve's parameter
    /// between them.
    ///
    /// Such a stroke is what a disc sweeps that moves along the path and changes its diameter on the way: between two
    /// vertices of a straight segment, the convex hull of two discs. Its ends and joins are round by nature; the
    /// style's cap and join do not apply. Dashes do: each is the sweep over its part of the path.
    case profile([Double])

    /// The largest width anywhere.
    public var maximum: Double {
        switch self {
        case .uniform(let width): width
        case .profile(let widths): widths.max() ?? 0
        }
    }
}
