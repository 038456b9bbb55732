import CanvasReprojection
import Testing

private let view = PixelSize(width: 600, height: 400)

private func makeEngine(policy: PlainPolicy = PlainPolicy(), retry: RetryPolicy = RetryPolicy()) -> EngineBox {
    EngineBox(ReprojectionEngine(drawing: Drawing(), camera: .identity, viewSize: view, policy: policy, retry: retry))
}

/// An engine that shows the picture it wants.
private func settledEngine(retry: RetryPolicy = RetryPolicy()) throws -> EngineBox {
    let engine = makeEngine(retry: retry)
    let request = engine.immediateRequest(at: 0)
    #expect(engine.adopt(blankFrame(request), at: 0))
    _ = engine.takeEvents()
    return engine
}

@Suite("Engine")
struct EngineTests {
    @Test("a new engine asks for its first frame, shows nothing until it comes, then settles")
    func firstFrame() throws {
        let engine = makeEngine()
        let started = try #require(engine.startNext(at: 0))
        #expect(started.samples == 4 && started.size == view.overdrawn(by: 1.1))
        #expect(engine.present(at: 0).layers.isEmpty)
        engine.finish(blankFrame(started), at: 30)
        #expect(!engine.isSettled)
        let composition = engine.present(at: 33)
        #expect(composition.layers.count == 1 && composition.layers[0].delta.isIdentity)
        #expect(engine.isSettled && engine.isAtRest)
        #expect(engine.takeEvents().map(\.kind) == [.request, .start, .finish, .swap, .settled])
    }

    @Test("an adopted frame is on display at once, and nothing is asked for")
    func adopted() throws {
        let engine = try settledEngine()
        #expect(engine.isSettled && engine.isAtRest && !engine.needsPresent)
        #expect(engine.startNext(at: 5) == nil)
        #expect(engine.present(at: 5).layers[0].delta.isIdentity)
        #expect(engine.takeEvents().isEmpty)
    }

    @Test("while a gesture moves, one render is in flight, one request waits, and the newest replaces it")
    func oneInFlightOneQueued() throws {
        let engine = try settledEngine()
        engine.beginGesture(1, at: 10)
        var started: [RenderRequest] = []
        for step in 1...5 {
            engine.setCamera(try engine.camera.panned(by: Vector(4, 0)), at: 10 + Double(step))
            if let request = engine.startNext(at: 10 + Double(step)) { started.append(request) }
        }
        #expect(started.map(\.transform.tx) == [4])
        #expect(started[0].samples == 0)
        engine.finish(blankFrame(started[0]), at: 40)
        let next = try #require(engine.startNext(at: 40))
        #expect(next.transform.tx == 20, "the newest camera, not the oldest that waited")
        let kinds = engine.takeEvents().map(\.kind)
        #expect(kinds.filter { $0 == .request }.count == 5)
        #expect(kinds.filter { $0 == .replace }.count == 3)
    }

    @Test("the delta is rendered⁻¹ · current, from the frame's own transform")
    func deltaOfLateFrame() throws {
        let engine = try settledEngine()
        engine.beginGesture(1, at: 0)
        engine.setCamera(try engine.camera.zoomed(by: 2, about: .zero), at: 1)
        let request = try #require(engine.startNext(at: 1))
        engine.setCamera(try engine.camera.zoomed(by: 2, about: .zero).panned(by: Vector(10, 5)), at: 20)
        engine.finish(blankFrame(request), at: 100)
        let layer = try #require(engine.present(at: 100).layers.first)
        #expect(layer.frame.id == request.id)
        #expect(layer.delta == Transform2D(a: 2, b: 0, c: 0, d: 2, tx: 10, ty: 5))
    }

    @Test("the request that ends the last gesture is multisampled, replaces what waits, and runs next")
    func endOfGesture() throws {
        let engine = try settledEngine()
        engine.beginGesture(1, at: 0)
        engine.beginGesture(2, at: 1)
        engine.setCamera(try engine.camera.panned(by: Vector(4, 0)), at: 2)
        let moving = try #require(engine.startNext(at: 2))
        engine.setCamera(try engine.camera.panned(by: Vector(4, 0)), at: 3)
        engine.endGesture(1, at: 4)
        engine.setCamera(try engine.camera.panned(by: Vector(4, 0)), at: 5)
        _ = engine.takeEvents()
        engine.endGesture(2, at: 6)
        #expect(engine.takeEvents().map(\.kind) == [.gestureEnd, .replace, .request])
        engine.finish(blankFrame(moving), at: 30)
        let last = try #require(engine.startNext(at: 30))
        #expect(last.samples == 4 && last.transform.tx == 12)
        _ = engine.present(at: 33)
        engine.finish(blankFrame(last), at: 90)
        #expect(engine.present(at: 99).layers[0].delta.isIdentity)
        #expect(engine.isSettled)
        #expect(engine.startNext(at: 100) == nil)
    }

    @Test("between two gestures that overlap, multisampling stays off")
    func overlappingGestures() throws {
        let engine = try settledEngine()
        engine.beginGesture(1, at: 0)
        engine.beginGesture(2, at: 1)
        engine.endGesture(1, at: 2)
        engine.setCamera(try engine.camera.panned(by: Vector(1, 0)), at: 3)
        #expect(engine.startNext(at: 3)?.samples == 0)
    }

    @Test("a gesture that begins takes back the multisampled request that waits")
    func gestureBeforeSettling() throws {
        let engine = try settledEngine()
        engine.beginGesture(1, at: 0)
        engine.setCamera(try engine.camera.panned(by: Vector(1, 0)), at: 1)
        let moving = try #require(engine.startNext(at: 1))
        engine.endGesture(1, at: 2)
        engine.beginGesture(2, at: 3)
        #expect(engine.takeEvents().map(\.kind).suffix(2) == [.gestureBegin, .cancel])
        engine.finish(blankFrame(moving), at: 20)
        #expect(engine.startNext(at: 20) == nil)
        engine.endGesture(2, at: 30)
        #expect(engine.startNext(at: 30)?.samples == 4)
    }

    @Test("a tap without movement asks for nothing, and settles once")
    func tap() throws {
        let engine = try settledEngine()
        engine.beginGesture(1, at: 0)
        _ = engine.present(at: 5)
        engine.endGesture(1, at: 9)
        _ = engine.present(at: 10)
        #expect(engine.takeEvents().map(\.kind) == [.gestureBegin, .gestureEnd, .settled])
    }

    @Test("an edit and a resize ask for a new frame; the same content does not")
    func contentAndSize() throws {
        let engine = try settledEngine()
        var drawing = engine.drawing
        engine.setDrawing(drawing, at: 1)
        #expect(engine.isSettled)
        drawing.append(.fill(try Fill(Path(), paint: .solid(.black))))
        engine.setDrawing(drawing, at: 2)
        let request = try #require(engine.startNext(at: 2))
        #expect(request.drawing.stamp == drawing.stamp && request.samples == 4)
        engine.resize(to: PixelSize(width: 100, height: 50), at: 3)
        engine.finish(blankFrame(request), at: 4)
        #expect(engine.present(at: 5).size == PixelSize(width: 100, height: 50))
        #expect(!engine.isSettled)
        let resized = try #require(engine.startNext(at: 5))
        #expect(resized.size == PixelSize(width: 100, height: 50).overdrawn(by: 1.1))
        engine.finish(blankFrame(resized), at: 6)
        _ = engine.present(at: 7)
        #expect(engine.isSettled)
    }

    @Test("a view without pixels asks for nothing and settles")
    func emptyView() {
        let engine = EngineBox(
            ReprojectionEngine(drawing: Drawing(), camera: .identity, viewSize: PixelSize(width: 0, height: 10)))
        #expect(engine.startNext(at: 0) == nil)
        _ = engine.present(at: 0)
        #expect(engine.isSettled)
    }

    @Test("a frame finished before the last one was shown takes its place, and the other is reported discarded")
    func twoFramesInOneRefresh() throws {
        let engine = try settledEngine()
        engine.setCamera(try engine.camera.panned(by: Vector(1, 0)), at: 0)
        let first = try #require(engine.startNext(at: 0))
        engine.setCamera(try engine.camera.panned(by: Vector(1, 0)), at: 1)
        engine.finish(blankFrame(first), at: 2)
        let second = try #require(engine.startNext(at: 2))
        engine.finish(blankFrame(second), at: 4)
        #expect(engine.present(at: 16).layers[0].frame.id == second.id)
        let discarded = engine.takeEvents().filter { $0.kind == .discard }
        #expect(discarded.map(\.frame) == [first.id])
    }

    @Test("with a background that is not opaque the frame is drawn without it and laid on it once")
    func translucentBackground() throws {
        for (color, expected) in [(Color.white, Color.white), (Color.white.multipliedAlpha(0.5), nil)] {
            let engine = EngineBox(
                ReprojectionEngine(drawing: Drawing(), camera: .identity, viewSize: view, background: color))
            #expect(engine.startNext(at: 0)?.background == expected)
            #expect(engine.present(at: 0).background == color)
        }
    }
}

@Suite("Engine, when renders fail")
struct EngineFailureTests {
    private let loss = RenderError.device("lost")

    @Test("the frame on display stays, the request is tried again after a wait, and the error is news once")
    func retried() throws {
        let engine = try settledEngine(retry: RetryPolicy(attempts: 3, delay: 50))
        let shown = engine.present(at: 0).layers[0].frame.id
        engine.setCamera(try engine.camera.panned(by: Vector(3, 0)), at: 10)
        let first = try #require(engine.startNext(at: 10))
        engine.fail(first.id, with: loss, at: 20)
        #expect(engine.present(at: 20).layers[0].frame.id == shown)
        #expect(engine.startNext(at: 30) == nil)
        #expect(engine.nextStartTime == 70)
        let second = try #require(engine.startNext(at: 70))
        engine.fail(second.id, with: loss, at: 80)
        let third = try #require(engine.startNext(at: 180))
        engine.finish(blankFrame(third), at: 190)
        _ = engine.present(at: 200)
        #expect(engine.isSettled)
        #expect(engine.takeEvents().filter { $0.kind == .fail }.map(\.isFirstOfItsKind) == [true, false])
    }

    @Test("after the last attempt the picture is given up; the engine rests, unsettled, until another is wanted")
    func givenUp() throws {
        let engine = try settledEngine(retry: RetryPolicy(attempts: 2, delay: 10))
        engine.setCamera(try engine.camera.panned(by: Vector(3, 0)), at: 10)
        for time in [10.0, 50] { engine.fail(try #require(engine.startNext(at: time)).id, with: loss, at: time) }
        #expect(engine.startNext(at: 5000) == nil)
        _ = engine.present(at: 5000)
        #expect(engine.isAtRest && !engine.isSettled)
        engine.setCamera(try engine.camera.panned(by: Vector(3, 0)), at: 6000)
        let request = try #require(engine.startNext(at: 6000))
        engine.finish(blankFrame(request), at: 6010)
        _ = engine.present(at: 6020)
        #expect(engine.isSettled)
    }

    @Test("a request that cannot succeed is not tried again")
    func hopeless() throws {
        let engine = try settledEngine()
        engine.setCamera(try engine.camera.panned(by: Vector(3, 0)), at: 10)
        let request = try #require(engine.startNext(at: 10))
        engine.fail(request.id, with: .tooLarge(view, limit: 10), at: 20)
        #expect(engine.startNext(at: 5000) == nil)
    }

    @Test("a broken renderer does not fail more often than the waits allow, however fast the camera moves")
    func backoff() throws {
        let engine = try settledEngine(retry: RetryPolicy(attempts: 3, delay: 50, longestDelay: 400))
        engine.beginGesture(1, at: 0)
        var failures = 0
        for step in 0..<1000 {
            let time = Double(step) * 4
            engine.setCamera(try engine.camera.panned(by: Vector(1, 0)), at: time)
            if let request = engine.startNext(at: time) {
                failures += 1
                engine.fail(request.id, with: loss, at: time)
            }
        }
        #expect(failures <= 13, "4 s with waits of 50, 100, 200, 400, 400 … ms")
    }

    @Test("a frame handed in twice, late, or made up is not shown")
    func strayFrames() throws {
        let engine = try settledEngine()
        engine.setCamera(try engine.camera.panned(by: Vector(3, 0)), at: 10)
        let request = try #require(engine.startNext(at: 10))
        engine.fail(request.id, with: loss, at: 15)
        engine.finish(blankFrame(request), at: 20)
        #expect(engine.present(at: 20).layers[0].frame.id != request.id)
        let again = try #require(engine.startNext(at: 100))
        engine.finish(blankFrame(again), at: 110)
        engine.finish(blankFrame(again), at: 111)
        _ = engine.present(at: 120)
        #expect(engine.isSettled)
        #expect(engine.takeEvents().filter { $0.kind == .discard }.count == 2)
    }

    @Test("a frame of another picture under the right number counts as a failure")
    func wrongFrame() throws {
        let engine = try settledEngine()
        engine.setCamera(try engine.camera.panned(by: Vector(3, 0)), at: 10)
        var request = try #require(engine.startNext(at: 10))
        request.transform.tx += 1
        engine.finish(blankFrame(request), at: 15)
        #expect(engine.takeEvents().last(where: { $0.kind == .fail }) != nil)
        #expect(engine.present(at: 20).layers[0].frame.id != request.id)
    }

    @Test("when another renderer takes over, what was given up is tried again, and the carried frame stays")
    func rendererChange() throws {
        let engine = try settledEngine()
        engine.setCamera(try engine.camera.panned(by: Vector(3, 0)), at: 10)
        let request = try #require(engine.startNext(at: 10))
        engine.fail(request.id, with: .contextLost("test"), at: 20)
        #expect(engine.startNext(at: 5000) == nil)
        engine.rendererChanged(displayed: engine.displayed?.frame, at: 5001)
        #expect(engine.present(at: 5001).layers.count == 1)
        #expect(engine.startNext(at: 5001) != nil)
    }
}

@Suite("Overdraw")
struct OverdrawTests {
    @Test("a margin of 1.1 is 5 % on each side, rounded up, and never a pixel more")
    func margin() {
        for (size, expected) in [(160, 176), (100, 110), (1366, 1504), (1024, 1128), (1, 3), (2000, 2200)] {
            #expect(PixelSize(width: size, height: size).overdrawn(by: 1.1).width == expected)
        }
        #expect(PixelSize(width: 77, height: 5).overdrawn(by: 1) == PixelSize(width: 77, height: 5))
    }
}
