import Foundation

/// The draughtsman's hand: seeded chance and noise, the same in every run.
struct Chance {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 ^ 0xD1B5_4A32_D192_ED03 }

    mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Chance.mix(state)
    }

    static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Evenly spread in 0..<1.
    mutating func unit() -> Double { Double(bits() >> 11) * 0x1p-53 }
    mutating func within(_ a: Double, _ b: Double) -> Double { a + (b - a) * unit() }
    mutating func around(_ spread: Double) -> Double { within(-spread, spread) }
    /// Bell-shaped about 0, mostly within ±`spread`.
    mutating func bell(_ spread: Double) -> Double { (unit() + unit() + unit() - 1.5) / 1.5 * spread }
    mutating func whole(_ range: Range<Int>) -> Int { range.lowerBound + Int(bits() % UInt64(range.count)) }
    mutating func happens(_ probability: Double) -> Bool { unit() < probability }
    mutating func pick<T>(_ list: [T]) -> T { list[whole(0..<list.count)] }
    mutating func vec(_ spread: Double) -> Vec { Vec(around(spread), around(spread)) }
}

/// Smooth noise in −1…1 along a line, of one feature a unit.
func noise(_ x: Double, seed: UInt64) -> Double {
    let cell = x.rounded(.down)
    let t = x - cell
    func knot(_ i: Double) -> Double {
        Double(Chance.mix(UInt64(bitPattern: Int64(i)) &* 0x9E37_79B9 &+ seed &* 0x85EB_CA6B_27D4) >> 11) * 0x1p-52 - 1
    }
    return lerp(knot(cell), knot(cell + 1), t * t * (3 - 2 * t))
}

/// Noise with detail on all scales, about −1…1.
func fractal(_ x: Double, seed: UInt64, octaves: Int = 4) -> Double {
    var (sum, size, scale) = (0.0, 0.5, 1.0)
    for k in 0..<octaves {
        sum += noise(x * scale + Double(k) * 17.3, seed: seed &+ UInt64(k)) * size
        size *= 0.5
        scale *= 2.1
    }
    return sum
}
