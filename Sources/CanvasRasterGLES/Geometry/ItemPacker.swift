import CanvasEncoding

/// Turns items into triangle strips for the vertex shader: from their origins, or in frame pixels.
struct ItemPacker {
    /// Which numbers the vertices are in.
    enum Basis {
        /// Canvas units from the item's origin; pens in the level's tolerance.
        case canvas(DetailLevel, tolerance: Double)
        /// Frame pixels from the frame's centre, under a camera.
        case frame(SceneCamera)
    }

    private let expander: StrokeExpander
    private let flattener: FillFlattener
    private let camera: SceneCamera?
    /// What pens and thicknesses are multiplied with to be in the vertices' unit.
    private let penScale: Double
    /// By how much a fill's bounds are enlarged, so that rounding leaves none of it uncovered.
    private let boundsMargin: Double
    private var mesh = StrokeMesh()
    private var polygons = PolygonSet()

    init(_ basis: Basis) {
        switch basis {
        case .canvas(let level, let tolerance):
            let unit = level.canvasTolerance
            expander = StrokeExpander(tolerance: unit, widening: level.largestPixel(tolerance: tolerance) / 2)
            flattener = FillFlattener(tolerance: unit)
            camera = nil
            penScale = 1 / unit
            boundsMargin = level.largestPixel(tolerance: tolerance)
        case .frame(let camera):
            let unit = camera.canvasTolerance
            expander = StrokeExpander(tolerance: unit, clip: camera.clip, widening: 0.5 / camera.penScale)
            flattener = FillFlattener(tolerance: unit, clip: camera.clip)
            self.camera = camera
            penScale = 1
            boundsMargin = 1
        }
    }

    /// Adds the strips of `item`.
    ///
    /// `id` is what its vertices carry, `origin` where the item's own coordinates begin.
    mutating func append(_ item: Item, id: UInt32, origin: Point<CanvasSpace>, to strips: inout ItemStrips)
        -> ItemStrips.Entry
    {
        let entry = strips.begin()
        switch item {
        case .stroke(let stroke):
            expander.expand(stroke, into: &mesh)
            if let camera { appendCut(camera, id, to: &strips) } else { appendWhole(id, origin, to: &strips) }
            return strips.end(entry, .covered)
        case .fill(let fill):
            flattener.flatten(fill, into: &polygons)
            return append(polygons, fill.rule, entry, id, origin, to: &strips)
        }
    }

    // MARK: Strokes

    /// Whether no camera that these vertices are for widens the pen anywhere. Its thickness is then left out: between
    /// corners of different thickness it would be interpolated, which means nothing in the slivers without area that
    /// close a mesh at its joins, and would make holes of them.
    private var isNeverWidened: Bool { mesh.sections.allSatisfy { $0.halfThickness >= expander.widening } }

    private func appendWhole(_ id: UInt32, _ origin: Point<CanvasSpace>, to strips: inout ItemStrips) {
        let isNeverWidened = isNeverWidened
        for run in mesh.runs {
            let first = strips.vertices.count
            for section in mesh.sections[run] {
                let half =
                    isNeverWidened ? SceneVertex.noPen : HalfFloat.bits(Float(section.halfThickness * penScale))
                for edge in [section.left, section.right] {
                    let pen = edge - section.spine
                    strips.vertices.append(
                        SceneVertex(
                            x: Float(edge.x - origin.x), y: Float(edge.y - origin.y),
                            penX: HalfFloat.bits(Float(pen.dx * penScale)),
                            penY: HalfFloat.bits(Float(pen.dy * penScale)), halfThickness: half, item: id))
                }
            }
            strips.endStrip(from: first)
        }
    }

    /// In frame pixels, and only what lies near the frame: floats would not reach further.
    private func appendCut(_ camera: SceneCamera, _ id: UInt32, to strips: inout ItemStrips) {
        let isNeverWidened = isNeverWidened
        for run in mesh.runs {
            var first = strips.vertices.count
            var before: (left: CutPoint, right: CutPoint)?
            for section in mesh.sections[run] {
                let half = isNeverWidened ? .infinity : section.halfThickness * camera.penScale
                let left = CutPoint(section.left, spine: section.spine, half, camera)
                let right = CutPoint(section.right, spine: section.spine, half, camera)
                defer { before = (left, right) }
                guard let before else { continue }
                let corners = [before.left, before.right, left, right]
                if GuardBand.holds(corners) {
                    if strips.vertices.count == first {
                        for point in corners.prefix(2) { strips.vertices.append(point.vertex(id)) }
                    }
                    strips.vertices.append(left.vertex(id))
                    strips.vertices.append(right.vertex(id))
                    continue
                }
                strips.endStrip(from: first)
                for triangle in [[corners[0], corners[1], corners[2]], [corners[2], corners[1], corners[3]]] {
                    let piece = GuardBand.cut(triangle)
                    guard piece.count > 2 else { continue }
                    PolygonStrips.append(count: piece.count, to: &strips) { i, strips in
                        strips.vertices.append(piece[i].vertex(id))
                    }
                }
                first = strips.vertices.count
            }
            strips.endStrip(from: first)
        }
    }

    // MARK: Fills

    private func append(
        _ polygons: PolygonSet, _ rule: FillRule, _ entry: ItemStrips.Entry, _ id: UInt32,
        _ origin: Point<CanvasSpace>, to strips: inout ItemStrips
    ) -> ItemStrips.Entry {
        func vertex(_ p: Point<CanvasSpace>) -> SceneVertex {
            if let camera { return CutPoint(p, camera).vertex(id) }
            return SceneVertex(
                x: Float(p.x - origin.x), y: Float(p.y - origin.y), penX: 0, penY: 0,
                halfThickness: SceneVertex.noPen, item: id)
        }
        let points = polygons.points
        for range in polygons.ranges {
            PolygonStrips.append(count: range.count, to: &strips) { i, strips in
                strips.vertices.append(vertex(points[range.lowerBound + i]))
            }
        }
        guard strips.firsts.count > Int(entry.firstStrip) else { return strips.end(entry, .nothing) }
        if polygons.ends.count == 1, PolygonStrips.isConvex(points[...]) { return strips.end(entry, .covered) }
        appendBounds(of: strips.vertices[Int(entry.firstVertex)...], id, to: &strips)
        return strips.end(entry, rule == .nonzero ? .nonzero : .evenOdd)
    }

    /// The strip that covers whatever the vertices' triangles cover.
    private func appendBounds(of vertices: ArraySlice<SceneVertex>, _ id: UInt32, to strips: inout ItemStrips) {
        var (minX, minY) = (Float.infinity, Float.infinity)
        var (maxX, maxY) = (-Float.infinity, -Float.infinity)
        for v in vertices {
            (minX, minY) = (min(minX, v.x), min(minY, v.y))
            (maxX, maxY) = (max(maxX, v.x), max(maxY, v.y))
        }
        let margin = Float(boundsMargin)
        let first = strips.vertices.count
        for (x, y) in [
            (minX - margin, minY - margin), (maxX + margin, minY - margin), (minX - margin, maxY + margin),
            (maxX + margin, maxY + margin),
        ] {
            strips.vertices.append(
                SceneVertex(x: x, y: y, penX: 0, penY: 0, halfThickness: SceneVertex.noPen, item: id))
        }
        strips.endStrip(from: first)
    }
}
