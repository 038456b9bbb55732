import CanvasReprojection
import Testing

@Suite("Camera velocity")
struct CameraVelocityTests {
    @Test("a pinch about a fixed point keeps that point, however long it lasts")
    func pinch() throws {
        let anchor = Point<ViewSpace>(120, -45)
        let (zoom, turn) = (0.003, 0.002)
        // ż = μ (z − anchor): the centre moves by −μ · anchor.
        let pan = Vector<ViewSpace>(-(zoom * anchor.x - turn * anchor.y), -(turn * anchor.x + zoom * anchor.y))
        let velocity = CameraVelocity(pan: pan, zoom: zoom, turn: turn)
        let start = try Camera(center: Point(3, 4), zoom: 2, rotation: 0.3)
        let fixed = start.canvasPoint(at: anchor)
        for time in [1.0, 10, 100, 700] {
            let camera = start.advanced(by: velocity, for: time)
            #expect(camera.viewPoint(of: fixed).distance(to: anchor) < 1e-6)
            #expect(abs(camera.zoom / (start.zoom * Double.exp(zoom * time)) - 1) < 1e-9)
        }
    }

    @Test("two short times are one long one")
    func group() throws {
        let velocity = CameraVelocity(pan: Vector(0.8, -0.3), zoom: -0.004, turn: 0.001)
        let start = try Camera(center: Point(-100, 50), zoom: 0.5)
        let once = start.advanced(by: velocity, for: 90)
        let twice = start.advanced(by: velocity, for: 40).advanced(by: velocity, for: 50)
        #expect(once.cornerDistance(to: twice, in: PixelSize(width: 1000, height: 800)) < 1e-6)
    }

    @Test("a pan is a straight line, and no velocity is no move")
    func pan() throws {
        let start = try Camera(center: Point(-100, 50), zoom: 3, rotation: 1)
        let moved = start.advanced(by: CameraVelocity(pan: Vector(2, -1), zoom: 0, turn: 0), for: 30)
        #expect(moved.viewPoint(of: start.center).distance(to: Point(60, -30)) < 1e-9)
        #expect(moved.zoom == start.zoom && moved.rotation == start.rotation)
        #expect(start.advanced(by: .zero, for: 1000) == start)
    }
}

extension Double {
    /// e to a power, by its series of halves, so that the test computes apart from what it tests.
    fileprivate static func exp(_ x: Double) -> Double {
        if abs(x) > 0.01 { return exp(x / 2) * exp(x / 2) }
        return 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5))))
    }
}
