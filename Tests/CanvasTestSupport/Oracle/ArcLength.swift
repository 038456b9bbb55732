import Foundation

extension Curve {
    /// The length of the curve from its start to `t`, to about 1e-12 of its size.
    ///
    /// The speed is `√(α² u² + β²)` with u the parameter's distance from the point of least speed; its integral has
    /// the closed form below, odd in u. Where that point is far outside the curve, the closed form would be the
    /// difference of two large numbers; there the speed is nearly linear, and Gauss–Legendre quadrature is exact to
    /// rounding.
    func length(to t: Double) -> Double {
        if a == .zero { return norm(b) * t }
        let alpha = 2 * norm(a)
        let slowest = -dot(a, b) / (2 * dot(a, a))
        if abs(slowest) > 4 { return gaussLength(to: t) }
        // The least speed is the part of b across a, which a root of a difference of squares would lose.
        let beta = abs(cross(a, b)) / norm(a)
        func integral(_ u: Double) -> Double {
            if beta == 0 { return alpha * u * abs(u) / 2 }
            return
                (u * (alpha * alpha * u * u + beta * beta).squareRoot() + beta * beta / alpha * asinh(alpha * u / beta))
                / 2
        }
        return integral(t - slowest) - integral(-slowest)
    }

    var length: Double { length(to: 1) }

    /// The parameter at which the length from the start is `s`.
    func parameter(atLength s: Double) -> Double {
        let total = length
        if s <= 0 || total == 0 { return 0 }
        if s >= total { return 1 }
        if a == .zero { return s / total }
        var (low, high) = (0.0, 1.0)
        var t = s / total
        for _ in 0..<200 {
            let error = length(to: t) - s
            if error == 0 { return t }
            if error < 0 { low = t } else { high = t }
            var next = t - error / norm(derivative(t))
            if !(next > low && next < high) { next = (low + high) / 2 }
            if abs(next - t) < 1e-15 { return next }
            t = next
        }
        return t
    }

    private func gaussLength(to t: Double) -> Double {
        var sum = 0.0
        for (x, w) in zip(Self.nodes, Self.weights) {
            sum += w * (norm(derivative(t * (1 + x) / 2)) + norm(derivative(t * (1 - x) / 2)))
        }
        return sum * t / 2
    }

    /// Nodes and weights of the 20-point Gauss–Legendre rule (the positive half).
    private static let nodes = [
        0.0765265211334973, 0.2277858511416451, 0.3737060887154195, 0.5108670019508271, 0.6360536807265150,
        0.7463319064601508, 0.8391169718222188, 0.9122344282513259, 0.9639719272779138, 0.9931285991850949,
    ]
    private static let weights = [
        0.1527533871307258, 0.1491729864726037, 0.1420961093183820, 0.1316886384491766, 0.1181945319615184,
        0.1019301198172404, 0.0832767415767048, 0.0626720483341091, 0.0406014298003869, 0.0176140071391521,
    ]
}
