/// An image in memory: premultiplied RGBA, 8 bits a component, rows from top to bottom without padding.
public struct PixelBuffer: Hashable, Sendable {
    public let size: PixelSize
    /// `width × height` pixels, row by row. In each, red is the lowest byte and alpha the highest, so that the bytes
    /// in memory read R, G, B, A on the little-endian machines this package runs on.
    public var pixels: [UInt32]

    /// A buffer with every pixel the same (by default transparent).
    public init(size: PixelSize, filledWith pixel: UInt32 = 0) {
        self.size = size
        pixels = [UInt32](repeating: pixel, count: size.width * size.height)
    }

    /// A buffer around pixels that are there already.
    ///
    /// - Precondition: `pixels.count` is `size.pixelCount`.
    public init(size: PixelSize, pixels: [UInt32]) {
        precondition(pixels.count == size.pixelCount, "a buffer of \(size) needs \(size.pixelCount) pixels")
        self.size = size
        self.pixels = pixels
    }

    public var width: Int { size.width }
    public var height: Int { size.height }
    public var byteCount: Int { pixels.count * 4 }

    /// One pixel as premultiplied components.
    public subscript(x: Int, y: Int) -> Pixel {
        get { Pixel(packed: pixels[y * width + x]) }
        set { pixels[y * width + x] = newValue.packed }
    }
}

/// One pixel: premultiplied 8-bit components.
public struct Pixel: Hashable, Sendable, CustomStringConvertible {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public var alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// The premultiplied form of a colour, rounded to nearest.
    public init(_ color: Color) {
        let p = color.premultiplied8
        self.init(red: p.red, green: p.green, blue: p.blue, alpha: p.alpha)
    }

    public init(packed: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: packed), green: UInt8(truncatingIfNeeded: packed >> 8),
            blue: UInt8(truncatingIfNeeded: packed >> 16), alpha: UInt8(truncatingIfNeeded: packed >> 24))
    }

    public var packed: UInt32 { UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24 }
    public var description: String { "(\(red), \(green), \(blue), \(alpha))" }
}
