/// What a replay's input does, and when: the outcome of a gesture trace that went through the recogniser, or steps
/// made by hand.
public struct InputTimeline: Sendable {
    /// One thing that the input does.
    public enum Action: Sendable {
        case gestureBegan(Int)
        case cameraChanged(Camera)
        /// A finger of the gesture was lifted while others stay.
        case fingerLifted(Int)
        case gestureEnded(Int)
        case contentChanged(Drawing)
        case viewResized(PixelSize)
    }

    /// All that happens at one time, in order.
    public struct Step: Sendable {
        public var time: Milliseconds
        public var actions: [Action]

        public init(_ time: Milliseconds, _ actions: [Action]) {
            self.time = time
            self.actions = actions
        }
    }

    /// By increasing time, no two at the same time.
    public let steps: [Step]
    /// The camera before the first step.
    public let initialCamera: Camera
    /// Where the camera was at each step, parallel to `steps`.
    private let cameras: [Camera]

    /// A timeline of steps made by hand; those of the same time are joined, in the order given.
    public init(initialCamera: Camera, steps: [Step]) {
        var sorted: [Step] = []
        for step in steps.enumerated().sorted(by: { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }) {
            if sorted.last?.time == step.element.time {
                sorted[sorted.count - 1].actions += step.element.actions
            } else {
                sorted.append(step.element)
            }
        }
        var camera = initialCamera
        cameras = sorted.map { step in
            for case .cameraChanged(let next) in step.actions { camera = next }
            return camera
        }
        self.steps = sorted
        self.initialCamera = initialCamera
    }

    /// What `trace` does to the camera through `recognizer`.
    ///
    /// - Parameters:
    ///   - trace: positions in the recogniser's view.
    ///   - hz: refreshes a second, at which a canvas that was thrown glides on.
    ///   - drawing: what a pen draws on and an eraser erases from; `nil` leaves ink out.
    public init(
        _ trace: GestureTrace, through recognizer: TouchRecognizer, initialCamera: Camera, hz: Double,
        drawing: Drawing? = nil
    ) {
        var player = TracePlayer(recognizer: recognizer, camera: initialCamera, refreshes: RefreshClock(hz: hz))
        player.ink = drawing.map(InkPlayer.init)
        for report in trace.reports {
            player.advance(before: report[report.startIndex].time)
            player.play(report)
        }
        player.advance(before: .infinity)
        self.init(initialCamera: initialCamera, steps: player.steps)
    }

    /// The time of the last step; 0 without steps.
    public var end: Milliseconds { steps.last?.time ?? 0 }

    /// The camera that the input asks for at a time: between two steps, the linear interpolation of theirs, which is
    /// what fingers that move evenly from one report to the next ask for.
    public func camera(at time: Milliseconds) -> Camera {
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return initialCamera }
        guard low < steps.count else { return cameras[low - 1] }
        let (before, after) = (steps[low - 1].time, steps[low].time)
        return cameras[low - 1].interpolated(to: cameras[low], (time - before) / (after - before))
    }
}

/// Runs a trace through the recogniser, with the refreshes in between at which a thrown canvas glides on.
private struct TracePlayer {
    var recognizer: TouchRecognizer
    var ink: InkPlayer?
    var camera: Camera
    let refreshes: RefreshClock
    var steps: [InputTimeline.Step] = []
    private var now = 0.0

    init(recognizer: TouchRecognizer, camera: Camera, refreshes: RefreshClock) {
        self.recognizer = recognizer
        self.camera = camera
        self.refreshes = refreshes
    }

    mutating func play(_ report: ArraySlice<TraceEvent>) {
        now = report[report.startIndex].time
        add(recognizer.handle(report, camera: camera))
    }

    /// Lets time pass until just before `end`: at every refresh while the canvas glides, else at the deadlines.
    mutating func advance(before end: Double) {
        while let deadline = recognizer.nextDeadline {
            let next = deadline > now ? deadline : refreshes.first(after: now)
            guard next < end else { return }
            now = next
            add(recognizer.advance(to: next, camera: camera))
        }
    }

    private mutating func add(_ outputs: [RecognizerOutput]) {
        var actions: [InputTimeline.Action] = []
        for output in outputs {
            switch output {
            case .gestureBegan(let id): actions.append(.gestureBegan(id))
            case .fingerLifted(let id): actions.append(.fingerLifted(id))
            case .gestureEnded(let id): actions.append(.gestureEnded(id))
            case .cameraChanged(let next):
                camera = next
                actions.append(.cameraChanged(next))
            case .ink(let event):
                if let drawing = ink?.play(event, camera: camera) { actions.append(.contentChanged(drawing)) }
            }
        }
        steps.append(InputTimeline.Step(now, actions))
    }
}
