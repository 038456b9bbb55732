import CanvasEncoding

/// Turns round strokes into arcs for the vertex shader, in canvas units from their origins.
///
/// A software renderer pays by the primitive: as arcs a stroke is a fifth of what it is as triangles, of which every
/// round cap and join takes several. It pays by the pixel, too, in blocks of four by four, and an arc's point is a square:
/// long arcs are cut, and thick pens, whose squares would overlap many times, are left to strips.
struct ArcPacker {
    private var expander: SweptArcExpander
    private var arcs: [SweptArc] = []
    /// The smallest number of canvas units that a pixel spans under any camera of the level.
    private let smallestPixel: Double

    /// The largest side of a point's square, in pixels: the widest pen on a part of one and a half times its best length,
    /// an arc's height included.
    static let largestSquare = 96.0
    /// How many parts a stroke may be cut into: so many an arc and so many more. Beyond that its pieces are long, and two long
    /// triangles are cheaper than many squares (measured with lines of 50 to 700 pixels).
    private static let mostParts = 1.5
    private static let freeParts = 3.0
    /// What a point costs apart from the blocks that its square touches, in blocks (measured with llvmpipe).
    private static let pointCost = 8.0
    /// How many pixels wide a pen may be that is drawn as arcs.
    private static let widestPen = 24.0

    init(_ level: DetailLevel, tolerance: Double) {
        expander = SweptArcExpander(
            tolerance: level.canvasTolerance, widening: level.largestPixel(tolerance: tolerance) / 2)
        smallestPixel = level.canvasTolerance / tolerance
    }

    /// Adds the arcs of `stroke`, if they suit it.
    ///
    /// `id` is what its vertices carry, `origin` where the item's own coordinates begin.
    mutating func append(_ stroke: Stroke, id: UInt32, origin: Point<CanvasSpace>, to vertices: inout [ArcVertex])
        -> ItemStrips.Entry?
    {
        guard expander.expand(stroke, into: &arcs) else { return nil }
        let widest = arcs.reduce(0) { max($0, $1.startRadius, $1.endRadius) }
        guard 2 * widest <= Self.widestPen * smallestPixel else { return nil }
        guard let parts = parts() else { return nil }
        let first = vertices.count
        for (arc, count) in zip(arcs, parts) {
            arc.forEachPart(of: count) { arc in
                let along = arc.end - arc.start
                vertices.append(
                    ArcVertex(
                        x: Float(arc.start.x - origin.x), y: Float(arc.start.y - origin.y), alongX: Float(along.dx),
                        alongY: Float(along.dy), startRadius: Float(arc.startRadius), endRadius: Float(arc.endRadius),
                        bend: Float(arc.bend), item: id))
            }
        }
        let tapers = arcs.contains { $0.startRadius != $0.endRadius }
        return ItemStrips.Entry(
            kind: vertices.count == first ? .nothing : tapers ? .taperingArcs : .arcs, firstVertex: Int32(first),
            vertexCount: Int32(vertices.count - first))
    }

    /// How many parts to cut each arc into; `nil` if they are too many.
    private func parts() -> [Int]? {
        let most = Self.mostParts * Double(arcs.count) + Self.freeParts
        var total = 0.0
        var parts: [Int] = []
        parts.reserveCapacity(arcs.count)
        for arc in arcs {
            // Its length over a part's: the one at which a pixel's length costs least, with blocks of 4 by 4 pixels.
            let width = (arc.startRadius + arc.endRadius) / smallestPixel
            let reach = width / 4 + 1
            let part = 4 * (reach * reach + Self.pointCost).squareRoot()
            let count = max(1, ((arc.end - arc.start).length / smallestPixel / part).rounded())
            total += count
            guard total <= most else { return nil }
            parts.append(Int(count))
        }
        return parts
    }
}
