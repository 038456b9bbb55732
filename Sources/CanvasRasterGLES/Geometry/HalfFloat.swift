/// The 16 bits of an IEEE half-precision number.
package enum HalfFloat {
    package static let infinity: UInt16 = 0x7C00
    static let largest: UInt16 = 0x7BFF

    /// `value` rounded to nearest; the largest finite half where it is beyond, zero where it is below.
    ///
    /// Plain integer work: the processors this package must run on have no instruction for it, and the runtime's
    /// function is slow.
    @inline(__always)
    package static func bits(_ value: Float) -> UInt16 {
        let bits = value.bitPattern
        let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
        let magnitude = bits & 0x7FFF_FFFF
        if magnitude >= 0x477F_F000 { return sign | largest }
        if magnitude < 0x3880_0000 {
            // Below the smallest normal half: in units of the smallest subnormal one, 2⁻²⁴.
            let units = (Float(bitPattern: magnitude) * 16_777_216).rounded(.toNearestOrEven)
            return sign | UInt16(units)
        }
        let rebased = magnitude - 0x3800_0000
        let rounded = rebased + 0xFFF + ((rebased >> 13) & 1)
        return sign | UInt16(truncatingIfNeeded: rounded >> 13)
    }
}
