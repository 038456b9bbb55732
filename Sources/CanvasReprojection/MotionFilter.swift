import Foundation

/// Follows a camera to tell how fast it moves, through the trembling of a hand and the jitter of a touch screen.
///
/// A straight line and, given enough cameras, a parabola are laid through the newest camera so that they fit the recent
/// ones best (least squares, the newer weighing more), in the logarithm of the zoom, the angle and the way of the view's
/// centre. The line is steady, the parabola sees a movement slow down.
struct MotionFilter: Hashable, Sendable {
    private struct Sample: Hashable, Sendable {
        var time: Milliseconds
        var camera: Camera
    }

    private var samples: [Sample] = []
    /// Milliseconds of history that count.
    private static let window = 70.0
    /// A camera that nobody has changed for so long stands still, whatever the device.
    private static let longestPause = 50.0
    /// No device reports as often that a shorter pause would say anything.
    private static let shortestPause = 16.0
    /// How fast a sample's weight fades with its age, in milliseconds.
    private static let memory = 35.0

    mutating func add(_ camera: Camera, at time: Milliseconds) {
        if let last = samples.last, time < last.time { samples.removeAll() }
        if samples.last?.time == time { samples.removeLast() }
        samples.append(Sample(time: time, camera: camera))
        let old = samples.prefix { $0.time < time - Self.window }.count
        if old > 0 { samples.removeFirst(old) }
    }

    mutating func reset() { samples.removeAll(keepingCapacity: true) }

    /// Whether the recent cameras differ in zoom or rotation.
    var isZooming: Bool {
        guard let last = samples.last?.camera.transform else { return false }
        return samples.contains { $0.camera.transform.a != last.a || $0.camera.transform.b != last.b }
    }

    /// Whether the camera has not been changed for longer than the pauses between its changes explain.
    func isStill(at time: Milliseconds) -> Bool {
        guard let first = samples.first, let last = samples.last, samples.count > 1 else { return true }
        let pause = 2 * (last.time - first.time) / Double(samples.count - 1)
        return time - last.time > min(max(pause, Self.shortestPause), Self.longestPause)
    }

    /// What the camera's recent way says.
    struct Estimate: Hashable, Sendable {
        /// The slope of the straight line.
        var line = CameraVelocity.zero
        /// The slope of the parabola at the newest camera; that of the line where there are too few cameras for one.
        var tangent = CameraVelocity.zero
        /// How the parabola's slope changes a millisecond.
        var acceleration = CameraVelocity.zero
    }

    /// The motion at `time`, or none if the camera stands still.
    func estimate(at time: Milliseconds) -> Estimate {
        guard !isStill(at: time), let last = samples.last else { return Estimate() }
        guard let first = samples.first, last.time - first.time > 1 else { return Estimate() }
        var zoom = Fit()
        var turn = Fit()
        let (p0, zoom0) = (last.camera.transform, last.camera.zoom)
        for sample in samples {
            let t = sample.time - last.time
            let weight = exp(t / Self.memory)
            let p = sample.camera.transform
            let angle = atan2(p.b * p0.a - p.a * p0.b, p.a * p0.a + p.b * p0.b)
            zoom.add(t, log(sample.camera.zoom / zoom0), weight)
            turn.add(t, angle, weight)
        }
        let zooms = Self.held(zoom.slopes, Self.fastestZoom)
        let turns = Self.held(turn.slopes, Self.fastestTurn)
        let pan = panFits(last, zoom: zooms.line, turn: turns.line)
        let (x, y) = (pan.x.slopes, pan.y.slopes)
        return Estimate(
            line: CameraVelocity(pan: Vector(x.line, y.line), zoom: zooms.line, turn: turns.line),
            tangent: CameraVelocity(pan: Vector(x.tangent, y.tangent), zoom: zooms.tangent, turn: turns.tangent),
            acceleration: CameraVelocity(pan: Vector(x.change, y.change), zoom: zooms.change, turn: turns.change))
    }

    /// The most a hand does, by far: the logarithm of the zoom and radians a millisecond. More is a device that lost a
    /// contact.
    private static let fastestZoom = 0.01
    private static let fastestTurn = 0.015

    private static func held(
        _ slopes: (line: Double, tangent: Double, change: Double), _ most: Double
    ) -> (line: Double, tangent: Double, change: Double) {
        func held(_ v: Double) -> Double { min(max(v, -most), most) }
        return (held(slopes.line), held(slopes.tangent), slopes.change)
    }

    /// The way of what the view's centre shows, with what zoom and rotation do to it taken out.
    private func panFits(_ last: Sample, zoom: Double, turn: Double) -> (x: Fit, y: Fit) {
        var (fitX, fitY) = (Fit(), Fit())
        let center = last.camera.canvasPoint(at: .zero)
        for sample in samples {
            let t = sample.time - last.time
            let weight = exp(t / Self.memory)
            let at = sample.camera.viewPoint(of: center)
            let g = CameraVelocity.growth(zoom * t, turn * t)
            let size = g.re * g.re + g.im * g.im
            guard size > 0 else { continue }
            fitX.add(t, (at.x * g.re + at.y * g.im) / size, weight)
            fitY.add(t, (at.y * g.re - at.x * g.im) / size, weight)
        }
        return (fitX, fitY)
    }

    /// Weighted least squares of `y = v t + a t²/2` through the newest sample, which is the origin.
    private struct Fit {
        private var n = 0
        private var (s2, s3, s4) = (0.0, 0.0, 0.0)
        private var (y1, y2) = (0.0, 0.0)

        mutating func add(_ t: Double, _ y: Double, _ w: Double) {
            if t != 0 { n += 1 }
            s2 += w * t * t
            s3 += w * t * t * t
            s4 += w * t * t * t * t
            y1 += w * t * y
            y2 += w * t * t * y
        }

        var slopes: (line: Double, tangent: Double, change: Double) {
            guard s2 > 0 else { return (0, 0, 0) }
            let line = y1 / s2
            let determinant = s2 * s4 - s3 * s3
            guard n >= 4, determinant > 1e-6 * s2 * s4 else { return (line, line, 0) }
            return (line, (y1 * s4 - y2 * s3) / determinant, 2 * (y2 * s2 - y1 * s3) / determinant)
        }
    }
}
