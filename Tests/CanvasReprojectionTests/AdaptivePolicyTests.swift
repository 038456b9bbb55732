import CanvasReprojection
import Testing

private let view = PixelSize(width: 600, height: 400)
private let page = Rect<CanvasSpace>(x: -2000, y: -1500, width: 4000, height: 3000)

/// An engine that shows the picture it wants, with its overview.
private func settledEngine(page: Rect<CanvasSpace> = page) throws -> EngineBox {
    let engine = EngineBox(
        ReprojectionEngine(
            drawing: Drawing(page: page), camera: .identity, viewSize: view, background: .white,
            policy: AdaptivePolicy()))
    #expect(engine.adopt(blankFrame(engine.immediateRequest(at: 0)), at: 0))
    let request = engine.immediateOverviewRequest(at: 0)
    engine.engine.adoptOverview(blankFrame(try #require(request)), at: 0)
    #expect(engine.isSettled)
    _ = engine.takeEvents()
    return engine
}

/// Plays a motion of the camera, reported every 8 ms, with renders of `duration` and refreshes at 60 Hz.
///
/// - Parameter seen: is told each composition.
private func drive(
    _ engine: EngineBox, from start: Double = 0, until end: Double, duration: Double = 40,
    _ camera: (Double) throws -> Camera?, seen: (Double, Composition) throws -> Void = { _, _ in }
) throws {
    var flight: (request: RenderRequest, end: Double)?
    var time = start
    while time < end {
        if let current = flight, engine.engine.requestInFlight != current.request.id { flight = nil }
        if let current = flight, current.end <= time {
            flight = nil
            engine.finish(blankFrame(current.request), at: time)
        }
        if Int(time) % 8 == 0, let next = try camera(time) { engine.setCamera(next, at: time) }
        if let current = flight, engine.engine.requestInFlight != current.request.id { flight = nil }
        if flight == nil, let request = engine.startNext(at: time) { flight = (request, time + duration) }
        if Int(time) % 17 == 0 { try seen(time, engine.present(at: time)) }
        time += 1
    }
    if let current = flight { engine.finish(blankFrame(current.request), at: time) }
}

@Suite("Adaptive policy")
struct AdaptivePolicyTests {
    @Test("an even pan is met: the frame shown hardly needs correction, and covers the view")
    func pan() throws {
        let engine = try settledEngine()
        engine.beginGesture(1, at: 0)
        var worst = 0.0
        try drive(engine, until: 600) { t in
            try Camera(center: Point(-t, 0), zoom: 1)
        } seen: { t, composition in
            guard t > 250 else { return }
            let front = try #require(composition.layers.last)
            // Where the frame's rectangle is centred is a matter of its margins; what it covers is not.
            let back = try front.delta.inverted()
            let corners = view.centeredRect(in: ViewSpace.self).corners.map { $0.applying(back) }
            #expect(corners.allSatisfy { front.frame.coverage.contains($0) })
            worst = max(worst, abs(front.delta.ty))
            #expect(abs(front.delta.tx) < 60, "moved at a pixel a millisecond, a plain frame would be 100 off")
            #expect(front.delta.a == 1 && front.delta.b == 0, "a pan changes neither scale nor rotation")
        }
        #expect(worst < 1)
    }

    @Test("over a sharp overview no frame of a zoom out is ever enlarged; over a coarse one it covers the view")
    func zoomOut() throws {
        for side in [1600.0, 8000] {
            let engine = try settledEngine(page: Rect(x: -side / 2, y: -side / 2, width: side, height: side))
            engine.beginGesture(1, at: 0)
            try drive(engine, until: 500) { t in
                try Camera(center: Point(0, 0), zoom: 1 / (1 + t / 300))
            } seen: { t, composition in
                let front = try #require(composition.layers.last)
                guard t > 100 else { return }
                if side < 2000 { return #expect(front.delta.scales.largest <= 1) }
                #expect(front.delta.scales.largest <= 1.15)
                let back = try front.delta.inverted()
                let edges = view.centeredRect(in: ViewSpace.self).outset(by: -4).corners.map { $0.applying(back) }
                #expect(edges.allSatisfy { front.frame.coverage.contains($0) })
            }
        }
    }

    @Test("a finger that stops gets the frame of just its camera, and then nothing more is rendered")
    func holdStill() throws {
        let engine = try settledEngine()
        engine.beginGesture(1, at: 0)
        try drive(engine, until: 600) { t in t < 300 ? try Camera(center: Point(-t, 0), zoom: 1) : nil }
        #expect(engine.displayed?.frame.transform == engine.camera.frameTransform)
        #expect(engine.displayed?.frame.samples == 0)
        let started = engine.takeEvents().filter { $0.kind == .start && $0.time > 420 }
        #expect(started.isEmpty && !engine.engine.isRequestWaiting)
        engine.endGesture(1, at: 700)
        let last = try #require(engine.startNext(at: 700))
        #expect(last.samples == 4 && last.transform == engine.camera.frameTransform)
        #expect(last.size == view.overdrawn(by: AdaptivePolicy.defaultOverdraw))
    }

    @Test("after a finger was lifted nothing is foretold for a while; if the others go on, it is again")
    func fingerLifted() throws {
        var policy = AdaptivePolicy()
        func situation(_ t: Double) throws -> RenderSituation {
            RenderSituation(
                time: t, camera: try Camera(center: Point(-t, 0), zoom: 1), viewSize: view, isGestureActive: true,
                contentStamp: 1)
        }
        policy.gestureBegan(in: try situation(0))
        var isCentred: [Double: Bool] = [:]
        for t in stride(from: 8.0, through: 400, by: 8) {
            policy.cameraChanged(in: try situation(t))
            if t == 200 { policy.fingerLifted(in: try situation(t)) }
            let target = policy.target(in: try situation(t))
            isCentred[t] = target.transform == (try situation(t)).camera.frameTransform
            #expect(target.samples == 0)
        }
        #expect(isCentred[192] == false)
        for t in stride(from: 200.0, through: 296, by: 8) { #expect(isCentred[t] == true, "at \(t)") }
        for t in stride(from: 304.0, through: 400, by: 8) { #expect(isCentred[t] == false, "at \(t)") }
        // A new gesture knows nothing of the lift.
        policy.fingerLifted(in: try situation(400))
        policy.gestureBegan(in: try situation(400))
        for t in [408.0, 416, 424, 432] { policy.cameraChanged(in: try situation(t)) }
        #expect(policy.target(in: try situation(432)).transform != (try situation(432)).camera.frameTransform)
    }

    @Test(
        "the first step of a zoom in after a rest is taken for the first of several; one of a zoom out or of a pan is not"
    )
    func firstStep() throws {
        func target(_ camera: Camera, after pause: Double = 0) throws -> RenderTarget {
            var policy = AdaptivePolicy()
            func situation(_ t: Double, _ camera: Camera) -> RenderSituation {
                RenderSituation(
                    time: t, camera: camera, viewSize: view, isGestureActive: true, contentStamp: 1)
            }
            policy.gestureBegan(in: situation(0, .identity))
            policy.cameraChanged(in: situation(10, try Camera(center: Point(1, 0), zoom: 1)))
            policy.cameraChanged(in: situation(300, camera))
            return policy.target(in: situation(300 + pause, camera))
        }
        let zoomed = try Camera(center: Point(1, 0), zoom: 1.01)
        let larger = try target(zoomed)
        #expect(abs(larger.transform.scales.largest - 1.01 * 1.01 * 1.01) < 1e-9)
        #expect(larger.size.width >= Int(Double(view.width) * 1.06 * 1.02), "it covers as much")
        #expect(
            try target(Camera(center: Point(1, 0), zoom: 2)).transform.scales.largest <= 2 * 1.03 + 1e-9,
            "and no more than a little")
        #expect(try target(zoomed, after: 60).transform == zoomed.frameTransform, "the hand rests again")
        for camera in [try Camera(center: Point(1, 0), zoom: 0.99), try Camera(center: Point(9, 0), zoom: 1)] {
            #expect(try target(camera).transform == camera.frameTransform)
        }
    }

    @Test("what the frame does not reach shows an older frame, and under it the overview, and only then")
    func layers() throws {
        let engine = try settledEngine()
        #expect(engine.present(at: 0).layers.count == 1)
        engine.beginGesture(1, at: 10)
        engine.setCamera(try Camera(center: Point(-500, 0), zoom: 1), at: 20)
        let exposed = engine.present(at: 34)
        #expect(exposed.layers.count == 2, "the overview and the frame")
        #expect(exposed.layers[0].frame.id == engine.engine.overview?.frame.id)
        let request = try #require(engine.startNext(at: 35))
        engine.finish(blankFrame(request), at: 60)
        engine.setCamera(try Camera(center: Point(-250, 0), zoom: 1), at: 61)
        let three = engine.present(at: 68)
        #expect(three.layers.map(\.frame.id).last == request.id)
        #expect(three.layers.count == 3, "the overview, the frame before, and the newest")
    }

    /// The engine zoomed out to a quarter in a gesture, with that frame on display.
    private func zoomedOutEngine(page: Rect<CanvasSpace>) throws -> EngineBox {
        let engine = try settledEngine(page: page)
        engine.beginGesture(1, at: 10)
        engine.setCamera(try Camera(center: .zero, zoom: 0.25), at: 20)
        engine.finish(blankFrame(try #require(engine.startNext(at: 21))), at: 50)
        _ = engine.present(at: 51)
        return engine
    }

    @Test("a frame that would be enlarged visibly gives way to the overview where that is sharper, until the next one")
    func overviewInstead() throws {
        let engine = try zoomedOutEngine(page: Rect(x: -500, y: -400, width: 1000, height: 800))
        let (old, overview) = (try #require(engine.displayed), try #require(engine.engine.overview))
        let slightly = old.frame.transform.scales.largest * 1.05
        engine.setCamera(try Camera(center: .zero, zoom: slightly), at: 60)
        #expect(engine.present(at: 68).layers.last?.frame.id == old.frame.id, "nobody would see that")
        engine.setCamera(try Camera(center: .zero, zoom: 0.8), at: 70)
        #expect(engine.present(at: 85).layers.map(\.frame.id) == [overview.frame.id])
        #expect(engine.displayed?.frame.id == old.frame.id)
        let request = try #require(engine.startNext(at: 86))
        engine.finish(blankFrame(request), at: 100)
        #expect(engine.present(at: 102).layers.last?.frame.id == request.id)
    }

    @Test("a coarse overview, or one of another content, does not stand in for a frame")
    func overviewNotInstead() throws {
        let coarse = try zoomedOutEngine(page: Rect(x: -50_000, y: -40_000, width: 100_000, height: 80_000))
        coarse.setCamera(try Camera(center: .zero, zoom: 0.8), at: 60)
        #expect(coarse.present(at: 68).layers.last?.frame.id == coarse.displayed?.frame.id)
        let edited = try zoomedOutEngine(page: Rect(x: -500, y: -400, width: 1000, height: 800))
        var drawing = edited.drawing
        drawing.append(.fill(try Fill(Path(), paint: .solid(.black))))
        edited.setDrawing(drawing, at: 60)
        edited.setCamera(try Camera(center: .zero, zoom: 0.8), at: 61)
        #expect(edited.present(at: 68).layers.last?.frame.id == edited.displayed?.frame.id)
    }

    @Test("the overview has half the resolution of a fitted view or more, and covers the drawing")
    func overviewExtent() throws {
        let engine = try settledEngine()
        let overview = try #require(engine.engine.overview)
        let fitted = try Camera.fitting(page, in: view).zoom
        #expect(overview.target.transform.scales.largest >= fitted / 2)
        for corner in page.corners {
            #expect(overview.frame.coverage.contains(corner.applying(overview.frame.transform)))
        }
        #expect(overview.frame.size.pixelCount * 4 <= AdaptivePolicy.defaultMemoryBudget / 2)
    }

    @Test("an edit makes the overview anew before the engine settles, and nothing after that")
    func overviewIsKeptCurrent() throws {
        let engine = try settledEngine()
        var drawing = engine.drawing
        drawing.append(.fill(try Fill(Path(), paint: .solid(.black))))
        engine.setDrawing(drawing, at: 10)
        let first = try #require(engine.startNext(at: 10))
        #expect(first.transform == engine.camera.frameTransform, "the view comes first")
        engine.finish(blankFrame(first), at: 50)
        _ = engine.present(at: 51)
        #expect(!engine.isSettled)
        let second = try #require(engine.startNext(at: 51))
        #expect(engine.engine.isRenderingOverview && second.drawing.stamp == drawing.stamp)
        engine.finish(blankFrame(second), at: 200)
        _ = engine.present(at: 201)
        #expect(engine.isSettled && engine.isAtRest)
        #expect(engine.startNext(at: 10_000) == nil)
    }

    @Test("a long render for rest gives way to a new gesture; its late frame is not shown")
    func givesWay() throws {
        let engine = try settledEngine()
        engine.beginGesture(1, at: 0)
        try drive(engine, until: 200, duration: 30) { t in try Camera(center: Point(-t, 0), zoom: 1) }
        engine.endGesture(1, at: 200)
        // One at full quality, from which it is known how long they take.
        engine.finish(blankFrame(try #require(engine.startNext(at: 200))), at: 400)
        _ = engine.present(at: 401)
        engine.setCamera(try Camera(center: Point(-220, 0), zoom: 1), at: 402)
        let full = try #require(engine.startNext(at: 402))
        #expect(full.samples == 4)
        engine.beginGesture(2, at: 410)
        engine.setCamera(try Camera(center: Point(-230, 0), zoom: 1), at: 411)
        #expect(full.cancellation?.isCancelled == true)
        let next = try #require(engine.startNext(at: 411))
        #expect(next.samples == 0)
        engine.finish(blankFrame(full), at: 650)
        #expect(engine.present(at: 655).layers.last?.frame.id != full.id)
        let events = engine.takeEvents()
        #expect(events.contains { $0.kind == .cancel && $0.request == full.id })
        #expect(events.contains { $0.kind == .discard && $0.frame == full.id })
    }

    @Test("a useful render in flight is left alone, a useless one is given up, and never two in a row")
    func givesUp() throws {
        let engine = try settledEngine()
        engine.beginGesture(1, at: 0)
        engine.setCamera(try Camera(center: Point(1, 0), zoom: 1), at: 1)
        let useful = try #require(engine.startNext(at: 1))
        engine.setCamera(try Camera(center: Point(40, 0), zoom: 1), at: 9)
        #expect(useful.cancellation?.isCancelled == false)
        engine.setCamera(try Camera(center: Point(900, 0), zoom: 1), at: 10)
        #expect(useful.cancellation?.isCancelled == true, "its frame would not show the middle of the view")
        let next = try #require(engine.startNext(at: 10))
        engine.setCamera(try Camera(center: Point(-900, 0), zoom: 1), at: 12)
        #expect(next.cancellation?.isCancelled == false)
    }

    @Test("over a background that is not opaque nothing lies under the frame")
    func translucentBackground() throws {
        let engine = EngineBox(
            ReprojectionEngine(
                drawing: Drawing(page: page), camera: .identity, viewSize: view, policy: AdaptivePolicy()))
        #expect(engine.adopt(blankFrame(engine.immediateRequest(at: 0)), at: 0))
        #expect(engine.isSettled && engine.immediateOverviewRequest(at: 0) == nil)
        engine.setCamera(try Camera(center: Point(-500, 0), zoom: 1), at: 1)
        #expect(engine.present(at: 2).layers.count == 1)
    }
}

@Suite("Memory budget")
struct MemoryBudgetTests {
    /// A frame that says it has as many bytes as its pixels would.
    private final class Weight: FrameContent {
        let byteCount: Int
        init(_ size: PixelSize) { byteCount = size.pixelCount * 4 }
        func readPixels() throws(RenderError) -> PixelBuffer { PixelBuffer(size: PixelSize(width: 1, height: 1)) }
    }

    private func frame(_ request: RenderRequest) -> RenderedFrame {
        RenderedFrame(answering: request, samples: request.samples, content: Weight(request.size))
    }

    @Test("what the engine holds stays within the budget, however the canvas is thrown about", arguments: [8, 16, 64])
    func budget(megabytes: Int) throws {
        let budget = megabytes << 20
        let engine = EngineBox(
            ReprojectionEngine(
                drawing: Drawing(page: page), camera: .identity, viewSize: view, background: .white,
                policy: AdaptivePolicy(memoryBudget: budget)))
        let first = engine.immediateRequest(at: 0)
        #expect(engine.adopt(frame(first), at: 0))
        let overview = engine.immediateOverviewRequest(at: 0)
        engine.engine.adoptOverview(frame(try #require(overview)), at: 0)
        engine.beginGesture(1, at: 0)
        var most = 0
        for i in 1...60 {
            let time = Double(i) * 20
            engine.setCamera(try Camera(center: Point(Double(i * 97 % 800), Double(i * 61 % 500)), zoom: 1), at: time)
            if let request = engine.startNext(at: time) { engine.finish(frame(request), at: time + 15) }
            _ = engine.present(at: time + 16)
            most = max(most, engine.engine.heldByteCount + view.pixelCount * 4)
        }
        #expect(most <= budget, "\(most) of \(budget)")
        if megabytes == 64 { #expect(engine.engine.heldByteCount > view.pixelCount * 4 * 3, "older frames are kept") }
    }
}
