/// The fixed-point numbers of the scan converter.
///
/// Positions in the frame are 32-bit integers with 10 fraction bits: exact to 0.0005 px over half a million pixels a
/// side. Integers make every sum independent of the order and of the clip it is taken in: a band, a dirty rectangle
/// and a whole frame give the same bytes, and so does a frame that is shifted by whole pixels.
enum Fixed {
    /// Fraction bits of a position.
    static let bits: Int32 = 10
    /// One pixel.
    static let one: Int32 = 1 << bits
    /// The fraction part of a position.
    static let mask: Int32 = one - 1

    /// A pixel that is covered entirely, as the accumulator counts it.
    static let full: Int32 = 1 << 16
    /// From a height in position units to the accumulator's.
    static let coverShift: Int32 = 16 - bits
    /// From twice an area in squared position units to the accumulator's.
    static let areaShift: Int32 = 2 * bits + 1 - 16

    /// Positions are kept within this many pixels of the frame's corner, so that differences fit in 32 bits.
    static let guardBand: Double = 524_288

    /// Adding this to a double below 2³¹ in size rounds it to nearest and leaves the integer in the low 32 bits.
    static let roundingMagic: Double = 6_755_399_441_055_744

    /// Adding this to a float at most 2²¹ in size rounds it to nearest; the sum's bits are the integer and
    /// `roundingBits`.
    static let roundingMagicFloat: Float = 12_582_912
    static let roundingBits: Int32 = 0x4B40_0000

    /// `value` rounded to nearest, without the checks of a conversion: the caller knows that it is in range.
    @inline(__always)
    static func rounded(_ value: Double) -> Int32 {
        Int32(truncatingIfNeeded: (value + roundingMagic).bitPattern)
    }

    /// `value`, at most 2²¹ in size, rounded to nearest.
    @inline(__always)
    static func rounded(_ value: Float) -> Int32 {
        Int32(bitPattern: (value + roundingMagicFloat).bitPattern) &- roundingBits
    }
}
