/// A renderer: turns requests into frames, and frames into what the display shows.
///
/// Calls may come from any thread. `render` blocks until the frame's pixels are complete; a renderer runs one at a
/// time. `compose` may run while a `render` does and never waits for it longer than the hardware forces it to.
public protocol FrameRenderer: AnyObject, Sendable {
    /// What draws, and what it can do.
    var backend: BackendDescription { get }

    /// What the renderer's pool of pixel memory has done so far.
    var poolStatistics: PoolStatistics { get }

    /// Draws a frame.
    func render(_ request: RenderRequest) throws(RenderError) -> RenderedFrame

    /// Draws something small, such as the stroke under a pen, without waiting for a `render` that is under way on another
    /// thread, if the renderer can.
    func renderAtOnce(_ request: RenderRequest) throws(RenderError) -> RenderedFrame

    /// Shows frames of this renderer re-projected: affine, bilinear, premultiplied, transparent outside the frame.
    ///
    /// A layer whose delta is the identity, or moves by whole pixels, is copied exactly. The result has the
    /// composition's size and stays where the renderer keeps its frames.
    func compose(_ composition: Composition) throws(RenderError) -> any FrameContent
}

extension FrameRenderer {
    /// Nothing: a renderer without a pool.
    public var poolStatistics: PoolStatistics { PoolStatistics() }

    /// Like any other render.
    public func renderAtOnce(_ request: RenderRequest) throws(RenderError) -> RenderedFrame { try render(request) }
}

/// What a renderer is and can do.
public struct BackendDescription: Hashable, Sendable {
    /// The kinds of renderer.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case cpu, gles
    }

    public var kind: Kind
    /// The device by its own name: `llvmpipe (LLVM 15.0.6, 256 bits)`, `2 threads`.
    public var device: String
    /// The interface and its version: `OpenGL ES 3.2 Mesa 22.3.6`.
    public var version: String
    /// The sample counts above 1 that the renderer really has; for the CPU, which computes areas, it is empty.
    public var sampleCounts: [Int]
    /// The largest frame, in pixels a side.
    public var maximumSize: Int
    /// Whether the pixels are computed on a GPU, rather than by a software implementation of its interface.
    public var isHardware: Bool

    public init(
        kind: Kind, device: String, version: String, sampleCounts: [Int], maximumSize: Int, isHardware: Bool
    ) {
        self.kind = kind
        self.device = device
        self.version = version
        self.sampleCounts = sampleCounts
        self.maximumSize = maximumSize
        self.isHardware = isHardware
    }
}
