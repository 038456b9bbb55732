/// Says where a drawing has edges, from its geometry alone: no renderer and no flattening is involved.
///
/// Pictures cannot always tell. An island of a hundredth of a pixel leaves no trace where coverage is exact, and a
/// quarter of its colour where one of four samples happens to hit it: the edge is there, though one picture is flat.
public struct EdgeProbe: Sendable {
    private let drawing: Drawing
    private let canvasToPixels: Transform2D<CanvasSpace, PixelSpace>
    private let pixelsToCanvas: Transform2D<PixelSpace, CanvasSpace>

    /// A probe for the frame that answers `request`.
    ///
    /// - Throws: `TransformError` if the camera has no inverse.
    public init(_ request: RenderRequest) throws(TransformError) {
        drawing = request.drawing
        canvasToPixels = request.transform.concatenating(request.size.centerToTopLeft())
        pixelsToCanvas = try canvasToPixels.inverted()
    }

    /// Whether the outline of an item, covered by others or not, may pass within `distance` pixels of a pixel.
    ///
    /// Exact for fills. For strokes the outline is taken to be anywhere between the pen's smallest and largest reach from
    /// the path (miters and square corners included), so that the answer may be yes where no edge is, never the reverse.
    public func hasEdge(within distance: Double, ofPixelAt x: Int, _ y: Int) -> Bool {
        let centre = Point<PixelSpace>(Double(x) + 0.5, Double(y) + 0.5)
        // Every point of the pixel counts, not just its centre.
        let reach = distance + 0.5.squareRoot()
        let around = Rect(center: centre, width: 2 * reach, height: 2 * reach).applying(pixelsToCanvas)
        for chunk in drawing.chunks where chunk.bounds.intersects(around) {
            for (item, bounds) in zip(chunk.items, chunk.itemBounds) where bounds.intersects(around) {
                if hasEdge(item, near: centre, reach) { return true }
            }
        }
        return false
    }

    private func hasEdge(_ item: Item, near p: Point<PixelSpace>, _ reach: Double) -> Bool {
        switch item {
        case .fill(let fill):
            guard let path = try? fill.path.applying(fill.transform.concatenating(canvasToPixels)) else { return true }
            for subpath in path.subpaths where !subpath.isClosed {
                guard let last = subpath.segments.last else { continue }
                let closing = QuadraticBezier(lineFrom: last.end, to: subpath.start)
                if closing.nearestPoint(to: p).distance <= reach { return true }
            }
            return distance(path, p) <= reach
        case .stroke(let stroke):
            let toPixels = stroke.transform.concatenating(canvasToPixels)
            guard let path = try? stroke.path.applying(toPixels) else { return true }
            let away = distance(path, p)
            let scales = toPixels.scales
            var smallest = stroke.width.maximum / 2 * scales.smallest
            var largest = stroke.width.maximum / 2 * scales.largest
            switch stroke.width {
            case .uniform: largest *= max(stroke.style.join == .miter ? stroke.style.miterLimit : 1, 1.415)
            case .profile(let widths): smallest = (widths.min() ?? 0) / 2 * scales.smallest
            }
            if stroke.style.dash != nil { smallest = 0 }
            return away >= smallest - reach && away <= largest + reach
        }
    }

    private func distance(_ path: Path<PixelSpace>, _ p: Point<PixelSpace>) -> Double {
        path.nearestPoint(to: p)?.distance ?? .infinity
    }
}
