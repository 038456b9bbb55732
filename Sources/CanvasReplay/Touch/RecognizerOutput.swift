/// What the recogniser makes of an event.
public enum RecognizerOutput: Hashable, Sendable {
    /// A gesture that moves the camera began; the number is new for each.
    case gestureBegan(Int)
    /// The camera that keeps the canvas under the fingers.
    case cameraChanged(Camera)
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
