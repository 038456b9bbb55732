#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How finely geometry is flattened: a power of √2, so that cameras of similar scale share what was built.
///
/// A level serves every camera whose tolerance on the canvas lies in `canvasTolerance ..< √2 · canvasTolerance`: it is
/// never coarser than asked for and at most √2 times as fine, which costs at most a fifth more vertices.
public struct DetailLevel: Hashable, Sendable {
    /// The tolerance on the canvas is √2 to this power.
    public let exponent: Int

    /// The level for a tolerance of `tolerance` pixels under a camera that stretches lengths by at most `scale`.
    ///
    /// - Precondition: both are finite and above zero.
    public init(tolerance: Double, scale: Double) {
        let wanted = tolerance / scale
        let whole = Int(wanted.exponent)
        exponent = 2 * whole + (wanted.significand >= Self.rootOfTwo ? 1 : 0)
    }

    /// How far an edge may lie from the true one, in canvas units.
    public var canvasTolerance: Double { scalbn(exponent & 1 == 0 ? 1 : Self.rootOfTwo, exponent >> 1) }

    private static let rootOfTwo = 2.0.squareRoot()

    /// The most canvas units that a pixel spans under any camera of this level, at a tolerance of `tolerance` pixels.
    public func largestPixel(tolerance: Double) -> Double { Self.rootOfTwo * canvasTolerance / tolerance }
}

extension DetailLevel {
    /// The largest extent, in pixels, that geometry kept for reuse may have. Larger items are made anew for each frame,
    /// cut to what is visible: their flattening would grow with the zoom without bound.
    public static let maximumExtent = 16384.0

    /// Whether an item of these bounds is kept at this level, rather than made for each frame.
    public func keeps(_ bounds: Rect<CanvasSpace>, tolerance: Double) -> Bool {
        max(bounds.width, bounds.height) * tolerance <= Self.maximumExtent * canvasTolerance
    }
}
