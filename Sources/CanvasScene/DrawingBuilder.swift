/// Collects items under nested transforms.
///
/// ```swift
/// var builder = DrawingBuilder()
/// try builder.group(Transform2D(scaleX: 4, y: 1)) { b in
///     try b.stroke(path, width: .uniform(4), paint: .solid(.black))   // an elliptical pen
/// }
/// let drawing = builder.drawing()
/// ```
public struct DrawingBuilder: Sendable {
    private var items: [Item] = []
    /// What carries item space to the canvas where the builder stands now.
    public private(set) var transform: Transform2D<ItemSpace, CanvasSpace>

    public init(transform: Transform2D<ItemSpace, CanvasSpace> = .identity) {
        self.transform = transform
    }

    /// Runs `body` with `inner` applied before the transforms already in force.
    public mutating func group<E: Error>(
        _ inner: Transform2D<ItemSpace, ItemSpace>, _ body: (inout DrawingBuilder) throws(E) -> Void
    ) throws(E) {
        let outer = transform
        transform = inner.concatenating(outer)
        defer { transform = outer }
        try body(&self)
    }

    /// Adds a stroke on top.
    ///
    /// - Throws: what `Stroke.init` throws; the builder is then unchanged.
    public mutating func stroke(
        _ path: Path<ItemSpace>, width: StrokeWidth, style: StrokeStyle = StrokeStyle(), paint: Paint
    ) throws(SceneError) {
        items.append(.stroke(try Stroke(path, width: width, style: style, paint: paint, transform: transform)))
    }

    /// Adds a fill on top.
    ///
    /// - Throws: what `Fill.init` throws; the builder is then unchanged.
    public mutating func fill(_ path: Path<ItemSpace>, rule: FillRule = .nonzero, paint: Paint) throws(SceneError) {
        items.append(.fill(try Fill(path, rule: rule, paint: paint, transform: transform)))
    }

    /// How many items have been added.
    public var count: Int { items.count }

    /// The drawing of all items added so far.
    public func drawing(page: Rect<CanvasSpace>? = nil) -> Drawing { Drawing(items, page: page) }
}
