/// A colour: sRGB components and straight (not premultiplied) alpha, each in 0…1.
///
/// Blending happens on the encoded sRGB values, as browsers, SVG and PNG viewers do.
@frozen
public struct Color: Hashable, Sendable {
    public var red: Float
    public var green: Float
    public var blue: Float
    public var alpha: Float

    /// The colour with every component clamped to 0…1; NaN becomes 0.
    @inlinable
    public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
        // The order matters: `max(0, .nan)` is 0, `max(.nan, 0)` is not.
        self.red = min(max(0, red), 1)
        self.green = min(max(0, green), 1)
        self.blue = min(max(0, blue), 1)
        self.alpha = min(max(0, alpha), 1)
    }

    /// The colour of 8-bit components, 0…255.
    @inlinable
    public init(red8 r: UInt8, green8 g: UInt8, blue8 b: UInt8, alpha8 a: UInt8 = 255) {
        self.init(red: Float(r) / 255, green: Float(g) / 255, blue: Float(b) / 255, alpha: Float(a) / 255)
    }

    public static let black = Color(red: 0, green: 0, blue: 0)
    public static let white = Color(red: 1, green: 1, blue: 1)
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// This colour with its alpha multiplied by `opacity`.
    @inlinable
    public func multipliedAlpha(_ opacity: Float) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha * opacity)
    }

    /// Premultiplied 8-bit components, rounded to nearest.
    public var premultiplied8: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        func byte(_ v: Float) -> UInt8 { UInt8((v * 255).rounded()) }
        return (byte(red * alpha), byte(green * alpha), byte(blue * alpha), byte(alpha))
    }
}
