import CanvasFormats
import CanvasRender
import Foundation

/// Compares a picture with the one expected, and on failure leaves both and their difference where a person can look.
///
/// A picture passes if at most `allowedPixels` of its pixels have a component off by more than `threshold` levels, and
/// the mean difference is at most `meanLimit`.
public struct ImageComparison: Sendable {
    /// By how many levels (0…255) a component may be off before its pixel counts.
    public var threshold: Int
    /// How many pixels may count.
    public var allowedPixels: Int
    /// The largest mean absolute difference, in levels over all components; `nil` does not limit it.
    public var meanLimit: Double?

    public init(threshold: Int = 0, allowedPixels: Int = 0, meanLimit: Double? = nil) {
        self.threshold = threshold
        self.allowedPixels = allowedPixels
        self.meanLimit = meanLimit
    }

    /// Says what is wrong with `actual`, or `nil` if it passes.
    ///
    /// On failure a picture of expected, difference and actual side by side is written into a folder under the
    /// temporary one, under `name`, and the answer says where.
    public func failure(expected: PixelBuffer, actual: PixelBuffer, name: String) -> String? {
        guard expected.size == actual.size else {
            return "\(name): a picture of \(actual.size) pixels where \(expected.size) was expected"
        }
        var off = 0
        var worst = 0
        var sum = 0
        var first: String?
        for i in expected.pixels.indices where expected.pixels[i] != actual.pixels[i] {
            let d = Self.difference(expected.pixels[i], actual.pixels[i])
            sum += (0..<4).reduce(0) { $0 + Int(d[$1]) }
            let most = Int(d.max())
            worst = max(worst, most)
            if most > threshold {
                off += 1
                if first == nil {
                    first =
                        "first at (\(i % expected.width), \(i / expected.width)): "
                        + "\(Pixel(packed: actual.pixels[i])) where \(Pixel(packed: expected.pixels[i])) was expected"
                }
            }
        }
        let mean = Double(sum) / Double(max(1, 4 * expected.pixels.count))
        if off <= allowedPixels, meanLimit.map({ mean <= $0 }) ?? true { return nil }
        var text = "\(name): \(off) pixels off by more than \(threshold) levels (\(allowedPixels) allowed), "
        text += "by \(worst) at most, mean \(mean)"
        if let meanLimit { text += " (\(meanLimit) allowed)" }
        if let first { text += "; \(first)" }
        return text + "; " + Self.save(expected: expected, actual: actual, name: name)
    }

    /// Writes expected, difference and actual side by side, and says where.
    public static func save(expected: PixelBuffer, actual: PixelBuffer, name: String) -> String {
        let url = folder.appendingPathComponent(fileName(name))
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try PNG.write(sideBySide(expected, actual), to: url)
            return "expected, difference and actual side by side in \(url.path)"
        } catch {
            return "the pictures could not be written: \(error)"
        }
    }

    /// Writes one picture, and says where.
    public static func save(_ picture: PixelBuffer, name: String) -> String {
        let url = folder.appendingPathComponent(fileName(name))
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try PNG.write(picture, to: url)
            return "picture in \(url.path)"
        } catch {
            return "the picture could not be written: \(error)"
        }
    }

    /// Where failures leave their pictures.
    public static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pantograph-failures")

    private static func fileName(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" }) + ".png"
    }

    private static func difference(_ p: UInt32, _ q: UInt32) -> SIMD4<UInt8> {
        let (a, b) = (unsafeBitCast(p, to: SIMD4<UInt8>.self), unsafeBitCast(q, to: SIMD4<UInt8>.self))
        return pointwiseMax(a, b) &- pointwiseMin(a, b)
    }

    /// The three pictures on white, with a grey line between them. A difference shows as dark as it is large, three
    /// times amplified so that small ones are seen.
    private static func sideBySide(_ expected: PixelBuffer, _ actual: PixelBuffer) -> PixelBuffer {
        let (w, h) = (max(expected.width, actual.width), max(expected.height, actual.height))
        var out = PixelBuffer(size: PixelSize(width: 3 * w + 4, height: h), filledWith: 0xff80_8080)
        for y in 0..<h {
            for x in 0..<w {
                let isInBoth = x < min(expected.width, actual.width) && y < min(expected.height, actual.height)
                if x < expected.width, y < expected.height { out[x, y] = onWhite(expected[x, y]) }
                if x < actual.width, y < actual.height { out[x + 2 * w + 4, y] = onWhite(actual[x, y]) }
                guard isInBoth else { continue }
                let d = difference(expected[x, y].packed, actual[x, y].packed)
                let shown = SIMD3<Int>(Int(d.x), Int(d.y), Int(d.z)) &+ Int(d.w)
                func level(_ v: Int) -> UInt8 { UInt8(max(0, 255 - 3 * v)) }
                out[x + w + 2, y] = Pixel(
                    red: level(shown.x), green: level(shown.y), blue: level(shown.z), alpha: 255)
            }
        }
        return out
    }

    private static func onWhite(_ p: Pixel) -> Pixel {
        let rest = 255 - p.alpha
        func add(_ v: UInt8) -> UInt8 { UInt8(min(255, Int(v) + Int(rest))) }
        return Pixel(red: add(p.red), green: add(p.green), blue: add(p.blue), alpha: 255)
    }
}
