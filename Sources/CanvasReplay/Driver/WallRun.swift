import CanvasConcurrency
import CanvasFormats
import Foundation

/// Plays an input in real time: the input, the display and the renderer each on a thread of its own, the display on a
/// refresh timer that waits for neither of the others.
///
/// What it writes down has the form of `ReplayRun`'s, with the times that really were. Pictures are not kept, but for the
/// last: reading them would slow what is measured; for the same reason `swapPop` is not measured.
public struct WallRun {
    private let options: ReplayOptions
    private let renderer: any FrameRenderer
    private let timeline: InputTimeline
    private let drawing: Drawing
    private let progress: ((Double) -> Void)?
    private let refreshes: RefreshClock
    private let shared = Monitor(Shared())

    /// What the threads tell each other.
    private struct Shared: Sendable {
        /// When the replay's time 0 is on the session's clock.
        var origin: Milliseconds = 0
        var events: [EngineEvent] = []
        var lastInput: Milliseconds = 0
        /// Whether what happened since the last composition should change the picture.
        var isChangeDue = false
        var isInputDone = false
        var isStopped = false
    }

    /// - Parameter progress: is told from time to time how far the replay is, from 0 to 1.
    public init(
        drawing: Drawing, timeline: InputTimeline, renderer: any FrameRenderer, options: ReplayOptions,
        progress: ((Double) -> Void)? = nil
    ) throws(ReplayError) {
        try options.validate()
        guard options.pictures == .none, !options.comparesWithTruth else {
            throw .invalidOption("pictures and the ground truth take time that the wall clock does not have")
        }
        guard timeline.end <= ReplayOptions.longestInput else {
            throw .tooLong(timeline.end, limit: ReplayOptions.longestInput)
        }
        var options = options
        options.clock = .wall
        self.options = options
        self.renderer = renderer
        self.timeline = timeline
        self.drawing = drawing
        self.progress = progress
        refreshes = RefreshClock(hz: options.hz)
    }

    /// Plays it, from a settled start until the engine has settled after the last event.
    public func run() throws(ReplayError) -> ReplayResult {
        let clock = CanvasSession.steadyTime
        let zero = clock()
        var engine = ReprojectionEngine(
            drawing: drawing, camera: timeline.initialCamera, viewSize: options.viewSize,
            background: options.background, policy: options.policy, retry: options.retry)
        try settle(&engine)
        let loop = RenderLoop(
            engine, renderer: renderer, clock: { clock() - zero },
            observer: { [shared] events in
                shared.withLock { shared in
                    shared.events += events
                    if events.contains(where: { $0.kind == .finish }) { shared.isChangeDue = true }
                }
            })
        let input = startInput(into: loop, clock: { clock() - zero })
        defer {
            shared.withLock { $0.isStopped = true }
            shared.wake()
            input.wait()
            loop.stop()
        }
        var recorder = RefreshRecorder(options: options, renderer: renderer, timeline: timeline, folder: nil)
        try show(loop, &recorder, clock: { clock() - zero })
        return result(&recorder)
    }

    private func settle(_ engine: inout ReprojectionEngine) throws(ReplayError) {
        do throws(RenderError) {
            _ = engine.adopt(try renderer.render(engine.immediateRequest(at: 0)), at: 0)
            if let overview = engine.immediateOverviewRequest(at: 0) {
                let frame = try renderer.render(overview)
                try RenderLoop.prepareReductions(of: frame, renderer)
                engine.adoptOverview(frame, at: 0)
            }
        } catch {
            throw .render(error)
        }
        _ = engine.takeEvents()
    }

    private func result(_ recorder: inout RefreshRecorder) -> ReplayResult {
        let origin = shared.withLock { $0.origin }
        let events = shared.withLock { $0.events }.map { event in
            var event = event
            event.time -= origin
            return EventRecord(event)
        }
        let logs = ReplayLogs(frames: recorder.records, events: events)
        var metrics = Metrics(logs)
        metrics.memory.peakTextureBytes = recorder.peakBytes
        metrics.memory.peakResidentBytes = ReplayRun.peakResidentBytes()
        metrics.memory.add(renderer.poolStatistics)
        return ReplayResult(
            logs: logs, metrics: metrics, pictures: [], lastPicture: try? recorder.lastContent?.readPixels(),
            deviceTimes: recorder.deviceTimes, lastComposition: recorder.composition)
    }

    // MARK: - The display

    /// The display loop, on the caller's thread: a composition a refresh, until all is settled.
    private func show(
        _ loop: RenderLoop, _ recorder: inout RefreshRecorder, clock: @escaping @Sendable () -> Milliseconds
    ) throws(ReplayError) {
        // The first refresh is a little ahead, for all threads to be ready.
        let origin = clock() + 100
        recorder.timeOrigin = origin
        shared.withLock { $0.origin = origin }
        shared.wake()
        var n = 0
        while true {
            sleep(until: origin + refreshes.time(of: n), clock)
            let (lastInput, isChangeDue, isInputDone) = shared.withLock { shared in
                defer { shared.isChangeDue = false }
                return (shared.lastInput, shared.isChangeDue, shared.isInputDone)
            }
            let t = refreshes.time(of: n)
            let refresh = loop.refresh(at: clock())
            let due = refreshes.time(of: n + 1)
            try recorder.record(
                n, refresh.composition, isNew: refresh.isNew, engine: refresh.engine, at: t, presented: due,
                lastInput: lastInput, isChangeDue: isChangeDue || refresh.isNew, bytesInFlight: 0)
            recorder.noteLateness(clock() - origin - due)
            if isInputDone, refresh.engine.isSettled { return }
            if t > timeline.end + options.settleLimit { throw .didNotSettle(after: options.settleLimit) }
            n += 1
            // Refreshes that passed while this one was drawn.
            while refreshes.time(of: n + 1) < clock() - origin {
                let due = shared.withLock { $0.isChangeDue }
                recorder.recordMissed(
                    n, at: refreshes.time(of: n), presented: refreshes.time(of: n + 1), isChangeDue: due)
                n += 1
            }
            if n % 32 == 0 { progress?(min(t / max(timeline.end, 1), 1)) }
        }
    }

    private func sleep(until time: Milliseconds, _ clock: () -> Milliseconds) {
        let left = time - clock()
        if left > 0 { Thread.sleep(forTimeInterval: left / 1000) }
    }

    // MARK: - The input

    /// A thread that does what the timeline says when it says so.
    private func startInput(into loop: RenderLoop, clock: @escaping @Sendable () -> Milliseconds) -> InputThread {
        let (timeline, shared) = (timeline, shared)
        return InputThread {
            let origin: Milliseconds? = shared.wait { shared in
                if shared.isStopped { return .done(nil) }
                return shared.origin > 0 ? .done(shared.origin) : .sleep
            }
            guard let origin else { return }
            for step in timeline.steps {
                let isStopped = shared.wait { (shared) -> Monitor<Shared>.Step<Bool> in
                    if shared.isStopped { return .done(true) }
                    let left = origin + step.time - clock()
                    return left <= 0 ? .done(false) : .sleepAtMost(left)
                }
                if isStopped { return }
                shared.withLock { $0.lastInput = step.time }
                for action in step.actions {
                    if Self.take(action, into: loop) { shared.withLock { $0.isChangeDue = true } }
                }
            }
            shared.withLock { $0.isInputDone = true }
        }
    }

    /// - Returns: whether the picture should change.
    private static func take(_ action: InputTimeline.Action, into loop: RenderLoop) -> Bool {
        switch action {
        case .gestureBegan(let id): loop.beginGesture(id)
        case .fingerLifted(let id): loop.noteFingerLifted(id)
        case .gestureEnded(let id): loop.endGesture(id)
        case .contentChanged(let drawing): loop.setDrawing(drawing)
        case .cameraChanged(let camera):
            let isOther = camera != loop.camera
            loop.setCamera(camera)
            return isOther
        case .viewResized(let size):
            loop.resize(to: size)
            return true
        }
        return false
    }
}

/// A thread that can be waited for.
private final class InputThread: Sendable {
    private let hasEnded = Monitor(false)

    init(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread { [hasEnded] in
            body()
            hasEnded.withLock { $0 = true }
            hasEnded.wake()
        }
        thread.name = "pantograph.input"
        thread.start()
    }

    func wait() { hasEnded.wait { $0 ? .done(()) : .sleep } }
}
