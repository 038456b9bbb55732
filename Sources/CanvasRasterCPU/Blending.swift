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

}
