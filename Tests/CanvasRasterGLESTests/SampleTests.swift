import CanvasRasterGLES
import CanvasTestSupport
import Testing

@Suite("Single samples against the oracle", .enabled(if: GLES.isAvailable, GLES.message))
struct SampleTests {
    @Test(
        "every sample of random scenes is what the exact shapes say, within 0.02 pixels of an edge", arguments: 1...4)
    func randomScenes(seed: UInt64) throws {
        for content in [RandomScene.Content.broad, .fills] {
            let drawing = RandomScene(seed: seed, content: content).drawing(items: 8)
            try compare(drawing, "\(content) \(seed)")
        }
    }

    private func compare(_ drawing: Drawing, _ name: String) throws {
        let request = RenderRequest(
            drawing: drawing, transform: .identity, size: PixelSize(width: 64, height: 64), background: .white,
            tolerance: 0.01)
        let samples = try #require(GLES.shared).renderSamples(request)
        let oracle = try Oracle(request, thinStrokes: .pixelPen)
        var wrong: [String] = []
        for (position, plane) in zip(samples.positions, samples.planes) {
            for y in 0..<64 {
                for x in 0..<64 where oracle.judge(plane[x, y], x: x, y: y, at: position) == .wrong {
                    wrong.append(
                        "(\(x), \(y)) at (\(position.x), \(position.y)): \(plane[x, y]), items \(oracle.coveringItems(x: x, y: y, at: position))"
                    )
                }
            }
            if !wrong.isEmpty { keep(plane, "wrong \(name)") }
        }
        #expect(wrong.isEmpty, "scene \(name): \(wrong.count) samples, such as \(wrong.prefix(6))")
    }
}
