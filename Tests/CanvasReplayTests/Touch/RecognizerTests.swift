import CanvasReplay
import CanvasTestSupport
import Testing

@Suite("Recogniser")
struct RecognizerTests {
    @Test("with a slop of 8 a finger that moves less changes nothing, and then lags by the slop")
    func slop() {
        var p = Player(slop: 8)
        p.touch(.down, 1, 100, 100, at: 0)
        p.touch(.move, 1, 107, 100, at: 8)
        #expect(p.outputs.isEmpty && !p.recognizer.isActive)
        p.touch(.move, 1, 110, 100, at: 16)
        #expect(p.outputs == [.gestureBegan(1)])
        p.touch(.move, 1, 150, 120, at: 24)
        #expect(isClose(p.topLeft, [1, 0, 0, 1, 40, 20], within: 1e-12))
        p.touch(.up, 1, 150, 120, at: 32)
        #expect(p.outputs.last == .gestureEnded(1))
        #expect(!p.recognizer.isActive)
    }

    @Test("a tap is no gesture")
    func tap() {
        var p = Player(slop: 8)
        p.touch(.down, 1, 100, 100, at: 0)
        p.touch(.up, 1, 103, 101, at: 60)
        #expect(p.outputs.isEmpty)
    }

    @Test("three fingers are followed by the similarity nearest to all")
    func threeFingers() {
        var p = Player()
        let places = [(100.0, 100.0), (300.0, 120.0), (180.0, 300.0)]
        for (i, place) in places.enumerated() { p.touch(.down, i + 1, place.0, place.1, at: 0) }
        let start = p.topLeft
        // An exact similarity of all three is found exactly.
        let move = Transform2D<PixelSpace, PixelSpace>(rotationAngle: 0.4).scaledBy(x: 1.3, y: 1.3)
            .concatenating(Transform2D<PixelSpace, PixelSpace>(translationX: 31, y: -12))
        for (i, place) in places.enumerated() {
            let q = Point<PixelSpace>(place.0, place.1).applying(move)
            p.touch(.move, i + 1, q.x, q.y, at: 10)
        }
        let e = start.concatenating(move)
        #expect(isClose(p.topLeft, [e.a, e.b, e.c, e.d, e.tx, e.ty], within: 1e-9))
    }

    @Test("of three fingers that move apart unevenly the error is spread, and the least")
    func leastSquares() {
        var p = Player()
        let before = [Point<PixelSpace>(100, 100), Point(300, 120), Point(180, 300)]
        let after = [Point<PixelSpace>(90, 95), Point(330, 140), Point(170, 310)]
        for (i, q) in before.enumerated() { p.touch(.down, i + 1, q.x, q.y, at: 0) }
        let held = before.map { p.canvas($0.x, $0.y) }
        for (i, q) in after.enumerated() { p.touch(.move, i + 1, q.x, q.y, at: 10) }
        func cost(_ t: Transform2D<CanvasSpace, PixelSpace>) -> Double {
            zip(held, after).reduce(0) { $0 + ($1.0.applying(t) - $1.1).lengthSquared }
        }
        let best = cost(p.topLeft)
        var random = SplitMix64(seed: 5)
        for _ in 0..<200 {
            func jitter(_ size: Double) -> Double { Double.random(in: -size...size, using: &random) }
            let other = p.topLeft.concatenating(
                Transform2D<PixelSpace, PixelSpace>(rotationAngle: jitter(0.01)).scaledBy(
                    x: 1 + jitter(0.01), y: 1 + 0
                ).concatenating(Transform2D<PixelSpace, PixelSpace>(translationX: jitter(1), y: jitter(1))))
            // Only similarities count as rivals.
            let rival = Transform2D<CanvasSpace, PixelSpace>(
                a: other.a, b: other.b, c: -other.b, d: other.a, tx: other.tx, ty: other.ty)
            #expect(cost(rival) >= best)
        }
    }

    @Test("contacts that come and go never make the camera jump")
    func comingAndGoing() throws {
        var random = SplitMix64(seed: 77)
        var p = Player(slop: 0)
        var down: [(id: Int, x: Double, y: Double)] = []
        var next = 1
        for step in 0..<4000 {
            let t = 8 * Double(step)
            let before = p.camera
            switch Int.random(in: 0..<10, using: &random) {
            case 0 where down.count < 10:
                down.append((next, Double.random(in: 0...600, using: &random), .random(in: 0...400, using: &random)))
                p.touch(.down, next, down.last!.x, down.last!.y, at: t)
                next += 1
                #expect(p.camera == before)
            case 1 where !down.isEmpty:
                let gone = down.remove(at: Int.random(in: 0..<down.count, using: &random))
                p.touch(Bool.random(using: &random) ? .up : .cancel, gone.id, gone.x, gone.y, at: t)
                #expect(p.camera == before)
            default:
                for i in down.indices {
                    down[i].x += Double.random(in: -6...6, using: &random)
                    down[i].y += Double.random(in: -6...6, using: &random)
                    p.touch(.move, down[i].id, down[i].x, down[i].y, at: t)
                }
            }
            #expect(p.camera.transform.isFinite)
            _ = try p.camera.transform.inverted()
        }
        #expect(p.outputs.contains(.gestureBegan(2)))
    }

    @Test("two fingers that move by more than their distance in one report are followed as a pair")
    func fastPair() {
        var p = Player()
        p.touch(.down, 1, 200, 200, at: 0)
        p.touch(.down, 2, 260, 200, at: 0)
        // Between the two events both are at (260, 200).
        let report = [
            TraceEvent(time: 8, .move, id: 1, x: 260, y: 200), TraceEvent(time: 8, .move, id: 2, x: 320, y: 200),
        ]
        let outputs = p.recognizer.handle(report, camera: p.camera)
        #expect(outputs.count == 1)
        p.camera = outputs.lastCamera ?? p.camera
        #expect(isClose(p.topLeft, [1, 0, 0, 1, 60, 0], within: 1e-9))
    }

    @Test("a camera that somebody else moved in mid-gesture is taken up, not overwritten")
    func foreignCamera() throws {
        var p = Player()
        p.touch(.down, 1, 100, 100, at: 0)
        p.touch(.move, 1, 120, 100, at: 8)
        p.camera = try p.camera.zoomed(by: 2, about: .zero)
        let before = p.topLeft
        p.touch(.move, 1, 125, 100, at: 16)
        #expect(isClose(p.topLeft, [2, 0, 0, 2, before.tx + 5, before.ty], within: 1e-9))
    }

    @Test("a pen draws, its palm moves nothing")
    func penAndPalm() {
        var p = Player()
        p.touch(.down, 1, 50, 350, at: 0)
        p.touch(.move, 1, 54, 350, at: 4)
        let moved = p.camera
        p.play(TraceEvent(time: 10, .down, id: 2, x: 300, y: 200, pressure: 0.5, tool: .pen))
        #expect(p.outputs.contains(.gestureEnded(1)))
        p.touch(.down, 3, 60, 380, at: 12)
        p.touch(.move, 1, 90, 300, at: 20)
        p.touch(.move, 3, 99, 300, at: 20)
        p.play(TraceEvent(time: 20, .move, id: 2, x: 310, y: 205, pressure: 0.7, tool: .pen))
        p.play(TraceEvent(time: 30, .up, id: 2, x: 310, y: 205, tool: .pen))
        p.touch(.move, 1, 10, 10, at: 40)
        #expect(p.camera == moved)
        let ink = p.outputs.compactMap { output -> InkEvent? in
            if case .ink(let event) = output { event } else { nil }
        }
        #expect(ink.map(\.phase) == [.began, .moved, .ended])
        #expect(ink[1].position == Point(10, 5))
        #expect(ink[1].pressure == 0.7 && !ink[1].erases)
        // After the hand is gone fingers count again.
        p.touch(.up, 1, 10, 10, at: 50)
        p.touch(.up, 3, 99, 300, at: 50)
        p.touch(.down, 4, 100, 100, at: 60)
        p.touch(.move, 4, 101, 100, at: 70)
        #expect(p.camera != moved)
    }

    @Test("a wheel with ctrl zooms about the cursor, without it pans, and its gesture ends after a pause")
    func wheel() {
        var p = Player()
        let under = p.canvas(450, 100)
        p.play(TraceEvent(time: 0, .wheel(dx: 0, dy: -300, ctrl: true), x: 450, y: 100))
        #expect(abs(p.camera.zoom - 2) < 1e-12)
        #expect(under.applying(p.topLeft).distance(to: Point(450, 100)) < 1e-9)
        let before = p.topLeft
        p.play(TraceEvent(time: 100, .wheel(dx: 7, dy: 20, ctrl: false), x: 450, y: 100))
        #expect(p.topLeft.tx == before.tx - 7 && p.topLeft.ty == before.ty - 20)
        #expect(p.outputs.first == .gestureBegan(1))
        #expect(p.recognizer.nextDeadline == 250)
        #expect(p.recognizer.advance(to: 240, camera: p.camera).isEmpty)
        #expect(p.recognizer.advance(to: 250, camera: p.camera) == [.gestureEnded(1)])
        #expect(!p.recognizer.isActive)
    }

    @Test("a fling glides on with inertia, to rest, and stands still without")
    func inertia() {
        for inertia in [nil, Inertia()] {
            var p = Player(inertia: inertia)
            p.touch(.down, 1, 500, 200, at: 0)
            for i in 1...10 { p.touch(.move, 1, 500 - 8 * Double(i), 200, at: 8 * Double(i)) }
            p.touch(.up, 1, 420, 200, at: 80)
            guard let inertia else {
                #expect(p.outputs.last == .gestureEnded(1))
                #expect(abs(p.topLeft.tx + 80) < 1e-9)
                continue
            }
            #expect(p.recognizer.isActive)
            var t = 80.0
            while p.recognizer.isActive, t < 5000 {
                t += 16
                let new = p.recognizer.advance(to: t, camera: p.camera)
                p.camera = new.lastCamera ?? p.camera
                p.outputs += new
            }
            #expect(p.outputs.last == .gestureEnded(1))
            // 1000 px/s at lifting, cut where 20 px/s are left: 1000 · 0.325 · (1 − 0.02).
            #expect(abs(p.topLeft.tx + 80 + 1000 * inertia.timeConstant / 1000 * 0.98) < 1e-6)
        }
    }

    @Test("a finger put on a gliding canvas stops it at once")
    func catchGlide() {
        var p = Player(inertia: Inertia())
        p.touch(.down, 1, 500, 200, at: 0)
        for i in 1...10 { p.touch(.move, 1, 500 - 8 * Double(i), 200, at: 8 * Double(i)) }
        p.touch(.up, 1, 420, 200, at: 80)
        p.touch(.down, 2, 300, 200, at: 200)
        #expect(p.outputs.suffix(2) == [.gestureEnded(1), .gestureBegan(2)])
        let held = p.camera
        #expect(p.recognizer.advance(to: 400, camera: held).isEmpty)
    }

    @Test("input that no finger makes leaves the camera finite and invertible")
    func hostileInput() throws {
        var random = SplitMix64(seed: 3)
        var p = Player()
        let values = [0, -1, 1e12, -1e12, 1e300, .nan, .infinity, 1e-300, 150, 150.0000001]
        func value() -> Double { values.randomElement(using: &random)! }
        for _ in 0..<5000 {
            let actions: [TraceEvent.Action] = [
                .down, .move, .move, .move, .up, .cancel, .wheel(dx: value(), dy: value(), ctrl: true),
                .wheel(dx: value(), dy: value(), ctrl: false),
            ]
            let tool: TraceEvent.Tool = Int.random(in: 0..<20, using: &random) == 0 ? .pen : .finger
            p.play(
                TraceEvent(
                    time: Double.random(in: 0...10, using: &random), actions.randomElement(using: &random)!,
                    id: Int.random(in: 0...4, using: &random), x: value(), y: value(), tool: tool))
            #expect(p.camera.transform.isFinite)
            _ = try p.camera.transform.inverted()
        }
    }
}
