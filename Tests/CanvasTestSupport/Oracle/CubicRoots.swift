/// Up to five parameters in ascending or any order, without a heap allocation.
struct Parameters {
    private var values = SIMD8<Double>.zero
    private(set) var count = 0

    mutating func append(_ t: Double) {
        values[count] = t
        count += 1
    }

    subscript(i: Int) -> Double { values[i] }
}

/// The cubic `c3 t³ + c2 t² + c1 t + c0`; leading coefficients may be zero.
struct Cubic {
    var c0: Double
    var c1: Double
    var c2: Double
    var c3: Double

    @inline(__always) func value(_ t: Double) -> Double { ((c3 * t + c2) * t + c1) * t + c0 }

    /// The roots in `low...high`, to the last few bits.
    ///
    /// The interval is cut at the extrema, so that the cubic is monotone in each part, and a part whose ends differ in
    /// sign holds exactly one root, found by bisection with Newton steps. That finds every root at which the sign
    /// changes, however close to another. A root that merely touches zero is found if an extremum computes to zero.
    func roots(in low: Double, _ high: Double) -> Parameters {
        var cuts = Parameters()
        cuts.append(low)
        let extrema = solveQuadratic(3 * c3, 2 * c2, c1)
        for i in 0..<extrema.count where extrema[i] > low && extrema[i] < high { cuts.append(extrema[i]) }
        cuts.append(high)
        var out = Parameters()
        for i in 0..<cuts.count - 1 {
            let (u, v) = (cuts[i], cuts[i + 1])
            let (fu, fv) = (value(u), value(v))
            if fu == 0 { out.append(u) }
            if (fu < 0) != (fv < 0), fu != 0, fv != 0 { out.append(refine(u, fu, v)) }
            if i == cuts.count - 2, fv == 0 { out.append(v) }
        }
        return out
    }

    /// The root between `u` and `v`, where the value at `u` is `fu` and that at `v` has the other sign.
    private func refine(_ u: Double, _ fu: Double, _ v: Double) -> Double {
        var (a, b) = fu < 0 ? (u, v) : (v, u)  // value(a) < 0 < value(b)
        var t = (a + b) / 2
        for _ in 0..<200 {
            let f = value(t)
            if f == 0 { return t }
            if f < 0 { a = t } else { b = t }
            let slope = (3 * c3 * t + 2 * c2) * t + c1
            var next = t - f / slope
            // Outside the bracket (or not a number): halve the bracket instead.
            if !(next > min(a, b) && next < max(a, b)) { next = (a + b) / 2 }
            if next == t || abs(a - b) <= 4e-16 * max(abs(a), abs(b)) { return next }
            if abs(next - t) <= 1e-17 { return next }
            t = next
        }
        return t
    }
}

/// The real roots of `a t² + b t + c` in ascending order; leading coefficients may be zero.
///
/// Source: the citardauq form, which does not cancel (Press et al., Numerical Recipes, 5.6).
func solveQuadratic(_ a: Double, _ b: Double, _ c: Double) -> Parameters {
    var out = Parameters()
    if a == 0 {
        if b != 0 { out.append(-c / b) }
        return out
    }
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return out }
    let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
    let first = q / a
    let second = q != 0 ? c / q : first
    if first.isFinite, second.isFinite {
        out.append(min(first, second))
        if first != second { out.append(max(first, second)) }
    } else if first.isFinite {
        out.append(first)
    } else if second.isFinite {
        out.append(second)
    }
    return out
}
