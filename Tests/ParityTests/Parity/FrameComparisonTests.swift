import CanvasTestSupport
import Pantograph
import Testing

@Suite("Comparing two pictures")
struct FrameComparisonTests {
    private let size = PixelSize(width: 20, height: 10)

    /// Black on the left of column `edge`, white on the right.
    private func halves(_ edge: Int) -> PixelBuffer {
        var buffer = PixelBuffer(size: size, filledWith: Pixel(.white).packed)
        for y in 0..<size.height { for x in 0..<edge { buffer[x, y] = Pixel(.black) } }
        return buffer
    }

    private func grey(_ level: UInt8) -> Pixel { Pixel(red: level, green: level, blue: level, alpha: 255) }

    @Test("equal pictures differ by nothing, and flat pixels are counted")
    func equal() throws {
        let comparison = try FrameComparison(reference: halves(8), other: halves(8))
        #expect(comparison.meanDifference == 0 && comparison.percentOver96 == 0 && comparison.maximumDifference == 0)
        #expect(comparison.maximumAwayFromEdges == 0 && comparison.worstAwayFromEdges == nil)
        // All but the two columns on either side of the edge.
        #expect(comparison.pixelsAwayFromEdges == 18 * 10)
        #expect(comparison.isSame())
    }

    @Test("a pixel that is off along an edge counts in the mean, not away from edges")
    func alongEdge() throws {
        var other = halves(8)
        other[8, 4] = grey(128)
        let comparison = try FrameComparison(reference: halves(8), other: other)
        #expect(comparison.maximumAwayFromEdges == 0)
        #expect(comparison.maximumDifference == 127)
        #expect(comparison.percentOver96 == 100.0 / 200)
        #expect(comparison.meanDifference > 0 && comparison.meanDifference <= 127.0 / 200)
    }

    @Test("a pinhole where the reference is flat is away from edges")
    func pinhole() throws {
        var other = halves(8)
        other[3, 4] = grey(64)
        let comparison = try FrameComparison(reference: halves(8), other: other)
        #expect(comparison.maximumAwayFromEdges == 64)
        #expect(comparison.worstAwayFromEdges == FrameComparison.Location(x: 3, y: 4))
        #expect(!comparison.isSame())
    }

    @Test("a flat area of another colour is away from edges")
    func otherColour() throws {
        let reference = PixelBuffer(size: size, filledWith: grey(100).packed)
        let two = try FrameComparison(
            reference: reference, other: PixelBuffer(size: size, filledWith: grey(102).packed))
        let three = try FrameComparison(
            reference: reference, other: PixelBuffer(size: size, filledWith: grey(103).packed))
        #expect(two.maximumAwayFromEdges == 2 && two.isSame())
        #expect(three.maximumAwayFromEdges == 3 && !three.isSame())
    }

    @Test("pictures of different sizes are refused")
    func sizes() {
        let other = PixelBuffer(size: PixelSize(width: 20, height: 11))
        #expect(throws: FrameComparisonError.sizesDiffer(size, other.size)) {
            try FrameComparison(reference: halves(8), other: other)
        }
    }
}
