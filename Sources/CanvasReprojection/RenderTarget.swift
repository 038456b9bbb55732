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

    /// Whether pictures of both targets show the canvas at the same scale and rotation, and equally well.
    func isAlike(_ other: RenderTarget) -> Bool {
        let (t, u) = (transform, other.transform)
        return samples == other.samples && tolerance == other.tolerance && t.a == u.a && t.b == u.b && t.c == u.c
            && t.d == u.d
    }

    /// The target moved by less than a pixel, so that whole pixels lie between its picture and an earlier one that is
    /// alike; by less than a step of the grid where there is none.
    func aligned(to earlier: RenderTarget?) -> RenderTarget {
        let base = earlier.flatMap { isAlike($0) ? $0 : nil }
        var result = self
        result.transform.tx = Self.aligned(
            transform.tx, size.width, to: base.map { ($0.transform.tx, $0.size.width) })
        result.transform.ty = Self.aligned(
            transform.ty, size.height, to: base.map { ($0.transform.ty, $0.size.height) })
        return result
    }

    /// A step of the grid that pictures are placed on, in pixels: sums of such numbers and halves are exact.
    private static let gridStep = 1.0 / 256

    /// - Parameters:
    ///   - offset: from the middle of a picture of `side` pixels.
    private static func aligned(_ offset: Double, _ side: Int, to base: (offset: Double, side: Int)?) -> Double {
        let half = Double(side) / 2
        guard let base else { return (offset / gridStep).rounded() * gridStep }
        let corner = base.offset + Double(base.side) / 2
        return corner + (offset + half - corner).rounded() - half
    }
}
