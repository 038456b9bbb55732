/// Decides what to render next: for which camera, how large and how well.
///
/// The engine keeps the laws that hold for all policies (one render in flight, one waiting, lockstep swap, full
/// quality at the end); a policy chooses within them. It is a value and is handed all times, so that a replay of the
/// same input makes the same choices.
public protocol RenderPolicy: Sendable {
    /// The name by which the command line knows it.
    var name: String { get }

    /// Whether the picture wanted in a gesture depends on the time. The engine then asks again when a render starts,
    /// when one ends, and at every refresh.
    var isPredictive: Bool { get }

    /// Bytes that all pictures together may hold: frames on display, waiting and being drawn, older ones, the overview.
    var memoryBudget: Int { get }

    /// How many frames that were on display before may lie under the one that is.
    var backingFrames: Int { get }

    /// Learns that the first of one or more gestures began.
    mutating func gestureBegan(in situation: RenderSituation)

    /// Learns that the camera changed; `situation` has the new one.
    mutating func cameraChanged(in situation: RenderSituation)

    /// Learns that a finger was lifted while others stay.
    mutating func fingerLifted(in situation: RenderSituation)

    /// Learns how long a render of the view took.
    mutating func renderFinished(_ target: RenderTarget, took duration: Milliseconds, in situation: RenderSituation)

    /// Learns that the display showed a composition.
    mutating func refreshed(at time: Milliseconds)

    /// Whether the next render had better wait for the refresh that shows the frame before it, which it might otherwise
    /// replace unseen.
    func waitsForRefresh(in situation: RenderSituation) -> Bool

    /// The picture wanted in this situation.
    ///
    /// At rest (`situation.isGestureActive` is false) it must be that of the situation's own camera, at full quality:
    /// the engine comes to rest when it shows this picture, and would otherwise never show what was asked for.
    func target(in situation: RenderSituation) -> RenderTarget

    /// The pictures of the whole drawing that lie under the frames, from the one to have first to the best; none if
    /// nothing is to lie there. The best must depend on the drawing and the view's size only.
    func overviews(of extent: Rect<CanvasSpace>, in situation: RenderSituation) -> [RenderTarget]

    /// Whether a render in flight is to be given up for what is wanted now.
    ///
    /// - Parameters:
    ///   - elapsed: how long it has been in flight, in milliseconds.
    ///   - isForView: whether it is a frame of the view, not an overview.
    func givesUp(
        _ target: RenderTarget, after elapsed: Milliseconds, isForView: Bool, in situation: RenderSituation
    ) -> Bool
}

extension RenderPolicy {
    public var isPredictive: Bool { false }
    public var backingFrames: Int { 0 }
    public var memoryBudget: Int { .max }
    public mutating func gestureBegan(in situation: RenderSituation) {}
    public mutating func cameraChanged(in situation: RenderSituation) {}
    public mutating func fingerLifted(in situation: RenderSituation) {}
    public mutating func renderFinished(
        _ target: RenderTarget, took duration: Milliseconds, in situation: RenderSituation
    ) {}
    public mutating func refreshed(at time: Milliseconds) {}
    public func waitsForRefresh(in situation: RenderSituation) -> Bool { false }
    public func overviews(of extent: Rect<CanvasSpace>, in situation: RenderSituation) -> [RenderTarget] { [] }
    public func givesUp(
        _ target: RenderTarget, after elapsed: Milliseconds, isForView: Bool, in situation: RenderSituation
    ) -> Bool { false }
}

/// What a policy decides upon.
public struct RenderSituation: Sendable {
    public var time: Milliseconds
    /// The camera as the input left it.
    public var camera: Camera
    /// The view's size in pixels.
    public var viewSize: PixelSize
    public var isGestureActive: Bool
    public var contentStamp: UInt64
    /// Pixels a canvas unit of the picture of the whole drawing that lies under the frames; 0 without one.
    public var overviewScale: Double
    /// What the newest finished frame was asked for; `nil` before there is one. A frame whole pixels away from it, alike
    /// in all else, costs only what it shows beyond it.
    public var newestFrame: RenderTarget?

    public init(
        time: Milliseconds, camera: Camera, viewSize: PixelSize, isGestureActive: Bool, contentStamp: UInt64,
        overviewScale: Double = 0, newestFrame: RenderTarget? = nil
    ) {
        self.time = time
        self.camera = camera
        self.viewSize = viewSize
        self.isGestureActive = isGestureActive
        self.contentStamp = contentStamp
        self.overviewScale = overviewScale
        self.newestFrame = newestFrame
    }
}
