import CanvasReplay
import CanvasTestSupport
import Testing

@Suite("View coverage")
struct ViewCoverageTests {
    @Test("runs of pixels hold just those whose centres lie in the rectangle, under random maps")
    func randomMaps() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<300 {
            let size = PixelSize(
                width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...30, using: &random))
            func some(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
            let map = Transform2D<ViewSpace, FrameSpace>(
                a: some(-2...2), b: some(-2...2), c: some(-2...2), d: some(-2...2), tx: some(-20...20),
                ty: some(-20...20))
            let rect = Rect<FrameSpace>(Point(some(-30...30), some(-30...30)), Point(some(-30...30), some(-30...30)))
            let runs = ViewCoverage(size: size).runs(of: rect, map)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let p = Point<ViewSpace>(
                        Double(x) + 0.5 - Double(size.width) / 2, Double(y) + 0.5 - Double(size.height) / 2)
                    #expect(runs[y].contains(x) == rect.contains(p.applying(map)), "pixel \(x), \(y)")
                }
            }
        }
    }

    @Test("an empty rectangle and one far away cover nothing, an infinite one everything")
    func extremes() {
        let coverage = ViewCoverage(size: PixelSize(width: 10, height: 5))
        #expect(ViewCoverage.count(coverage.runs(of: Rect<FrameSpace>.empty, .identity)) == 0)
        let far = Rect<FrameSpace>(x: 1e300, y: 0, width: 1e300, height: 1)
        #expect(ViewCoverage.count(coverage.runs(of: far, .identity)) == 0)
        let all = Rect<FrameSpace>(minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)
        #expect(ViewCoverage.count(coverage.runs(of: all, .identity)) == 50)
    }
}
