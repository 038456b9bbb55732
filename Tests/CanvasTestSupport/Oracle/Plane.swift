/// A point or displacement, in whichever space the code at hand says. The oracle computes with these rather than with
/// the package's own geometry, so that it shares nothing with what it judges.
typealias V2 = SIMD2<Double>

@inline(__always) func dot(_ a: V2, _ b: V2) -> Double { a.x * b.x + a.y * b.y }
@inline(__always) func cross(_ a: V2, _ b: V2) -> Double { a.x * b.y - a.y * b.x }
@inline(__always) func norm(_ a: V2) -> Double { dot(a, a).squareRoot() }
/// `a` turned by +90°, from x towards y.
@inline(__always) func perpendicular(_ a: V2) -> V2 { V2(-a.y, a.x) }
/// `a` at length one; `a` must not be zero.
@inline(__always) func unit(_ a: V2) -> V2 {
    let m = max(abs(a.x), abs(a.y))
    let scaled = a / m
    return scaled / norm(scaled)
}

/// An axis-aligned box, edges included.
struct Box: Sendable {
    var low: V2
    var high: V2

    static let empty = Box(low: V2(repeating: .infinity), high: V2(repeating: -.infinity))

    init(low: V2, high: V2) {
        self.low = low
        self.high = high
    }

    init(around points: [V2]) {
        self = points.reduce(.empty) { Box(low: pointwiseMin($0.low, $1), high: pointwiseMax($0.high, $1)) }
    }

    var isEmpty: Bool { !(low.x <= high.x && low.y <= high.y) }
    var center: V2 { (low + high) / 2 }
    func outset(_ d: Double) -> Box { Box(low: low - d, high: high + d) }
    func union(_ b: Box) -> Box { Box(low: pointwiseMin(low, b.low), high: pointwiseMax(high, b.high)) }

    @inline(__always)
    func contains(_ p: V2) -> Bool { p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y }

    @inline(__always)
    func intersects(_ b: Box) -> Bool {
        low.x <= b.high.x && b.low.x <= high.x && low.y <= b.high.y && b.low.y <= high.y
    }
}

/// An affine map with its inverse, from item space to frame pixels.
struct Affine: Sendable {
    let x: V2
    let y: V2
    let translation: V2

    init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        x = V2(a, b)
        y = V2(c, d)
        translation = V2(tx, ty)
    }

    @inline(__always) func apply(_ p: V2) -> V2 { x * p.x + y * p.y + translation }

    /// The point that is carried to `p`. The translation is undone first, so that no large number is formed.
    @inline(__always) func unapply(_ p: V2) -> V2 {
        let q = p - translation
        return V2(cross(q, y), cross(x, q)) / cross(x, y)
    }

    /// The largest and the smallest factor by which lengths grow.
    var stretch: (largest: Double, smallest: Double) {
        let q = norm(V2(x.x + y.y, x.y - y.x)) / 2
        let r = norm(V2(x.x - y.y, x.y + y.x)) / 2
        return (q + r, abs(q - r))
    }

    /// The box around the image of `box`.
    func apply(_ box: Box) -> Box {
        if box.isEmpty { return .empty }
        return Box(around: [
            apply(box.low), apply(V2(box.high.x, box.low.y)), apply(box.high), apply(V2(box.low.x, box.high.y)),
        ])
    }
}
