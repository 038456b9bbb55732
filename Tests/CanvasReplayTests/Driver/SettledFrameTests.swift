import CanvasFormats
import CanvasRasterCPU
import CanvasReplay
import CanvasTestSupport
import Testing

/// Zooms about a point of the view from the zoom of the camera to another, over 300 ms, reported every 8 ms.
private func zoom(_ camera: inout Camera, to zoom: Double, from start: Double, id: Int) throws -> [InputTimeline.Step] {
    let anchor = Point<ViewSpace>(31, -17)
    var steps = [InputTimeline.Step(start, [.gestureBegan(id)])]
    let total = zoom / camera.zoom
    let begin = camera
    for i in 1...38 {
        let factor = 1 + (total - 1) * Double(i) / 38
        camera = try begin.zoomed(by: factor, about: anchor)
        steps.append(.init(start + Double(i) * 8, [.cameraChanged(camera)]))
    }
    steps.append(.init(start + 310, [.gestureEnded(id)]))
    return steps
}

@Suite("Settled frames")
struct SettledFrameTests {
    @Test(
        "C26: after three zooms the frame shown is the cold render of its camera, and each rest settles once",
        arguments: [PlainPolicy(), AdaptivePolicy()] as [any RenderPolicy])
    func zooms(policy: any RenderPolicy) throws {
        let drawing: Drawing
        if let url = Corpus.url("svg/tiger_vello.svg") {
            drawing = try DrawingReader.read(contentsOf: url).drawing
        } else {
            drawing = SceneGenerator(strokes: 500).drawing()
        }
        var options = ReplayOptions()
        options.viewSize = PixelSize(width: 240, height: 180)
        options.cost = .fixed(multisampled: 90, plain: 35)
        options.policy = policy
        let fitted = try Camera.fitting(drawing.extent, in: options.viewSize)
        var camera = fitted
        var steps: [InputTimeline.Step] = []
        for (index, level) in [3.0, 1, 3].enumerated() {
            steps += try zoom(&camera, to: fitted.zoom * level, from: Double(index) * 1000, id: index + 1)
        }
        let result = try ReplayRun(
            drawing: drawing, timeline: InputTimeline(initialCamera: fitted, steps: steps), renderer: CPURenderer(),
            options: options, stopwatch: { 0 }
        ).run()

        let cold = CPURenderer()
        let request = RenderRequest(
            drawing: drawing, transform: camera.frameTransform, size: options.viewSize, background: .white,
            tolerance: PlainPolicy().settledTolerance)
        let truth = try cold.render(request).content.readPixels()
        let shown = try #require(result.lastPicture)
        #expect(shown == truth, "mean difference \(PictureComparison.meanDifference(shown, truth))")
        #expect(result.logs.events.filter { $0.kind == .settled }.count == 3)
        #expect(result.metrics.renders.afterSettle == 0)
        #expect(result.logs.frames.last?.delta == [1, 0, 0, 1, 0, 0])
    }
}
