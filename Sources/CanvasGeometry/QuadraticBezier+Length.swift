#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension QuadraticBezier {
    /// The arc length, in units of `S`, to a few units in the last place.
    public var length: Double { length(to: 1) }

    /// The arc length from the start to parameter `t` (0…1).
    ///
    /// Half the velocity runs along a straight line from u = p1 − p0 to v = u + t w, w = p0 − 2 p1 + p2, so the length
    /// is 2 t times the mean distance of that line's points from the origin. With n₀, n₁ the distances of its ends,
    /// d₀, d₁ their components along the line, h the line's distance and x = |t w| / (n₀ + n₁),
    ///
    /// ```text
    ///   length / t = (n₀ + n₁) / 2 + (d₀ + d₁)² / (2 (n₀ + n₁)) + 2 h² / (n₀ + n₁) · artanh(x) / x
    /// ```
    ///
    /// No term is negative, so nothing cancels: neither where the curve is nearly a line, where the textbook's
    /// antiderivative loses every digit, nor where it nearly turns on the spot.
    ///
    /// Source: the antiderivative ½ (s √(s² + h²) + h² arsinh(s/h)) with its differences rewritten, the logarithm as
    /// that of the potential of a straight rod, ln((n₀ + n₁ + |w|) / (n₀ + n₁ − |w|)).
    public func length(to t: Double) -> Double {
        let (u, w, unit) = scaledHodograph
        guard unit > 0, t > 0 else { return 0 }
        return unit * t * Self.twiceMeanDistance(u, u + w * t, w * t)
    }

    /// The parameter at which the given length has been covered from the start; 0 below and 1 above the range.
    ///
    /// The inverse of `length(to:)`: Newton's iteration, kept inside a shrinking bracket.
    public func parameter(atLength length: Double) -> Double {
        let (u, w, unit) = scaledHodograph
        guard unit > 0, length > 0 else { return 0 }
        let target = length / unit
        let whole = Self.twiceMeanDistance(u, u + w, w)
        guard target < whole else { return 1 }
        var (low, high) = (0.0, 1.0)
        var t = target / whole
        for _ in 0..<100 {
            let v = u + w * t
            let excess = t * Self.twiceMeanDistance(u, v, w * t) - target
            if excess == 0 { return t }
            if excess > 0 { high = t } else { low = t }
            let speed = 2 * v.length
            var next = speed > 0 ? t - excess / speed : (low + high) / 2
            if !(next > low && next < high) { next = (low + high) / 2 }
            if abs(next - t) <= .ulpOfOne * t || next == low || next == high { return next }
            t = next
        }
        return t
    }

    /// p1 − p0 and p0 − 2 p1 + p2 in units of `unit`, the largest of their components' parts, so that no square of
    /// them leaves the range of a double. `unit` is 0 where the curve is a point.
    @usableFromInline
    var scaledHodograph: (u: Vector<S>, w: Vector<S>, unit: Double) {
        let (u, v) = (p1 - p0, p2 - p1)
        let unit = max(max(abs(u.dx), abs(u.dy)), max(abs(v.dx), abs(v.dy)))
        guard unit > 0 else { return (.zero, .zero, 0) }
        let (su, sv) = (u / unit, v / unit)
        return (su, sv - su, unit)
    }

    /// Twice the mean length of the vectors on the straight line from `v0` to `v1` = `v0` + `w`.
    private static func twiceMeanDistance(_ v0: Vector<S>, _ v1: Vector<S>, _ w: Vector<S>) -> Double {
        let (n0, n1) = (v0.length, v1.length)
        let sum = n0 + n1
        guard sum > 0 else { return 0 }
        let size = w.length
        // Any direction is right where w vanishes: the terms then add up to 2 n₀ whatever it is.
        let along = size > 0 ? w / size : Vector<S>(1, 0)
        // Of the two ends' values of h the larger vector's has the smaller relative error; both are the same number.
        let h = (n0 > n1 ? v0 : v1).cross(along)
        let d = v0.dot(along) + v1.dot(along)
        let x = size / sum
        // At x = 1 the line passes through the origin, h is 0 and so is the term.
        let rod = x < 1 ? (x > 1e-8 ? atanh(x) / x : 1) : 0
        return sum / 2 + d * d / (2 * sum) + 2 * h * h / sum * rod
    }
}
