import CanvasConcurrency
import CanvasReprojection
import Foundation
import Synchronization
import Testing

private let view = PixelSize(width: 256, height: 176)

private let start = ContinuousClock.now
private let milliseconds: @Sendable () -> Milliseconds = {
    let elapsed = (ContinuousClock.now - start).components
    return Double(elapsed.seconds) * 1000 + Double(elapsed.attoseconds) / 1e15
}

/// The camera with the view's top-left corner on the canvas's origin, at a zoom.
private func camera(zoom: Double) throws -> Camera {
    try Camera.identity.zoomed(by: zoom, about: .zero).panned(by: Vector(-128, -88))
}

private final class Recorder: Sendable {
    private let log = Monitor<[EngineEvent]>([])
    private let inside = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    func record(_ events: [EngineEvent]) {
        if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
        log.withLock { $0 += events }
        inside.subtract(1, ordering: .relaxed)
    }
    var events: [EngineEvent] { log.withLock { $0 } }
}

private func makeLoop(
    _ renderer: DotRenderer, camera: Camera = .identity, retry: RetryPolicy = RetryPolicy(), recorder: Recorder? = nil
) -> RenderLoop {
    let engine = ReprojectionEngine(
        drawing: Drawing(), camera: camera, viewSize: view, retry: retry, at: milliseconds())
    guard let recorder else { return RenderLoop(engine, renderer: renderer, clock: milliseconds) }
    return RenderLoop(engine, renderer: renderer, clock: milliseconds) { recorder.record($0) }
}

/// Presents every few milliseconds until `done` says so, at most `seconds`.
private func present(_ loop: RenderLoop, seconds: Double = 20, until done: (Composition) throws -> Bool) rethrows
    -> Bool
{
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
        if try done(loop.present()) { return true }
        Thread.sleep(forTimeInterval: 0.004)
    }
    return false
}

@Suite("Render loop")
struct RenderLoopTests {
    @Test("C29: with renders of 200 ms, the dot is where the camera puts it in every picture presented")
    func lateFramesAreCorrected() throws {
        let renderer = DotRenderer(duration: 0.2)
        let loop = makeLoop(renderer, camera: try camera(zoom: 1))
        #expect(present(loop) { _ in loop.isSettled })
        let begin = milliseconds()
        loop.beginGesture(1)
        var steps: [(time: Double, zoom: Double)] = [(50, 2), (100, 4)]
        var pictures = 0
        let settled = try present(loop) { _ in
            while let next = steps.first, milliseconds() - begin >= next.time {
                loop.setCamera(try camera(zoom: next.zoom))
                if steps.count == 1 { loop.endGesture(1) }
                steps.removeFirst()
            }
            let composition = loop.present()
            let shown = try loop.renderer.compose(composition).readPixels()
            let expected = renderer.dot.applying(loop.camera.transform)
            let found = try #require(centroid(shown))
            #expect(found.distance(to: expected) <= 1, "\(found), not \(expected)")
            pictures += 1
            return steps.isEmpty && loop.isSettled
        }
        #expect(settled)
        #expect(pictures > 2)
        let final = try #require(loop.present().layers.first)
        #expect(final.delta.isIdentity)
        let last = try #require(renderer.requests.last)
        let wanted = try camera(zoom: 4)
        #expect(last.samples == 4 && last.transform == wanted.frameTransform)
        #expect(renderer.requests.count <= 4, "first, zoom 2, zoom 4, and no queue behind them")
        #expect(renderer.mostConcurrent.load(ordering: .relaxed) == 1)
        let top = try #require(centroid(try loop.presentPicture().readPixels()))
        #expect(top.distance(to: Point(240 - 128, 160 - 88)) <= 1)
    }

    @Test("calls return at once while a render takes long")
    func callersDoNotWait() throws {
        let loop = makeLoop(DotRenderer(duration: 0.3))
        Thread.sleep(forTimeInterval: 0.05)
        let before = milliseconds()
        loop.beginGesture(1)
        for _ in 0..<100 {
            loop.setCamera(try loop.camera.panned(by: Vector(1, 0)))
            _ = loop.present()
        }
        loop.endGesture(1)
        #expect(milliseconds() - before < 150, "a render of 300 ms was in flight")
        loop.stop()
    }

    @Test("input, display and renderer on threads of their own: the laws hold, and it settles")
    func threads() throws {
        let recorder = Recorder()
        let renderer = DotRenderer(duration: 0.002)
        let loop = makeLoop(renderer, recorder: recorder)
        let group = DispatchGroup()
        for thread in 0..<3 {
            group.enter()
            Thread.detachNewThread {
                for step in 0..<120 {
                    loop.beginGesture(thread)
                    let angle = 0.01 * Double(step % 5 - 2)
                    if let next = try? loop.camera.rotated(by: angle, about: Point(Double(thread), 3)) {
                        loop.setCamera(next)
                    }
                    if step % 10 == 9 { loop.endGesture(thread) }
                    Thread.sleep(forTimeInterval: 0.0005)
                }
                loop.endGesture(thread)
                group.leave()
            }
        }
        var seen: [Int: Transform2D<CanvasSpace, FrameSpace>] = [:]
        let settled = present(loop) { composition in
            if let layer = composition.layers.first {
                #expect(seen[layer.frame.id] == nil || seen[layer.frame.id] == layer.frame.transform)
                seen[layer.frame.id] = layer.frame.transform
            }
            return group.wait(timeout: .now()) == .success && loop.isSettled
        }
        #expect(settled)
        loop.stop()
        #expect(renderer.mostConcurrent.load(ordering: .relaxed) == 1)
        #expect(recorder.overlaps.load(ordering: .relaxed) == 0)
        var inFlight = 0
        for event in recorder.events {
            if event.kind == .start { inFlight += 1 }
            if event.kind == .finish || event.kind == .fail { inFlight -= 1 }
            #expect(inFlight == 0 || inFlight == 1)
        }
        #expect(recorder.events.last { $0.kind == .start }?.samples == 4)
        #expect(recorder.events.last?.kind == .settled)
    }

    @Test("a renderer that throws now and then: the frame stays, and the wanted one comes in the end")
    func throwingRenderer() throws {
        let recorder = Recorder()
        let renderer = DotRenderer(duration: 0.001) { $0 % 3 == 1 ? .device("every third call") : nil }
        let loop = makeLoop(renderer, retry: RetryPolicy(attempts: 5, delay: 2), recorder: recorder)
        #expect(present(loop) { _ in loop.isSettled })
        loop.beginGesture(1)
        for _ in 0..<60 {
            loop.setCamera(try loop.camera.panned(by: Vector(1, 0)))
            #expect(loop.present().layers.count == 1)
            Thread.sleep(forTimeInterval: 0.001)
        }
        loop.endGesture(1)
        #expect(present(loop) { _ in loop.isSettled })
        #expect(recorder.events.contains { $0.kind == .fail })
        loop.stop()
    }

    @Test("a settled loop does not wake: no request, no event")
    func idle() throws {
        let recorder = Recorder()
        let renderer = DotRenderer()
        let loop = makeLoop(renderer, recorder: recorder)
        #expect(present(loop) { _ in loop.isSettled })
        let (requests, events) = (renderer.requests.count, recorder.events.count)
        Thread.sleep(forTimeInterval: 0.1)
        #expect(renderer.requests.count == requests && recorder.events.count == events)
        #expect(!loop.needsPresent)
    }

    @Test("the observer may call the loop")
    func reentrance() throws {
        let renderer = DotRenderer()
        let box = Monitor<RenderLoop?>(nil)
        let stopped = DispatchSemaphore(value: 0)
        let loop = RenderLoop(
            ReprojectionEngine(drawing: Drawing(), camera: .identity, viewSize: view, at: milliseconds()),
            renderer: renderer, clock: milliseconds
        ) { events in
            guard let loop = box.withLock({ $0 }), events.contains(where: { $0.kind == .swap }) else { return }
            loop.setCamera(.identity)
            loop.stop()
            stopped.signal()
        }
        box.withLock { $0 = loop }
        var done = false
        _ = present(loop, seconds: 5) { _ in
            done = done || stopped.wait(timeout: .now()) == .success
            return done
        }
        #expect(done)
        box.withLock { $0 = nil }
    }

    @Test("loops come and go by the dozen without leaving a thread")
    func manyLoops() {
        func threads() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }
        for _ in 0..<4 { makeLoop(DotRenderer()).stop() }
        let before = threads()
        for round in 0..<50 {
            let loop = makeLoop(DotRenderer(duration: 0.0005))
            _ = loop.present()
            if round % 2 == 0 { loop.stop() }
        }
        let deadline = Date(timeIntervalSinceNow: 5)
        while threads() > before + 8, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
        #expect(threads() <= before + 8, "threads of other tests come and go too")
    }
}
