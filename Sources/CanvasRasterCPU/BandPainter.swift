/// Paints the items of a band of rows, in painter's order. Belongs to one thread at a time.
struct BandPainter: ~Copyable {
    private var accumulator = CoverageAccumulator()
    private var mask = StripMask()
    private var sections: [FrameSection] = []

    /// Paints what `plans` hold for `band`, the rows `rows` of the frame.
    mutating func paint(
        _ plans: ArraySlice<ChunkPlan>, band: Int, rows: Range<Int32>, view: FrameView, antialiased: Bool,
        onto pixels: UnsafeMutablePointer<UInt32>
    ) {
        if antialiased {
            paintAll(plans, band, rows, view, byArea: true, pixels)
        } else {
            paintAll(plans, band, rows, view, byArea: false, pixels)
        }
    }

    @inline(__always)
    private mutating func paintAll(
        _ plans: ArraySlice<ChunkPlan>, _ band: Int, _ rows: Range<Int32>, _ view: FrameView, byArea: Bool,
        _ pixels: UnsafeMutablePointer<UInt32>
    ) {
        let pixelStride = view.size.width
        for plan in plans {
            plan.items.withUnsafeBufferPointer { items in
                plan.edges.withUnsafeBufferPointer { edges in
                    for index in plan.items(in: band) {
                        let item = items[Int(index)]
                        var clip = item.clip
                        clip.minY = max(clip.minY, rows.lowerBound)
                        clip.maxY = min(clip.maxY, rows.upperBound)
                        if clip.isEmpty { continue }
                        accumulator.begin(width: clip.width, height: clip.height)
                        var ink = item.ink
                        let target = pixels + (Int(clip.minY) &* pixelStride &+ Int(clip.minX))
                        switch item.shape {
                        case .polygons(let geometry):
                            addPolygons(geometry, clip, view, byArea: byArea)
                        case .edges(let range):
                            addEdges(edges, range, clip, byArea: byArea)
                        case .pen(let pen):
                            ink = addPen(plan, pen, clip, view, ink, target, pixelStride)
                        case .strip(let range, let ends):
                            ink = addStrip(plan, range, ends, clip, ink, target, pixelStride)
                        }
                        accumulator.paint(ink, rule: item.rule, onto: target, pixelStride: pixelStride)
                    }
                }
            }
        }
    }

    @inline(__always)
    private func addPolygons(
        _ geometry: UnsafePointer<ItemGeometry>, _ clip: PixelRect, _ view: FrameView, byArea: Bool
    ) {
        guard let points = geometry.pointee.points, let ends = geometry.pointee.ends else { return }
        let place = view.place(geometry.pointee.originX, geometry.pointee.originY)
        let one = Double(Fixed.one)
        let alongX = SIMD2(view.toPixels.a, view.toPixels.b) * one
        let alongY = SIMD2(view.toPixels.c, view.toPixels.d) * one
        let start = SIMD2(place.restX, place.restY) * one + Fixed.roundingMagic
        // `start` already carries the magic number: one addition less, and the same rounding.
        let shiftX = (Int32(place.wholeX) &- clip.minX) << Fixed.bits
        let shiftY = (Int32(place.wholeY) &- clip.minY) << Fixed.bits
        @inline(__always) func position(_ i: Int) -> (Int32, Int32) {
            let p = points[i]
            let v = start + (alongX * Double(p.x) + alongY * Double(p.y))
            return (
                Int32(truncatingIfNeeded: v.x.bitPattern) &+ shiftX, Int32(truncatingIfNeeded: v.y.bitPattern) &+ shiftY
            )
        }
        var i = 0
        for contour in 0..<Int(geometry.pointee.contourCount) {
            let end = Int(ends[contour])
            var (px, py) = position(end &- 1)
            while i < end {
                let (x, y) = position(i)
                if byArea { accumulator.addEdge(px, py, x, y) } else { accumulator.addCenterEdge(px, py, x, y) }
                (px, py) = (x, y)
                i &+= 1
            }
        }
    }

    @inline(__always)
    private func addEdges(
        _ edges: UnsafeBufferPointer<SIMD4<Int32>>, _ range: Range<Int>, _ clip: PixelRect, byArea: Bool
    ) {
        let corner = SIMD4(clip.minX, clip.minY, clip.minX, clip.minY) &<< Fixed.bits
        for i in range {
            let e = edges[i] &- corner
            if byArea {
                accumulator.addEdge(e.x, e.y, e.z, e.w)
            } else {
                accumulator.addCenterEdge(e.x, e.y, e.z, e.w)
            }
        }
    }

    // MARK: - Thin strokes

    /// Adds a kept thin stroke, and returns the ink that it is painted with.
    private mutating func addPen(
        _ plan: ChunkPlan, _ index: Int, _ clip: PixelRect, _ view: FrameView, _ ink: Ink,
        _ target: UnsafeMutablePointer<UInt32>, _ pixelStride: Int
    ) -> Ink {
        guard let pen = plan.pens?.items[index], let ends = pen.ends else { return ink }
        FramePens.sections(pen, view, cornerX: clip.minX, cornerY: clip.minY, into: &sections)
        return addSections(UnsafeBufferPointer(start: ends, count: Int(pen.runCount)), clip, ink, target, pixelStride)
    }

    /// Adds a thin stroke that was made for this frame.
    private mutating func addStrip(
        _ plan: ChunkPlan, _ range: Range<Int>, _ ends: Range<Int>, _ clip: PixelRect, _ ink: Ink,
        _ target: UnsafeMutablePointer<UInt32>, _ pixelStride: Int
    ) -> Ink {
        let corner = SIMD4(clip.minX, clip.minY, clip.minX, clip.minY) &<< Fixed.bits
        sections.removeAll(keepingCapacity: true)
        for section in plan.sections[range] {
            sections.append(FrameSection(edges: section.edges &- corner, share: section.share))
        }
        let local = plan.sectionEnds[ends].map { $0 - Int32(range.lowerBound) }
        return local.withUnsafeBufferPointer { addSections($0, clip, ink, target, pixelStride) }
    }

    /// Adds `sections` to the accumulator where the whole stroke has one alpha. Where it has not, paints it by itself.
    private mutating func addSections(
        _ ends: UnsafeBufferPointer<Int32>, _ clip: PixelRect, _ ink: Ink, _ target: UnsafeMutablePointer<UInt32>,
        _ pixelStride: Int
    ) -> Ink {
        var (least, most) = (Float.infinity, Float(0))
        sections.withUnsafeBufferPointer { sections in
            for section in sections {
                least = min(least, section.share)
                most = max(most, section.share)
            }
        }
        // Less than half a step of an opaque ink's alpha.
        let isUniform = most - least <= 0.002
        if !isUniform { mask.begin(width: clip.width, height: clip.height) }
        var start = 0
        sections.withUnsafeBufferPointer { sections in
            for end in ends {
                let run = UnsafeBufferPointer(rebasing: sections[start..<Int(end)])
                if isUniform { addOutline(run) } else { addTriangles(run) }
                start = Int(end)
            }
        }
        if isUniform { return ink.faded(to: (least + most) / 2) }
        mask.paint(ink, onto: target, pixelStride: pixelStride)
        return ink
    }

    /// The polygon of the left edges onwards and the right edges back.
    private func addOutline(_ run: UnsafeBufferPointer<FrameSection>) {
        guard let first = run.first, let last = run.last else { return }
        var p = first.edges
        for i in 1..<run.count {
            let q = run[i].edges
            accumulator.addCenterEdge(p.x, p.y, q.x, q.y)
            accumulator.addCenterEdge(q.z, q.w, p.z, p.w)
            p = q
        }
        accumulator.addCenterEdge(last.edges.x, last.edges.y, last.edges.z, last.edges.w)
        accumulator.addCenterEdge(first.edges.z, first.edges.w, first.edges.x, first.edges.y)
    }

    private func addTriangles(_ run: UnsafeBufferPointer<FrameSection>) {
        for (p, q) in zip(run, run.dropFirst()) {
            let (l0, r0) = corners(p)
            let (l1, r1) = corners(q)
            mask.add(l0, r0, l1)
            mask.add(r0, l1, r1)
        }
    }

    private func corners(_ s: FrameSection) -> (StripMask.Corner, StripMask.Corner) {
        let share = Double(s.share)
        return (
            StripMask.Corner(x: s.edges.x, y: s.edges.y, share: share),
            StripMask.Corner(x: s.edges.z, y: s.edges.w, share: share)
        )
    }
}
