/// What the recogniser makes of an event.
public enum RecognizerOutput: Hashable, Sendable {
    /// A gesture that moves the camera began; the number is new for each.
    case gestureBegan(Int)
    /// The camera that keeps the canvas under the fingers.
    case cameraChanged(Camera)
    /// A finger of the gesture was lifted while others stay. Mostly they follow soon.
    case fingerLifted(Int)
    /// The gesture of that number ended: the last finger was lifted and nothing moves on.
    case gestureEnded(Int)
    /// A pen drew or an eraser erased.
    case ink(InkEvent)
}

/// What a pen or an eraser did.
public struct InkEvent: Hashable, Sendable {
    public enum Phase: Hashable, Sendable {
        case began, moved, ended
        /// The stroke is to be taken back.
        case cancelled
    }

    public var phase: Phase
    /// The contact's number: the same for all events of one stroke.
    public var id: Int
    /// Milliseconds from the start of the trace.
    public var time: Double
    public var position: Point<ViewSpace>
    /// 0…1, or `nil` where the device does not say.
    public var pressure: Double?
    /// Whether it erases rather than draws.
    public var erases: Bool

    public init(
        phase: Phase, id: Int, time: Double, position: Point<ViewSpace>, pressure: Double?, erases: Bool
    ) {
        self.phase = phase
        self.id = id
        self.time = time
        self.position = position
        self.pressure = pressure
        self.erases = erases
    }
}

extension [RecognizerOutput] {
    /// The camera that the last change of these leads to.
    public var lastCamera: Camera? {
        for output in reversed() {
            if case .cameraChanged(let camera) = output { return camera }
        }
        return nil
    }

    /// These outputs with each run of camera changes, between which no gesture begins or ends, brought to its last.
    func withoutIntermediateCameras() -> [RecognizerOutput] {
        var result: [RecognizerOutput] = []
        var seenCamera = false
        for output in reversed() {
            switch output {
            case .cameraChanged:
                if seenCamera { continue }
                seenCamera = true
            case .gestureBegan, .gestureEnded: seenCamera = false
            case .ink, .fingerLifted: break
            }
            result.append(output)
        }
        return result.reversed()
    }
}
