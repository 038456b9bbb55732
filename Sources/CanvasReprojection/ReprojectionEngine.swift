/// Keeps a picture of a drawing under the hand while the frames that it is made from arrive late.
///
/// A pure state machine: it owns no thread, knows no renderer and reads no clock. Whoever drives it tells it what
/// happens (gestures, cameras, edits, finished renders), each with its time, asks after every step whether a render
/// is to start (`startNext`), and at every refresh what to show (`present`). `RenderLoop` drives it by real threads;
/// the replay drives it by a virtual clock.
///
/// Its laws, whatever the policy:
/// - at most one render in flight and one request waiting; a new request replaces the waiting one;
/// - a frame is shown with the transform it was rendered with, corrected to the current camera by
///   `rendered⁻¹ · current`; image and transform change in one step, at a refresh;
/// - multisampling is off while any gesture is under way; the request that ends the last gesture asks for full
///   quality, replaces whatever waits and is the next to run;
/// - a render in flight is given up only where the policy finds it useless or in the way of a new gesture, and never two
///   in a row;
/// - at rest, with the picture that is wanted on display, nothing is requested and nothing runs;
/// - a render that fails leaves the frame on display where it is.
public struct ReprojectionEngine: Sendable {
    /// A request on its way through the slot.
    struct Job: Sendable {
        /// What its frame is for.
        enum Purpose: Sendable { case view, overview }

        var request: RenderRequest
        var target: RenderTarget
        var purpose = Purpose.view
        var startTime: Milliseconds = 0
    }

    /// A finished frame with what it was asked for.
    public struct FinishedFrame: Sendable {
        public let frame: RenderedFrame
        /// What was asked for: the frame may have fewer samples than that, where the device has no more.
        public let target: RenderTarget
        /// When its render began.
        public let startTime: Milliseconds
        /// The drawing that it shows; `nil` if its pixels must not serve other frames, because another renderer drew them.
        let drawing: Drawing?
    }

    /// What the last composition was made from.
    struct Presented: Equatable {
        var camera: Camera
        var viewSize: PixelSize
        var frame: Int?
        /// The frames shown, from the lowest.
        var shown: [Int]
    }

    public internal(set) var drawing: Drawing
    public internal(set) var camera: Camera
    public internal(set) var viewSize: PixelSize
    public internal(set) var gestures = GestureState()
    /// What shows where no frame does.
    public let background: Color?
    public internal(set) var policy: any RenderPolicy
    let retry: RetryPolicy

    var slot = RequestSlot<Job>()
    /// The frame on display.
    public internal(set) var displayed: FinishedFrame?
    /// Frames that were on display before and reach beyond it.
    var backing = BackingFrames()
    /// Frames of this same view before the last edits, the newest first: an edit that is taken back costs nothing.
    var beforeEdits: [FinishedFrame] = []
    /// The picture of the whole drawing that shows where the frame on display does not reach.
    public internal(set) var overview: FinishedFrame?
    /// The newest finished frame, waiting for the next refresh.
    var pending: FinishedFrame?
    var presented: Presented?
    /// Whether that composition could not be shown.
    var isPresentedInVain = false
    var nextID = 0
    var events: [EngineEvent] = []

    /// Whether what is on display is what is wanted, and nothing will happen by itself.
    public internal(set) var isSettled = false

    // After failures.
    var failuresInRow = 0
    var failuresOfTarget = 0
    var failedTarget: RenderTarget?
    /// The picture that was given up, until another one is wanted.
    var abandoned: RenderTarget?
    /// The overview that was given up, likewise.
    var abandonedOverview: RenderTarget?
    /// Whether the render in flight before was given up.
    var gaveUpLast = false
    var lastError: RenderError?
    /// No render starts before this time.
    var earliestStart = -Milliseconds.infinity

    /// An engine that has nothing on display yet and has asked for its first frame, which waits to be started.
    ///
    /// - Parameters:
    ///   - viewSize: in pixels; a view without pixels is valid and asks for nothing.
    ///   - background: what the drawing lies on; `nil` is transparent.
    public init(
        drawing: Drawing, camera: Camera, viewSize: PixelSize, background: Color? = nil,
        policy: any RenderPolicy = PlainPolicy(), retry: RetryPolicy = RetryPolicy(), at time: Milliseconds = 0
    ) {
        self.drawing = drawing
        self.camera = camera
        self.viewSize = viewSize
        self.background = background
        self.policy = policy
        self.retry = retry
        requestIfNeeded(at: time)
    }

    /// The events since the last call, in order.
    public mutating func takeEvents() -> [EngineEvent] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }
}
