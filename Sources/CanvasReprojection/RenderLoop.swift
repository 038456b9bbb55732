/// Drives a `ReprojectionEngine` with a renderer on a thread of its own.
///
/// Every call returns in microseconds and may come from any thread: gestures, cameras and edits are noted and the
/// renderer's thread is woken if there is something to do; it sleeps otherwise. At every refresh of the display, ask
/// for `present()`; while `needsPresent` is false the picture would be the same again.
///
/// ```swift
/// let loop = RenderLoop(
///     ReprojectionEngine(drawing: drawing, camera: camera, viewSize: PixelSize(width: 1366, height: 1024)),
///     renderer: CPURenderer(), clock: milliseconds)
/// loop.beginGesture(1)
/// loop.setCamera(try loop.camera.panned(by: Vector(12, 0)))
/// let picture = try loop.presentPicture()      // the last finished frame, where its content belongs now
/// loop.endGesture(1)                           // a multisampled frame follows
/// ```
public final class RenderLoop: Sendable {
    private let worker: RenderWorker

    /// Starts the renderer's thread and the first render.
    ///
    /// - Parameters:
    ///   - engine: in any state without a render in flight.
    ///   - recovery: makes a renderer of the same kind when this one has lost its device; tried once.
    ///   - fallback: makes the renderer that takes over when that is lost too, cannot be made, or fails for as long as a picture
    ///     is tried or in ten refreshes in a row.
    ///   - clock: the time now. It must not run backwards, nor call the loop.
    ///   - observer: is told what happened, in order, never two calls at once, from whichever thread did it and
    ///     without any lock held, so that it may call the loop. Keep it short: a refresh may be waiting.
    public init(
        _ engine: ReprojectionEngine, renderer: any FrameRenderer,
        recovery: (@Sendable () -> (any FrameRenderer)?)? = nil,
        fallback: (@Sendable () -> any FrameRenderer)? = nil, clock: @escaping @Sendable () -> Milliseconds,
        observer: (@Sendable ([EngineEvent]) -> Void)? = nil
    ) {
        worker = RenderWorker(
            engine: engine, renderer: renderer, recovery: recovery, fallback: fallback, clock: clock, observer: observer
        )
        worker.start()
    }

    deinit { worker.requestStop() }

    /// What draws.
    public var renderer: any FrameRenderer { worker.renderer }

    /// The camera as it was last set.
    public var camera: Camera { worker.read { $0.camera } }

    /// The drawing as it was last set.
    public var drawing: Drawing { worker.read { $0.drawing } }

    /// Whether what is on display is what is wanted, and nothing will happen by itself.
    public var isSettled: Bool { worker.read { $0.isSettled } }

    /// Bytes of all pictures held now.
    public var heldByteCount: Int { worker.read { $0.heldByteCount } }

    /// Whether `present` would show anything else than it did the last time.
    public var needsPresent: Bool { worker.read { $0.needsPresent } }

    /// The view's size in pixels.
    public var viewSize: PixelSize { worker.read { $0.viewSize } }

    /// The camera is to be this one from now on.
    public func setCamera(_ camera: Camera) { worker.change { $0.setCamera(camera, at: $1) } }

    /// The camera is to be what `change` makes of it, with nobody else's change in between.
    public func changeCamera(_ change: (Camera) -> Camera) {
        worker.change { $0.setCamera(change($0.camera), at: $1) }
    }

    /// A gesture began. Several may be under way at once.
    public func beginGesture(_ id: Int) { worker.change { $0.beginGesture(id, at: $1) } }

    /// A finger of a gesture was lifted while others stay. It changes nothing by itself, but mostly they follow soon.
    public func noteFingerLifted(_ id: Int) { worker.change { $0.noteFingerLifted(id, at: $1) } }

    /// A gesture ended; with the last one, a frame of full quality is asked for.
    public func endGesture(_ id: Int) { worker.change { $0.endGesture(id, at: $1) } }

    /// The drawing was edited, or is another one.
    public func setDrawing(_ drawing: Drawing) { worker.change { $0.setDrawing(drawing, at: $1) } }

    /// The view has another size from now on, in pixels.
    public func resize(to size: PixelSize) { worker.change { $0.resize(to: size, at: $1) } }

    /// What to show at this refresh: the newest finished frame, with its transform, corrected to the current camera.
    public func present() -> Composition { worker.change { $0.present(at: $1) } }

    /// What one refresh shows, and the engine's state that belongs to it.
    package struct Refresh: Sendable {
        package var composition: Composition
        /// Whether the composition differs from the one before.
        package var isNew: Bool
        package var engine: ReprojectionEngine
        package var camera: Camera { engine.camera }
        package var displayed: ReprojectionEngine.FinishedFrame? { engine.displayed }
    }

    /// `present` for a refresh at a time of the loop's clock, with all that belongs to it at that instant.
    package func refresh(at time: Milliseconds) -> Refresh {
        worker.change { (engine, _) in
            let isNew = engine.needsPresent
            return Refresh(composition: engine.present(at: time), isNew: isNew, engine: engine)
        }
    }

    /// `present`, drawn by the renderer.
    ///
    /// - Throws: what `FrameRenderer.compose` throws. If the renderer was lost, another one takes over, and what was shown
    ///   last stays until `needsPresent`.
    public func presentPicture() throws(RenderError) -> any FrameContent { try compose(present()) }

    /// Draws a composition by the loop's renderer.
    func compose(_ composition: Composition) throws(RenderError) -> any FrameContent {
        try attempt { (renderer) throws(RenderError) in try renderer.compose(composition) }
    }

    /// Has the loop's renderer do something for the display. If it was lost, another one takes over.
    func attempt<Result>(
        _ body: (any FrameRenderer) throws(RenderError) -> Result
    ) throws(RenderError) -> Result {
        let renderer = renderer
        do throws(RenderError) {
            let result = try body(renderer)
            worker.displaySucceeded()
            return result
        } catch {
            worker.change { (engine, _) in engine.presentFailed() }
            worker.displayFailed(error, by: renderer)
            throw error
        }
    }

    /// Ends the renderer's thread. The frame on display stays and can be presented; nothing more is rendered.
    ///
    /// Returns when the thread has ended, which is after the render in flight; at once when called on it (from the
    /// observer). Letting go of the loop stops the thread too, without waiting.
    public func stop() { worker.stop() }

    /// Shows an overview much reduced, once, unseen: a renderer that keeps reduced copies of a frame makes them here and
    /// not when the display asks for the first.
    package static func prepareReductions(
        of frame: RenderedFrame, _ renderer: any FrameRenderer
    ) throws(RenderError) {
        let small = Transform2D<FrameSpace, ViewSpace>(scaleX: 0.02, y: 0.02)
        guard let layer = try? Composition.Layer(frame, current: frame.transform.concatenating(small)) else { return }
        _ = try renderer.compose(Composition(size: PixelSize(width: 16, height: 16), layers: [layer]))
    }
}
