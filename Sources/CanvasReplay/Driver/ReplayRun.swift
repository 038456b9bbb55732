import CanvasFormats
import Foundation

/// Plays an input through the whole engine on a virtual clock, and writes down what every refresh showed.
///
/// Nothing waits: each render is done when it starts, and its frame handed to the engine as much later as it costs.
/// With a fixed cost the outcome depends on the input alone, byte for byte.
///
/// What happens at one and the same time happens in this order: the render in flight ends; all input of that time is
/// taken in; the next render starts (so that it never sees half of a report of several contacts); the display
/// refreshes.
public struct ReplayRun {
    private let options: ReplayOptions
    private let renderer: any FrameRenderer
    private let timeline: InputTimeline
    private let stopwatch: () -> Milliseconds
    private let progress: ((Double) -> Void)?
    private let refreshes: RefreshClock

    private var engine: ReprojectionEngine
    private var flight: Flight?
    private var nextStep = 0
    private var now: Milliseconds = 0
    private var lastInput: Milliseconds = 0
    /// Whether what happened since the last composition should change the picture.
    private var isChangeDue = false
    private var events: [EventRecord] = []
    private var lastError: RenderError?

    /// A render under way: its outcome is known, the engine learns of it at `end`.
    private struct Flight {
        let request: RenderRequest
        let outcome: Result<RenderedFrame, RenderError>
        let end: Milliseconds
    }

    /// - Parameters:
    ///   - stopwatch: a running time in milliseconds, to measure renders with (`RenderCost.measured`).
    ///   - progress: is told from time to time how far the replay is, from 0 to 1.
    public init(
        drawing: Drawing, timeline: InputTimeline, renderer: any FrameRenderer, options: ReplayOptions,
        stopwatch: @escaping () -> Milliseconds, progress: ((Double) -> Void)? = nil
    ) throws(ReplayError) {
        try options.validate()
        guard timeline.end <= ReplayOptions.longestInput else {
            throw .tooLong(timeline.end, limit: ReplayOptions.longestInput)
        }
        self.options = options
        self.renderer = renderer
        self.timeline = timeline
        self.stopwatch = stopwatch
        self.progress = progress
        refreshes = RefreshClock(hz: options.hz)
        engine = ReprojectionEngine(
            drawing: drawing, camera: timeline.initialCamera, viewSize: options.viewSize,
            background: options.background, policy: options.policy, retry: options.retry)
    }

    /// Plays it, from a settled start until the engine has settled after the last event.
    ///
    /// - Parameter folder: where the PNG pictures go that the options ask for, and the logs of a replay that failed;
    ///   `nil` keeps nothing but what is returned.
    /// - Throws: `ReplayError`, also when the engine does not settle in time.
    public consuming func run(into folder: ReplayFolder? = nil) throws(ReplayError) -> ReplayResult {
        var recorder = RefreshRecorder(options: options, renderer: renderer, timeline: timeline, folder: folder)
        do throws(ReplayError) {
            try settleAtStart()
            try play(&recorder)
        } catch {
            try? folder?.write(ReplayLogs(frames: recorder.records, events: events))
            throw error
        }
        let logs = ReplayLogs(frames: recorder.records, events: events)
        var metrics = Metrics(logs)
        metrics.memory.peakTextureBytes = recorder.peakBytes
        metrics.memory.peakResidentBytes = Self.peakResidentBytes()
        metrics.memory.add(renderer.poolStatistics)
        return ReplayResult(
            logs: logs, metrics: metrics, pictures: recorder.picturesToShow, lastPicture: recorder.picture,
            deviceTimes: recorder.deviceTimes, lastComposition: recorder.composition)
    }

    private mutating func settleAtStart() throws(ReplayError) {
        let request = engine.immediateRequest(at: 0)
        do throws(RenderError) {
            _ = engine.adopt(try renderer.render(request), at: 0)
            if let overview = engine.immediateOverviewRequest(at: 0) {
                engine.adoptOverview(try renderer.render(overview), at: 0)
            }
        } catch {
            throw .render(error)
        }
        // The first frame's own events belong to no interaction.
        _ = engine.takeEvents()
    }

    private mutating func play(_ recorder: inout RefreshRecorder) throws(ReplayError) {
        var n = 0
        while true {
            let refresh = refreshes.time(of: n)
            now = min(refresh, flight?.end ?? .infinity, nextInputTime, max(engine.nextStartTime ?? .infinity, now))
            repeat {
                endRenderIfDue()
                takeInput()
                startRender()
            } while flight.map { $0.end <= now } ?? false
            drainEvents()
            guard now == refresh else { continue }
            let isNew = engine.needsPresent
            let composition = engine.present(at: now)
            try recorder.record(
                n, composition, isNew: isNew, engine: engine, at: now, presented: refreshes.time(of: n + 1),
                lastInput: lastInput,
                isChangeDue: isChangeDue, bytesInFlight: bytesInFlight)
            isChangeDue = false
            // A render may have waited for this refresh.
            startRender()
            drainEvents()
            if try isDone() { return }
            n += 1
            if n % 32 == 0 { progress?(min(now / max(timeline.end, 1), 1)) }
        }
    }

    private func isDone() throws(ReplayError) -> Bool {
        guard nextStep == timeline.steps.count else { return false }
        if engine.isSettled { return true }
        if engine.isAtRest { throw .render(lastError ?? .device("the engine gave up")) }
        if now > timeline.end + options.settleLimit { throw .didNotSettle(after: options.settleLimit) }
        return false
    }

    private var nextInputTime: Milliseconds {
        nextStep < timeline.steps.count ? max(timeline.steps[nextStep].time, now) : .infinity
    }

    private mutating func endRenderIfDue() {
        dropFlightIfGivenUp()
        guard let done = flight, done.end <= now else { return }
        flight = nil
        switch done.outcome {
        case .success(let frame):
            let isOverview = frame.id != engine.requestInFlight || engine.isRenderingOverview
            engine.finish(frame, at: now)
            isChangeDue = isChangeDue || !isOverview || engine.needsPresent
        case .failure(let error):
            lastError = error
            engine.fail(done.request.id, with: error, at: now)
        }
    }

    private mutating func dropFlightIfGivenUp() {
        if let current = flight, engine.requestInFlight != current.request.id { flight = nil }
    }

    private mutating func takeInput() {
        while nextInputTime <= now {
            let step = timeline.steps[nextStep]
            nextStep += 1
            lastInput = step.time
            for action in step.actions { take(action) }
        }
    }

    private mutating func take(_ action: InputTimeline.Action) {
        switch action {
        case .gestureBegan(let id): engine.beginGesture(id, at: now)
        case .fingerLifted(let id): engine.noteFingerLifted(id, at: now)
        case .gestureEnded(let id): engine.endGesture(id, at: now)
        case .cameraChanged(let camera):
            isChangeDue = isChangeDue || camera != engine.camera
            engine.setCamera(camera, at: now)
        case .contentChanged(let drawing): engine.setDrawing(drawing, at: now)
        case .viewResized(let size):
            isChangeDue = isChangeDue || size != engine.viewSize
            engine.resize(to: size, at: now)
        }
    }

    private mutating func startRender() {
        dropFlightIfGivenUp()
        guard flight == nil, let request = engine.startNext(at: now) else { return }
        let before = stopwatch()
        let outcome: Result<RenderedFrame, RenderError>
        do throws(RenderError) {
            outcome = .success(try renderer.render(request))
        } catch {
            outcome = .failure(error)
        }
        let cost = options.cost.duration(of: request, view: engine.viewSize, measured: max(stopwatch() - before, 0))
        flight = Flight(request: request, outcome: outcome, end: now + cost)
    }

    private mutating func drainEvents() { events += engine.takeEvents().map(EventRecord.init) }

    private var bytesInFlight: Int {
        if case .success(let frame)? = flight?.outcome { frame.content.byteCount } else { 0 }
    }

    /// The most memory the process ever had resident, as the kernel tells; `nil` where it does not.
    static func peakResidentBytes() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return nil }
        return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
    }
}
