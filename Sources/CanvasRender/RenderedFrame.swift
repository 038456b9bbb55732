/// A finished frame: its pixels **and** what they were made with, as one immutable value.
///
/// Nothing passes pixels and transform separately, so nothing can pair one frame's pixels with another's transform.
public struct RenderedFrame: Sendable {
    /// The request's number.
    public let id: Int
    /// The camera the frame was rendered with.
    public let transform: Transform2D<CanvasSpace, FrameSpace>
    public let size: PixelSize
    /// Samples a pixel that were really used; 0 without antialiasing.
    public let samples: Int
    /// Samples a pixel that were asked for, which a device may not have.
    public let requestedSamples: Int
    /// How far, in frame pixels, a drawn edge may lie from the true curve.
    public let tolerance: Double
    /// What the frame was cleared to.
    public let background: Color?
    /// Which content the frame shows (`Drawing.stamp`).
    public let contentStamp: UInt64
    /// How many edits that content has seen (`Drawing.revision`).
    public let contentRevision: Int
    /// The part of the frame that was drawn; all of it unless a renderer says otherwise.
    public let coverage: Rect<FrameSpace>
    /// How many of the pixels were drawn for this frame; the others were taken over from an earlier one.
    public let drawnPixelCount: Int
    /// How long the graphics device was at work on the frame, in milliseconds, by its own clock; `nil` where it does not tell
    /// or is software.
    public let deviceTime: Double?
    /// The pixels, in the renderer's own keeping: an array in memory or a texture.
    public let content: any FrameContent

    /// A frame that answers `request`.
    ///
    /// - Parameters:
    ///   - drawnPixelCount: how many pixels were drawn for it; `nil` for all.
    ///   - deviceTime: how long the graphics device was at work, in milliseconds, where it tells.
    public init(
        answering request: RenderRequest, samples: Int, coverage: Rect<FrameSpace>? = nil,
        drawnPixelCount: Int? = nil, deviceTime: Double? = nil, content: any FrameContent
    ) {
        id = request.id
        transform = request.transform
        size = request.size
        self.samples = samples
        requestedSamples = request.samples
        tolerance = request.tolerance
        background = request.background
        self.deviceTime = deviceTime
        self.drawnPixelCount = drawnPixelCount ?? request.size.pixelCount
        contentStamp = request.drawing.stamp
        contentRevision = request.drawing.revision
        self.coverage = coverage ?? request.size.centeredRect()
        self.content = content
    }

    /// Whether the frame's pixels are such as `request` asks for, whatever they show.
    func isOfKind(_ request: RenderRequest) -> Bool {
        requestedSamples == request.samples && tolerance == request.tolerance && background == request.background
    }
}

/// Pixels where a renderer keeps them. Freed when the last reference goes.
public protocol FrameContent: AnyObject, Sendable {
    /// Bytes the pixels occupy.
    var byteCount: Int { get }

    /// Copies the pixels into memory: for export and tests, never for display.
    func readPixels() throws(RenderError) -> PixelBuffer
}
