import CanvasConcurrency
import Foundation

/// The renderer's thread and the state it shares with the callers of `RenderLoop`.
///
/// Kept apart from `RenderLoop`, because the thread keeps it alive and must not keep the loop alive.
final class RenderWorker: Sendable {
    private struct State {
        var engine: ReprojectionEngine
        var renderer: any FrameRenderer
        var isStopped = false
        var hasEnded = false
        var hasFallenBack = false
        /// Whether some thread is handing events to the observer. Others leave theirs for it to find.
        var isDelivering = false
        var undelivered: [EngineEvent] = []
        /// The renderer's thread, once it runs.
        var thread: pthread_t?
    }

    /// Makes the renderer that takes over, once.
    private let fallback: (@Sendable () -> any FrameRenderer)?
    private let clock: @Sendable () -> Milliseconds
    private let observer: (@Sendable ([EngineEvent]) -> Void)?
    private let state: Monitor<State>

    init(
        engine: ReprojectionEngine, renderer: any FrameRenderer, fallback: (@Sendable () -> any FrameRenderer)?,
        clock: @escaping @Sendable () -> Milliseconds,
        observer: (@Sendable ([EngineEvent]) -> Void)?
    ) {
        self.fallback = fallback
        self.clock = clock
        self.observer = observer
        state = Monitor(State(engine: engine, renderer: renderer))
    }

    /// What draws now.
    var renderer: any FrameRenderer { state.withLock { $0.renderer } }

    func start() {
        let thread = Thread { [self] in
            state.withLock { $0.thread = pthread_self() }
            #if os(Linux)
                // The display goes first: there, this is the priority of the calling thread alone.
                setpriority(.init(PRIO_PROCESS.rawValue), 0, 5)
            #endif
            run()
            state.withLock { $0.hasEnded = true }
            state.wake()
        }
        thread.name = "pantograph.render"
        thread.start()
    }

    func read<T>(_ body: (borrowing ReprojectionEngine) -> T) -> T {
        state.withLock { body($0.engine) }
    }

    /// Changes the engine, wakes the thread if that gave it something to do, and tells the observer.
    @discardableResult
    func change<T>(_ body: (inout ReprojectionEngine, Milliseconds) -> T) -> T {
        let (result, isWorkThere) = state.withLock { state in
            let result = body(&state.engine, clock())
            collectEvents(&state)
            return (result, state.engine.isRequestWaiting && !state.engine.isRendering)
        }
        if isWorkThere { state.wake() }
        deliver()
        return result
    }

    func requestStop() {
        state.withLock { $0.isStopped = true }
        state.wake()
    }

    func stop() {
        requestStop()
        state.wait { state in
            let isOwnThread = state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
            return state.hasEnded || isOwnThread ? .done(()) : .sleep
        }
    }

    // MARK: - The thread

    private func run() {
        while let request = nextRequest() {
            deliver()
            do throws(RenderError) {
                let renderer = renderer
                let frame = try renderer.render(request)
                if read({ $0.isRenderingOverview }) { RenderLoop.prepareReductions(of: frame, renderer) }
                change { $0.finish(frame, at: $1) }
            } catch {
                change { $0.fail(request.id, with: error, at: $1) }
                if Self.isLoss(error) { fallBack() }
            }
        }
    }

    /// Sleeps until there is something to render.
    ///
    /// - Returns: `nil` when the loop was stopped.
    private func nextRequest() -> RenderRequest? {
        state.wait { state in
            if state.isStopped { return .done(nil) }
            let now = clock()
            if let request = state.engine.startNext(at: now) {
                collectEvents(&state)
                return .done(request)
            }
            guard let time = state.engine.nextStartTime else { return .sleep }
            return .sleepAtMost(time - now)
        }
    }

    private static func isLoss(_ error: RenderError) -> Bool {
        switch error {
        case .contextLost, .unavailable: true
        default: false
        }
    }

    /// Lets another renderer take over. It cannot show the frames of the one that was lost.
    private func fallBack() {
        guard let fallback, !state.withLock({ $0.hasFallenBack }) else { return }
        let next = fallback()
        state.withLock { state in
            state.renderer = next
            state.hasFallenBack = true
        }
        change { $0.rendererChanged(displayed: nil, at: $1) }
    }

    private func collectEvents(_ state: inout State) {
        let events = state.engine.takeEvents()
        if observer != nil { state.undelivered += events }
    }

    /// Hands out the events there are, unless another thread is at it, which then hands out these too.
    private func deliver() {
        guard let observer else { return }
        var isMine = false
        while true {
            let batch: [EngineEvent] = state.withLock { state in
                if state.isDelivering && !isMine { return [] }
                defer { state.undelivered = [] }
                isMine = !state.undelivered.isEmpty
                state.isDelivering = isMine
                return state.undelivered
            }
            if batch.isEmpty { return }
            observer(batch)
        }
    }
}
