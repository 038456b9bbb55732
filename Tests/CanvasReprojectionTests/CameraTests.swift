import CanvasReprojection
import Testing

private let view = PixelSize(width: 800, height: 600)

private func near(_ a: Point<ViewSpace>, _ b: Point<ViewSpace>, _ tolerance: Double = 1e-9) -> Bool {
    a.distance(to: b) <= tolerance
}

@Suite("Camera")
struct CameraTests {
    @Test("C25: ten thousand round trips of zoom and pan lead back, and the camera is still a similarity")
    func roundTrips() throws {
        var camera = Camera.identity
        let anchor = Point<ViewSpace>(137, 59)
        for _ in 0..<10_000 {
            camera = try camera.zoomed(by: 1.1, about: anchor).panned(by: Vector(3, -7))
                .panned(by: Vector(-3, 7)).zoomed(by: 1 / 1.1, about: anchor)
        }
        let t = camera.transform
        #expect(Camera.identity.cornerDistance(to: camera, in: view) <= 1e-4)
        #expect(t.a == t.d && t.b == -t.c)
        #expect(abs(camera.zoom - 1) <= 1e-9)
    }

    @Test("C25: thirty-six thousand turns of one degree lead back")
    func turns() throws {
        var camera = Camera.identity
        for _ in 0..<36_000 { camera = try camera.rotated(by: .pi / 180, about: Point(211, 97)) }
        let t = camera.transform
        #expect(Camera.identity.cornerDistance(to: camera, in: view) <= 1e-4)
        #expect(t.a == t.d && t.b == -t.c)
        #expect(abs(camera.zoom - 1) <= 1e-9)
    }

    @Test("the centre, zoom and rotation asked for are those reported")
    func accessors() throws {
        let camera = try Camera(center: Point(12, -5), zoom: 3.5, rotation: 0.7)
        #expect(camera.center.distance(to: Point(12, -5)) < 1e-12)
        #expect(abs(camera.zoom - 3.5) < 1e-12)
        #expect(abs(camera.rotation - 0.7) < 1e-12)
        #expect(camera.viewPoint(of: Point(12, -5)) == Point(0, 0))
        #expect(camera.transform.isSimilarity)
    }

    @Test("a quarter turn is exact")
    func quarterTurn() throws {
        let camera = try Camera(center: .zero, zoom: 2, rotation: .pi / 2)
        #expect(camera.transform == Transform2D(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0))
    }

    @Test("fitting shows the whole rectangle, touching two edges, centred")
    func fitting() throws {
        let rect = Rect<CanvasSpace>(x: 100, y: 50, width: 400, height: 100)
        let camera = try Camera.fitting(rect, in: view)
        #expect(rect.applying(camera.transform) == Rect(minX: -400, minY: -100, maxX: 400, maxY: 100))
        #expect(try Camera.fitting(.empty, in: view) == .identity)
        #expect(try Camera.fitting(Rect(x: 7, y: 8, width: 0, height: 0), in: view).zoom == 1)
        #expect(try Camera.fitting(Rect(x: 7, y: 8, width: 0, height: 60), in: view).zoom == 10)
    }

    @Test("what two fingers hold stays under them")
    func fingers() throws {
        let start = try Camera(center: Point(40, 60), zoom: 7.3, rotation: 0.3)
        let from = (Point<ViewSpace>(-100, 20), Point<ViewSpace>(60, 90))
        let to = (Point<ViewSpace>(-30, -200), Point<ViewSpace>(150, 77))
        let held = (start.canvasPoint(at: from.0), start.canvasPoint(at: from.1))
        for camera in [try start.moved(from: from, to: to), try Camera.placing(held, under: to)] {
            #expect(near(camera.viewPoint(of: held.0), to.0))
            #expect(near(camera.viewPoint(of: held.1), to.1))
        }
    }

    @Test("fingers on straight lines ask for cameras on a straight line between them")
    func interpolation() throws {
        let start = try Camera(center: Point(40, 60), zoom: 2, rotation: 0.3)
        let from = (Point<ViewSpace>(-100, 20), Point<ViewSpace>(60, 90))
        let to = (Point<ViewSpace>(-30, -200), Point<ViewSpace>(150, 77))
        let end = try start.moved(from: from, to: to)
        for t in [0.1, 0.5, 0.83] {
            let between = (from.0.interpolated(to: to.0, t), from.1.interpolated(to: to.1, t))
            let expected = try start.moved(from: from, to: between)
            #expect(expected.cornerDistance(to: start.interpolated(to: end, t), in: view) < 1e-9)
        }
        #expect(start.interpolated(to: end, 0) == start)
        #expect(start.interpolated(to: end, 1) == end)
    }

    @Test("the zoom stops at its limits, and the point zoomed about stays where it is")
    func limits() throws {
        let anchor = Point<ViewSpace>(31, -18)
        for factor in [1e30, 1e-30, 1e300, 1e-300] {
            let start = try Camera(center: Point(3, 4), zoom: 5)
            let held = start.canvasPoint(at: anchor)
            let camera = try start.zoomed(by: factor, about: anchor)
            let limit = factor > 1 ? Camera.zoomLimits.upperBound : Camera.zoomLimits.lowerBound
            #expect(abs(camera.zoom / limit - 1) < 1e-12)
            #expect(near(camera.viewPoint(of: held), anchor, 1e-5))
        }
        #expect(try Camera(center: .zero, zoom: 1e20).zoom == 1e9)
    }

    @Test("values that are not finite, zooms of zero and coincident fingers are refused, each by its own error")
    func refusals() {
        let camera = Camera.identity
        #expect(throws: CameraError.notFinite) { try camera.panned(by: Vector(.nan, 0)) }
        #expect(throws: CameraError.notFinite) { try camera.zoomed(by: .infinity, about: .zero) }
        #expect(throws: CameraError.notFinite) { try camera.rotated(by: .nan, about: .zero) }
        #expect(throws: CameraError.notFinite) { try Camera(center: Point(.infinity, 0)) }
        #expect(throws: CameraError.notFinite) {
            try Camera.fitting(Rect(minX: 0, minY: .nan, maxX: 1, maxY: 1), in: view)
        }
        #expect(throws: CameraError.zoomNotPositive) { try camera.zoomed(by: 0, about: .zero) }
        #expect(throws: CameraError.zoomNotPositive) { try Camera(center: .zero, zoom: -1) }
        #expect(throws: CameraError.coincidentPoints) {
            try camera.moved(from: (.zero, .zero), to: (.zero, Point(1, 1)))
        }
        #expect(throws: CameraError.coincidentPoints) {
            try camera.moved(from: (.zero, Point(1, 1)), to: (Point(5, 5), Point(5, 5)))
        }
    }

    @Test("at zoom 1e9, and far from the origin, fingers still hold their points to a hundredth of a pixel")
    func precision() throws {
        for (center, zoom) in [(Point<CanvasSpace>(900, -300), 1e9), (Point(1e6, -2e6), 4e5), (Point(3e11, 1e11), 1)] {
            let start = try Camera(center: center, zoom: zoom)
            let from = (Point<ViewSpace>(-100, 20), Point<ViewSpace>(60, 90))
            let to = (Point<ViewSpace>(-90, 25), Point<ViewSpace>(62, 99))
            let held = (start.canvasPoint(at: from.0), start.canvasPoint(at: from.1))
            let camera = try start.moved(from: from, to: to)
            #expect(near(camera.viewPoint(of: held.0), to.0, 0.01))
            #expect(near(camera.viewPoint(of: held.1), to.1, 0.01))
        }
    }
}
