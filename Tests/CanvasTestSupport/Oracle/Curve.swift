/// A quadratic Bézier, or a line, as a polynomial about its start: `p(t) = start + b t + a t²`, t in 0…1.
///
/// Offsets from the start keep full precision wherever on the canvas the curve lies.
struct Curve: Sendable {
    let start: V2
    let end: V2
    let a: V2
    let b: V2
    /// The directions in which the curve leaves its start and arrives at its end, at length one; zero for a curve that
    /// is a point.
    let startTangent: V2
    let endTangent: V2

    /// A line at constant speed.
    init(from p: V2, to q: V2) {
        start = p
        end = q
        a = .zero
        b = q - p
        let direction = p == q ? V2.zero : unit(q - p)
        startTangent = direction
        endTangent = direction
    }

    /// A quadratic. Where a control point falls on an end exactly, the tangent there is the chord's.
    init(_ p0: V2, _ p1: V2, _ p2: V2) {
        start = p0
        end = p2
        a = (p0 - p1) + (p2 - p1)
        b = 2 * (p1 - p0)
        let chord = p2 - p0
        let (first, last) = (p1 - p0, p2 - p1)
        startTangent = first != .zero ? unit(first) : chord != .zero ? unit(chord) : .zero
        endTangent = last != .zero ? unit(last) : chord != .zero ? unit(chord) : .zero
    }

    private init(start: V2, end: V2, a: V2, b: V2, startTangent: V2, endTangent: V2) {
        self.start = start
        self.end = end
        self.a = a
        self.b = b
        self.startTangent = startTangent
        self.endTangent = endTangent
    }

    /// Whether the curve is a single point.
    var isPoint: Bool { a == .zero && b == .zero }

    /// The offset from `start` at parameter `t`.
    @inline(__always) func offset(_ t: Double) -> V2 { (a * t + b) * t }
    func point(_ t: Double) -> V2 { start + offset(t) }
    func derivative(_ t: Double) -> V2 { 2 * a * t + b }

    /// The direction of travel at `t` at length one. At a cusp, where the derivative vanishes, that of leaving it.
    func tangent(_ t: Double) -> V2 {
        if t <= 0 { return startTangent }
        if t >= 1 { return endTangent }
        let d = derivative(t)
        if d != .zero { return unit(d) }
        return a != .zero ? unit(a) : .zero
    }

    /// The part between two parameters as a curve of its own.
    func part(_ t0: Double, _ t1: Double) -> Curve {
        if t0 <= 0, t1 >= 1 { return self }
        let step = t1 - t0
        return Curve(
            start: t0 <= 0 ? start : point(t0), end: t1 >= 1 ? end : point(t1), a: a * (step * step),
            b: derivative(t0) * step, startTangent: tangent(t0), endTangent: tangent(t1))
    }

    /// A box around the curve, exact.
    var bounds: Box {
        var box = Box(around: [start, end])
        for axis in 0..<2 where a[axis] != 0 {
            let t = -b[axis] / (2 * a[axis])
            if t > 0, t < 1 { box = box.union(Box(around: [point(t)])) }
        }
        return box
    }

    /// The parameters in 0…1 at which the line to `q` (an offset from `start`) is perpendicular to the curve.
    ///
    /// The roots of `(p(t) − q) · p′(t)`, a cubic. A cusp, where p′ = 0, is one of them for every `q`. Parameters a
    /// rounding error outside 0…1 count, so that no crack opens between a curve and the next.
    @inline(__always)
    func feet(of q: V2) -> Parameters {
        let slack = 1e-12
        if a == .zero {
            var out = Parameters()
            let t = dot(q, b) / dot(b, b)
            if t >= -slack, t <= 1 + slack { out.append(t) }
            return out
        }
        let cubic = Cubic(c0: -dot(q, b), c1: dot(b, b) - 2 * dot(q, a), c2: 3 * dot(a, b), c3: 2 * dot(a, a))
        return cubic.roots(in: -slack, 1 + slack)
    }

    /// The distance from `q` (an offset from `start`) to the curve, ends included.
    func distance(to q: V2) -> Double {
        var best = min(norm(q), norm(q - (end - start)))
        let feet = feet(of: q)
        for i in 0..<feet.count { best = min(best, norm(q - offset(feet[i]))) }
        return best
    }
}
