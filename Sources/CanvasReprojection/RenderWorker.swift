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
        var hasRecovered = false
        var hasFallenBack = false
        /// The renderer was lost while something was shown.
        var isLost = false
        /// How many times in a row it could not show something.
        var displayFailures = 0
        /// Whether some thread is handing events to the observer. Others leave theirs for it to find.
        var isDelivering = false
        var undelivered: [EngineEvent] = []
        /// The renderer's thread, once it runs.
        var thread: pthread_t?
    }

    /// Makes a renderer of the same kind, once.
    private let recovery: (@Sendable () -> (any FrameRenderer)?)?
    /// Makes the renderer that takes over, once.
    private let fallback: (@Sendable () -> any FrameRenderer)?
    private let clock: @Sendable () -> Milliseconds
    private let observer: (@Sendable ([EngineEvent]) -> Void)?
    private let state: Monitor<State>

    init(
        engine: ReprojectionEngine, renderer: any FrameRenderer,
        recovery: (@Sendable () -> (any FrameRenderer)?)?, fallback: (@Sendable () -> any FrameRenderer)?,
        clock: @escaping @Sendable () -> Milliseconds,
        observer: (@Sendable ([EngineEvent]) -> Void)?
    ) {
        self.recovery = recovery
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
        while true {
            switch nextWork() {
            case .stop: return
            case .replaceRenderer: replaceRenderer()
            case .render(let request): render(request)
            }
        }
    }

    private func render(_ request: RenderRequest) {
        deliver()
        do throws(RenderError) {
            let renderer = renderer
            let frame = try renderer.render(request)
            if read({ $0.isRenderingOverview }) { try RenderLoop.prepareReductions(of: frame, renderer) }
            change { $0.finish(frame, at: $1) }
        } catch {
            change { $0.fail(request.id, with: error, at: $1) }
            // What may pass was tried as often as it is worth.
            if Self.isLoss(error) || Self.mayPass(error) && read({ $0.hasGivenUp }) { replaceRenderer() }
        }
    }

    private enum Work {
        case render(RenderRequest)
        case replaceRenderer
        case stop
    }

    /// Sleeps until there is something to do.
    private func nextWork() -> Work {
        state.wait { state in
            if state.isStopped { return .done(.stop) }
            if state.isLost {
                state.isLost = false
                return .done(.replaceRenderer)
            }
            let now = clock()
            if let request = state.engine.startNext(at: now) {
                collectEvents(&state)
                return .done(.render(request))
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

    private static func mayPass(_ error: RenderError) -> Bool {
        switch error {
        case .outOfMemory, .device: true
        default: false
        }
    }

    /// Lets another renderer take over: the first time one of the same kind, if it can be made, and after that, or else,
    /// the one to fall back on. Neither can show the frames of the one that was lost.
    private func replaceRenderer() {
        if let recovery, !state.withLock({ $0.hasRecovered || $0.hasFallenBack }) {
            state.withLock { $0.hasRecovered = true }
            if let next = recovery() { return take(next, isRecovery: true) }
        }
        guard let fallback, !state.withLock({ $0.hasFallenBack }) else { return }
        state.withLock { $0.hasFallenBack = true }
        take(fallback(), isRecovery: false)
    }

    private func take(_ renderer: any FrameRenderer, isRecovery: Bool) {
        state.withLock { state in
            state.renderer = renderer
            // What the display found lost was the one before.
            state.isLost = false
            state.displayFailures = 0
        }
        change { $0.rendererChanged(displayed: nil, isRecovery: isRecovery, at: $1) }
    }

    /// Notes that `renderer` could not show something: if it is lost, or fails in refresh after refresh, another one takes
    /// over, on the worker's thread.
    func displayFailed(_ error: RenderError, by renderer: any FrameRenderer) {
        let isLost = state.withLock { state in
            guard state.renderer === renderer else { return false }
            state.displayFailures += 1
            let isLost =
                Self.isLoss(error) || Self.mayPass(error) && state.displayFailures >= Self.displayAttempts
            if isLost { state.isLost = true }
            return isLost
        }
        if isLost { state.wake() }
    }

    /// Notes that what was to be shown is.
    func displaySucceeded() { state.withLock { $0.displayFailures = 0 } }

    /// After how many refreshes in a row that could not be shown a renderer is given up: a sixth of a second.
    private static let displayAttempts = 10

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
