import CanvasReplay
import Testing

/// Plays events on a recogniser, keeping the camera as an engine would.
struct Player {
    var recognizer: TouchRecognizer
    var camera: Camera
    var outputs: [RecognizerOutput] = []
    /// The camera after each event.
    var cameras: [Camera] = []
    let size: PixelSize

    init(size: PixelSize = PixelSize(width: 600, height: 400), slop: Double = 0, inertia: Inertia? = nil) {
        self.size = size
        recognizer = TouchRecognizer(viewSize: size, slop: slop, inertia: inertia)
        // The canvas's origin at the view's top-left corner, one pixel a unit: the cases' identity.
        camera = try! Camera(center: Point(Double(size.width) / 2, Double(size.height) / 2))
    }

    mutating func play(_ event: TraceEvent) {
        let new = recognizer.handle(event, camera: camera)
        camera = new.lastCamera ?? camera
        cameras.append(camera)
        outputs += new
    }

    mutating func play(_ events: [TraceEvent]) { for event in events { play(event) } }

    mutating func touch(_ action: TraceEvent.Action, _ id: Int, _ x: Double, _ y: Double, at t: Double) {
        play(TraceEvent(time: t, action, id: id, x: x, y: y))
    }

    /// The camera with the view's top-left corner as origin, as the cases write it.
    var topLeft: Transform2D<CanvasSpace, PixelSpace> { Self.topLeft(camera, size) }

    static func topLeft(_ camera: Camera, _ size: PixelSize) -> Transform2D<CanvasSpace, PixelSpace> {
        camera.transform.concatenating(size.centerToTopLeft(from: ViewSpace.self))
    }

    /// The canvas point shown at a place in pixels from the top-left corner.
    func canvas(_ x: Double, _ y: Double) -> Point<CanvasSpace> {
        camera.canvasPoint(at: Point(x - Double(size.width) / 2, y - Double(size.height) / 2))
    }
}

func isClose(
    _ t: Transform2D<CanvasSpace, PixelSpace>, _ e: [Double], within tolerance: Double
) -> Bool {
    zip([t.a, t.b, t.c, t.d, t.tx, t.ty], e).allSatisfy { abs($0 - $1) <= tolerance }
}

@Suite("Recogniser: cases")
struct RecognizerCases {
    @Test("C21: lifting one finger of a pinch changes nothing, then the other pans")
    func liftOneFinger() {
        var p = Player()
        p.touch(.down, 1, 100, 200, at: 0)
        p.touch(.down, 2, 300, 200, at: 10)
        for i in 1...19 { p.touch(.move, 2, 300 + 100 * Double(i) / 19, 200, at: 10 + 10 * Double(i)) }
        #expect(isClose(p.topLeft, [1.5, 0, 0, 1.5, -50, -100], within: 1e-9))
        let before = p.camera
        #expect(!p.outputs.contains(.fingerLifted(1)))
        p.touch(.up, 2, 400, 200, at: 210)
        #expect(p.camera == before)
        #expect(p.outputs.last == .fingerLifted(1))
        for i in 1...5 { p.touch(.move, 1, 100 + 2 * Double(i), 200, at: 210 + 10 * Double(i)) }
        p.touch(.up, 1, 110, 200, at: 300)
        #expect(isClose(p.topLeft, [1.5, 0, 0, 1.5, -40, -100], within: 1e-6))
        #expect(p.outputs.first == .gestureBegan(1))
        #expect(p.outputs.last == .gestureEnded(1))
    }

    @Test("C22: a pinch with a slop of 12 pixels begins without a step and then keeps its points under the fingers")
    func slopWithoutStep() {
        var p = Player(slop: 12)
        p.touch(.down, 1, 200, 150, at: 0)
        p.touch(.down, 2, 300, 150, at: 0)
        var last = p.camera.zoom
        var held: (Point<CanvasSpace>, Point<CanvasSpace>)?
        for i in 1...60 {
            let x = 300 + Double(i)
            p.touch(.move, 2, x, 150, at: 8 * Double(i))
            let ratio = p.camera.zoom / last
            #expect(abs(ratio - 1) <= 0.011)
            last = p.camera.zoom
            if i == 12 { held = (p.canvas(200, 150), p.canvas(x, 150)) }
            if let held {
                #expect(held.0.applying(p.topLeft).distance(to: Point(200, 150)) < 0.01)
                #expect(held.1.applying(p.topLeft).distance(to: Point(x, 150)) < 0.01)
            } else {
                #expect(p.outputs.isEmpty)
            }
        }
        #expect(abs(p.camera.zoom - 160.0 / 112) < 1e-12)
    }

    @Test("C23: contacts on one pixel move nothing until they are apart, and a later pan is exact")
    func coincidentContacts() throws {
        var p = Player()
        p.touch(.down, 1, 150, 150, at: 0)
        p.touch(.down, 2, 150, 150, at: 0)
        let start = p.camera
        p.touch(.move, 1, 140, 150, at: 10)
        p.touch(.move, 2, 160, 150, at: 10)
        #expect(p.camera == start)
        p.touch(.move, 1, 100, 150, at: 20)
        p.touch(.move, 2, 200, 150, at: 20)
        #expect(abs(p.camera.zoom - 5) < 1e-12)
        p.touch(.up, 1, 100, 150, at: 30)
        p.touch(.up, 2, 200, 150, at: 30)
        let before = p.topLeft
        p.touch(.down, 3, 300, 200, at: 100)
        p.touch(.move, 3, 305, 200, at: 110)
        p.touch(.up, 3, 305, 200, at: 120)
        #expect(p.topLeft.tx - before.tx == 5)
        #expect(p.topLeft.ty == before.ty)
        for camera in p.cameras {
            #expect(camera.transform.isFinite && camera.transform.determinant > 0)
            _ = try camera.transform.inverted()
        }
    }

    @Test("C23: fingers pinched together until they coincide, then apart again, keep the camera usable")
    func pinchedToAPoint() throws {
        var p = Player()
        p.touch(.down, 1, 100, 200, at: 0)
        p.touch(.down, 2, 300, 200, at: 0)
        var t = 10.0
        for i in Array(0...20) + Array((0...19).reversed()) {
            p.touch(.move, 1, 100 + 5 * Double(i), 200, at: t)
            p.touch(.move, 2, 300 - 5 * Double(i), 200, at: t)
            t += 10
        }
        for camera in p.cameras {
            #expect(camera.transform.isFinite && camera.transform.determinant > 0)
            _ = try camera.transform.inverted()
        }
        // The same way back: what was 10 pixels apart before they met was so after it.
        #expect(abs(p.camera.zoom - 1) < 1e-9)
    }

    @Test("C24: two fingers that turn pivot the canvas on themselves", arguments: [1.0, 7.3])
    func rotation(zoom: Double) throws {
        var p = Player()
        if zoom != 1 { p.camera = try Camera(center: Point(31, -17), zoom: zoom) }
        let start = p.topLeft
        let points = (p.canvas(100, 100), p.canvas(200, 100))
        p.touch(.down, 1, 100, 100, at: 0)
        p.touch(.down, 2, 200, 100, at: 0)
        for i in 1...30 {
            let angle = Double(i) / 30 * .pi / 2
            let (dx, dy) = (
                50 * Vector<ViewSpace>(1, 0).turned(angle).dx, 50 * Vector<ViewSpace>(1, 0).turned(angle).dy
            )
            p.touch(.move, 1, 150 - dx, 100 - dy, at: 10 * Double(i))
            p.touch(.move, 2, 150 + dx, 100 + dy, at: 10 * Double(i))
            #expect(points.0.applying(p.topLeft).distance(to: Point(150 - dx, 100 - dy)) < 0.01)
            #expect(points.1.applying(p.topLeft).distance(to: Point(150 + dx, 100 + dy)) < 0.01)
        }
        let turn = Transform2D<PixelSpace, PixelSpace>(a: 0, b: 1, c: -1, d: 0, tx: 250, ty: -50)
        let expected = start.concatenating(turn)
        let entries = [expected.a, expected.b, expected.c, expected.d, expected.tx, expected.ty]
        #expect(isClose(p.topLeft, entries, within: 1e-6))
    }

    @Test("C25: ten thousand pinches and pans there and back do not drift")
    func drift() {
        var p = Player()
        let corners = PixelSize(width: 4096, height: 4096).centeredRect(in: CanvasSpace.self).corners
        let start = p.topLeft
        var id = 1
        // Zoom 1.1 about (137,59) by two fingers around it; then (3,-7) by one.
        func pinch(_ p: inout Player, _ from: Double, _ to: Double) {
            p.touch(.down, id, 137 - from, 59, at: 0)
            p.touch(.down, id + 1, 137 + from, 59, at: 0)
            p.touch(.move, id, 137 - to, 59, at: 0)
            p.touch(.move, id + 1, 137 + to, 59, at: 0)
            p.touch(.up, id, 137 - to, 59, at: 0)
            p.touch(.up, id + 1, 137 + to, 59, at: 0)
            id += 2
        }
        func pan(_ p: inout Player, _ dx: Double, _ dy: Double) {
            p.touch(.down, id, 300, 200, at: 0)
            p.touch(.move, id, 300 + dx, 200 + dy, at: 0)
            p.touch(.up, id, 300 + dx, 200 + dy, at: 0)
            id += 1
        }
        for _ in 0..<10_000 {
            pinch(&p, 100, 110)
            pan(&p, 3, -7)
            pan(&p, -3, 7)
            pinch(&p, 110, 100)
        }
        for corner in corners { #expect(corner.applying(p.topLeft).distance(to: corner.applying(start)) <= 1e-4) }
        #expect(abs(p.camera.zoom - 1) <= 1e-9)
    }

    @Test("C25: 36,000 turns by one degree come back and stay a similarity")
    func turns() {
        var p = Player()
        let start = p.topLeft
        let (s, c) = (Vector<ViewSpace>(1, 0).turned(.pi / 180).dy, Vector<ViewSpace>(1, 0).turned(.pi / 180).dx)
        for i in 0..<36_000 {
            let id = 2 * i + 1
            p.touch(.down, id, 111, 97, at: 0)
            p.touch(.down, id + 1, 311, 97, at: 0)
            p.touch(.move, id, 211 - 100 * c, 97 - 100 * s, at: 0)
            p.touch(.move, id + 1, 211 + 100 * c, 97 + 100 * s, at: 0)
            p.touch(.up, id, 211 - 100 * c, 97 - 100 * s, at: 0)
            p.touch(.up, id + 1, 211 + 100 * c, 97 + 100 * s, at: 0)
        }
        let t = p.topLeft
        #expect(abs(t.a - t.d) <= 1e-9 && abs(t.b + t.c) <= 1e-9)
        #expect(abs(p.camera.zoom - 1) <= 1e-9)
        for corner in PixelSize(width: 2000, height: 2000).centeredRect(in: CanvasSpace.self).corners {
            #expect(corner.applying(t).distance(to: corner.applying(start)) <= 1e-4)
        }
    }
}

extension Vector {
    func turned(_ angle: Double) -> Vector { applying(Transform2D<S, S>(rotationAngle: angle)) }
}
