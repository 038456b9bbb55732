/// Bilinear interpolation of premultiplied pixels, the four channels side by side in 16-bit lanes of one integer.
package enum Bilinear {
    private static let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
    private static let halves: UInt64 = 0x0080_0080_0080_0080

    /// The channels of a pixel spread over four 16-bit lanes.
    @inline(__always)
    static func spread(_ pixel: UInt64) -> UInt64 { (pixel | pixel << 24) & lanes }

    /// The pixel whose channels, times 256, lie in four 16-bit lanes; rounded to nearest.
    @inline(__always)
    static func packed(_ sum: UInt64) -> UInt32 {
        let s = ((sum &+ halves) >> 8) & lanes
        return UInt32(truncatingIfNeeded: s | s >> 24)
    }

    /// The four pixels mixed by the fractions `fx` and `fy`, in 1/256.
    ///
    /// The four weights are rounded so that their sum is exactly 256: a flat area stays as it is, and a channel that
    /// equals alpha, or is below it, remains so.
    @inline(__always)
    static func mix(
        _ topLeft: UInt64, _ topRight: UInt64, _ bottomLeft: UInt64, _ bottomRight: UInt64, _ fx: UInt64, _ fy: UInt64
    ) -> UInt32 {
        let both = (fx &* fy &+ 128) >> 8
        let right = fx &- both
        let bottom = fy &- both
        let neither = 256 &- fx &- bottom
        return packed(
            spread(topLeft) &* neither &+ spread(topRight) &* right &+ spread(bottomLeft) &* bottom &+ spread(
                bottomRight) &* both)
    }

    /// Mixes the 2 × 2 pixels whose upper left halves begin at `top` and at `bottom`.
    @inline(__always)
    static func mix(
        _ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>, _ fx: UInt64, _ fy: UInt64
    ) -> UInt32 {
        let t = UnsafeRawPointer(top).loadUnaligned(as: UInt64.self)
        let b = UnsafeRawPointer(bottom).loadUnaligned(as: UInt64.self)
        return mix(t & 0xFFFF_FFFF, t >> 32, b & 0xFFFF_FFFF, b >> 32, fx, fy)
    }

    /// A line of samples through a frame whose rows are `stride` pixels apart, the first at (`u`, `v`), each one
    /// (`stepU`, `stepV`) behind the one before; positions have 32 fraction bits.
    ///
    /// A sample mixes the pixel at its position's whole part with its right, lower and lower right neighbours. All of
    /// them must lie in the frame.
    package static func row(
        _ out: UnsafeMutablePointer<UInt32>, count: Int, from pixels: UnsafePointer<UInt32>, stride: Int, u: Int64,
        v: Int64, stepU: Int64, stepV: Int64
    ) {
        var (u, v) = (u, v)
        for i in 0..<count {
            let top = pixels + (Int(v >> 32) &* stride &+ Int(u >> 32))
            out[i] = mix(
                top, top + stride, UInt64(truncatingIfNeeded: u >> 24) & 255, UInt64(truncatingIfNeeded: v >> 24) & 255)
            u &+= stepU
            v &+= stepV
        }
    }

    /// The mean of four pixels.
    @inline(__always)
    package static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        let sum = spread(UInt64(a)) &+ spread(UInt64(b)) &+ spread(UInt64(c)) &+ spread(UInt64(d))
        return packed(sum &* 64)
    }
}
