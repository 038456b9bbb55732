/// Source-over on premultiplied RGBA8, two channels at a time in 32-bit integers.
package enum Blending {
    static let evenChannels: UInt32 = 0x00FF_00FF
    private static let halves: UInt32 = 0x0080_0080

    /// `under` · (255 − alpha) / 255 + `color` · alpha / 255, each channel rounded to nearest.
    ///
    /// `redBlue` and `greenAlpha` are the colour's channels *not* premultiplied, its own alpha being 255: so the result
    /// is rounded once, not first by premultiplying.
    @inline(__always)
    static func mix(_ under: UInt32, redBlue: UInt32, greenAlpha: UInt32, alpha: UInt32) -> UInt32 {
        let rest = 255 &- alpha
        var even = (under & evenChannels) &* rest &+ redBlue &* alpha &+ halves
        var odd = ((under >> 8) & evenChannels) &* rest &+ greenAlpha &* alpha &+ halves
        even = ((even &+ ((even >> 8) & evenChannels)) >> 8) & evenChannels
        odd = (odd &+ ((odd >> 8) & evenChannels)) & ~evenChannels
        return even | odd
    }

    /// The premultiplied pixel `over` on top of `under`.
    @inline(__always)
    package static func over(_ under: UInt32, _ over: UInt32) -> UInt32 {
        let rest = 255 &- (over >> 24)
        var even = (under & evenChannels) &* rest &+ halves
        var odd = ((under >> 8) & evenChannels) &* rest &+ halves
        even = ((even &+ ((even >> 8) & evenChannels)) >> 8) & evenChannels
        odd = (odd &+ ((odd >> 8) & evenChannels)) & ~evenChannels
        return (even | odd) &+ over
    }

    /// The premultiplied pixel `pixel` at `alpha` / 255 of its strength.
    @inline(__always)
    static func scaled(_ pixel: UInt32, by alpha: UInt32) -> UInt32 {
        var even = (pixel & evenChannels) &* alpha &+ halves
        var odd = ((pixel >> 8) & evenChannels) &* alpha &+ halves
        even = ((even &+ ((even >> 8) & evenChannels)) >> 8) & evenChannels
        odd = (odd &+ ((odd >> 8) & evenChannels)) & ~evenChannels
        return even | odd
    }

    /// Mixes one colour at one alpha over `count` pixels.
    @inline(__always)
    static func fill(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, _ ink: Ink, alpha: UInt32) {
        if alpha == 255 {
            pixels.update(repeating: ink.opaque, count: count)
            return
        }
        var i = 0
        if count >= 8 {
            // The same arithmetic in 16-bit lanes: every sum of `mix` fits in them.
            let rest = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: 255 &- alpha))
            let even = lanes(SIMD4(repeating: ink.redBlue &* alpha &+ halves))
            let odd = lanes(SIMD4(repeating: ink.greenAlpha &* alpha &+ halves))
            let mask = SIMD4<UInt32>(repeating: evenChannels)
            while i &+ 4 <= count {
                let four = UnsafeMutableRawPointer(pixels + i)
                let under = four.loadUnaligned(as: SIMD4<UInt32>.self)
                var e = lanes(under & mask) &* rest &+ even
                var o = lanes((under &>> 8) & mask) &* rest &+ odd
                e = (e &+ (e &>> 8)) &>> 8
                o = (o &+ (o &>> 8)) & SIMD8(repeating: 0xFF00)
                four.storeBytes(
                    of: unsafeBitCast(e, to: SIMD4<UInt32>.self) | unsafeBitCast(o, to: SIMD4<UInt32>.self),
                    as: SIMD4<UInt32>.self)
                i &+= 4
            }
        }
        while i < count {
            pixels[i] = mix(pixels[i], redBlue: ink.redBlue, greenAlpha: ink.greenAlpha, alpha: alpha)
            i &+= 1
        }
    }

    @inline(__always)
    private static func lanes(_ v: SIMD4<UInt32>) -> SIMD8<UInt16> { unsafeBitCast(v, to: SIMD8<UInt16>.self) }
}

/// A colour taken apart for `Blending.mix`.
struct Ink: Hashable, Sendable {
    /// Red and blue, as the even bytes of a pixel.
    let redBlue: UInt32
    /// Green, and 255 for alpha.
    let greenAlpha: UInt32
    /// The colour's own alpha, 0…255.
    let alpha: UInt32

    init(_ color: Color) {
        func byte(_ v: Float) -> UInt32 { UInt32((v * 255).rounded()) }
        redBlue = byte(color.red) | byte(color.blue) << 16
        greenAlpha = byte(color.green) | 255 << 16
        alpha = byte(color.alpha)
    }

    /// This colour with its alpha multiplied by `share`, 0…1, rounded to nearest.
    func faded(to share: Float) -> Ink {
        Ink(redBlue: redBlue, greenAlpha: greenAlpha, alpha: UInt32(Float(alpha) * share + 0.5))
    }

    private init(redBlue: UInt32, greenAlpha: UInt32, alpha: UInt32) {
        self.redBlue = redBlue
        self.greenAlpha = greenAlpha
        self.alpha = alpha
    }

    /// The pixel where the colour covers entirely, its alpha taken as 255.
    @inline(__always) var opaque: UInt32 { redBlue | greenAlpha << 8 }
}
