import CPNG
import Foundation

/// Reads and writes PNG files.
///
/// A `PixelBuffer` is premultiplied, a PNG is not: the conversion both ways is rounded to nearest, and what was written
/// reads back as the same buffer, bit for bit, as long as no component exceeds its alpha.
///
/// One buffer always gives the same bytes with one version of libpng: nothing of the time or the place goes in.
public enum PNG {
    /// What to spend on making the file small.
    public enum Effort: Sendable {
        /// libpng's default.
        case normal
        /// Several times faster, and larger: for frames by the hundred.
        case fast
    }

    /// The largest width or height that is read or written.
    public static let maximumSide = 1 << 20
    /// The largest number of pixels that is read: a file of a few kilobytes can ask for any number.
    public static let maximumPixels = 1 << 28

    /// The bytes of a PNG file that shows `image`.
    ///
    /// - Throws: `PNGError` if the image has no pixels or libpng fails.
    public static func encode(_ image: PixelBuffer, effort: Effort = .normal) throws(PNGError) -> [UInt8] {
        let size = image.size
        guard size.width > 0, size.height > 0 else { throw PNGError("an image of \(size) has no pixels") }
        guard max(size.width, size.height) <= maximumSide else { throw PNGError("an image of \(size) is too large") }
        let straight = image.pixels.map(unpremultiplied)
        var control = png_image()
        control.version = png_uint_32(PNG_IMAGE_VERSION)
        control.width = png_uint_32(size.width)
        control.height = png_uint_32(size.height)
        control.format = rgba
        control.flags = effort == .fast ? fastFlag : 0
        defer { png_image_free(&control) }
        // libpng's own bound (PNG_IMAGE_PNG_SIZE_MAX): deflate at its worst, and the chunks around it.
        let raw = (size.width * 4 + 1) * size.height
        var length = png_alloc_size_t(raw + (raw + 7) >> 3 + (raw + 63) >> 6 + 11 + 256)
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            failed = png_image_write_to_memory(&control, buffer.baseAddress, &length, 0, straight, 0, nil) == 0
            count = failed ? 0 : Int(length)
        }
        if failed { throw PNGError(message(control)) }
        return bytes
    }

    /// Writes `image` to a PNG file, whole or not at all.
    public static func write(_ image: PixelBuffer, to url: URL, effort: Effort = .normal) throws(FileWriteError) {
        let bytes: [UInt8]
        do { bytes = try encode(image, effort: effort) } catch {
            throw FileWriteError(path: url.path, problem: error.problem, remedy: "choose another size")
        }
        var file = try AtomicFile(at: url)
        try file.write(bytes)
        try file.commit()
    }

    /// The image in the bytes of a PNG file of any kind, converted to 8-bit sRGB.
    ///
    /// - Throws: `PNGError` for bytes that are not a whole PNG file, and for images beyond `maximumPixels`.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(PNGError) -> PixelBuffer {
        var control = png_image()
        control.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&control) }
        guard !bytes.isEmpty else { throw PNGError("there is nothing in it") }
        guard png_image_begin_read_from_memory(&control, bytes.baseAddress, bytes.count) != 0 else {
            throw PNGError(message(control))
        }
        let size = PixelSize(width: Int(control.width), height: Int(control.height))
        guard max(size.width, size.height) <= maximumSide, size.pixelCount <= maximumPixels else {
            throw PNGError("an image of \(size) is too large")
        }
        control.format = rgba
        var image = PixelBuffer(size: size)
        let done = image.pixels.withUnsafeMutableBytes { png_image_finish_read(&control, nil, $0.baseAddress, 0, nil) }
        guard done != 0 else { throw PNGError(message(control)) }
        for i in image.pixels.indices { image.pixels[i] = premultiplied(image.pixels[i]) }
        return image
    }

    /// The image in a PNG file.
    ///
    /// - Throws: `FormatError` if the file cannot be read or is not a whole PNG file.
    public static func read(contentsOf url: URL) throws(FormatError) -> PixelBuffer {
        let data: Data
        do { data = try Data(contentsOf: url) } catch {
            throw FormatError(
                .unreadable, source: url.path, problem: "cannot read the file",
                remedy: "check that it exists and that you may read it")
        }
        do {
            // `Data.withUnsafeBytes` is untyped in what it rethrows.
            let result: Result<PixelBuffer, PNGError> = data.withUnsafeBytes { bytes in
                Result { () throws(PNGError) in try decode(bytes) }
            }
            return try result.get()
        } catch {
            throw FormatError(
                .malformed, source: url.path, problem: "not a readable PNG image: \(error.problem)",
                remedy: "check that the file is whole")
        }
    }

    // PNG_FORMAT_RGBA and PNG_IMAGE_FLAG_FAST, which are macros of macros.
    private static let rgba: png_uint_32 = 3
    private static let fastFlag: png_uint_32 = 2

    private static func message(_ control: png_image) -> String {
        withUnsafeBytes(of: control.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The pixel with straight instead of premultiplied components, rounded to nearest.
    static func unpremultiplied(_ pixel: UInt32) -> UInt32 {
        let a = pixel >> 24
        if a == 255 { return pixel }
        if a == 0 { return 0 }
        func straight(_ c: UInt32) -> UInt32 { min(255, (c * 255 + a / 2) / a) }
        return straight(pixel & 255) | straight(pixel >> 8 & 255) << 8 | straight(pixel >> 16 & 255) << 16 | a << 24
    }

    /// The pixel with premultiplied instead of straight components, rounded to nearest.
    static func premultiplied(_ pixel: UInt32) -> UInt32 {
        let a = pixel >> 24
        if a == 255 { return pixel }
        func product(_ c: UInt32) -> UInt32 { (c * a + 127) / 255 }
        return product(pixel & 255) | product(pixel >> 8 & 255) << 8 | product(pixel >> 16 & 255) << 16 | a << 24
    }
}

/// Why an image could not be encoded or decoded.
public struct PNGError: Error, Hashable, Sendable, CustomStringConvertible {
    public let problem: String
    init(_ problem: String) { self.problem = problem }
    public var description: String { "PNG: \(problem)" }
}
