import CanvasRasterGLES
import CanvasTestSupport
import Testing

@Suite("Single samples against the oracle", .enabled(if: GLES.isAvailable, GLES.message))
struct SampleTests {
    @Test("every sample of random scenes is what the exact shapes say, within 0.02 pixels of an edge", arguments: 1...4)
    func randomScenes(seed: UInt64) throws {
        for content in [RandomScene.Content.broad, .fills] {
            let drawing = RandomScene(seed: seed, content: content).drawing(items: 8)
            try compare(drawing, .identity, "\(content) \(seed)")
        }
    }

    @Test(
        "so is every sample at deep zoom and far from the origin",
        arguments: [(200.0, 0.0), (200, 4_000_000), (30_000, 0), (30_000, 3_000_000), (10_000_000, 90_000)])
    func deepZoom(zoom: Double, distance: Double) throws {
        for seed: UInt64 in 1...3 {
            let scene = RandomScene(seed: seed, content: .fills).drawing(items: 3)
            let far = Transform2D<CanvasSpace, CanvasSpace>(translationX: distance, y: -distance / 3)
            var items: [Item] = []
            for case .fill(let fill) in scene.items {
                items.append(
                    .fill(
                        try Fill(
                            fill.path, rule: fill.rule, paint: fill.paint,
                            transform: fill.transform.concatenating(far))))
                items.append(
                    .stroke(
                        try Stroke(
                            fill.path, width: .uniform(40 / zoom), style: .round, paint: .solid(.black),
                            transform: fill.transform.concatenating(far))))
            }
            // The middle of the frame is a corner of the first path, so that edges run through it.
            guard case .fill(let first)? = items.first else { continue }
            let corner = first.path.points[0].applying(first.transform)
            let camera = Transform2D<CanvasSpace, FrameSpace>(
                a: zoom, b: 0, c: 0, d: zoom, tx: -corner.x * zoom + 3.3, ty: -corner.y * zoom - 1.7)
            try compare(Drawing(items), camera, "zoom \(zoom), \(distance) away, scene \(seed)")
        }
    }

    private func compare(_ drawing: Drawing, _ camera: Transform2D<CanvasSpace, FrameSpace>, _ name: String) throws {
        let request = RenderRequest(
            drawing: drawing, transform: camera, size: PixelSize(width: 64, height: 64), background: .white,
            tolerance: 0.01)
        let samples = try #require(GLES.shared).renderSamples(request)
        let oracle = try Oracle(request, thinStrokes: .pixelPen)
        var wrong: [String] = []
        for (position, plane) in zip(samples.positions, samples.planes) {
            for y in 0..<64 {
                for x in 0..<64 where oracle.judge(plane[x, y], x: x, y: y, at: position) == .wrong {
                    wrong.append(
                        """
                        (\(x), \(y)) at (\(position.x), \(position.y)): \(plane[x, y]), \
                        items \(oracle.coveringItems(x: x, y: y, at: position))
                        """)
                }
            }
            if !wrong.isEmpty { keep(plane, "wrong \(name)") }
        }
        #expect(wrong.isEmpty, "scene \(name): \(wrong.count) samples, such as \(wrong.prefix(6))")
    }
}
