/// The baseline: every change of the camera asks for a frame of just that camera, with a fixed margin, without
/// multisampling while a gesture is under way and with it afterwards.
public struct PlainPolicy: RenderPolicy {
    public var name: String { "plain" }
    /// The frame's width and height as multiples of the view's.
    public var overdraw: Double
    /// Samples a pixel while a gesture is under way.
    public var movingSamples: Int
    /// Samples a pixel at rest.
    public var settledSamples: Int
    /// How far a drawn edge may lie from the true curve, in pixels, while a gesture is under way.
    public var movingTolerance: Double
    /// The same at rest.
    public var settledTolerance: Double

    /// The margin when none is given: 5 % of the view on each side.
    public static let defaultOverdraw = 1.1

    /// - Parameter overdraw: held to 1…4; a value that is not finite gives the default.
    public init(
        overdraw: Double = PlainPolicy.defaultOverdraw, movingSamples: Int = 0, settledSamples: Int = 4,
        movingTolerance: Double = 0.1, settledTolerance: Double = 0.05
    ) {
        self.overdraw = overdraw.isFinite ? min(max(overdraw, 1), 4) : Self.defaultOverdraw
        self.movingSamples = max(movingSamples, 0)
        self.settledSamples = max(settledSamples, 0)
        self.movingTolerance = movingTolerance
        self.settledTolerance = settledTolerance
    }

    public func target(in situation: RenderSituation) -> RenderTarget {
        let moving = situation.isGestureActive
        return RenderTarget(
            transform: situation.camera.frameTransform, size: situation.viewSize.overdrawn(by: overdraw),
            samples: moving ? movingSamples : settledSamples,
            tolerance: moving ? movingTolerance : settledTolerance, contentStamp: situation.contentStamp)
    }
}
