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
/// - at rest, with the picture that is wanted on display, nothing is requested and nothing runs;
/// - a render that fails leaves the frame on display where it is.
public struct ReprojectionEngine: Sendable {
    /// A request on its way through the slot.
    struct Job: Sendable {
        let request: RenderRequest
        let target: RenderTarget
        var startTime: Milliseconds = 0
    }

    /// A finished frame with what it was asked for.
    public struct FinishedFrame: Sendable {
        public let frame: RenderedFrame
        /// What was asked for: the frame may have fewer samples than that, where the device has no more.
        public let target: RenderTarget
        /// When its render began.
        public let startTime: Milliseconds
    }

    /// What the last composition was made from.
    private struct Presented: Equatable {
        var camera: Camera
        var viewSize: PixelSize
        var frame: Int?
    }

    public private(set) var drawing: Drawing
    public private(set) var camera: Camera
    public private(set) var viewSize: PixelSize
    public private(set) var gestures = GestureState()
    /// What shows where no frame does.
    public let background: Color?
    public private(set) var policy: any RenderPolicy
    private let retry: RetryPolicy

    private var slot = RequestSlot<Job>()
    /// The frame on display.
    public private(set) var displayed: FinishedFrame?
    /// The newest finished frame, waiting for the next refresh.
    private var pending: FinishedFrame?
    private var presented: Presented?
    private var nextID = 0
    private var events: [EngineEvent] = []

    /// Whether what is on display is what is wanted, and nothing will happen by itself.
    public private(set) var isSettled = false

    // After failures.
    private var failuresInRow = 0
    private var failuresOfTarget = 0
    private var failedTarget: RenderTarget?
    /// The picture that was given up, until another one is wanted.
    private var abandoned: RenderTarget?
    private var lastError: RenderError?
    /// No render starts before this time.
    private var earliestStart = -Milliseconds.infinity

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

// MARK: - What happens outside

extension ReprojectionEngine {
    /// A gesture began. Several may be under way at once; one that already is changes nothing.
    public mutating func beginGesture(_ id: Int, at time: Milliseconds) {
        guard gestures.begin(id) else { return }
        isSettled = false
        note(time, .gestureBegin, gesture: id)
        requestIfNeeded(at: time)
    }

    /// A gesture ended. One that was not under way changes nothing.
    public mutating func endGesture(_ id: Int, at time: Milliseconds) {
        guard gestures.end(id) else { return }
        note(time, .gestureEnd, gesture: id)
        requestIfNeeded(at: time)
        settleIfDone(at: time)
    }

    /// The camera is to be this one from now on.
    public mutating func setCamera(_ camera: Camera, at time: Milliseconds) {
        guard camera != self.camera else { return }
        self.camera = camera
        isSettled = false
        if !gestures.isActive { note(time, .cameraSet) }
        policy.cameraChanged(to: camera, at: time)
        requestIfNeeded(at: time)
    }

    /// The drawing was edited, or is another one. The same content (`Drawing.stamp`) again changes nothing.
    public mutating func setDrawing(_ drawing: Drawing, at time: Milliseconds) {
        guard drawing.stamp != self.drawing.stamp else { return }
        self.drawing = drawing
        isSettled = false
        note(time, .edit)
        requestIfNeeded(at: time)
    }

    /// The view has another size from now on, in pixels. Its centre stays the camera's origin.
    public mutating func resize(to size: PixelSize, at time: Milliseconds) {
        guard size != viewSize else { return }
        viewSize = size
        isSettled = false
        note(time, .resize)
        requestIfNeeded(at: time)
    }
}

// MARK: - The renderer's side

extension ReprojectionEngine {
    /// Puts the waiting request in flight, if none is and the time has come.
    ///
    /// - Returns: what to render now. Answer it by `finish` or `fail`.
    public mutating func startNext(at time: Milliseconds) -> RenderRequest? {
        guard time >= earliestStart, let job = slot.start({ $0.startTime = time }) else { return nil }
        note(
            time, .start, request: job.request.id, samples: job.request.samples, size: job.request.size)
        return job.request
    }

    /// When to call `startNext` again though nothing happens until then: after a failure, the end of the wait.
    public var nextStartTime: Milliseconds? {
        slot.inFlight == nil && slot.queued != nil && earliestStart.isFinite ? earliestStart : nil
    }

    /// Whether a request waits.
    public var isRequestWaiting: Bool { slot.queued != nil }

    /// Whether a render is in flight.
    public var isRendering: Bool { slot.inFlight != nil }

    /// The render in flight ended with this frame. It goes on display at the next refresh.
    ///
    /// A frame that answers nothing in flight (late after a failure, or handed in twice) is not shown. One that has
    /// the right number but another camera, size or content than was asked for counts as a failure.
    public mutating func finish(_ frame: RenderedFrame, at time: Milliseconds) {
        guard let job = slot.inFlight, job.request.id == frame.id else {
            note(time, .discard, frame: frame.id, samples: frame.samples)
            return
        }
        guard frame.transform == job.target.transform, frame.size == job.target.size,
            frame.contentStamp == job.target.contentStamp
        else {
            return fail(
                frame.id, with: .device("the renderer answered a request with a frame of another picture"), at: time)
        }
        _ = slot.finish()
        failuresInRow = 0
        failedTarget = nil
        lastError = nil
        earliestStart = -.infinity
        note(time, .finish, request: frame.id, frame: frame.id, samples: frame.samples)
        if let superseded = pending {
            note(time, .discard, frame: superseded.frame.id, samples: superseded.frame.samples)
        }
        pending = FinishedFrame(frame: frame, target: job.target, startTime: job.startTime)
        policy.renderFinished(job.target, took: time - job.startTime)
        if !gestures.isActive { requestIfNeeded(at: time) }
    }

    /// The render in flight ended with an error. What is on display stays; see `RetryPolicy` for what follows.
    ///
    /// An error for a request that is not in flight changes nothing.
    public mutating func fail(_ request: Int, with error: RenderError, at time: Milliseconds) {
        guard let job = slot.inFlight, job.request.id == request else { return }
        _ = slot.finish()
        failuresInRow += 1
        failuresOfTarget = failedTarget == job.target ? failuresOfTarget + 1 : 1
        failedTarget = job.target
        note(
            time, .fail, request: request, samples: job.request.samples, error: error,
            isFirstOfItsKind: lastError != error)
        lastError = error
        earliestStart = time + retry.wait(after: failuresInRow)
        if !retry.isWorthRetrying(error) || failuresOfTarget >= retry.attempts { abandoned = job.target }
        requestIfNeeded(at: time)
    }

    /// Another renderer takes over. What had been given up is tried again, at once.
    ///
    /// A render in flight fails first (`fail`).
    ///
    /// - Parameter displayed: the frame on display in a form that the new renderer can show, so that it stays; `nil`
    ///   if its pixels were lost.
    public mutating func rendererChanged(displayed carried: RenderedFrame?, at time: Milliseconds) {
        isSettled = false
        displayed = carried.flatMap { frame in
            displayed.map { FinishedFrame(frame: frame, target: $0.target, startTime: $0.startTime) }
        }
        pending = nil
        abandoned = nil
        failedTarget = nil
        failuresInRow = 0
        lastError = nil
        earliestStart = -.infinity
        note(time, .fallback)
        requestIfNeeded(at: time)
    }
}

// MARK: - The display's side

extension ReprojectionEngine {
    /// What to show at this refresh. The newest finished frame goes on display here, with its transform, in one step.
    public mutating func present(at time: Milliseconds) -> Composition {
        if let next = pending {
            displayed = next
            pending = nil
            note(time, .swap, request: next.frame.id, frame: next.frame.id, samples: next.frame.samples)
        }
        presented = situationPresented
        settleIfDone(at: time)
        return composition
    }

    /// Whether `present` would show anything else than it did the last time.
    public var needsPresent: Bool { pending != nil || presented != situationPresented }

    /// Whether nothing will change until something happens outside: no gesture, no render, nothing left to show. True
    /// also when the picture that is wanted was given up after failures, in which case `isSettled` is not.
    public var isAtRest: Bool {
        !gestures.isActive && slot.isIdle && !needsPresent && (isWantedPictureShown || abandoned == restingTarget)
    }

    /// What the display shows, from what is on display now.
    private var composition: Composition {
        var layers: [Composition.Layer] = []
        // A frame's transform was checked when it was requested, and a camera always has an inverse.
        if let frame = displayed?.frame, let layer = try? Composition.Layer(frame, current: camera.transform) {
            layers = [layer]
        }
        return Composition(size: viewSize, background: background, layers: layers)
    }

    private var situationPresented: Presented {
        Presented(camera: camera, viewSize: viewSize, frame: displayed?.frame.id)
    }

    private var isWantedPictureShown: Bool {
        guard hasView else { return true }
        return displayed?.target.satisfies(restingTarget) ?? false
    }

    private mutating func settleIfDone(at time: Milliseconds) {
        guard !isSettled, !gestures.isActive, slot.isIdle, !needsPresent, isWantedPictureShown else { return }
        isSettled = true
        note(time, .settled, frame: displayed?.frame.id, samples: displayed?.frame.samples)
    }
}

// MARK: - Requests

extension ReprojectionEngine {
    /// The request for the picture wanted now, to be rendered by the caller, who hands the frame to `adopt`.
    ///
    /// For programs that want the first frame at once rather than a refresh or two later. Nothing else may be in
    /// flight.
    public mutating func immediateRequest(at time: Milliseconds) -> RenderRequest {
        let target = currentTarget(at: time)
        if let job = slot.withdraw(), job.target == target { return job.request }
        return makeJob(target).request
    }

    /// Puts the answer to `immediateRequest` on display: the engine is settled, as if it had always shown this frame.
    ///
    /// - Returns: whether the frame was taken: it is not if it is of another picture than is wanted.
    public mutating func adopt(_ frame: RenderedFrame, at time: Milliseconds) -> Bool {
        let target = currentTarget(at: time)
        guard frame.transform == target.transform, frame.size == target.size, slot.inFlight == nil,
            frame.contentStamp == target.contentStamp
        else { return false }
        displayed = FinishedFrame(frame: frame, target: target, startTime: time)
        pending = nil
        presented = situationPresented
        isSettled = !gestures.isActive && slot.isIdle
        return true
    }

    private var hasView: Bool { viewSize.width > 0 && viewSize.height > 0 }

    /// What is wanted once no gesture is under way, which does not depend on the time.
    private var restingTarget: RenderTarget {
        policy.target(
            in: RenderSituation(
                time: 0, camera: camera, viewSize: viewSize, isGestureActive: false, contentStamp: drawing.stamp))
    }

    private func currentTarget(at time: Milliseconds) -> RenderTarget {
        policy.target(
            in: RenderSituation(
                time: time, camera: camera, viewSize: viewSize, isGestureActive: gestures.isActive,
                contentStamp: drawing.stamp))
    }

    /// Brings the slot in line with what is wanted: asks for it, unless it is in flight, waiting or there already.
    private mutating func requestIfNeeded(at time: Milliseconds) {
        let target = currentTarget(at: time)
        if let given = abandoned, given != target { abandoned = nil }
        guard hasView, abandoned == nil, !isOnItsWay(target) else {
            if let job = slot.withdraw() {
                note(time, .cancel, request: job.request.id, samples: job.request.samples)
            }
            return
        }
        guard slot.queued?.target != target else { return }
        let job = makeJob(target)
        if let replaced = slot.submit(job) {
            note(
                time, .replace, request: replaced.request.id, samples: replaced.request.samples, by: job.request.id)
        }
        note(time, .request, request: job.request.id, samples: job.request.samples)
    }

    /// Whether the last frame that will come if nothing more is requested is as good as `target`.
    private func isOnItsWay(_ target: RenderTarget) -> Bool {
        if let job = slot.inFlight { return job.target.satisfies(target) }
        return (pending ?? displayed)?.target.satisfies(target) ?? false
    }

    private mutating func makeJob(_ target: RenderTarget) -> Job {
        defer { nextID += 1 }
        // Over a background that is not opaque the frame is drawn transparent and laid on it once, when shown.
        let opaque = background.flatMap { $0.alpha >= 1 ? $0 : nil }
        return Job(
            request: RenderRequest(
                id: nextID, drawing: drawing, transform: target.transform, size: target.size, samples: target.samples,
                background: opaque, tolerance: target.tolerance),
            target: target)
    }

    private mutating func note(
        _ time: Milliseconds, _ kind: EngineEvent.Kind, request: Int? = nil, frame: Int? = nil, samples: Int? = nil,
        by: Int? = nil, gesture: Int? = nil, size: PixelSize? = nil, error: RenderError? = nil,
        isFirstOfItsKind: Bool? = nil
    ) {
        let active = kind == .gestureBegin || kind == .gestureEnd ? gestures.active.count : nil
        events.append(
            EngineEvent(
                time: time, kind: kind, request: request, frame: frame, samples: samples, by: by, gesture: gesture,
                active: active, size: size, error: error, isFirstOfItsKind: isFirstOfItsKind))
    }
}
