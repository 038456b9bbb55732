import CanvasReplay
import Testing

private let view = PixelSize(width: 600, height: 400)

@Suite("Input timeline")
struct InputTimelineTests {
    @Test("between reports the wanted camera is where evenly moving fingers would have it")
    func interpolation() throws {
        let events = [
            TraceEvent(time: 0, .down, id: 1, x: 100, y: 100), TraceEvent(time: 0, .down, id: 2, x: 200, y: 100),
            TraceEvent(time: 100, .move, id: 1, x: 120, y: 180), TraceEvent(time: 100, .move, id: 2, x: 260, y: 90),
            TraceEvent(time: 150, .up, id: 1, x: 120, y: 180), TraceEvent(time: 150, .up, id: 2, x: 260, y: 90),
        ]
        let trace = GestureTrace(width: 600, height: 400, events: events)
        let input = InputTimeline(
            trace, through: TouchRecognizer(viewSize: view, slop: 0), initialCamera: .identity, hz: 60)
        let start = Camera.identity
        for t in [0.0, 25, 50, 99] {
            let share = t / 100
            let one = Point<ViewSpace>(-200, -100).interpolated(to: Point(-180, -20), share)
            let two = Point<ViewSpace>(-100, -100).interpolated(to: Point(-40, -110), share)
            let expected = try start.moved(from: (Point(-200, -100), Point(-100, -100)), to: (one, two))
            #expect(expected.cornerDistance(to: input.camera(at: t), in: view) < 1e-9)
        }
        #expect(input.camera(at: -5) == .identity)
        #expect(input.camera(at: 1e9) == input.camera(at: 100))
    }

    @Test("a thrown canvas glides on at every refresh until its gesture ends")
    func inertia() {
        let trace = BuiltInGesture.fling.trace(size: view)
        let input = InputTimeline(
            trace, through: TouchRecognizer(viewSize: view, slop: 0, inertia: Inertia()), initialCamera: .identity,
            hz: 60)
        let glide = input.steps.filter { $0.time > trace.duration }
        #expect(glide.count > 20)
        let period = 1000 / 60.0
        for step in glide { #expect(abs(step.time / period - (step.time / period).rounded()) < 1e-6) }
        guard case .gestureEnded? = glide.last?.actions.last else {
            Issue.record("the gesture ends last")
            return
        }
        let began = input.steps.flatMap(\.actions).count { if case .gestureBegan = $0 { true } else { false } }
        let ended = input.steps.flatMap(\.actions).count { if case .gestureEnded = $0 { true } else { false } }
        #expect(began == 1 && ended == 1)
    }

    @Test("steps are ordered, and those of one time are one")
    func order() {
        let size = PixelSize(width: 1, height: 1)
        let input = InputTimeline(
            initialCamera: .identity,
            steps: [.init(20, [.viewResized(size)]), .init(10, [.gestureBegan(1)]), .init(20, [.gestureEnded(1)])])
        #expect(input.steps.map(\.time) == [10, 20])
        #expect(input.steps[1].actions.count == 2)
        #expect(input.end == 20)
    }
}

@Suite("Render cost")
struct RenderCostTests {
    private func request(_ size: PixelSize, samples: Int) -> RenderRequest {
        RenderRequest(drawing: Drawing(), transform: .identity, size: size, samples: samples)
    }

    @Test("a 1.1 × frame costs what was said, others by a fifth and by their pixels")
    func formula() throws {
        let cost = try RenderCost(parsing: "40,15")
        let margin = view.overdrawn(by: 1.1)
        #expect(cost.duration(of: request(margin, samples: 4), view: view, measured: 7) == 40)
        #expect(cost.duration(of: request(margin, samples: 0), view: view, measured: 7) == 15)
        let half = PixelSize(width: margin.width / 2, height: margin.height)
        #expect(abs(cost.duration(of: request(half, samples: 0), view: view, measured: 7) - 15 * 0.6) < 1e-12)
    }

    @Test("what is not a cost is refused")
    func parsing() throws {
        #expect(try RenderCost(parsing: "measured") == .measured)
        #expect(try RenderCost(parsing: "12.5") == .fixed(multisampled: 12.5, plain: 12.5))
        for text in ["", "a", "1,2,3", "-1", "nan", "1,", "inf"] {
            #expect(throws: ReplayError.self) { try RenderCost(parsing: text) }
        }
    }
}

@Suite("Ink")
struct InkTimelineTests {
    @Test("a scribble draws three strokes that grow, each an edit; without a drawing it leaves no trace")
    func scribble() throws {
        let size = PixelSize(width: 320, height: 240)
        let trace = BuiltInGesture.scribble.trace(size: size)
        let recognizer = TouchRecognizer(viewSize: size)
        let input = InputTimeline(trace, through: recognizer, initialCamera: .identity, hz: 60, drawing: Drawing())
        let drawings = input.steps.flatMap(\.actions).compactMap { action -> Drawing? in
            if case .contentChanged(let drawing) = action { drawing } else { nil }
        }
        #expect(drawings.map(\.count).max() == 3 && drawings.last?.count == 3 && drawings.count > 300)
        #expect(zip(drawings, drawings.dropFirst()).allSatisfy { $0.count <= $1.count && $0.stamp != $1.stamp })
        for item in try #require(drawings.last).items { #expect(item.bounds.width > 100) }
        let without = InputTimeline(trace, through: recognizer, initialCamera: .identity, hz: 60)
        #expect(without.steps.flatMap(\.actions).isEmpty)
    }

    @Test("a replay of a scribble ends with the ink on screen, by both policies")
    func replayed() throws {
        for policy in [PlainPolicy(), AdaptivePolicy()] as [any RenderPolicy] {
            var options = smallOptions()
            options.policy = policy
            let page = pageDrawing(Rect(x: -100, y: -100, width: 200, height: 200))
            let input = InputTimeline(
                BuiltInGesture.scribble.trace(size: options.viewSize),
                through: TouchRecognizer(viewSize: options.viewSize), initialCamera: .identity, hz: 60, drawing: page)
            let result = try play(input, drawing: page, options: options)
            #expect(result.logs.frames.last?.latest == true && result.logs.events.last?.kind == .settled)
            #expect(result.metrics.renders.afterSettle == 0 && result.metrics.renders.started > 10)
        }
    }
}
