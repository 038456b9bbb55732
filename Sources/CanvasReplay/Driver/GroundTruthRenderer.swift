/// Renders what the display should show: the camera of this instant, synchronously, at full quality, without margin.
struct GroundTruthRenderer {
    private let renderer: any FrameRenderer
    private let background: Color?
    private var last: (target: RenderTarget, picture: PixelBuffer)?

    init(renderer: any FrameRenderer, background: Color?) {
        self.renderer = renderer
        self.background = background
    }

    /// The true picture for the engine's camera, content and view. The last one is kept: at rest it stays the same.
    mutating func picture(for engine: ReprojectionEngine) throws(ReplayError) -> PixelBuffer {
        var target = engine.policy.target(
            in: RenderSituation(
                time: 0, camera: engine.camera, viewSize: engine.viewSize, isGestureActive: false,
                contentStamp: engine.drawing.stamp))
        target.size = engine.viewSize
        if let last, last.target == target { return last.picture }
        let picture = try render(target, engine)
        last = (target, picture)
        return picture
    }

    private func render(_ target: RenderTarget, _ engine: ReprojectionEngine) throws(ReplayError) -> PixelBuffer {
        let request = RenderRequest(
            id: -1, drawing: engine.drawing, transform: target.transform, size: target.size, samples: target.samples,
            background: background.flatMap { $0.alpha >= 1 ? $0 : nil }, tolerance: target.tolerance)
        do {
            let frame = try renderer.render(request)
            // Composed as displayed frames are, so that a background that is not opaque is laid under it alike.
            let layer = try Composition.Layer(frame, current: engine.camera.transform)
            let composition = Composition(size: target.size, background: background, layers: [layer])
            return try renderer.compose(composition).readPixels()
        } catch let error as RenderError {
            throw .render(error)
        } catch {
            throw .render(.invalidRequest("\(error)"))
        }
    }
}
