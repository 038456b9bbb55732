import CanvasReprojection
import Testing

/// SplitMix64 (Steele, Lea, Flood 2014): the same schedule for the same seed.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Plays one random schedule and checks every law at every step.
private struct Schedule {
    private var random: Seeded
    private var engine: ReprojectionEngine
    private var inFlight: RenderRequest?
    private var stale: RenderedFrame?
    private var time = 0.0
    private var gestures: Set<Int> = []
    private var events: [EngineEvent] = []
    /// The transform that each frame id was asked for with.
    private var transforms: [Int: Transform2D<CanvasSpace, FrameSpace>] = [:]
    private(set) var broken: [String] = []
    let mayFail: Bool

    private let isAdaptive: Bool

    init(seed: UInt64, mayFail: Bool, isAdaptive: Bool = false) {
        random = Seeded(state: seed)
        self.mayFail = mayFail
        self.isAdaptive = isAdaptive
        engine = ReprojectionEngine(
            drawing: Drawing(page: Rect(x: -500, y: -500, width: 1000, height: 1000)), camera: .identity,
            viewSize: PixelSize(width: 320, height: 200), background: isAdaptive ? .white : nil,
            policy: isAdaptive ? AdaptivePolicy() : PlainPolicy(),
            retry: RetryPolicy(attempts: 2, delay: 5, longestDelay: 20))
    }

    mutating func check(_ condition: Bool, _ law: String) {
        if !condition, broken.count < 5 { broken.append("\(law), at \(time)") }
    }

    mutating func play(steps: Int) {
        for _ in 0..<steps {
            time += Double(Int.random(in: 0...20, using: &random))
            step()
            drain()
        }
        rest()
    }

    private mutating func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<30:
            let move = Vector<ViewSpace>(Double.random(in: -9...9, using: &random), 1)
            let panned = (try? engine.camera.panned(by: move)) ?? .identity
            engine.setCamera(Int.random(in: 0..<8, using: &random) == 0 ? .identity : panned, at: time)
        case ..<40:
            let id = Int.random(in: 0..<3, using: &random)
            gestures.insert(id)
            engine.beginGesture(id, at: time)
        case ..<50:
            let id = Int.random(in: 0..<3, using: &random)
            gestures.remove(id)
            engine.endGesture(id, at: time)
        case ..<65: start()
        case ..<80: finish()
        case ..<82:
            engine.resize(to: PixelSize(width: 300 + Int.random(in: 0..<3, using: &random), height: 200), at: time)
        case ..<84: edit()
        case ..<86: if let stale { engine.finish(stale, at: time) }
        default: present()
        }
    }

    private mutating func edit() {
        var drawing = engine.drawing
        if let fill = try? Fill(Path(), paint: .solid(.black)) { drawing.append(.fill(fill)) }
        engine.setDrawing(drawing, at: time)
    }

    private mutating func start() {
        // A driver drops the render that the engine gave up.
        if let request = inFlight, engine.requestInFlight != request.id {
            check(request.cancellation?.isCancelled == true, "who renders is told that the frame is not wanted")
            stale = blankFrame(request)
            inFlight = nil
        }
        guard let request = engine.startNext(at: time) else { return }
        check(inFlight == nil, "one render in flight")
        check(gestures.isEmpty || request.samples == 0, "no multisampling in a gesture")
        check(
            request.transform == engine.camera.frameTransform || isAdaptive && !gestures.isEmpty
                || engine.isRenderingOverview, "the newest camera runs next")
        check(request.drawing.stamp == engine.drawing.stamp, "the newest content runs next")
        inFlight = request
        transforms[request.id] = request.transform
    }

    private mutating func finish() {
        guard let request = inFlight else { return }
        inFlight = nil
        if mayFail, Int.random(in: 0..<4, using: &random) == 0 {
            engine.fail(request.id, with: .device("test"), at: time)
        } else {
            stale = blankFrame(request)
            engine.finish(blankFrame(request), at: time)
        }
    }

    private mutating func present() {
        let composition = engine.present(at: time)
        for layer in composition.layers {
            check(
                layer.frame.transform == transforms[layer.frame.id], "a frame keeps the transform it was rendered with")
            let delta = try? Transform2D.delta(rendered: layer.frame.transform, current: engine.camera.transform)
            check(layer.delta == delta, "the delta is from the frame's own transform to the current camera")
        }
        check(composition.layers.last?.frame.id == engine.displayed?.frame.id, "the newest frame is on top")
    }

    private mutating func drain() { events += engine.takeEvents() }

    /// Lets everything end, and checks where it ended.
    private mutating func rest() {
        let last = gestures.sorted()
        for id in last { engine.endGesture(id, at: time) }
        gestures = []
        drain()
        let interaction = !last.isEmpty
        if interaction, engine.isRequestWaiting {
            check(events.last { $0.kind == .request }?.samples == 4, "the request that ends the last gesture")
        }
        var rounds = 0
        while !engine.isAtRest, rounds < 50 {
            rounds += 1
            time = max(time + 17, engine.nextStartTime ?? 0)
            if let request = inFlight {
                inFlight = nil
                engine.finish(blankFrame(request), at: time)
            }
            start()
            present()
            drain()
        }
        check(engine.isSettled || mayFail, "it settles")
        let shown = engine.displayed
        if engine.isSettled {
            check(shown?.frame.transform == engine.camera.frameTransform, "the last request is not lost")
            check(shown?.frame.contentStamp == engine.drawing.stamp, "the last edit is not lost")
            check(shown?.frame.samples == 4, "at rest the frame is multisampled")
            check(
                engine.present(at: time).layers.map(\.delta.isIdentity) == [true], "at rest the delta is the identity")
        }
        check(engine.startNext(at: time + 1e6) == nil && !engine.needsPresent, "idle at rest")
        drain()
        checkLog()
    }

    /// The laws as the event log shows them.
    private mutating func checkLog() {
        var (inFlight, queued): (Int?, Int?) = (nil, nil)
        var (settled, lastStarted) = (false, 4)
        for event in events {
            switch event.kind {
            case .request:
                check(queued == nil, "one request waits (log)")
                queued = event.request
            case .cancel where event.request == inFlight: inFlight = nil
            case .replace, .cancel:
                check(queued == event.request, "only what waits is replaced (log)")
                queued = nil
            case .start:
                check(inFlight == nil && queued == event.request, "one in flight (log)")
                check(!settled, "nothing is started when settled (log)")
                (inFlight, queued) = (event.request, nil)
                lastStarted = event.samples ?? -1
            case .finish, .fail:
                check(inFlight == event.request, "what ends was in flight (log)")
                inFlight = nil
            case .settled:
                check(!settled && queued == nil && inFlight == nil, "settled once, with nothing left (log)")
                settled = true
            case .gestureBegin, .cameraSet, .edit, .resize: settled = false
            default: break
            }
        }
        check(lastStarted == 4 || !settled, "the last started render is multisampled (log)")
    }
}

@Suite("Slot laws")
struct SlotLawTests {
    @Test("hold under ten thousand random schedules")
    func randomSchedules() {
        for seed in 0..<10_000 {
            var schedule = Schedule(seed: UInt64(seed), mayFail: seed % 4 == 3)
            schedule.play(steps: 60)
            #expect(schedule.broken.isEmpty, "seed \(seed): \(schedule.broken)")
            if !schedule.broken.isEmpty { return }
        }
    }

    @Test("hold for the adaptive policy too, with overviews, expectations and renders given up")
    func randomSchedulesAdaptive() {
        for seed in 0..<4_000 {
            var schedule = Schedule(seed: UInt64(seed), mayFail: seed % 4 == 3, isAdaptive: true)
            schedule.play(steps: 60)
            #expect(schedule.broken.isEmpty, "seed \(seed): \(schedule.broken)")
            if !schedule.broken.isEmpty { return }
        }
    }

    @Test("a slot keeps one in flight and one waiting, and hands back what it replaces")
    func slot() {
        var slot = RequestSlot<Int>()
        let outcomes = [slot.submit(1), slot.submit(2), slot.start(), slot.start(), slot.submit(3), slot.submit(4)]
        #expect(outcomes == [nil, 1, 2, nil, nil, 3])
        #expect(slot.inFlight == 2 && slot.queued == 4 && !slot.isIdle)
        let rest = [slot.finish(), slot.start(), slot.finish(), slot.withdraw()]
        #expect(rest == [2, 4, 4, nil])
        #expect(slot.isIdle)
    }
}
