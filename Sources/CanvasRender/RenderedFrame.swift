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
    /// Which content the frame shows (`Drawing.stamp`).
    public let contentStamp: UInt64
    /// How many edits that content has seen (`Drawing.revision`).
    public let contentRevision: Int
    /// The part of the frame that was drawn; all of it unless a renderer says otherwise.
    public let coverage: Rect<FrameSpace>
    /// The pixels, in the renderer's own keeping: an array in memory or a texture.
    public let content: any FrameContent

    /// A frame that answers `request`.
    public init(
        answering request: RenderRequest, samples: Int, coverage: Rect<FrameSpace>? = nil, content: any FrameContent
    ) {
        id = request.id
        transform = request.transform
        size = request.size
        self.samples = samples
        contentStamp = request.drawing.stamp
        contentRevision = request.drawing.revision
        self.coverage = coverage ?? request.size.centeredRect()
        self.content = content
    }
}

/// Pixels where a renderer keeps them. Freed when the last reference goes.
public protocol FrameContent: AnyObject, Sendable {
    /// Bytes the pixels occupy.
    var byteCount: Int { get }

    /// Copies the pixels into memory: for export and tests, never for display.
    func readPixels() throws(RenderError) -> PixelBuffer
}
