#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How far a displayed picture is from the true one of the same size.
public struct PictureComparison: Hashable, Sendable {
    /// Peak signal-to-noise ratio in dB over red, green and blue; 100 where the pictures are equal, and at most.
    public let psnr: Double
    /// Mean structural similarity of luma, 1 where equal; see `StructuralSimilarity`.
    public let ssim: Double
    /// Pixels with a channel off by more than `tolerance`, as a percentage.
    public let wrongPercent: Double
    /// The same among the pixels covered; 0 if none is.
    public let wrongCoveredPercent: Double

    /// The difference of a channel, of 255, up to which a pixel is right.
    public static let tolerance = 24

    /// - Parameter covered: in each row, the run of pixels that the frame covers.
    /// - Precondition: both pictures have one size.
    public init(_ shown: PixelBuffer, truth: PixelBuffer, covered: [Range<Int>]) {
        precondition(shown.size == truth.size, "pictures of \(shown.size) and \(truth.size)")
        var (squares, wrong, wrongCovered, countCovered) = (0, 0, 0, 0)
        for y in 0..<shown.height {
            let run = y < covered.count ? covered[y] : 0..<0
            countCovered += run.count
            for x in 0..<shown.width {
                let (a, b) = (shown.pixels[y * shown.width + x], truth.pixels[y * shown.width + x])
                if a == b { continue }
                let difference = Self.difference(a, b)
                squares += difference.squares
                if difference.largest > Self.tolerance {
                    wrong += 1
                    if run.contains(x) { wrongCovered += 1 }
                }
            }
        }
        let count = max(shown.size.pixelCount, 1)
        psnr = squares == 0 ? 100 : min(100, 10 * log10(255 * 255 * 3 * Double(count) / Double(squares)))
        ssim = squares == 0 ? 1 : StructuralSimilarity.mean(shown, truth)
        wrongPercent = 100 * Double(wrong) / Double(count)
        wrongCoveredPercent = countCovered == 0 ? 0 : 100 * Double(wrongCovered) / Double(countCovered)
    }

    /// The squared differences of red, green and blue together, and the largest difference of any channel.
    private static func difference(_ a: UInt32, _ b: UInt32) -> (squares: Int, largest: Int) {
        var (squares, largest) = (0, 0)
        for shift in [UInt32(0), 8, 16, 24] {
            let d = abs(Int((a >> shift) & 255) - Int((b >> shift) & 255))
            if shift < 24 { squares += d * d }
            largest = max(largest, d)
        }
        return (squares, largest)
    }

    /// Mean absolute difference over red, green and blue, 0…255.
    public static func meanDifference(_ a: PixelBuffer, _ b: PixelBuffer) -> Double {
        precondition(a.size == b.size, "pictures of \(a.size) and \(b.size)")
        var sum = 0
        for (p, q) in zip(a.pixels, b.pixels) where p != q {
            for shift in [UInt32(0), 8, 16] { sum += abs(Int((p >> shift) & 255) - Int((q >> shift) & 255)) }
        }
        return Double(sum) / Double(3 * max(a.size.pixelCount, 1))
    }

    /// What differs: the absolute difference of each channel, four times as bright, on black.
    public static func differencePicture(_ a: PixelBuffer, _ b: PixelBuffer) -> PixelBuffer {
        var result = PixelBuffer(size: a.size, filledWith: 0xFF00_0000)
        for i in a.pixels.indices where a.pixels[i] != b.pixels[i] {
            var pixel: UInt32 = 0xFF00_0000
            for shift in [UInt32(0), 8, 16] {
                let d = abs(Int((a.pixels[i] >> shift) & 255) - Int((b.pixels[i] >> shift) & 255))
                pixel |= UInt32(min(d * 4, 255)) << shift
            }
            result.pixels[i] = pixel
        }
        return result
    }
}
