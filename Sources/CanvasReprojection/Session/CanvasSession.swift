import CanvasConcurrency
import Foundation

/// A drawing on a display, under fingers and pens: what a program uses.
///
/// It renders on a thread of its own and shows what it has: each frame where its content belongs under the camera of this
/// instant. Every call returns in microseconds, whatever the drawing's size, and may come from any thread. Positions are
/// in pixels from the view's centre, y down.
///
/// ```swift
/// let session = CanvasSession(drawing, viewSize: PixelSize(width: 1366, height: 1024), renderer: CPURenderer())
/// session.beginGesture(1)
/// session.pan(by: Vector(12, 0))
/// let picture = try session.frame(at: session.time)       // at every refresh of the display
/// session.endGesture(1)
/// for await event in session.notifications() where event == .settled { break }
/// ```
public final class CanvasSession: Sendable {
    /// What the program may change beside the camera.
    struct Content: Sendable {
        var history: EditHistory
        var ink = LiveInk()
        var pixelRatio: Double
    }

    let loop: RenderLoop
    let content: Monitor<Content>
    private let listeners: Listeners
    private let clock: @Sendable () -> Milliseconds

    /// A session that has begun to render its first frame.
    ///
    /// - Parameters:
    ///   - viewSize: in pixels.
    ///   - pixelRatio: pixels a unit of the program's own coordinates; see `resize`.
    ///   - camera: `nil` shows the whole drawing.
    ///   - background: what the drawing lies on. Only over an opaque one does a picture of the whole drawing lie under
    ///     the frames.
    ///   - recovery: makes a renderer of the same kind when this one is lost; tried once. `Renderers.recovery` is one.
    ///   - fallback: makes the renderer that takes over when that is lost too, cannot be made, or fails again and again.
    ///   - clock: milliseconds that pass; they need not begin at any time but must not run backwards.
    public init(
        _ drawing: Drawing, viewSize: PixelSize, pixelRatio: Double = 1, camera: Camera? = nil,
        background: Color? = .white, policy: any RenderPolicy = AdaptivePolicy(), renderer: any FrameRenderer,
        recovery: (@Sendable () -> (any FrameRenderer)?)? = nil,
        fallback: (@Sendable () -> any FrameRenderer)? = nil,
        clock: @escaping @Sendable () -> Milliseconds = CanvasSession.steadyTime
    ) {
        let listeners = Listeners()
        let start = camera ?? (try? Camera.fitting(drawing.extent, in: viewSize)) ?? .identity
        self.listeners = listeners
        self.clock = clock
        content = Monitor(Content(history: EditHistory(drawing), pixelRatio: pixelRatio > 0 ? pixelRatio : 1))
        loop = RenderLoop(
            ReprojectionEngine(
                drawing: drawing, camera: start, viewSize: viewSize, background: background, policy: policy,
                at: clock()),
            renderer: renderer, recovery: recovery, fallback: fallback, clock: clock,
            observer: { listeners.tell($0) })
    }

    deinit { listeners.finish() }

    /// Milliseconds on a clock that nobody sets.
    public static let steadyTime: @Sendable () -> Milliseconds = {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) * 1000 + Double(now.tv_nsec) / 1e6
    }

    /// The time on the session's clock.
    public var time: Milliseconds { clock() }

    /// Whether what is on display is what is wanted, and nothing will happen by itself.
    public var isSettled: Bool { loop.isSettled }

    /// What happens by itself from now on, to as many listeners as ask; ends with the session. A listener that does not
    /// keep up loses the oldest.
    public func notifications() -> AsyncStream<CanvasNotification> { listeners.stream() }

    /// Ends the renderer's thread, after the render in flight. What is on display stays.
    public func stop() {
        loop.stop()
        listeners.finish()
    }

    /// Bytes of all pictures that the session holds now: the frames and the picture of the whole drawing. Held to the
    /// policy's budget (`AdaptivePolicy.memoryBudget`).
    public var heldByteCount: Int { loop.heldByteCount }

    /// What draws now.
    public var renderer: any FrameRenderer { loop.renderer }

    /// What the renderer's pool of pixel memory has done.
    public var poolStatistics: PoolStatistics { loop.renderer.poolStatistics }

    // MARK: - The display

    /// Whether `frame` would show anything else than the last time.
    public var needsFrame: Bool { loop.needsPresent || content.withLock { !$0.ink.isEmpty } }

    /// The picture for the refresh at `time`: finished frames under the current camera, and over them the ink that no
    /// frame has yet. Never waits for a render.
    ///
    /// - Throws: what `FrameRenderer.compose` throws. If the renderer was lost, another one takes over by itself; keep showing
    ///   the last picture until `needsFrame`.
    public func frame(at time: Milliseconds) throws(RenderError) -> any FrameContent {
        try show(at: time) { (composition, renderer) throws(RenderError) in try renderer.compose(composition) }
    }

    /// Has `draw` show what `frame` would give, where the program wants it: `GLESPresenter.present` in a window, for one.
    ///
    /// - Parameter draw: gets what to show, and the renderer that has drawn its frames; it is called at once.
    /// - Throws: what `draw` throws. If the renderer was lost, another one takes over by itself: see `frame`.
    public func show<Shown>(
        at time: Milliseconds,
        by draw: (Composition, any FrameRenderer) throws(RenderError) -> Shown
    ) throws(RenderError) -> Shown {
        let shown = loop.refresh(at: time)
        return try loop.attempt { (renderer) throws(RenderError) in
            var composition = shown.composition
            if let ink = try inkLayer(under: shown, by: renderer) { composition.layers.append(ink) }
            return try draw(composition, renderer)
        }
    }

    /// The ink that no frame on display has, as a frame of its own.
    private func inkLayer(
        under shown: RenderLoop.Refresh, by renderer: any FrameRenderer
    ) throws(RenderError) -> Composition.Layer? {
        let items = content.withLock { content in
            if let revision = shown.displayed?.frame.contentRevision { content.ink.drop(shownIn: revision) }
            return content.ink.items
        }
        guard !items.isEmpty else { return nil }
        let drawing = Drawing(items)
        let view = shown.composition.size.centeredRect(in: ViewSpace.self)
        let box = drawing.bounds.applying(shown.camera.transform).outset(by: 2).intersection(view)
        guard !box.isEmpty, box.width >= 1, box.height >= 1 else { return nil }
        // Whole pixels, so that the ink is composed as it was drawn.
        let (x0, y0) = ((box.minX - view.minX).rounded(.down), (box.minY - view.minY).rounded(.down))
        let (x1, y1) = ((box.maxX - view.minX).rounded(.up), (box.maxY - view.minY).rounded(.up))
        let size = PixelSize(width: Int(x1 - x0), height: Int(y1 - y0))
        let center = Vector<ViewSpace>((x0 + x1) / 2 + view.minX, (y0 + y1) / 2 + view.minY)
        guard let camera = try? shown.camera.panned(by: -center) else { return nil }
        let frame = try renderer.renderAtOnce(
            RenderRequest(id: -1, drawing: drawing, transform: camera.frameTransform, size: size, samples: 4))
        do {
            return try Composition.Layer(frame, current: shown.camera.transform)
        } catch { return nil }
    }
}

/// Those who want to be told, behind a lock.
private final class Listeners: Sendable {
    private let all = Monitor<[UUID: AsyncStream<CanvasNotification>.Continuation]>([:])

    func stream() -> AsyncStream<CanvasNotification> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CanvasNotification.self, bufferingPolicy: .bufferingNewest(256))
        let id = UUID()
        continuation.onTermination = { [weak self] _ in self?.all.withLock { _ = $0.removeValue(forKey: id) } }
        all.withLock { $0[id] = continuation }
        return stream
    }

    func tell(_ events: [EngineEvent]) {
        let told = events.compactMap(CanvasNotification.init)
        guard !told.isEmpty else { return }
        let listeners = all.withLock { Array($0.values) }
        for listener in listeners { for event in told { listener.yield(event) } }
    }

    func finish() {
        let listeners = all.withLock { listeners in
            defer { listeners = [:] }
            return Array(listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}

extension CanvasNotification {
    fileprivate init?(_ event: EngineEvent) {
        switch event.kind {
        case .swap: self = .swapped(frame: event.frame ?? 0)
        case .settled: self = .settled
        case .recovery: self = .recovered
        case .fallback: self = .fellBack
        case .fail:
            guard let error = event.error, event.isFirstOfItsKind == true else { return nil }
            self = .failed(error)
        default: return nil
        }
    }
}
