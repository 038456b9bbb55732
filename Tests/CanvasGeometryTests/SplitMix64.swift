import CanvasGeometry
import Foundation

/// A small seeded generator, so that a failing case can be repeated.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    mutating func point(_ reach: Double = 100) -> Point<ItemSpace> {
        Point(number(-reach...reach), number(-reach...reach))
    }

    /// A curve of any kind there is: general ones, and now and then a line, a turn on a line, coinciding points.
    mutating func curve(_ reach: Double = 100) -> QuadraticBezier<ItemSpace> {
        let (a, b, c) = (point(reach), point(reach), point(reach))
        switch Int.random(in: 0..<12, using: &self) {
        case 0: return QuadraticBezier(lineFrom: a, to: c)
        case 1: return QuadraticBezier(a, a.interpolated(to: c, number(-2...3)), c)
        case 2: return QuadraticBezier(a, a, c)
        case 3: return QuadraticBezier(a, c, c)
        case 4: return QuadraticBezier(a, b, a)
        case 5: return QuadraticBezier(a, a.interpolated(to: c, 0.5) + Vector(reach, reach) * 1e-9, c)
        case 6: return QuadraticBezier(a, a, a)
        default: return QuadraticBezier(a, b, c)
        }
    }

    /// An invertible transform of any kind, with scales from 10⁻³ to 10³.
    mutating func transform() -> Transform2D<ItemSpace, CanvasSpace> {
        let scale = (pow(10, number(-3...3)), pow(10, number(-3...3)))
        return Transform2D<ItemSpace, CanvasSpace>(rotationAngle: number(-7...7))
            .scaledBy(x: scale.0, y: Bool.random(using: &self) ? scale.1 : -scale.1)
            .concatenating(
                Transform2D<CanvasSpace, CanvasSpace>(
                    a: 1, b: 0, c: number(-2...2), d: 1, tx: number(-1e4...1e4), ty: number(-1e4...1e4)))
    }
}
