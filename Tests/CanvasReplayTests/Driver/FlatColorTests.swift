import CanvasConcurrency
import CanvasRasterCPU
import CanvasReplay
import Testing

@Suite("Layers")
struct FlatColorTests {
    @Test("C27: where an old frame, a new one and the overview meet, a flat colour stays flat")
    func flatColor() throws {
        var path = Path<ItemSpace>()
        try path.move(to: Point(-2000, -2000))
        try path.line(to: Point(4000, -2000))
        try path.line(to: Point(4000, 4000))
        try path.line(to: Point(-2000, 4000))
        path.close()
        let color = Color(red8: 51, green8: 102, blue8: 204)
        let drawing = Drawing([.fill(try Fill(path, paint: .solid(color)))])
        for (gesture, zoom) in [(BuiltInGesture.shake, 1.0), (.panZoomRotate, 1.13), (.pan, 0.5), (.pinchIn, 2.71)] {
            var options = smallOptions(cost: .fixed(multisampled: 120, plain: 50))
            options.policy = AdaptivePolicy()
            options.pictures = .none
            let timeline = InputTimeline(
                gesture.trace(size: options.viewSize), through: TouchRecognizer(viewSize: options.viewSize, slop: 0),
                initialCamera: try Camera(center: Point(1000.25, 1000.5), zoom: zoom, rotation: 0.3), hz: 60)
            let renderer = FlatCheck(CPURenderer())
            let result = try play(timeline, drawing: drawing, renderer: renderer, options: options)
            #expect(renderer.worst == 0, "\(gesture): a pixel off by \(renderer.worst)")
            #expect(renderer.mostLayers > 1 || gesture != .shake, "something was exposed")
            #expect(result.metrics.coverage.blankPixelMs == 0)
        }
    }
}

/// Looks at every picture that is shown.
private final class FlatCheck: FrameRenderer {
    private let base: CPURenderer
    private let seen = Monitor((worst: 0, layers: 0))
    init(_ base: CPURenderer) { self.base = base }

    var backend: BackendDescription { base.backend }
    var worst: Int { seen.withLock { $0.worst } }
    var mostLayers: Int { seen.withLock { $0.layers } }
    func render(_ request: RenderRequest) throws(RenderError) -> RenderedFrame { try base.render(request) }

    func compose(_ composition: Composition) throws(RenderError) -> any FrameContent {
        let content = try base.compose(composition)
        var worst = 0
        for packed in try content.readPixels().pixels {
            let p = Pixel(packed: packed)
            worst = max(
                worst, abs(Int(p.red) - 51), abs(Int(p.green) - 102), max(abs(Int(p.blue) - 204), 255 - Int(p.alpha)))
        }
        seen.withLock {
            $0.worst = max($0.worst, worst)
            $0.layers = max($0.layers, composition.layers.count)
        }
        return content
    }
}
