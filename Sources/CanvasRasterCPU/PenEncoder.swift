import CanvasEncoding

/// Makes the cross-sections of strokes that may be thinner than a pixel.
struct PenEncoder {
    private var mesh = StrokeMesh()
    private var sections: [PenSection] = []
    private var halfThicknesses: [Float] = []
    private var ends: [Int32] = []

    /// Encodes the items of `chunk` at `indices` and returns the memory that their entries in `items` then refer to.
    mutating func encode(
        _ indices: [Int32], of chunk: ItemChunk, tolerance: Double, widening: Double, into items: inout [PenGeometry]
    ) -> PenSlab {
        sections.removeAll(keepingCapacity: true)
        halfThicknesses.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var starts: [(sections: Int, halfThicknesses: Int, ends: Int)] = []
        starts.reserveCapacity(indices.count)
        for index in indices {
            starts.append((sections.count, halfThicknesses.count, ends.count))
            items[Int(index)] = encode(chunk.items[Int(index)], tolerance: tolerance, widening: widening)
        }
        let slab = PenSlab(sections: sections, halfThicknesses: halfThicknesses, ends: ends)
        for (index, start) in zip(indices, starts) {
            items[Int(index)].sections = slab.sections + start.sections
            items[Int(index)].halfThicknesses = slab.halfThicknesses + start.halfThicknesses
            items[Int(index)].ends = slab.ends + start.ends
        }
        return slab
    }

    /// The cross-sections of one stroke in canvas space, coarse outside of `clip`.
    mutating func expand(
        _ stroke: Stroke, tolerance: Double, widening: Double, clip: Rect<CanvasSpace>?
    ) -> StrokeMesh {
        StrokeExpander(tolerance: tolerance, clip: clip, widening: widening).expand(stroke, into: &mesh)
        return mesh
    }

    /// Whether some part of `stroke` may be thinner than `half` on each side.
    static func mayBeThin(_ stroke: Stroke, than half: Double) -> Bool {
        let smallest = stroke.transform.scales.smallest
        switch stroke.width {
        case .uniform(let width): return width / 2 * smallest < half
        case .profile(let widths): return (widths.min() ?? 0) / 2 * smallest < half
        }
    }

    private mutating func encode(_ item: Item, tolerance: Double, widening: Double) -> PenGeometry {
        var geometry = PenGeometry()
        guard case .stroke(let stroke) = item, Self.mayBeThin(stroke, than: widening) else {
            geometry.state = .thick
            return geometry
        }
        geometry.ink = Ink(stroke.paint)
        geometry.state = .empty
        guard geometry.ink.alpha > 0 else { return geometry }
        StrokeExpander(tolerance: tolerance, widening: widening).expand(stroke, into: &mesh)
        var bounds = Rect<CanvasSpace>.empty
        for s in mesh.sections {
            bounds = bounds.union(s.left).union(s.right).union(s.spine)
            let half = Float(s.halfThickness)
            geometry.thinnest = min(geometry.thinnest, half)
            geometry.thickest = max(geometry.thickest, half)
            geometry.reach = max(geometry.reach, Float(max((s.left - s.spine).length, (s.right - s.spine).length)))
        }
        guard bounds.isFinite, geometry.reach.isFinite else { return geometry }
        let center = bounds.center
        let unit = Double(max(geometry.unit, .leastNormalMagnitude))
        func units(_ v: Vector<CanvasSpace>) -> SIMD2<Int16> {
            func clamped(_ d: Double) -> Int16 { Int16(max(-32767, min(32767, (d / unit).rounded()))) }
            return SIMD2(clamped(v.dx), clamped(v.dy))
        }
        let firstSection = sections.count
        for s in mesh.sections {
            let spine = SIMD2(Float(s.spine.x - center.x), Float(s.spine.y - center.y))
            let edges = SIMD4(lowHalf: units(s.left - s.spine), highHalf: units(s.right - s.spine))
            sections.append(PenSection(spine: spine, edges: edges))
            if geometry.thinnest != geometry.thickest { halfThicknesses.append(Float(s.halfThickness)) }
        }
        for run in mesh.runs { ends.append(Int32(run.upperBound)) }
        geometry.state = .thin
        geometry.originX = center.x
        geometry.originY = center.y
        // Rounded up, so that no edge lies outside.
        geometry.halfWidth = Float(bounds.width / 2).nextUp
        geometry.halfHeight = Float(bounds.height / 2).nextUp
        geometry.runCount = Int32(mesh.runs.count)
        geometry.sectionCount = Int32(sections.count - firstSection)
        return geometry
    }
}
