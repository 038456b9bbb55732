import CanvasReplay
import CanvasTestSupport
import Testing

private let size = PixelSize(width: 40, height: 30)
private let everything = [Range<Int>](repeating: 0..<40, count: 30)

private func gray(_ value: UInt8) -> UInt32 {
    Pixel(red: value, green: value, blue: value, alpha: 255).packed
}

private func noise(seed: UInt64) -> PixelBuffer {
    var random = SplitMix64(seed: seed)
    var result = PixelBuffer(size: size)
    for i in result.pixels.indices { result.pixels[i] = gray(UInt8.random(in: 0...255, using: &random)) }
    return result
}

@Suite("Picture comparison")
struct PictureComparisonTests {
    @Test("equal pictures")
    func equal() {
        let result = PictureComparison(noise(seed: 1), truth: noise(seed: 1), covered: everything)
        #expect(result.psnr == 100 && result.ssim == 1 && result.wrongPercent == 0)
    }

    @Test("an even difference of 16 levels is 24.05 dB, and no pixel is wrong")
    func evenDifference() {
        let result = PictureComparison(
            PixelBuffer(size: size, filledWith: gray(100)), truth: PixelBuffer(size: size, filledWith: gray(116)),
            covered: everything)
        // 20 log10(255 / 16)
        #expect(abs(result.psnr - 24.0484) < 1e-3)
        #expect(result.wrongPercent == 0)
        // Flat pictures differ by their means only: (2 · 100 · 116 + c₁) / (100² + 116² + c₁).
        let expected: Double = (23_200 + 6.5025) / (23_456 + 6.5025)
        #expect(abs(result.ssim - expected) < 1e-4)
    }

    @Test("wrong pixels are those off by more than 24, and covered ones are counted apart")
    func wrongPixels() {
        var shown = PixelBuffer(size: size, filledWith: gray(100))
        for x in 0..<10 { shown.pixels[x] = gray(125) }
        for x in 10..<20 { shown.pixels[x] = gray(124) }
        var covered = [Range<Int>](repeating: 0..<0, count: 30)
        covered[0] = 5..<25
        let result = PictureComparison(shown, truth: PixelBuffer(size: size, filledWith: gray(100)), covered: covered)
        #expect(abs(result.wrongPercent - 1000.0 / 1200) < 1e-12)
        #expect(abs(result.wrongCoveredPercent - 25) < 1e-12)
    }

    @Test("structural similarity falls from blur to noise, and is symmetric")
    func similarity() {
        let truth = noise(seed: 3)
        var slightly = truth
        for i in slightly.pixels.indices where i % 7 == 0 { slightly.pixels[i] = gray(128) }
        let near = PictureComparison(slightly, truth: truth, covered: everything).ssim
        let far = PictureComparison(noise(seed: 4), truth: truth, covered: everything).ssim
        #expect(near < 1 && near > 0.7 && far < 0.2)
        let back = PictureComparison(truth, truth: slightly, covered: everything).ssim
        #expect(abs(near - back) < 1e-6)
    }

    @Test("pictures smaller than the window are compared too")
    func tiny() {
        let one = PixelSize(width: 1, height: 1)
        let result = PictureComparison(
            PixelBuffer(size: one, filledWith: gray(0)), truth: PixelBuffer(size: one, filledWith: gray(255)),
            covered: [0..<1])
        #expect(result.psnr == 0 && result.ssim < 0.01 && result.wrongPercent == 100)
    }

    @Test("the mean difference is over red, green and blue")
    func meanDifference() {
        var other = PixelBuffer(size: size, filledWith: gray(10))
        other.pixels[0] = Pixel(red: 10, green: 40, blue: 10, alpha: 255).packed
        let plain = PixelBuffer(size: size, filledWith: gray(10))
        #expect(abs(PictureComparison.meanDifference(plain, other) - 30.0 / 3600) < 1e-12)
        #expect(
            PictureComparison.differencePicture(plain, other)[0, 0] == Pixel(red: 0, green: 120, blue: 0, alpha: 255))
    }
}
