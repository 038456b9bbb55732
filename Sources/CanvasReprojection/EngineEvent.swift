/// Something the engine did, as a value: what logs, metrics and programs that watch are made from.
public struct EngineEvent: Hashable, Sendable {
    /// The kinds of event.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A picture was asked for and waits.
        case request
        /// The waiting request gave way to a newer one, `by`, and will never run.
        case replace
        /// A request was taken back. If it waited, what is in flight or on display is what it asked for; if it was in
        /// flight, its frame had become useless, or a gesture began that it would have kept waiting.
        case cancel
        /// A render began.
        case start
        /// A render ended with a frame.
        case finish
        /// A render ended with an error.
        case fail
        /// A finished frame will never be shown: a newer one was finished before the next refresh, or it answers
        /// nothing that was in flight.
        case discard
        /// A frame and its transform went on display, in one step.
        case swap
        /// A picture of the whole drawing lies under the frames from now on.
        case overview
        case gestureBegin, gestureEnd
        /// The content, the view's size, or, while no gesture is under way, the camera was changed from outside.
        case edit, resize, cameraSet
        /// What is on display is what is wanted, nothing is in flight, and nothing more will happen by itself.
        case settled
        /// A renderer of the same kind was made anew, after the one before was lost.
        case recovery
        /// Another renderer took over.
        case fallback
    }

    public var time: Milliseconds
    public var kind: Kind
    /// The request's number.
    public var request: Int?
    /// The frame's number, which is that of the request it answers.
    public var frame: Int?
    /// Samples a pixel: asked for at `request`, `start` and the like, really used from `finish` on.
    public var samples: Int?
    /// The number of the request that replaced this one.
    public var by: Int?
    /// The gesture's number.
    public var gesture: Int?
    /// How many gestures are under way after this event.
    public var active: Int?
    /// The frame's size, at `start`.
    public var size: PixelSize?
    /// What went wrong.
    public var error: RenderError?
    /// At `fail`: whether this error is news, not one more of a row.
    public var isFirstOfItsKind: Bool?

    public init(
        time: Milliseconds, kind: Kind, request: Int? = nil, frame: Int? = nil, samples: Int? = nil, by: Int? = nil,
        gesture: Int? = nil, active: Int? = nil, size: PixelSize? = nil, error: RenderError? = nil,
        isFirstOfItsKind: Bool? = nil
    ) {
        self.time = time
        self.kind = kind
        self.request = request
        self.frame = frame
        self.samples = samples
        self.by = by
        self.gesture = gesture
        self.active = active
        self.size = size
        self.error = error
        self.isFirstOfItsKind = isFirstOfItsKind
    }
}
