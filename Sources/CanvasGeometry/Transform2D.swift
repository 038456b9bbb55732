#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An affine map from the space `From` to the space `To`.
///
/// Names and meaning are Core Graphics' (`CGAffineTransform`): points are row vectors, multiplied from the left.
///
/// ```text
///                        | a   b   0 |
///   [x' y' 1] = [x y 1]  | c   d   0 |      x' = a x + c y + tx
///                        | tx  ty  1 |      y' = b x + d y + ty
/// ```
///
/// So `p.applying(t.concatenating(u))` is `p.applying(t).applying(u)`: `t` is applied first. The types follow: a
/// `Transform2D<A, B>` concatenates with a `Transform2D<B, C>` to a `Transform2D<A, C>` and with nothing else.
@frozen
public struct Transform2D<From: CoordinateSpace, To: CoordinateSpace>: Hashable, Sendable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var tx: Double
    public var ty: Double

    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The map that leaves coordinates as they are.
    @inlinable public static var identity: Transform2D { Transform2D(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

    @inlinable
    public init(translationX x: Double, y: Double) { self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

    @inlinable
    public init(scaleX x: Double, y: Double) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

    /// A rotation by `angle` radians from the x axis towards the y axis (clockwise on screen, y being down).
    ///
    /// Quarter turns are exact.
    public init(rotationAngle angle: Double) {
        let (s, c) = sineAndCosine(angle)
        self.init(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
    }

    /// Whether all six entries are finite numbers.
    @inlinable
    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// Whether this is the identity, bit for bit but for the sign of zeros.
    @inlinable
    public var isIdentity: Bool { a == 1 && b == 0 && c == 0 && d == 1 && tx == 0 && ty == 0 }

    /// The signed factor by which areas grow; negative for a map that mirrors.
    @inlinable public var determinant: Double { a * d - b * c }

    /// `self` first, then `next`.
    @inlinable
    public func concatenating<Next>(_ next: Transform2D<To, Next>) -> Transform2D<From, Next> {
        Transform2D<From, Next>(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d,
            c: c * next.a + d * next.c, d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
    }

    /// This map after a translation of its *input*, as in Core Graphics.
    @inlinable
    public func translatedBy(x: Double, y: Double) -> Transform2D {
        Transform2D<From, From>(translationX: x, y: y).concatenating(self)
    }

    /// This map after a scale of its *input*, as in Core Graphics.
    @inlinable
    public func scaledBy(x: Double, y: Double) -> Transform2D {
        Transform2D<From, From>(scaleX: x, y: y).concatenating(self)
    }

    /// This map after a rotation of its *input*, as in Core Graphics.
    public func rotated(by angle: Double) -> Transform2D {
        Transform2D<From, From>(rotationAngle: angle).concatenating(self)
    }

    /// The map back.
    ///
    /// - Throws: `TransformError.notFinite` if an entry is NaN or infinite, `TransformError.singular` if the map
    ///   flattens the plane to a line or a point, or so nearly that its inverse has no finite entries.
    public func inverted() throws(TransformError) -> Transform2D<To, From> {
        guard isFinite else { throw .notFinite }
        // Divided by the largest entry first, so that neither 1e-200 nor 1e200 leaves the range of a double.
        let m = max(max(abs(a), abs(b)), max(abs(c), abs(d)))
        guard m > 0 else { throw .singular }
        let (na, nb, nc, nd) = (a / m, b / m, c / m, d / m)
        let det = na * nd - nb * nc
        // Below this the determinant is rounding error of the two products.
        guard abs(det) > 4 * .ulpOfOne * (abs(na * nd) + abs(nb * nc)) else { throw .singular }
        let (ia, ib, ic, id) = (nd / det / m, -nb / det / m, -nc / det / m, na / det / m)
        let inverse = Transform2D<To, From>(
            a: ia, b: ib, c: ic, d: id, tx: -(tx * ia + ty * ic), ty: -(tx * ib + ty * id))
        guard inverse.isFinite else { throw .singular }
        return inverse
    }

    /// The same numbers between other spaces: an explicit escape from the types.
    @inlinable
    public func reinterpreted<A, B>(from: A.Type, to: B.Type) -> Transform2D<A, B> {
        Transform2D<A, B>(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    /// The largest and smallest factor by which the map stretches a length (the singular values of the 2 × 2 part).
    ///
    /// Source: closed form of the 2 × 2 singular value decomposition (Blinn, "Consider the Lowly 2 × 2 Matrix", 1996).
    public var scales: (largest: Double, smallest: Double) {
        let q = hypot((a + d) / 2, (b - c) / 2)
        let r = hypot((a - d) / 2, (b + c) / 2)
        return (q + r, abs(q - r))
    }

    /// Whether the map turns, moves and scales alike in all directions, without mirroring, to rounding error.
    public var isSimilarity: Bool {
        let m = max(max(abs(a), abs(b)), max(abs(c), abs(d)))
        return determinant > 0 && abs(a - d) <= 1e-12 * m && abs(b + c) <= 1e-12 * m
    }
}

extension Transform2D {
    /// What carries a finished frame to where its content belongs now: `rendered⁻¹ · current`, `rendered⁻¹` first.
    ///
    /// The reprojection of a stale frame (`Transform2D<FrameSpace, ViewSpace>`). Where the two cameras are identical
    /// the result is the identity, bit for bit, not merely within rounding: nothing moved, so nothing is resampled.
    /// A mere translation between them gives an exact unit 2 × 2 part.
    ///
    /// - Throws: `TransformError` if `rendered` has no inverse or `current` is not finite.
    public static func delta<Canvas>(
        rendered: Transform2D<Canvas, From>, current: Transform2D<Canvas, To>
    ) throws(TransformError) -> Transform2D<From, To> {
        let inverse = try rendered.inverted()
        guard current.isFinite else { throw .notFinite }
        if rendered.a == current.a, rendered.b == current.b, rendered.c == current.c, rendered.d == current.d {
            return Transform2D(translationX: current.tx - rendered.tx, y: current.ty - rendered.ty)
        }
        // The translation comes from the 2 × 2 part of the result and not from the inverse's own translation, which
        // may be far larger than either: current.t − rendered.t · (R⁻¹ C).
        let back = Transform2D<From, Canvas>(a: inverse.a, b: inverse.b, c: inverse.c, d: inverse.d, tx: 0, ty: 0)
        let linear = back.concatenating(
            Transform2D<Canvas, To>(a: current.a, b: current.b, c: current.c, d: current.d, tx: 0, ty: 0))
        return Transform2D(
            a: linear.a, b: linear.b, c: linear.c, d: linear.d,
            tx: current.tx - (rendered.tx * linear.a + rendered.ty * linear.c),
            ty: current.ty - (rendered.tx * linear.b + rendered.ty * linear.d))
    }
}

extension Point {
    /// The image of this point under `t`.
    @inlinable
    public func applying<T>(_ t: Transform2D<S, T>) -> Point<T> {
        Point<T>(t.a * x + t.c * y + t.tx, t.b * x + t.d * y + t.ty)
    }
}

extension Vector {
    /// The image of this displacement under `t`, which ignores the translation.
    @inlinable
    public func applying<T>(_ t: Transform2D<S, T>) -> Vector<T> {
        Vector<T>(t.a * dx + t.c * dy, t.b * dx + t.d * dy)
    }
}

/// Sine and cosine, exact at multiples of a quarter turn.
func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let quarters = angle / (.pi / 2)
    if quarters == quarters.rounded(), abs(quarters) < 1e6 {
        switch ((Int(quarters) % 4) + 4) % 4 {
        case 0: return (0, 1)
        case 1: return (1, 0)
        case 2: return (0, -1)
        default: return (-1, 0)
        }
    }
    return (sin(angle), cos(angle))
}
