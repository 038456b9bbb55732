/// A small seeded generator, so that every random test can be run again from its seed.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// A number in `range`, evenly distributed.
    public mutating func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

    /// A whole number in `range`, evenly distributed.
    public mutating func integer(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    /// `true` with the given probability.
    public mutating func chance(_ probability: Double) -> Bool { uniform(0...1) < probability }

    /// One of `choices`.
    public mutating func pick<C: Collection>(_ choices: C) -> C.Element { choices.randomElement(using: &self)! }
}
