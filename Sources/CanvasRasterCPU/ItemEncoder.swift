import CanvasEncoding

/// Makes items' polygons for the scan converter: strokes expanded, fills flattened, points packed.
struct ItemEncoder {
    private var mesh = StrokeMesh()
    private var polygons = PolygonSet()
    private var points: [SIMD2<Float>] = []
    private var ends: [Int32] = []

    /// Encodes the items of `chunk` at `indices` at a tolerance in canvas units, and returns the memory that their
    /// entries in `items` then refer to.
    mutating func encode(
        _ indices: [Int32], of chunk: ItemChunk, tolerance: Double, into items: inout [ItemGeometry]
    ) -> GeometrySlab {
        points.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var starts: [(points: Int, ends: Int)] = []
        starts.reserveCapacity(indices.count)
        for index in indices {
            starts.append((points.count, ends.count))
            let item = chunk.items[Int(index)]
            flatten(item, tolerance: tolerance, clip: nil)
            items[Int(index)] = pack(item)
        }
        let slab = GeometrySlab(points: points, ends: ends)
        for (index, start) in zip(indices, starts) {
            items[Int(index)].points = slab.points + start.points
            items[Int(index)].ends = slab.ends + start.ends
        }
        return slab
    }

    /// The polygons of one item in canvas space, coarse or cut off outside of `clip`.
    mutating func flatten(_ item: Item, tolerance: Double, clip: Rect<CanvasSpace>?) {
        switch item {
        case .fill(let fill):
            FillFlattener(tolerance: tolerance, clip: clip).flatten(fill, into: &polygons)
        case .stroke(let stroke):
            StrokeExpander(tolerance: tolerance, clip: clip).expand(stroke, into: &mesh)
            polygons.removeAll()
            appendOutlines()
        }
    }

    /// What `flatten` has made.
    var flattened: PolygonSet { polygons }

    /// Each run of cross-sections as the polygon of the left points onwards and the right points back.
    private mutating func appendOutlines() {
        for run in mesh.runs {
            mesh.sections.withUnsafeBufferPointer { sections in
                for i in run { polygons.append(sections[i].left) }
                for i in run.reversed() { polygons.append(sections[i].right) }
            }
            polygons.endPolygon()
        }
    }

    /// Appends the polygons to `points` and `ends`, around a local origin and without repeated points.
    private mutating func pack(_ item: Item) -> ItemGeometry {
        var geometry = ItemGeometry()
        geometry.ink = Ink(item.paint)
        if case .fill(let fill) = item { geometry.rule = fill.rule }
        var bounds = Rect<CanvasSpace>.empty
        for p in polygons.points { bounds = bounds.union(p) }
        guard bounds.isFinite, geometry.ink.alpha > 0 else {
            geometry.state = .empty
            return geometry
        }
        let center = bounds.center
        let (firstPoint, firstEnd) = (points.count, ends.count)
        var half = SIMD2<Float>.zero
        for range in polygons.ranges {
            let start = points.count
            for p in polygons.points[range] {
                let local = SIMD2(Float(p.x - center.x), Float(p.y - center.y))
                if points.count > start, points[points.count - 1] == local { continue }
                points.append(local)
                half = pointwiseMax(half, local.replacing(with: -local, where: local .< 0))
            }
            if points.count - start < 3 {
                points.removeSubrange(start...)
            } else {
                ends.append(Int32(points.count - firstPoint))
            }
        }
        geometry.state = points.count > firstPoint ? .made : .empty
        geometry.originX = center.x
        geometry.originY = center.y
        geometry.halfWidth = half.x
        geometry.halfHeight = half.y
        geometry.contourCount = Int32(ends.count - firstEnd)
        geometry.pointCount = Int32(points.count - firstPoint)
        return geometry
    }
}

extension Ink {
    init(_ paint: Paint) {
        switch paint {
        case .solid(let color): self.init(color)
        }
    }
}
