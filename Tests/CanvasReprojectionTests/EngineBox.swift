import CanvasReprojection

/// An engine behind a reference, so that expectations can call what changes it.
final class EngineBox {
    var engine: ReprojectionEngine
    init(_ engine: ReprojectionEngine) { self.engine = engine }

    var camera: Camera { engine.camera }
    var drawing: Drawing { engine.drawing }
    var displayed: ReprojectionEngine.FinishedFrame? { engine.displayed }
    var isSettled: Bool { engine.isSettled }
    var isAtRest: Bool { engine.isAtRest }
    var needsPresent: Bool { engine.needsPresent }
    var nextStartTime: Milliseconds? { engine.nextStartTime }
    func beginGesture(_ id: Int, at time: Milliseconds) { engine.beginGesture(id, at: time) }
    func endGesture(_ id: Int, at time: Milliseconds) { engine.endGesture(id, at: time) }
    func setCamera(_ camera: Camera, at time: Milliseconds) { engine.setCamera(camera, at: time) }
    func setDrawing(_ drawing: Drawing, at time: Milliseconds) { engine.setDrawing(drawing, at: time) }
    func resize(to size: PixelSize, at time: Milliseconds) { engine.resize(to: size, at: time) }
    func startNext(at time: Milliseconds) -> RenderRequest? { engine.startNext(at: time) }
    func finish(_ frame: RenderedFrame, at time: Milliseconds) { engine.finish(frame, at: time) }
    func fail(_ id: Int, with error: RenderError, at time: Milliseconds) { engine.fail(id, with: error, at: time) }
    func present(at time: Milliseconds) -> Composition { engine.present(at: time) }
    func takeEvents() -> [EngineEvent] { engine.takeEvents() }
    func immediateRequest(at time: Milliseconds) -> RenderRequest { engine.immediateRequest(at: time) }
    func immediateOverviewRequest(at time: Milliseconds) -> RenderRequest? { engine.immediateOverviewRequest(at: time) }
    func adopt(_ frame: RenderedFrame, at time: Milliseconds) -> Bool { engine.adopt(frame, at: time) }
    func rendererChanged(displayed: RenderedFrame?, at time: Milliseconds) {
        engine.rendererChanged(displayed: displayed, at: time)
    }
}
