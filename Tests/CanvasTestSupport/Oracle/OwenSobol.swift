/// Points that fill a square evenly: the two-dimensional Sobol' sequence, scrambled.
///
/// The first 4ᵐ points are a (0, 2m, 2)-net: each of the 2ᵏ × 2²ᵐ⁻ᵏ rectangles that the square can be cut into holds
/// exactly one. Scrambling by a seed keeps that and makes each point evenly distributed in its rectangle, so that the
/// errors of areas counted with different seeds are independent and zero on average.
///
/// Sources: Sobol' 1967; Owen, "Randomly Permuted (t,m,s)-Nets and (t,s)-Sequences", 1995; the hash is Laine and
/// Karras' (2011) with Vegdahl's constants, as given in Burley, "Practical Hash-based Owen Scrambling", 2020.
enum OwenSobol {
    /// The first `count` points in the unit square.
    static func points(_ count: Int, seed: UInt64) -> [SIMD2<Double>] {
        var random = SplitMix64(seed: seed)
        let (seedX, seedY) = (UInt32(truncatingIfNeeded: random.next()), UInt32(truncatingIfNeeded: random.next()))
        return (0..<UInt32(count)).map { i in
            let x = scramble(reversed(i), seedX)
            let y = scramble(second(i), seedY)
            return SIMD2((Double(x) + 0.5) / 4_294_967_296, (Double(y) + 0.5) / 4_294_967_296)
        }
    }

    /// The second Sobol' dimension (the first is the bit reversal): direction numbers of the polynomial x + 1.
    private static func second(_ i: UInt32) -> UInt32 {
        var (direction, rest, out) = (UInt32(1) << 31, i, UInt32(0))
        while rest != 0 {
            if rest & 1 != 0 { out ^= direction }
            direction ^= direction >> 1
            rest >>= 1
        }
        return out
    }

    /// Owen's nested scrambling of the bits, most significant first, by a hash that carries only upwards.
    private static func scramble(_ value: UInt32, _ seed: UInt32) -> UInt32 {
        var x = reversed(value)
        x ^= x &* 0x3d20_adea
        x = x &+ seed
        x = x &* ((seed >> 16) | 1)
        x ^= x &* 0x0552_6c56
        x ^= x &* 0x53a2_2864
        return reversed(x)
    }

    private static func reversed(_ value: UInt32) -> UInt32 {
        var v = value
        v = ((v >> 1) & 0x5555_5555) | ((v & 0x5555_5555) << 1)
        v = ((v >> 2) & 0x3333_3333) | ((v & 0x3333_3333) << 2)
        v = ((v >> 4) & 0x0f0f_0f0f) | ((v & 0x0f0f_0f0f) << 4)
        return v.byteSwapped
    }
}
