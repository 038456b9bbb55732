import CanvasRasterCPU
import CanvasRasterGLES
import CanvasReplay
import CanvasTestSupport
import Foundation
import Testing

/// A renderer's day: each render ends well, late, twice, with an error, with its device lost, or not for five seconds.
private struct FaultyRun {
    private var random: SplitMix
    private var engine: ReprojectionEngine
    private var flights: [Flight] = []
    private var transforms: [Int: Transform2D<CanvasSpace, FrameSpace>] = [:]
    private var told: [RenderError] = []
    private var faultsLeft: Int
    private(set) var broken: [String] = []
    private(set) var isSettled = false
    /// What draws; `nil` for frames without pixels.
    private let renderer: (any FrameRenderer)?

    private struct Flight {
        let request: RenderRequest
        let end: Double
        var outcome: Outcome
    }

    private enum Outcome: CaseIterable { case well, twice, error, memory, lost, hangs }

    init(seed: UInt64, policy: any RenderPolicy, renderer: (any FrameRenderer)? = nil) {
        random = SplitMix(state: seed)
        self.renderer = renderer
        faultsLeft = Int.random(in: 1...6, using: &random)
        var drawing = Drawing(page: Rect(x: -2000, y: -2000, width: 4000, height: 4000))
        if renderer != nil { drawing = Drawing(RandomScene(seed: seed, reach: 300).drawing(items: 120).items) }
        engine = ReprojectionEngine(
            drawing: drawing, camera: .identity,
            viewSize: PixelSize(width: renderer == nil ? 640 : 320, height: renderer == nil ? 480 : 240),
            background: .white, policy: policy)
    }

    private mutating func check(_ condition: Bool, _ law: String, _ time: Double) {
        if !condition, broken.count < 4 { broken.append("\(law), at \(time)") }
    }

    mutating func play(_ timeline: InputTimeline) {
        _ = engine.adopt(frame(engine.immediateRequest(at: 0)), at: 0)
        if let overview = engine.immediateOverviewRequest(at: 0) { engine.adoptOverview(frame(overview), at: 0) }
        var steps = timeline.steps[...]
        var time = 0.0
        while time < timeline.end + 20_000 {
            endFlights(at: time)
            while let step = steps.first, step.time <= time {
                steps.removeFirst()
                for action in step.actions { take(action, at: time) }
            }
            start(at: time)
            if Int(time) % 17 == 0 { present(at: time) }
            for event in engine.takeEvents() where event.kind == .fail && event.isFirstOfItsKind == true {
                if let error = event.error { told.append(error) }
            }
            if steps.isEmpty, engine.isAtRest { break }
            time += 1
        }
        present(at: time + 17)
        isSettled = engine.isSettled
        check(engine.isAtRest, "it comes to rest", time)
        check(isSettled || !told.isEmpty, "it settles, or an error was told", time)
        guard isSettled, let shown = engine.displayed else { return }
        check(shown.frame.transform == engine.camera.frameTransform, "what is shown is what is wanted", time)
        check(shown.frame.samples > 0, "at full quality", time)
        checkPicture(shown.frame, time)
    }

    /// The settled picture must be what a renderer makes of the camera that was never told anything before.
    private mutating func checkPicture(_ frame: RenderedFrame, _ time: Double) {
        guard let renderer else { return }
        let request = RenderRequest(
            drawing: engine.drawing, transform: frame.transform, size: frame.size, samples: frame.requestedSamples,
            background: frame.background, tolerance: frame.tolerance)
        let cold = try? renderer.render(request).content.readPixels()
        check(cold != nil && cold == (try? frame.content.readPixels()), "it is the cold render", time)
    }

    private mutating func take(_ action: InputTimeline.Action, at time: Double) {
        switch action {
        case .gestureBegan(let id): engine.beginGesture(id, at: time)
        case .fingerLifted(let id): engine.noteFingerLifted(id, at: time)
        case .gestureEnded(let id): engine.endGesture(id, at: time)
        case .cameraChanged(let camera): engine.setCamera(camera, at: time)
        case .contentChanged(let drawing): engine.setDrawing(drawing, at: time)
        case .viewResized(let size): engine.resize(to: size, at: time)
        }
    }

    private mutating func start(at time: Double) {
        // One thread renders: what was given up goes on to its end, and nothing else starts before.
        guard flights.isEmpty, let request = engine.startNext(at: time) else { return }
        transforms[request.id] = request.transform
        var outcome = Outcome.well
        if faultsLeft > 0, Int.random(in: 0..<4, using: &random) == 0 {
            faultsLeft -= 1
            outcome = Outcome.allCases.randomElement(using: &random) ?? .well
        }
        let cost =
            outcome == .hangs ? 5000 : request.samples > 0 ? 90.0 : Double(Int.random(in: 5...60, using: &random))
        flights.append(Flight(request: request, end: time + cost, outcome: outcome))
    }

    private mutating func endFlights(at time: Double) {
        while let flight = flights.first, flight.end <= time {
            flights.removeFirst()
            switch flight.outcome {
            case .well, .hangs: engine.finish(frame(flight.request), at: time)
            case .twice:
                engine.finish(frame(flight.request), at: time)
                engine.finish(frame(flight.request), at: time)
            case .error: engine.fail(flight.request.id, with: .device("test"), at: time)
            case .memory: engine.fail(flight.request.id, with: .outOfMemory("test"), at: time)
            case .lost:
                engine.fail(flight.request.id, with: .contextLost("test"), at: time)
                // The new renderer shows what the old one's pixels were copied to.
                engine.rendererChanged(displayed: engine.displayed?.frame, at: time)
            }
        }
    }

    private mutating func present(at time: Double) {
        let composition = engine.present(at: time)
        check(!composition.layers.isEmpty, "something is shown", time)
        if let renderer { check((try? renderer.compose(composition)) != nil, "it can be composed", time) }
        for layer in composition.layers {
            check(layer.frame.transform == transforms[layer.frame.id] ?? layer.frame.transform, "its transform", time)
            let delta = try? Transform2D.delta(rendered: layer.frame.transform, current: engine.camera.transform)
            check(layer.delta == delta, "an image is paired with its own transform", time)
        }
        let standsIn = composition.layers.map(\.frame.id) == [engine.overview?.frame.id]
        if standsIn, let newest = engine.displayed {
            let zoom = engine.camera.transform.scales.largest
            let scale = composition.layers[0].frame.transform.scales.largest
            check(
                scale >= zoom && newest.frame.transform.scales.largest < zoom,
                "the overview stands in for a frame that is less sharp only", time)
        } else {
            check(composition.layers.last?.frame.id == engine.displayed?.frame.id, "the newest frame is on top", time)
        }
        guard let overview = engine.overview, let front = composition.layers.last,
            let back = try? front.delta.inverted()
        else { return }
        let corners = engine.viewSize.centeredRect(in: ViewSpace.self).corners.map { $0.applying(back) }
        check(
            composition.layers[0].frame.id == overview.frame.id
                || corners.allSatisfy { front.frame.coverage.contains($0) },
            "nothing is blank", time)
    }

    private mutating func frame(_ request: RenderRequest) -> RenderedFrame {
        transforms[request.id] = request.transform
        if let renderer {
            do throws(RenderError) { return try renderer.render(request) } catch {
                broken.append("it renders: \(error)")
            }
        }
        return RenderedFrame(
            answering: request, samples: request.samples,
            content: PatternContent(PixelBuffer(size: PixelSize(width: 1, height: 1)), nil))
    }
}

/// Steele, Lea, Flood 2014: the same faults for the same seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// The GLES renderer; `nil` where there is none, or where a sanitizer would look into the driver.
private let gles: GLESRenderer? = {
    #if DEBUG
        return nil
    #else
        return try? GLESRenderer()
    #endif
}()

@Suite("Faults")
struct FaultTests {
    /// A thousand runs with long tests, a fraction of them without, and few where nothing is optimised.
    private static var runs: Int {
        #if DEBUG
            16
        #else
            ProcessInfo.processInfo.environment["PANTOGRAPH_LONG_TESTS"] == "1" ? 1000 : 120
        #endif
    }

    @Test(
        "renders that fail, hang, are lost, late or double break no law, at random points of every gesture",
        arguments: [PlainPolicy(), AdaptivePolicy()] as [any RenderPolicy])
    func faults(policy: any RenderPolicy) throws {
        let gestures = BuiltInGesture.allCases.filter { ![.scribble, .rest].contains($0) }
        let size = PixelSize(width: 640, height: 480)
        var settled = 0
        for seed in 0..<Self.runs {
            let timeline = InputTimeline(
                gestures[seed % gestures.count].trace(size: size), through: TouchRecognizer(viewSize: size),
                initialCamera: .identity, hz: 60)
            var run = FaultyRun(seed: UInt64(seed), policy: policy)
            run.play(timeline)
            #expect(run.broken.isEmpty, "seed \(seed): \(run.broken)")
            if !run.broken.isEmpty { return }
            if run.isSettled { settled += 1 }
        }
        #expect(settled > Self.runs * 9 / 10, "faults that pass are got over: \(settled)")
    }

    @Test("with frames that the CPU draws, too, and the picture at rest is a cold render's")
    func cpu() throws { try play(on: CPURenderer(threads: 2)) }

    @Test(
        "with frames that OpenGL ES draws, too, and the picture at rest is a cold render's",
        .enabled(if: gles != nil, "no OpenGL ES 3 here, or nothing is optimised"))
    func openGLES() throws { try play(on: #require(gles)) }

    private func play(on renderer: any FrameRenderer) throws {
        let gestures = BuiltInGesture.allCases.filter { ![.scribble, .rest].contains($0) }
        let size = PixelSize(width: 320, height: 240)
        for seed in 0..<(runsLongTests ? 60 : 6) {
            let timeline = InputTimeline(
                gestures[seed % gestures.count].trace(size: size), through: TouchRecognizer(viewSize: size),
                initialCamera: .identity, hz: 60)
            let policy: any RenderPolicy = seed % 3 == 0 ? PlainPolicy() : AdaptivePolicy()
            var run = FaultyRun(seed: UInt64(seed), policy: policy, renderer: renderer)
            run.play(timeline)
            #expect(run.broken.isEmpty, "seed \(seed): \(run.broken)")
        }
    }
}

@Suite("Wall clock")
struct WallRunTests {
    @Test("input, display and renderer run in real time, and all ends settled", .timeLimit(.minutes(1)))
    func realTime() throws {
        var options = smallOptions()
        options.policy = AdaptivePolicy()
        let input = InputTimeline(
            BuiltInGesture.pinchOut.trace(size: options.viewSize),
            through: TouchRecognizer(viewSize: options.viewSize), initialCamera: .identity, hz: 60)
        let result = try WallRun(
            drawing: pageDrawing(Rect(x: -500, y: -500, width: 1000, height: 1000)), timeline: input,
            renderer: PatternRenderer(), options: options
        ).run()
        #expect(result.logs.frames.last?.delta == [1, 0, 0, 1, 0, 0] && result.metrics.renders.afterSettle == 0)
        #expect(result.logs.events.last?.kind == .settled)
        #expect(result.metrics.coverage.blankPixelMs == 0 && result.logs.frames.count > 30)
        for (a, b) in zip(result.logs.frames, result.logs.frames.dropFirst()) { #expect(b.n == a.n + 1) }
        #expect(Metrics(result.logs).frames == result.metrics.frames)
    }

    @Test("a renderer that is slow or hangs does not hold up the display", .timeLimit(.minutes(1)))
    func slowRenderer() throws {
        var options = smallOptions()
        options.policy = AdaptivePolicy()
        let renderer = SlowRenderer()
        let input = InputTimeline(
            BuiltInGesture.shake.trace(size: options.viewSize), through: TouchRecognizer(viewSize: options.viewSize),
            initialCamera: .identity, hz: 60)
        let result = try WallRun(
            drawing: pageDrawing(Rect(x: -500, y: -500, width: 1000, height: 1000)), timeline: input,
            renderer: renderer, options: options
        ).run()
        // While a render of 0.7 s is under way the display goes on: refreshes by the dozen show it in new places.
        #expect(result.metrics.renders.started >= 2)
        var longest = 0
        for render in result.logs.events where render.kind == .start && render.samples == 0 {
            let end = result.logs.events.first { $0.kind == .finish && $0.request == render.request }
            let times = render.t...max(render.t, end?.t ?? render.t)
            longest = max(longest, result.logs.frames.count { $0.new && times.contains($0.t) })
        }
        #expect(longest >= 5, "\(longest) compositions during one render")
    }
}

/// Draws at once until a gesture moves, and then takes 0.7 s a frame.
private final class SlowRenderer: FrameRenderer {
    private let base = PatternRenderer()
    var backend: BackendDescription { base.backend }
    func render(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        if request.samples == 0 { Thread.sleep(forTimeInterval: 0.7) }
        return try base.render(request)
    }
    func compose(_ composition: Composition) throws(RenderError) -> any FrameContent { try base.compose(composition) }
}
