extension QuadraticBezier {
    /// The point of the curve nearest to `q`; of points equally near to rounding, any one.
    ///
    /// The distance is stationary where (p(t) − q) · p′(t) = 0, a cubic in t. Its turning points cut 0…1 into at most
    /// three parts on which it is monotonic; each that changes sign holds one root, which is closed in on by Newton's
    /// iteration in a shrinking bracket. No closed form of the cubic is used: those lose half the digits near double
    /// roots, which here are the centres of curvature and thus no rare case.
    public func nearestPoint(to q: Point<S>) -> NearestPoint<S> {
        var best = candidate(0, q)
        forEachStationaryParameter(to: q) { t in
            let other = candidate(t, q)
            if other.distance < best.distance { best = other }
        }
        let end = candidate(1, q)
        return end.distance < best.distance ? end : best
    }

    private func candidate(_ t: Double, _ q: Point<S>) -> NearestPoint<S> {
        let p = point(at: t)
        return NearestPoint(point: p, parameter: t, distance: p.distance(to: q))
    }

    /// Calls `body` with every parameter strictly between the ends at which the distance to `q` is stationary, rising,
    /// and with those at which the cubic touches zero to rounding.
    private func forEachStationaryParameter(to q: Point<S>, _ body: (Double) -> Void) {
        let cubic = DistanceCubic(self, q)
        var low = 0.0
        var atLow = cubic.value(0)
        let (first, second) = cubic.turningParameters
        for cut in [first, second, 1] {
            guard let high = cut, high > low else { continue }
            let atHigh = cubic.value(high)
            if (atLow < 0) != (atHigh < 0) { body(cubic.root(low, high, risesThrough: atLow < 0)) }
            if high < 1 { body(high) }
            (low, atLow) = (high, atHigh)
        }
    }
}

/// (p(t) − q) · p′(t) / 2 as a polynomial in t, scaled so that its coefficients neither overflow nor vanish.
private struct DistanceCubic {
    let c0: Double
    let c1: Double
    let c2: Double
    let c3: Double

    init<S>(_ curve: QuadraticBezier<S>, _ q: Point<S>) {
        let (u, w, unit) = curve.scaledHodograph
        guard unit > 0 else {
            (c0, c1, c2, c3) = (0, 0, 0, 0)
            return
        }
        // p(t) − q = m + 2 t u + t² w, p′(t) / 2 = u + t w. m is brought to at most the size of one; where it is the
        // larger, dividing all terms but its own by that size is dividing the cubic by it.
        var m = (curve.p0 - q) / unit
        let size = max(1, max(abs(m.dx), abs(m.dy)))
        m = m / size
        c0 = m.dot(u)
        c1 = m.dot(w) + 2 * u.dot(u) / size
        c2 = 3 * u.dot(w) / size
        c3 = w.dot(w) / size
    }

    func value(_ t: Double) -> Double { ((c3 * t + c2) * t + c1) * t + c0 }
    func slope(_ t: Double) -> Double { (3 * c3 * t + 2 * c2) * t + c1 }

    /// The roots of the derivative strictly between 0 and 1, in order.
    var turningParameters: (Double?, Double?) {
        // 3 c3 t² + 2 c2 t + c1, by the form that adds terms of one sign only.
        let discriminant = c2 * c2 - 3 * c3 * c1
        guard discriminant >= 0 else { return (nil, nil) }
        let k = -(c2 + (c2 < 0 ? -1 : 1) * discriminant.squareRoot())
        func inside(_ t: Double) -> Double? { t > 0 && t < 1 ? t : nil }
        let (a, b) = (inside(k / (3 * c3)), inside(c1 / k))
        guard let a else { return (b, nil) }
        guard let b else { return (a, nil) }
        return (min(a, b), max(a, b))
    }

    /// The root between `low` and `high`, whose values differ in sign.
    func root(_ low: Double, _ high: Double, risesThrough rises: Bool) -> Double {
        var (low, high) = (low, high)
        var t = (low + high) / 2
        for _ in 0..<80 {
            let v = value(t)
            if v == 0 { return t }
            if (v < 0) == rises { low = t } else { high = t }
            let s = slope(t)
            var next = s != 0 ? t - v / s : low
            if !(next > low && next < high) { next = (low + high) / 2 }
            if next == t || next == low || next == high { return next }
            t = next
        }
        return t
    }
}
