/// Decides what to render next: for which camera, how large and how well.
///
/// The engine keeps the laws that hold for all policies (one render in flight, one waiting, lockstep swap, full
/// quality at the end); a policy chooses within them. It is a value and is handed all times, so that a replay of the
/// same input makes the same choices.
public protocol RenderPolicy: Sendable {
    /// The name by which the command line knows it.
    var name: String { get }

    /// Learns that the camera changed.
    mutating func cameraChanged(to camera: Camera, at time: Milliseconds)

    /// Learns how long a render took.
    mutating func renderFinished(_ target: RenderTarget, took duration: Milliseconds)

    /// The picture wanted in this situation.
    ///
    /// At rest (`situation.isGestureActive` is false) it must be that of the situation's own camera, at full quality:
    /// the engine comes to rest when it shows this picture, and would otherwise never show what was asked for.
    func target(in situation: RenderSituation) -> RenderTarget
}

extension RenderPolicy {
    public mutating func cameraChanged(to camera: Camera, at time: Milliseconds) {}
    public mutating func renderFinished(_ target: RenderTarget, took duration: Milliseconds) {}
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

    public init(
        time: Milliseconds, camera: Camera, viewSize: PixelSize, isGestureActive: Bool, contentStamp: UInt64
    ) {
        self.time = time
        self.camera = camera
        self.viewSize = viewSize
        self.isGestureActive = isGestureActive
        self.contentStamp = contentStamp
    }
}
