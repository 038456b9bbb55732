#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A cubic Bézier curve, `p(t) = (1 − t)³ p0 + 3 t (1 − t)² p1 + 3 t² (1 − t) p2 + t³ p3`: what drawings are written in.
///
/// The engine draws quadratics; a cubic is turned into them on the way in, with the error bound of
/// `forEachQuadratic(tolerance:_:)`.
@frozen
public struct CubicBezier<S: CoordinateSpace>: Hashable, Sendable {
    public var p0: Point<S>
    public var p1: Point<S>
    public var p2: Point<S>
    public var p3: Point<S>

    @inlinable
    public init(_ p0: Point<S>, _ p1: Point<S>, _ p2: Point<S>, _ p3: Point<S>) {
        self.p0 = p0
        self.p1 = p1
        self.p2 = p2
        self.p3 = p3
    }

    /// Whether all four points are finite.
    @inlinable public var isFinite: Bool { p0.isFinite && p1.isFinite && p2.isFinite && p3.isFinite }

    /// The point at parameter `t`; exactly `p0` at 0 and `p3` at 1.
    @inlinable
    public func point(at t: Double) -> Point<S> {
        let s = 1 - t
        let (b0, b1, b2, b3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        return Point(
            b0 * p0.x + b1 * p1.x + b2 * p2.x + b3 * p3.x,
            b0 * p0.y + b1 * p1.y + b2 * p2.y + b3 * p3.y)
    }

    /// The derivative `dp/dt` at parameter `t`.
    @inlinable
    public func derivative(at t: Double) -> Vector<S> {
        let s = 1 - t
        return 3 * ((p1 - p0) * (s * s) + (p2 - p1) * (2 * s * t) + (p3 - p2) * (t * t))
    }

    /// The image of the curve under `t`, exact since affine maps commute with Bézier evaluation.
    @inlinable
    public func applying<T>(_ t: Transform2D<S, T>) -> CubicBezier<T> {
        CubicBezier<T>(p0.applying(t), p1.applying(t), p2.applying(t), p3.applying(t))
    }

    /// The third difference `p3 − 3 p2 + 3 p1 − p0`: zero exactly where the curve is a quadratic.
    @inlinable
    public var thirdDifference: Vector<S> {
        Vector(p3.x - p0.x - 3 * (p2.x - p1.x), p3.y - p0.y - 3 * (p2.y - p1.y))
    }

    /// How many quadratics `forEachQuadratic(tolerance:_:)` makes. At least 1, at most 3,760.
    @inlinable
    public func quadraticCount(tolerance: Double) -> Int {
        let d = thirdDifference.length
        // √3 / 36 · |d| / n³ ≤ tolerance. The floor keeps n bounded: a finer curve than 2⁻⁴⁰ of its own bend is
        // below what doubles resolve.
        let ratio = 0.048112522432468816 * (tolerance > 0 ? min(d / tolerance, 0x1p40) : 0x1p40)
        guard ratio > 1 else { return 1 }
        var n = cubeRoot(ratio).rounded(.up)
        if n > 1, (n - 1) * (n - 1) * (n - 1) >= ratio { n -= 1 }
        return Int(n)
    }

    /// Calls `body` with the quadratics that stand for this curve, in order.
    ///
    /// The curve is cut into `n` pieces of equal parameter length, and each piece with the points q0…q3 is replaced by
    /// the quadratic with the same ends and the control point `(3 q1 + 3 q2 − q0 − q3) / 4`. Written as a cubic that
    /// quadratic differs from the piece by ±d/6 in the two inner points, d being the piece's third difference, so at
    /// parameter t by `d/2 · t (1 − t) (1 − 2t)`, whose greatest length is `√3/36 · |d|`. A piece's third difference
    /// is the whole curve's divided by n³. Hence **every point of the result lies within `√3/36 · |d| / n³` of the
    /// curve's point at the same parameter**, and n is the least number that makes this no more than `tolerance`
    /// (units of `S`, above zero). The bound is attained, so no smaller n would do for this family.
    ///
    /// Neighbouring quadratics share their end exactly and begin and end exactly on the curve; their tangents there
    /// differ from the curve's derivative by at most `|d| / (2 n³)` of a piece's parameter length.
    ///
    /// Source: the derivation above; the approximation is degree reduction at equal ends (Farin, *Curves and Surfaces
    /// for CAGD*, chapter on degree elevation and reduction).
    @inlinable
    public func forEachQuadratic<E: Error>(
        tolerance: Double, _ body: (QuadraticBezier<S>) throws(E) -> Void
    ) throws(E) {
        let n = quadraticCount(tolerance: tolerance)
        guard n > 1 else {
            return try body(
                QuadraticBezier(
                    p0, Point((3 * (p1.x + p2.x) - p0.x - p3.x) / 4, (3 * (p1.y + p2.y) - p0.y - p3.y) / 4), p3))
        }
        let step = 1 / Double(n)
        var from = p0
        for i in 1...n {
            let (t0, t1) = (Double(i - 1) * step, Double(i) * step)
            let to = i == n ? p3 : point(at: t1)
            try body(QuadraticBezier(from, quadraticControl(from: t0, to: t1), to))
            from = to
        }
    }

    /// The control point `(3 q1 + 3 q2 − q0 − q3) / 4` of the quadratic that stands for the piece from `t0` to `t1`.
    ///
    /// With `b` the curve's blossom, q0…q3 are `b(t0, t0, t0)`, `b(t0, t0, t1)`, `b(t0, t1, t1)` and `b(t1, t1, t1)`.
    /// All are taken relative to `p0`, so that far from the origin nothing cancels.
    @inlinable
    public func quadraticControl(from t0: Double, to t1: Double) -> Point<S> {
        func blossom(_ a: Double, _ b: Double, _ c: Double) -> Vector<S> {
            let w1 = a * (1 - b) * (1 - c) + b * (1 - a) * (1 - c) + c * (1 - a) * (1 - b)
            let w2 = a * b * (1 - c) + a * c * (1 - b) + b * c * (1 - a)
            return (p1 - p0) * w1 + (p2 - p0) * w2 + (p3 - p0) * (a * b * c)
        }
        let inner = (blossom(t0, t0, t1) + blossom(t0, t1, t1)) * 0.75
        let outer = (blossom(t0, t0, t0) + blossom(t1, t1, t1)) * 0.25
        return p0 + (inner - outer)
    }

    /// The quadratics of `forEachQuadratic(tolerance:_:)` as an array.
    @inlinable
    public func quadratics(tolerance: Double) -> [QuadraticBezier<S>] {
        var out: [QuadraticBezier<S>] = []
        out.reserveCapacity(quadraticCount(tolerance: tolerance))
        forEachQuadratic(tolerance: tolerance) { (q) throws(Never) in out.append(q) }
        return out
    }
}

extension Path {
    /// Adds a cubic Bézier with the control points `c1`, `c2` and the end `p`, as quadratics no farther from it than
    /// `tolerance` (units of `S`); see `CubicBezier.forEachQuadratic(tolerance:_:)` for the bound.
    ///
    /// A cubic that is a straight line run at any speed still turns back where the cubic does.
    ///
    /// - Throws: `PathError.notFinite` or `.noCurrentPoint`; the path is then unchanged.
    public mutating func cubic(
        _ c1: Point<S>, _ c2: Point<S>, to p: Point<S>, tolerance: Double
    ) throws(PathError) {
        guard let from = currentPoint else { throw .noCurrentPoint }
        let curve = CubicBezier(from, c1, c2, p)
        // Checked first, so that a path is never left with half a curve: coordinates near the end of a double's range
        // would overflow on the way.
        guard curve.isFinite, [from, c1, c2, p].allSatisfy({ max(abs($0.x), abs($0.y)) < 0x1p1019 }) else {
            throw .notFinite
        }
        try curve.forEachQuadratic(tolerance: tolerance) { (q) throws(PathError) in try quad(q.p1, to: q.p2) }
    }
}

/// The real cube root.
@usableFromInline
func cubeRoot(_ x: Double) -> Double { cbrt(x) }
