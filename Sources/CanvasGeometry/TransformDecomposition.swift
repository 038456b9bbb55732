#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A transform taken apart into shear, scale, rotation and translation, applied in that order.
///
/// `x` is scaled by `scaleX` along the direction that `rotation` gives; `y` by `scaleY` across it, which is negative
/// for a transform that mirrors; `shear` is the tangent by which y leans along x before the scale.
public struct TransformDecomposition: Hashable, Sendable {
    public var scaleX: Double
    public var scaleY: Double
    /// Radians, from x towards y, in (−π, π].
    public var rotation: Double
    public var shear: Double
    public var translationX: Double
    public var translationY: Double

    public init(
        scaleX: Double, scaleY: Double, rotation: Double, shear: Double, translationX: Double, translationY: Double
    ) {
        self.scaleX = scaleX
        self.scaleY = scaleY
        self.rotation = rotation
        self.shear = shear
        self.translationX = translationX
        self.translationY = translationY
    }
}

extension Transform2D {
    /// This transform as shear, scale, rotation and translation.
    ///
    /// Source: QR decomposition of the 2 × 2 part (Spencer Thomas, "Decomposing a Matrix into Simple Transformations",
    /// Graphics Gems II, 1991).
    ///
    /// - Throws: `TransformError` for a transform that is not finite or not invertible, which has no such form.
    public func decomposed() throws(TransformError) -> TransformDecomposition {
        guard isFinite else { throw .notFinite }
        let scaleX = hypot(a, b)
        guard scaleX > 0 else { throw .singular }
        let (ux, uy) = (a / scaleX, b / scaleX)
        let along = c * ux + d * uy
        let scaleY = d * ux - c * uy
        guard scaleY != 0, determinant != 0 else { throw .singular }
        return TransformDecomposition(
            scaleX: scaleX, scaleY: scaleY, rotation: atan2(b, a), shear: along / scaleX, translationX: tx,
            translationY: ty)
    }

    /// The transform that a decomposition describes: the inverse of `decomposed()`.
    public init(_ parts: TransformDecomposition) {
        let (s, c) = sineAndCosine(parts.rotation)
        let along = parts.shear * parts.scaleX
        self.init(
            a: parts.scaleX * c, b: parts.scaleX * s,
            c: along * c - parts.scaleY * s, d: along * s + parts.scaleY * c,
            tx: parts.translationX, ty: parts.translationY)
    }
}
