/// Everything a frame depends on: the same request always gives the same picture, unless it is taken back.
public struct RenderRequest: Sendable {
    /// The number the caller knows the request by; the frame carries it on.
    public var id: Int
    public var drawing: Drawing
    /// The camera: canvas to frame pixels, y down, origin at the frame's centre.
    public var transform: Transform2D<CanvasSpace, FrameSpace>
    /// The frame's size in pixels, overdraw margin included.
    public var size: PixelSize
    /// Samples a pixel: 0 is no antialiasing; for the CPU renderer any other number is full antialiasing; a GPU
    /// takes the next lower number it has.
    public var samples: Int
    /// What the frame is cleared to; `nil` is transparent.
    public var background: Color?
    /// How far, in frame pixels, a drawn edge may lie from the true curve.
    public var tolerance: Double
    /// Says when the frame is not wanted any more; `nil` for one that always is.
    public var cancellation: RenderCancellation?
    /// An earlier frame whose pixels may serve this one. The picture is the same without it, only later.
    public var reuse: FrameReuse?

    /// The tolerance when none is given: 0.1 pixels, below what full antialiasing shows.
    public static let defaultTolerance = 0.1

    public init(
        id: Int = 0, drawing: Drawing, transform: Transform2D<CanvasSpace, FrameSpace>, size: PixelSize,
        samples: Int = 4, background: Color? = nil, tolerance: Double = RenderRequest.defaultTolerance,
        cancellation: RenderCancellation? = nil
    ) {
        self.id = id
        self.drawing = drawing
        self.transform = transform
        self.size = size
        self.samples = samples
        self.background = background
        self.tolerance = tolerance
        self.cancellation = cancellation
    }

    /// Refuses what no renderer can draw.
    ///
    /// - Throws: `RenderError.invalidRequest` for a size without pixels, a transform without an inverse, a negative
    ///   sample count or a tolerance that is not above zero.
    public func validate() throws(RenderError) {
        guard size.width > 0, size.height > 0 else { throw .invalidRequest("a frame of \(size) has no pixels") }
        guard samples >= 0 else { throw .invalidRequest("\(samples) samples a pixel; use 0 or more") }
        guard tolerance > 0, tolerance.isFinite else {
            throw .invalidRequest("a tolerance of \(tolerance) pixels; use a number above zero")
        }
        do { _ = try transform.inverted() } catch { throw .invalidRequest("camera: \(error)") }
    }
}
