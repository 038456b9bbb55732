import Foundation

/// Says where a camera will be in a while, and how far off it has been in saying so.
///
/// There are several ways to go on from a recent past: stand still, go straight on, slow down as before. Which is best
/// depends on the hand: none follows a shake, a glide slows down by a law. So all are tried, all the time, and judged by
/// what the camera then did; the one that was least wrong of late is believed, and how wrong it was says how much
/// margin a frame needs.
struct CameraPredictor: Sendable {
    /// A way to go on.
    enum Method: Int, CaseIterable, Sendable {
        case stand, halfLine, line, tangent, parabola
    }

    private var filter = MotionFilter()
    private var camera: Camera?
    /// What was foretold and has not come yet, by increasing time.
    private var foretold: [Foretold] = []
    /// The recent error of each method, in pixels at a view corner.
    private var errors = [Double](repeating: 0, count: Method.allCases.count)
    private(set) var method = Method.line
    /// Pixels by which the view lay beyond the edges of the view foretold, of late.
    private(set) var overshoot = EdgeInsets.zero
    /// The factor by which the zoom exceeded the one foretold, of late, as a logarithm; 0 while nothing was zoomed.
    private(set) var zoomOvershoot = 0.0
    private var lastJudged: Milliseconds = 0
    /// When the camera last changed, and how fast it then went at a view corner, in pixels a millisecond.
    private var lastChange: Milliseconds = 0
    private var lastSpeed = 0.0
    /// The factor by which the zoom grew in the step that ended a rest; 1 after any other.
    private var firstStep = 1.0

    private struct Foretold: Sendable {
        var time: Milliseconds
        var cameras: [Camera]
    }

    /// How fast errors are forgotten, in milliseconds.
    private static let memory = 150.0
    /// How fast an overshoot is forgotten, in milliseconds.
    private static let overshootMemory = 400.0
    /// Pixels at a view corner that are not worth foretelling.
    private static let negligible = 4.0
    /// The farthest that the parabola is trusted, in milliseconds: then it goes straight on.
    private static let trust = 70.0
    /// How long the first step after a rest says anything, in milliseconds, and the most that it says.
    private static let firstStepTime = 16.0
    private static let mostHeadroom = 1.03

    /// Forgets the past: a gesture began, or the camera was put somewhere.
    mutating func reset(to camera: Camera, at time: Milliseconds, margin: Double) {
        filter.reset()
        filter.add(camera, at: time)
        self.camera = camera
        foretold.removeAll(keepingCapacity: true)
        errors = [Double](repeating: 0, count: Method.allCases.count)
        method = .line
        overshoot = EdgeInsets(all: margin)
        zoomOvershoot = 0
        lastJudged = time
        lastChange = time
        lastSpeed = 0
        firstStep = 1
    }

    /// The camera changed.
    ///
    /// - Parameters:
    ///   - horizon: how far ahead to foretell, in milliseconds.
    ///   - size: the view, at whose corners errors are measured.
    mutating func add(_ camera: Camera, at time: Milliseconds, horizon: Milliseconds, size: PixelSize) {
        judge(camera, at: time, size: size)
        if let before = self.camera, time > lastChange {
            lastSpeed = before.cornerDistance(to: camera, in: size) / (time - lastChange)
            lastChange = time
        }
        firstStep = filter.isStill(at: time) ? camera.zoom / (self.camera ?? camera).zoom : 1
        filter.add(camera, at: time)
        self.camera = camera
        let estimate = filter.estimate(at: time)
        foretold.append(
            Foretold(
                time: time + horizon,
                cameras: Method.allCases.map { Self.camera(from: camera, estimate, $0, after: horizon) }))
    }

    /// Whether the camera will have moved by more than a few pixels in a while.
    ///
    /// A hand slows down before it rests: its last step says so, when the line through the recent past still does not.
    func isMoving(at time: Milliseconds, horizon: Milliseconds, size: PixelSize) -> Bool {
        guard !filter.isStill(at: time), let camera, lastSpeed * horizon > Self.negligible else { return false }
        let estimate = filter.estimate(at: time)
        let ahead = camera.advanced(by: estimate.line, for: horizon)
        return camera.cornerDistance(to: ahead, in: size) > Self.negligible
    }

    /// The factor by which a frame's scale had better exceed the camera's though nothing is foretold: the first step after a
    /// rest says no speed, but a hand that begins to zoom in does so for more than one step.
    func headroom(at time: Milliseconds) -> Double {
        guard time - lastChange < Self.firstStepTime else { return 1 }
        return min(max(firstStep * firstStep, 1), Self.mostHeadroom)
    }

    /// Whether the zoom changed of late, or might.
    var isZooming: Bool { filter.isZooming }

    /// Where the camera will be at `time + delay`, by the method that is believed.
    func camera(after delay: Milliseconds, at time: Milliseconds) -> Camera? {
        guard let camera else { return nil }
        return Self.camera(from: camera, filter.estimate(at: time), method, after: delay)
    }

    private static func camera(
        from camera: Camera, _ estimate: MotionFilter.Estimate, _ method: Method, after delay: Milliseconds
    ) -> Camera {
        switch method {
        case .stand: return camera
        case .halfLine: return camera.advanced(by: estimate.line.scaled(by: 0.5), for: delay)
        case .line: return camera.advanced(by: estimate.line, for: delay)
        case .tangent: return camera.advanced(by: estimate.tangent, for: delay)
        case .parabola:
            // v h + a h²/2 up to the end of trust, and straight on from there; never back the way it came.
            let t = min(delay, trust)
            let change = delay > 0 ? (t * delay - t * t / 2) / delay : 0
            return camera.advanced(by: estimate.tangent.slowed(by: estimate.acceleration, change), for: delay)
        }
    }

    // MARK: - Judging

    private mutating func judge(_ camera: Camera, at time: Milliseconds, size: PixelSize) {
        let faded = exp(-(time - lastJudged) / Self.overshootMemory)
        overshoot = overshoot.scaled(by: min(faded, 1))
        zoomOvershoot *= min(faded, 1)
        lastJudged = time
        guard let due = foretold.lastIndex(where: { $0.time <= time }) else { return }
        let said = foretold[due]
        foretold.removeFirst(due + 1)
        let keep = exp(-8 / Self.memory)
        for method in Method.allCases {
            let error = said.cameras[method.rawValue].cornerDistance(to: camera, in: size)
            errors[method.rawValue] = errors[method.rawValue] * keep + min(error, 1e6) * (1 - keep)
        }
        let zoomError = log(camera.zoom / said.cameras[method.rawValue].zoom)
        if abs(zoomError) > 1e-12 { zoomOvershoot = max(zoomOvershoot, min(zoomError, 0.2)) }
        overshoot = overshoot.union(EdgeInsets(of: camera, beyond: said.cameras[method.rawValue], size: size))
        // The one believed must be clearly beaten, so that noise does not make the frames jump.
        let best = Method.allCases.min { errors[$0.rawValue] < errors[$1.rawValue] } ?? method
        if errors[best.rawValue] < 0.85 * errors[method.rawValue] { method = best }
    }
}

extension CameraVelocity {
    /// The velocity changed by `acceleration · time`, each part at most to a standstill when it slows down.
    func slowed(by acceleration: CameraVelocity, _ time: Milliseconds) -> CameraVelocity {
        func part(_ v: Double, _ a: Double) -> Double {
            let changed = v + a * time
            if changed * v < 0 { return 0 }
            return abs(changed) > 2 * abs(v) ? 2 * v : changed
        }
        let along = pan.length
        var pan = pan
        if along > 0 {
            let unit = pan * (1 / along)
            let gain = acceleration.pan.dx * unit.dx + acceleration.pan.dy * unit.dy
            let speed = part(along, gain)
            // What turns the way is kept as it is.
            let side = Vector<ViewSpace>(acceleration.pan.dx - gain * unit.dx, acceleration.pan.dy - gain * unit.dy)
            pan = unit * speed + side * time
        }
        return CameraVelocity(pan: pan, zoom: part(zoom, acceleration.zoom), turn: part(turn, acceleration.turn))
    }
}
