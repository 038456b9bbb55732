/// The picture that is wanted: what a frame is compared with to tell whether it is the one.
public struct RenderTarget: Hashable, Sendable {
    /// The camera to render with: canvas to frame pixels.
    public var transform: Transform2D<CanvasSpace, FrameSpace>
    /// The frame's size in pixels, margin included.
    public var size: PixelSize
    /// Samples a pixel to ask for.
    public var samples: Int
    /// How far, in pixels, a drawn edge may lie from the true curve.
    public var tolerance: Double
    /// The content to show (`Drawing.stamp`).
    public var contentStamp: UInt64

    public init(
        transform: Transform2D<CanvasSpace, FrameSpace>, size: PixelSize, samples: Int,
        tolerance: Double = RenderRequest.defaultTolerance, contentStamp: UInt64
    ) {
        self.transform = transform
        self.size = size
        self.samples = samples
        self.tolerance = tolerance
        self.contentStamp = contentStamp
    }

    /// Whether a picture made for this target is as good as one made for `other`: the same camera, content and size,
    /// with no fewer samples and no coarser curves.
    public func satisfies(_ other: RenderTarget) -> Bool {
        contentStamp == other.contentStamp && transform == other.transform && size == other.size
            && samples >= other.samples && tolerance <= other.tolerance
    }
}
