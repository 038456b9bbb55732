import Foundation
import Synchronization

/// The renderer's thread and the state it shares with the callers of `RenderLoop`.
///
/// Kept apart from `RenderLoop`, because the thread keeps it alive and must not keep the loop alive.
final class RenderWorker: Sendable {
    private struct State {
        var engine: ReprojectionEngine
        var isStopped = false
        /// Whether `wake` was signalled and the thread has not waited for it yet: keeps its count at 0 or 1.
        var isSignalled = false
        /// Whether some thread is handing events to the observer. Others leave theirs for it to find.
        var isDelivering = false
        var undelivered: [EngineEvent] = []
        /// The renderer's thread, once it runs.
        var thread: pthread_t?
    }

    let renderer: any FrameRenderer
    private let clock: @Sendable () -> Milliseconds
    private let observer: (@Sendable ([EngineEvent]) -> Void)?
    private let state: Mutex<State>
    private let wake = DispatchSemaphore(value: 0)
    private let running = DispatchGroup()

    init(
        engine: ReprojectionEngine, renderer: any FrameRenderer, clock: @escaping @Sendable () -> Milliseconds,
        observer: (@Sendable ([EngineEvent]) -> Void)?
    ) {
        self.renderer = renderer
        self.clock = clock
        self.observer = observer
        state = Mutex(State(engine: engine))
    }

    func start() {
        running.enter()
        let thread = Thread { [self] in
            state.withLock { $0.thread = pthread_self() }
            run()
            running.leave()
        }
        thread.name = "pantograph.render"
        thread.start()
    }

    func read<T: Sendable>(_ body: (borrowing ReprojectionEngine) -> T) -> T {
        state.withLock { body($0.engine) }
    }

    /// Changes the engine, wakes the thread if that gave it something to do, and tells the observer.
    @discardableResult
    func change<T: Sendable>(_ body: (inout ReprojectionEngine, Milliseconds) -> T) -> T {
        let now = clock()
        let result = state.withLock { state in
            let result = body(&state.engine, now)
            noteChange(&state)
            return result
        }
        deliver()
        return result
    }

    func requestStop() {
        state.withLock { state in
            state.isStopped = true
            signal(&state)
        }
    }

    func stop() {
        requestStop()
        let isOwnThread = state.withLock { state in
            state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        }
        if !isOwnThread { running.wait() }
    }

    // MARK: - The thread

    private enum Step {
        case render(RenderRequest)
        case wait(until: Milliseconds?)
        case stop
    }

    private func run() {
        while true {
            switch nextStep() {
            case .stop: return
            case .render(let request): render(request)
            case .wait(let until): sleep(until: until)
            }
        }
    }

    private func nextStep() -> Step {
        let now = clock()
        let step: Step = state.withLock { state in
            if state.isStopped { return .stop }
            if let request = state.engine.startNext(at: now) {
                noteChange(&state)
                return .render(request)
            }
            return .wait(until: state.engine.nextStartTime)
        }
        deliver()
        return step
    }

    private func render(_ request: RenderRequest) {
        do throws(RenderError) {
            let frame = try renderer.render(request)
            change { $0.finish(frame, at: $1) }
        } catch {
            change { $0.fail(request.id, with: error, at: $1) }
        }
    }

    private func sleep(until time: Milliseconds?) {
        if let time {
            let wait = max(time - clock(), 0)
            let result = wake.wait(timeout: .now() + .microseconds(Int(min(wait, 60_000) * 1000) + 1))
            if result == .timedOut { return }
        } else {
            wake.wait()
        }
        // What is signalled from here on until the next step is seen by that step.
        state.withLock { $0.isSignalled = false }
    }

    private func signal(_ state: inout State) {
        guard !state.isSignalled else { return }
        state.isSignalled = true
        wake.signal()
    }

    private func noteChange(_ state: inout State) {
        let events = state.engine.takeEvents()
        if observer != nil { state.undelivered += events }
        if state.engine.isRequestWaiting, !state.engine.isRendering { signal(&state) }
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
