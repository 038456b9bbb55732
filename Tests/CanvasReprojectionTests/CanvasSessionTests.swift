import CanvasConcurrency
import CanvasRasterCPU
import CanvasReprojection
import Foundation
import Testing

private let view = PixelSize(width: 320, height: 240)

private func line(_ from: Point<ItemSpace>, _ to: Point<ItemSpace>, width: Double = 10) throws -> Item {
    var path = Path<ItemSpace>()
    try path.move(to: from)
    try path.line(to: to)
    return .stroke(try Stroke(path, width: .uniform(width), style: StrokeStyle(cap: .round), paint: .solid(.black)))
}

private func square(_ x: Double, _ y: Double, _ side: Double) throws -> Item {
    var path = Path<ItemSpace>()
    try path.move(to: Point(x, y))
    try path.line(to: Point(x + side, y))
    try path.line(to: Point(x + side, y + side))
    try path.line(to: Point(x, y + side))
    path.close()
    return .fill(try Fill(path, paint: .solid(Color(red8: 200, green8: 30, blue8: 30))))
}

private func settle(_ session: CanvasSession) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    while Date() < deadline {
        _ = try session.frame(at: session.time)
        if session.isSettled { return }
        Thread.sleep(forTimeInterval: 0.003)
    }
    Issue.record("it did not settle")
}

private func picture(_ session: CanvasSession) throws -> PixelBuffer {
    try session.frame(at: session.time).readPixels()
}

private func cold(_ session: CanvasSession) throws -> PixelBuffer {
    let request = RenderRequest(
        drawing: session.drawing, transform: session.camera.frameTransform, size: session.viewSize, background: .white,
        tolerance: AdaptivePolicy().settledTolerance)
    return try CPURenderer().render(request).content.readPixels()
}

/// Renders only when it is let.
private final class GatedRenderer: FrameRenderer {
    private let base = CPURenderer()
    private let gate = Monitor(true)
    let failure: RenderError?
    private let count = Monitor(0)
    private let isLost = Monitor(false)
    init(failure: RenderError? = nil) { self.failure = failure }

    var calls: Int { count.withLock { $0 } }
    func losesCompositions() { isLost.withLock { $0 = true } }
    func close() { gate.withLock { $0 = false } }
    func open() {
        gate.withLock { $0 = true }
        gate.wake()
    }
    var backend: BackendDescription { base.backend }
    func render(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        gate.wait { $0 ? .done(()) : .sleep }
        count.withLock { $0 += 1 }
        if let failure { throw failure }
        return try base.render(request)
    }
    func renderAtOnce(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        try base.renderAtOnce(request)
    }
    func compose(_ composition: Composition) throws(RenderError) -> any FrameContent {
        if isLost.withLock({ $0 }) { throw .contextLost("showing") }
        return try base.compose(composition)
    }
}

@Suite("Canvas session")
struct CanvasSessionTests {
    private func session(
        _ items: [Item], renderer: any FrameRenderer = GatedRenderer(),
        recovery: (@Sendable () -> (any FrameRenderer)?)? = nil, fallback: (@Sendable () -> any FrameRenderer)? = nil
    ) throws -> CanvasSession {
        CanvasSession(
            Drawing(items, page: Rect(x: -400, y: -300, width: 800, height: 600)), viewSize: view,
            camera: try Camera(center: .zero, zoom: 1), renderer: renderer, recovery: recovery,
            fallback: fallback)
    }

    @Test("after gestures, edits, undo and a resize, what is shown is the cold render of what is wanted")
    func settlesOnTruth() throws {
        let session = try session([try square(-50, -50, 100)])
        session.beginGesture(1)
        session.pan(by: Vector(13.3, -7))
        session.zoom(by: 1.7, about: Point(20, 30))
        session.rotate(by: 0.3, about: .zero)
        session.append(try line(Point(-80, 0), Point(80, 20)))
        session.endGesture(1)
        try settle(session)
        #expect(try picture(session) == cold(session))
        session.undo()
        session.resize(to: PixelSize(width: 300, height: 200), pixelRatio: 2)
        try settle(session)
        #expect(session.drawing.count == 1 && session.canRedo)
        #expect(abs(session.camera.zoom - 3.4) < 1e-9, "with the ratio doubled, the content is twice as many pixels")
        #expect(try picture(session) == cold(session))
        session.stop()
    }

    @Test("undo and redo reach any depth, and an edit ends what can be redone")
    func history() throws {
        let session = try session([])
        for i in 0..<200 { session.append(try square(Double(i), 0, 5)) }
        try session.remove(at: 10)
        try session.replace(at: 3, with: try square(-9, -9, 3))
        try session.insert(try square(1, 1, 1), at: 0)
        let last = Array(session.drawing.items)
        for _ in 0..<203 { session.undo() }
        #expect(session.drawing.isEmpty && !session.canUndo)
        session.undo()
        for _ in 0..<203 { session.redo() }
        #expect(Array(session.drawing.items) == last && !session.canRedo)
        session.undo()
        session.append(try square(0, 0, 1))
        #expect(!session.canRedo)
        #expect(throws: SceneError.noSuchItem(999)) { try session.remove(at: 999) }
        session.stop()
    }

    @Test("the stroke under the pen is on screen at the next refresh, though a render hangs")
    func penBeforeRender() throws {
        let renderer = GatedRenderer()
        let session = try session([], renderer: renderer)
        try settle(session)
        renderer.close()
        session.pan(by: Vector(1, 0))
        session.beginStroke(at: Point(-60, 0), width: 12)
        session.extendStroke(to: Point(60, 0))
        #expect(try picture(session)[160, 120] == Pixel(.black))
        session.endStroke()
        #expect(try picture(session)[160, 120] == Pixel(.black), "it stays until a frame has it")
        #expect(session.drawing.count == 1)
        renderer.open()
        try settle(session)
        #expect(try picture(session) == cold(session))
        #expect(!session.needsFrame, "nothing is drawn over the frame any more")
        session.beginStroke(at: Point(0, -60), width: 12)
        session.cancelStroke()
        #expect(try picture(session)[160, 60] == Pixel(.white) && session.drawing.count == 1)
        session.stop()
    }

    @Test("the topmost item at a point is found within a radius, by what it paints")
    func hits() throws {
        let session = try session([try square(-50, -50, 100), try line(Point(-80, 0), Point(80, 0))])
        #expect(session.topmostItem(at: Point(0, 0)) == 1)
        #expect(session.topmostItem(at: Point(0, 30)) == 0)
        #expect(session.topmostItem(at: Point(0, 60)) == nil)
        #expect(session.topmostItem(at: Point(0, 60), within: 11) == 0)
        #expect(session.topmostItem(at: Point(70, 4.9)) == 1 && session.topmostItem(at: Point(70, 5.2)) == nil)
        session.zoom(by: 2, about: .zero)
        #expect(session.topmostItem(at: Point(140, 9.8)) == 1 && session.topmostItem(at: Point(140, 10.4)) == nil)
        session.stop()
    }

    @Test("a lasso has the items that lie inside it, and not those that it crosses")
    func lasso() throws {
        let session = try session([
            try square(-50, -50, 20), try line(Point(-80, 0), Point(80, 0)), try square(40, 40, 20),
        ])
        let around: [Point<ViewSpace>] = [Point(-60, -60), Point(70, -60), Point(70, 70), Point(-60, 70)]
        #expect(session.items(inside: around) == [0, 2])
        #expect(session.items(inside: []).isEmpty && session.items(inside: [Point(0, 0), Point(.nan, 1)]).isEmpty)
        session.stop()
    }

    /// What a session tells until it has settled, with a display that shows what it can.
    private func told(_ session: CanvasSession, _ start: () -> Void) async -> [CanvasNotification] {
        let stream = session.notifications()
        start()
        let display = Task.detached {
            while !Task.isCancelled {
                if session.needsFrame { _ = try? session.frame(at: session.time) }
                try await Task.sleep(for: .milliseconds(4))
            }
        }
        defer { display.cancel() }
        var seen: [CanvasNotification] = []
        for await event in stream {
            seen.append(event)
            if event == .settled { break }
        }
        return seen
    }

    @Test("a lost renderer is made anew once, and then another one takes over", .timeLimit(.minutes(1)))
    func recovery() async throws {
        let broken = GatedRenderer(failure: .contextLost("test"))
        broken.close()
        let first = try session(
            [try square(-50, -50, 100)], renderer: broken, recovery: { GatedRenderer() },
            fallback: { GatedRenderer(failure: .device("never")) })
        let seen = await told(first) { broken.open() }
        #expect(seen.contains(.recovered) && !seen.contains(.fellBack))
        #expect(try picture(first) == cold(first))
        first.stop()

        let again = GatedRenderer(failure: .contextLost("test"))
        again.close()
        let second = try session(
            [try square(-50, -50, 100)], renderer: again, recovery: { GatedRenderer(failure: .contextLost("again")) },
            fallback: { GatedRenderer() })
        let more = await told(second) { again.open() }
        #expect(more.filter { $0 == .recovered || $0 == .fellBack } == [.recovered, .fellBack])
        #expect(try picture(second) == cold(second))
        second.stop()
    }

    @Test("memory that stays short is fallen back from, after the tries it is worth", .timeLimit(.minutes(1)))
    func memory() async throws {
        let broken = GatedRenderer(failure: .outOfMemory("test"))
        broken.close()
        let session = try session([try square(-50, -50, 100)], renderer: broken, fallback: { GatedRenderer() })
        let seen = await told(session) { broken.open() }
        #expect(seen.contains(.failed(.outOfMemory("test"))) && seen.contains(.fellBack))
        #expect(broken.calls == RetryPolicy().attempts)
        #expect(try picture(session) == cold(session))
        session.stop()
    }

    @Test("a renderer that is lost while it shows is replaced, and nothing new is shown until there is a frame")
    func lostWhileShowing() throws {
        let base = GatedRenderer()
        let next = GatedRenderer()
        let session = try session([try square(-50, -50, 100)], renderer: base, fallback: { next })
        try settle(session)
        base.losesCompositions()
        next.close()
        session.pan(by: Vector(5, 0))
        #expect(throws: RenderError.contextLost("showing")) { try session.frame(at: session.time) }
        let deadline = Date(timeIntervalSinceNow: 20)
        while session.renderer !== next, Date() < deadline { Thread.sleep(forTimeInterval: 0.002) }
        #expect(!session.needsFrame)
        next.open()
        while !session.needsFrame, Date() < deadline { Thread.sleep(forTimeInterval: 0.002) }
        try settle(session)
        #expect(try picture(session) == cold(session))
        session.stop()
    }

    @Test("swaps, settling and a lost renderer are told; another renderer takes over", .timeLimit(.minutes(1)))
    func notifications() async throws {
        let broken = GatedRenderer(failure: .contextLost("test"))
        broken.close()
        let session = try session([try square(-50, -50, 100)], renderer: broken, fallback: { GatedRenderer() })
        let seen = await told(session) { broken.open() }
        #expect(seen.contains(.fellBack) && seen.contains(.failed(.contextLost("test"))))
        #expect(seen.contains { if case .swapped = $0 { true } else { false } })
        #expect(try picture(session) == cold(session))
        session.stop()
    }
}
