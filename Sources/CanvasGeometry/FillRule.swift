/// Which points a filled path covers.
public enum FillRule: UInt8, Hashable, Sendable, CaseIterable {
    /// Those with a winding number other than zero.
    case nonzero
    /// Those with an odd winding number.
    case evenOdd
}
