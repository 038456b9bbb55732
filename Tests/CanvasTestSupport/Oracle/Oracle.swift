import CanvasRender

/// Says what a frame must look like, from the definition of fills and strokes alone.
///
/// The oracle shares nothing with the renderers or with what they share: no flattening, no triangles, no accumulation.
/// It asks of one point at a time whether an item covers it. A fill covers a point if the winding number of its exact
/// curves says so. For a stroke the point is carried back to item space, where the pen is a disc, and compared with the
/// curves: by the feet of perpendiculars for one width, by the nearest disc for a width profile, both roots of cubics.
/// All in doubles.
public struct Oracle: Sendable {
    /// How a stroke thinner than a pixel is drawn.
    public enum ThinStrokes: Sendable {
        /// As it is: what full coverage shows.
        case exact
        /// With a pen of one pixel, and its alpha scaled by the ratio of true to drawn width, so that the summed ink is
        /// the same on average: what a renderer shows that looks at few points. Strokes of one width follow it under
        /// similarity transforms only; width profiles by the smallest scale of theirs.
        case pixelPen
    }

    /// One item as the frame sees it.
    struct Entry: Sendable {
        var shape: any OracleShape
        /// Straight alpha, and premultiplied components in 0…255.
        var alpha: Double
        var premultiplied: SIMD4<Double>
    }

    public let size: PixelSize
    let entries: [Entry]
    /// The premultiplied background, 0…255.
    let background: SIMD4<Double>

    /// - Throws: `TransformError` if an item cannot be carried to the frame.
    public init(
        _ drawing: Drawing, transform: Transform2D<CanvasSpace, FrameSpace>, size: PixelSize,
        background: Color? = nil, thinStrokes: ThinStrokes = .exact
    ) throws(TransformError) {
        self.size = size
        self.background = Self.premultiplied(background ?? .clear)
        var entries: [Entry] = []
        for item in drawing.items {
            guard case .solid(let color) = item.paint else { continue }
            let shape: any OracleShape
            switch item {
            case .fill(let fill): shape = Self.shape(of: fill, transform)
            case .stroke(let stroke): shape = Self.shape(of: stroke, transform, thinStrokes)
            }
            entries.append(
                Entry(shape: shape, alpha: Double(color.alpha), premultiplied: Self.premultiplied(color)))
        }
        self.entries = entries
        guard transform.isFinite else { throw .notFinite }
    }

    /// The oracle for what `request` asks.
    public init(_ request: RenderRequest, thinStrokes: ThinStrokes = .exact) throws(TransformError) {
        try self.init(
            request.drawing, transform: request.transform, size: request.size, background: request.background,
            thinStrokes: thinStrokes)
    }

    /// How many items the frame is made of.
    public var itemCount: Int { entries.count }

    private static func premultiplied(_ color: Color) -> SIMD4<Double> {
        let alpha = Double(color.alpha)
        return SIMD4(Double(color.red) * alpha, Double(color.green) * alpha, Double(color.blue) * alpha, alpha) * 255
    }

    private static func affine(_ t: Transform2D<ItemSpace, FrameSpace>) -> Affine {
        Affine(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty)
    }

    private static func shape(of fill: Fill, _ camera: Transform2D<CanvasSpace, FrameSpace>) -> any OracleShape {
        let affine = affine(fill.transform.concatenating(camera))
        let subpaths = fill.path.subpaths.map { subpath in
            subpath.segments.map { segment -> (V2, V2, V2, isLine: Bool) in
                switch segment {
                case .line(let p, let q):
                    let (from, to) = (affine.apply(V2(p)), affine.apply(V2(q)))
                    return (from, (from + to) / 2, to, true)
                case .quad(let q):
                    return (affine.apply(V2(q.p0)), affine.apply(V2(q.p1)), affine.apply(V2(q.p2)), false)
                }
            }
        }
        return FillShape(subpaths, evenOdd: fill.rule == .evenOdd)
    }

    private static func shape(
        of stroke: Stroke, _ camera: Transform2D<CanvasSpace, FrameSpace>, _ thin: ThinStrokes
    ) -> any OracleShape {
        let whole = stroke.transform.concatenating(camera)
        let affine = affine(whole)
        // Half a pixel in item space, below which the rule for thin strokes sets in.
        let least = thin == .pixelPen ? 0.5 / affine.stretch.smallest : 0
        switch stroke.width {
        case .uniform(let width):
            let widens = whole.isSimilarityOrMirror && width > 0 && width / 2 < least
            let pieces = StrokePieces.uniform(
                stroke.path.subpaths, halfWidth: widens ? least : width / 2, style: stroke.style)
            return PenShape(pieces, transform: affine, fade: .even(widens ? width / 2 / least : 1))
        case .profile(let widths):
            let (pieces, radii) = StrokePieces.profile(
                stroke.path, widths: widths, dash: stroke.style.dash, least: least)
            return PenShape(
                pieces, transform: affine, fade: least > 0 ? .tapered(radii: radii, least: least) : .even(1))
        }
    }
}

extension Transform2D {
    /// Whether lengths grow alike in all directions, to rounding error.
    fileprivate var isSimilarityOrMirror: Bool {
        let (largest, smallest) = scales
        return largest - smallest <= 1e-9 * largest
    }
}
