@_exported import CanvasGeometry

/// A stroked path: every point the pen touches is covered once, however often the path crosses itself.
///
/// The pen is a disc in item space; `transform` carries path and pen to the canvas, so that a non-uniform transform
/// makes the pen an ellipse.
public struct Stroke: Hashable, Sendable {
    public let path: Path<ItemSpace>
    public let width: StrokeWidth
    public let style: StrokeStyle
    public let paint: Paint
    public let transform: Transform2D<ItemSpace, CanvasSpace>

    /// Creates a stroke.
    ///
    /// - Throws: `SceneError` if a width, the miter limit or the transform is invalid. A width of zero is valid and
    ///   draws nothing.
    public init(
        _ path: Path<ItemSpace>, width: StrokeWidth, style: StrokeStyle = StrokeStyle(), paint: Paint,
        transform: Transform2D<ItemSpace, CanvasSpace> = .identity
    ) throws(SceneError) {
        switch width {
        case .uniform(let w):
            guard w >= 0, w.isFinite else { throw .invalidWidth }
        case .profile(let widths):
            guard widths.allSatisfy({ $0 >= 0 && $0.isFinite }) else { throw .invalidWidth }
            guard widths.count == path.vertexCount else {
                throw .profileCount(expected: path.vertexCount, got: widths.count)
            }
        }
        guard style.miterLimit >= 1, style.miterLimit.isFinite else { throw .invalidMiterLimit }
        try checkInvertible(transform)
        self.path = path
        self.width = width
        self.style = style
        self.paint = paint
        self.transform = transform
        guard path.isEmpty || bounds.isFinite else { throw .boundsNotFinite }
    }

    /// A box on the canvas that holds the stroke: not always the tightest.
    public var bounds: Rect<CanvasSpace> {
        var reach = width.maximum / 2
        if case .uniform = width {
            if style.join == .miter, path.verbs.count > 2 { reach *= style.miterLimit }
            if style.cap == .square { reach = max(reach, width.maximum / 2 * 1.4142135623730951) }
        }
        return path.controlBounds.outset(by: reach).applying(transform)
    }
}

/// A filled path. Open sub-paths are closed by a straight line for the fill.
public struct Fill: Hashable, Sendable {
    public let path: Path<ItemSpace>
    public let rule: FillRule
    public let paint: Paint
    public let transform: Transform2D<ItemSpace, CanvasSpace>

    /// Creates a fill.
    ///
    /// - Throws: `SceneError` if the transform is not finite or flattens the plane.
    public init(
        _ path: Path<ItemSpace>, rule: FillRule = .nonzero, paint: Paint,
        transform: Transform2D<ItemSpace, CanvasSpace> = .identity
    ) throws(SceneError) {
        try checkInvertible(transform)
        self.path = path
        self.rule = rule
        self.paint = paint
        self.transform = transform
        guard path.isEmpty || bounds.isFinite else { throw .boundsNotFinite }
    }

    /// A box on the canvas that holds the fill: not always the tightest.
    public var bounds: Rect<CanvasSpace> { path.controlBounds.applying(transform) }
}

/// One thing a drawing consists of.
public enum Item: Hashable, Sendable {
    case stroke(Stroke)
    case fill(Fill)

    /// A box on the canvas that holds everything the item paints.
    public var bounds: Rect<CanvasSpace> {
        switch self {
        case .stroke(let stroke): stroke.bounds
        case .fill(let fill): fill.bounds
        }
    }

    public var paint: Paint {
        switch self {
        case .stroke(let stroke): stroke.paint
        case .fill(let fill): fill.paint
        }
    }
}

private func checkInvertible<A, B>(_ transform: Transform2D<A, B>) throws(SceneError) {
    do { _ = try transform.inverted() } catch { throw .transform(error) }
}
