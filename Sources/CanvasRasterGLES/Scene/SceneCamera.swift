import CanvasEncoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A request's camera in the numbers that culling, packing and the shader need.
struct SceneCamera: Sendable {
    let transform: Transform2D<CanvasSpace, FrameSpace>
    let size: PixelSize
    /// The flattening tolerance of the request, in pixels.
    let tolerance: Double
    let level: DetailLevel
    /// How far an edge may lie from the true one, in canvas units.
    let canvasTolerance: Double
    /// The canvas that can show in the frame, with a margin of a few pixels.
    let clip: Rect<CanvasSpace>
    /// The canvas that shows in the pixels to draw.
    let shown: Rect<CanvasSpace>
    /// The canvas point at the frame's centre.
    let centre: Point<CanvasSpace>
    /// Pixels a canvas unit, by which pens are judged: the mean where the camera does not scale alike everywhere.
    let penScale: Double
    /// Whether retained geometry can be used at all: not where a camera stretches so unevenly that a visible point is too
    /// far from the centre for floats.
    let usesRetained: Bool
    /// Whether discs stay discs.
    let isSimilarity: Bool

    /// How far beyond the frame geometry is kept in full detail, in pixels.
    private static let margin = 64.0

    /// - Parameter window: the pixels to draw; `nil` for all.
    init(_ request: RenderRequest, window: PixelRect? = nil) throws(RenderError) {
        transform = request.transform
        size = request.size
        tolerance = request.tolerance
        let scales = transform.scales
        guard let inverse = try? transform.inverted(), scales.largest > 0, scales.largest.isFinite else {
            throw .invalidRequest("the camera has no inverse")
        }
        canvasTolerance = request.tolerance / scales.largest
        guard canvasTolerance > 0, canvasTolerance.isNormal else {
            throw .invalidRequest("a tolerance of \(request.tolerance) pixels is nothing at this zoom")
        }
        level = DetailLevel(tolerance: request.tolerance, scale: scales.largest)
        clip = size.centeredRect(in: FrameSpace.self).outset(by: Self.margin).applying(inverse)
        shown = Self.canvas(window ?? PixelRect(request.size), of: request.size, inverse)
        centre = Point<FrameSpace>.zero.applying(inverse)
        penScale = abs(transform.determinant).squareRoot()
        isSimilarity = scales.largest <= scales.smallest * (1 + 1e-6)
        usesRetained = scales.largest <= 16 * scales.smallest && centre.isFinite
    }

    private static func canvas(
        _ window: PixelRect, of size: PixelSize, _ inverse: Transform2D<FrameSpace, CanvasSpace>
    ) -> Rect<CanvasSpace> {
        let (halfWidth, halfHeight) = (Double(size.width) / 2, Double(size.height) / 2)
        let pixels = Rect<FrameSpace>(
            minX: Double(window.minX) - halfWidth, minY: Double(window.minY) - halfHeight,
            maxX: Double(window.maxX) - halfWidth, maxY: Double(window.maxY) - halfHeight)
        let box = pixels.outset(by: 2).applying(inverse)
        // Far from the origin the inverse is no better than the last bits of its translation.
        let far = max(max(abs(box.minX), abs(box.maxX)), max(abs(box.minY), abs(box.maxY)))
        return box.outset(by: far * 8 * .ulpOfOne)
    }

    /// Whether an item of these bounds can show: strokes may be widened to a pixel.
    func shows(_ bounds: Rect<CanvasSpace>) -> Bool {
        let (halfWidth, halfHeight) = ((bounds.maxX - bounds.minX) / 2, (bounds.maxY - bounds.minY) / 2)
        let (x, y) = (bounds.minX + halfWidth, bounds.minY + halfHeight)
        let t = transform
        let reachX = abs(t.a) * halfWidth + abs(t.c) * halfHeight + Double(size.width) / 2 + 1
        let reachY = abs(t.b) * halfWidth + abs(t.d) * halfHeight + Double(size.height) / 2 + 1
        return abs(t.a * x + t.c * y + t.tx) <= reachX && abs(t.b * x + t.d * y + t.ty) <= reachY
    }

    /// The pixels that an item of these bounds may touch, cut to the frame.
    func pixels(_ bounds: Rect<CanvasSpace>) -> Rect<FrameSpace> {
        bounds.applying(transform).outset(by: 2).intersection(size.centeredRect())
    }
}
