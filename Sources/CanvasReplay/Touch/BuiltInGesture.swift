#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The gestures that need no recording: generated, the same at every call, for a view of any size.
public enum BuiltInGesture: String, Hashable, Sendable, CaseIterable {
    case pan
    case fling
    case pinchIn = "pinch-in"
    case pinchOut = "pinch-out"
    case rotate
    case panZoomRotate = "pan-zoom-rotate"
    case zoomOutFar = "zoom-out-far"
    case deepZoom = "deep-zoom"
    case shake
    case scribble
    case rest

    /// What the gesture does, in one line.
    public var summary: String {
        switch self {
        case .pan: "one finger drags the canvas up and to the left, and stops before it is lifted"
        case .fling: "one finger throws the canvas to the left and is lifted at full speed"
        case .pinchIn: "two fingers together: zooms out to about a quarter"
        case .pinchOut: "two fingers apart: zooms in about four times"
        case .rotate: "two fingers turn by 75 degrees"
        case .panZoomRotate: "two fingers move, part and turn at once, none of them evenly"
        case .zoomOutFar: "four pinches in a row: zooms out about two hundred times"
        case .deepZoom: "six pinches in a row: zooms in more than three thousand times"
        case .shake: "one finger goes to and fro, three and a half times a second"
        case .scribble: "a pen writes three lines of loops (draws, the camera stands still)"
        case .rest: "two fingers rest and tremble by less than a pixel (nothing may move)"
        }
    }

    /// The gesture on a view of `size` pixels, reported 120 times a second.
    ///
    /// Ways are smooth in position, speed and acceleration, as those of a hand are ("minimum jerk": Flash and Hogan,
    /// "The coordination of arm movements", J. Neurosci. 5:7, 1985).
    public func trace(size: PixelSize) -> GestureTrace {
        var script = GestureScript(size: size)
        let (w, h, m) = (script.width, script.height, script.side)
        switch self {
        case .pan:
            script.drag(from: (0.22 * w, 0.12 * h), to: (-0.22 * w, -0.12 * h), bend: 0.03 * m, lasting: 700)
        case .fling: script.fling(from: (0.25 * w, 0.04 * h), to: (-0.2 * w, 0), lasting: 320)
        case .pinchIn: script.pinch(span: (0.62 * m, 0.16 * m), lasting: 700)
        case .pinchOut: script.pinch(span: (0.16 * m, 0.62 * m), lasting: 700)
        case .rotate: script.twoFingers(lasting: 900) { s, _ in .init(span: 0.42 * m, angle: -50 + 75 * s) }
        case .panZoomRotate:
            script.twoFingers(lasting: 1500) { s, u in
                // The turn comes late, the way is an arc, and the fingers part most in the middle of it.
                .init(
                    x: (0.14 - 0.3 * s) * w, y: (0.1 - 0.16 * s) * h + 0.06 * m * sin(.pi * s),
                    span: (0.26 + 0.3 * s + 0.05 * sin(.pi * u)) * m, angle: -40 + 42 * s * s)
            }
        case .zoomOutFar: for _ in 0..<4 { script.pinch(span: (0.62 * m, 0.16 * m), lasting: 420) }
        case .deepZoom: for _ in 0..<6 { script.pinch(span: (0.16 * m, 0.62 * m), lasting: 420) }
        case .shake: script.shake(reach: 0.13 * w, cyclesPerSecond: 3.5, lasting: 2200)
        case .scribble: for line in 0..<3 { script.loops(line: line) }
        case .rest: script.tremble(lasting: 1500)
        }
        return GestureTrace(
            width: w, height: h, device: "Pantograph, built-in gesture \(rawValue)", events: script.events)
    }
}

/// Writes a gesture down, finger by finger and movement by movement.
///
/// Places are in pixels from the view's centre, times in milliseconds.
struct GestureScript {
    private(set) var events: [TraceEvent] = []
    let width: Double
    let height: Double
    /// The shorter side of the view.
    let side: Double

    private var nextID = 1
    /// The tick at which the next movement begins.
    private var tick = 0
    private static let ticksPerSecond = 120.0
    /// Between two movements the hand is off the surface for so long.
    private static let pause = 20

    init(size: PixelSize) {
        width = Double(size.width)
        height = Double(size.height)
        side = min(width, height)
    }

    /// A finger or a pen for a while.
    private struct Touch {
        /// Ticks from the movement's begin.
        var lands = 0
        var lifts: Int
        var tool = TraceEvent.Tool.finger
        /// Where it is `tick` ticks after the movement began, and with what pressure.
        var place: (_ tick: Int) -> (x: Double, y: Double, pressure: Double?)
    }

    private static func ticks(_ milliseconds: Double) -> Int {
        max(1, Int((milliseconds * ticksPerSecond / 1000).rounded()))
    }

    private mutating func perform(_ touches: [Touch]) {
        let firstID = nextID
        nextID += touches.count
        let last = touches.map(\.lifts).max() ?? 0
        for t in 0...last {
            // The fingers that are lifted, then moves, then the fingers that land.
            for (i, touch) in touches.enumerated() where t == touch.lifts { add(.up, touch, id: firstID + i, at: t) }
            for (i, touch) in touches.enumerated() where t > touch.lands && t < touch.lifts {
                add(.move, touch, id: firstID + i, at: t)
            }
            for (i, touch) in touches.enumerated() where t == touch.lands { add(.down, touch, id: firstID + i, at: t) }
        }
        tick += last + Self.pause
    }

    private mutating func add(_ action: TraceEvent.Action, _ touch: Touch, id: Int, at t: Int) {
        let place = touch.place(t)
        func rounded(_ v: Double, _ digits: Double) -> Double { (v * digits).rounded() / digits }
        events.append(
            TraceEvent(
                time: rounded(Double(tick + t) * 1000 / Self.ticksPerSecond, 1000), action, id: id,
                x: rounded(width / 2 + place.x, 100), y: rounded(height / 2 + place.y, 100),
                pressure: place.pressure.map { rounded($0, 1000) }, tool: touch.tool))
    }

    /// 0…1 with neither speed nor acceleration at both ends.
    private static func minimumJerk(_ u: Double) -> Double {
        let t = min(max(u, 0), 1)
        return t * t * t * (10 - 15 * t + 6 * t * t)
    }

    mutating func drag(
        from: (x: Double, y: Double), to: (x: Double, y: Double), bend: Double, lasting milliseconds: Double
    ) {
        let (land, moving, still) = (5, Self.ticks(milliseconds), 10)
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = max(hypot(dx, dy), 1e-9)
        perform([
            Touch(lifts: land + moving + still) { t in
                let s = Self.minimumJerk(Double(t - land) / Double(moving))
                let off = bend * sin(.pi * s)
                return (from.x + dx * s - dy / length * off, from.y + dy * s + dx / length * off, nil)
            }
        ])
    }

    /// The first half of a movement twice as long, lifted where it is fastest.
    mutating func fling(
        from: (x: Double, y: Double), to: (x: Double, y: Double), lasting milliseconds: Double
    ) {
        let (land, moving) = (2, Self.ticks(milliseconds))
        perform([
            Touch(lifts: land + moving) { t in
                let s = 2 * Self.minimumJerk(Double(t - land) / Double(2 * moving))
                return (from.x + (to.x - from.x) * s, from.y + (to.y - from.y) * s, nil)
            }
        ])
    }

    /// Where two fingers are: their midpoint, their distance and the direction from the first (a thumb) to the second,
    /// in degrees, clockwise.
    struct Pair {
        var x = 0.0
        var y = 0.0
        var span: Double
        var angle: Double
    }

    /// Two fingers, of which the second lands a little later and is lifted a little earlier.
    ///
    /// - Parameter pose: the fingers at a progress `s` that starts and ends at rest, at the fraction `u` of the time.
    mutating func twoFingers(lasting milliseconds: Double, _ pose: @escaping (_ s: Double, _ u: Double) -> Pair) {
        let (land, moving, still) = (6, Self.ticks(milliseconds), 6)
        func place(_ t: Int, _ sign: Double) -> (x: Double, y: Double, pressure: Double?) {
            let u = min(max(Double(t - land) / Double(moving), 0), 1)
            let pair = pose(Self.minimumJerk(u), u)
            let angle = pair.angle * .pi / 180
            return (
                pair.x + sign * cos(angle) * pair.span / 2, pair.y + sign * sin(angle) * pair.span / 2, nil
            )
        }
        let end = land + moving + still
        perform([
            Touch(lifts: end) { place($0, -1) },
            Touch(lands: 3, lifts: end - 2) { place($0, 1) },
        ])
    }

    mutating func pinch(span: (from: Double, to: Double), lasting milliseconds: Double) {
        let reach = 0.02 * side
        twoFingers(lasting: milliseconds) { s, _ in
            // The hand turns a little as the fingers part, and the thumb moves less than the finger.
            let open = span.from + (span.to - span.from) * s
            return Pair(x: reach * s, y: -reach * s, span: open, angle: -42 + 4 * s)
        }
    }

    mutating func shake(reach: Double, cyclesPerSecond: Double, lasting milliseconds: Double) {
        let end = Self.ticks(milliseconds)
        perform([
            Touch(lifts: end) { t in
                let seconds = Double(t) / Self.ticksPerSecond
                let left = Double(end - t) / Self.ticksPerSecond
                let envelope = Self.minimumJerk(seconds / 0.25) * Self.minimumJerk(left / 0.25)
                let angle = 2 * .pi * cyclesPerSecond * seconds
                return (reach * envelope * sin(angle), 0.12 * reach * envelope * sin(2 * angle + 0.6), nil)
            }
        ])
    }

    /// A line of written loops from left to right.
    mutating func loops(line: Int) {
        let turns = 7 + 2 * line
        let end = Self.ticks(1300 + 250 * Double(line))
        let radius = 0.055 * side
        let (left, right) = (-0.32 * width, 0.32 * width)
        let y = (Double(line) - 1) * 0.24 * height
        perform([
            Touch(lifts: end, tool: .pen) { t in
                let u = Double(t) / Double(end)
                let angle = 2 * .pi * Double(turns) * u
                let size = radius * (0.75 + 0.25 * sin(2.3 * .pi * u + Double(line)))
                // Lighter where the pen comes down and is lifted, and on the way up.
                let touch = Self.minimumJerk(u / 0.08) * Self.minimumJerk((1 - u) / 0.1)
                return (
                    left + (right - left) * u + size * 0.8 * sin(angle), y - size * cos(angle),
                    max(0.02, touch * (0.55 + 0.25 * sin(angle)))
                )
            }
        ])
    }

    /// Two fingers that lie still, as far as fingers can: the tremor of a hand is a fraction of a pixel at 8 to 12 Hz.
    mutating func tremble(lasting milliseconds: Double) {
        let end = Self.ticks(milliseconds)
        func touch(_ x: Double, _ y: Double, _ phase: Double, lands: Int, lifts: Int) -> Touch {
            Touch(lands: lands, lifts: lifts) { t in
                let seconds = Double(t) / Self.ticksPerSecond
                let dx = 0.35 * sin(2 * .pi * 9.1 * seconds + phase) + 0.3 * sin(2 * .pi * 0.7 * seconds)
                let dy = 0.3 * sin(2 * .pi * 10.7 * seconds + 2 * phase) + 0.25 * sin(2 * .pi * 0.5 * seconds + phase)
                return (x + dx, y + dy, nil)
            }
        }
        perform([
            touch(-0.13 * side, 0.1 * side, 0.4, lands: 0, lifts: end),
            touch(0.14 * side, -0.11 * side, 1.7, lands: 2, lifts: end - 3),
        ])
    }
}
