import Foundation

/// A place or a displacement on the sheet, y down.
struct Vec: Equatable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    init(angle: Double, length: Double = 1) { self.init(cos(angle) * length, sin(angle) * length) }

    var length: Double { hypot(x, y) }
    var angle: Double { atan2(y, x) }
    /// The unit vector to the right of the way, seen on the sheet.
    var normal: Vec {
        let l = max(length, 1e-9)
        return Vec(-y / l, x / l)
    }

    static func + (a: Vec, b: Vec) -> Vec { Vec(a.x + b.x, a.y + b.y) }
    static func - (a: Vec, b: Vec) -> Vec { Vec(a.x - b.x, a.y - b.y) }
    static func * (a: Vec, s: Double) -> Vec { Vec(a.x * s, a.y * s) }
    func lerp(_ b: Vec, _ t: Double) -> Vec { self + (b - self) * t }
}

func lerp(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }

/// 0 below `a`, 1 above `b`, smooth between.
func smoothstep(_ a: Double, _ b: Double, _ x: Double) -> Double {
    let t = min(max((x - a) / (b - a), 0), 1)
    return t * t * (3 - 2 * t)
}

/// A broken line through `points` with steps of about `step`.
func resample(_ points: [Vec], step: Double, closed: Bool = false) -> [Vec] {
    var out: [Vec] = []
    let ends = closed ? points + [points[0]] : points
    for (a, b) in zip(ends, ends.dropFirst()) {
        let n = max(1, Int(((b - a).length / step).rounded()))
        for k in 0..<n { out.append(a.lerp(b, Double(k) / Double(n))) }
    }
    if !closed, let last = points.last { out.append(last) }
    return out
}
