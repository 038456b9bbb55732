import CPixelKernels

/// Paints the items of a band of rows, in painter's order. Belongs to one thread at a time.
struct BandPainter: ~Copyable {
    private var accumulator: CoverageAccumulator
    private var mask = StripMask()
    private var sections: [FrameSection] = []

    /// - Parameter usesVectors: whether kernels in C are used.
    init(usesVectors: Bool) { accumulator = CoverageAccumulator(usesVectors: usesVectors) }

    /// Paints what `plans` hold for `band`, the rows `rows` of the frame, on `background`, or if that is `nil` over what is
    /// there.
    mutating func paint(
        _ plans: ArraySlice<ChunkPlan>, band: Int, rows: Range<Int32>, view: FrameView, background: UInt32?,
        antialiased: Bool, onto pixels: UnsafeMutablePointer<UInt32>
    ) {
        var plans = plans
        let top = BandCover.top(of: plans, rows: rows, view: view)
        if let top {
            plans = plans[top.plan...]
        } else if let background {
            Self.clear(rows, of: view, to: background, pixels)
        }
        let first = top?.item ?? 0
        if antialiased {
            paintAll(plans, from: first, band, rows, view, byArea: true, pixels)
        } else {
            paintAll(plans, from: first, band, rows, view, byArea: false, pixels)
        }
    }

    private static func clear(
        _ rows: Range<Int32>, of view: FrameView, to background: UInt32, _ pixels: UnsafeMutablePointer<UInt32>
    ) {
        let (width, stride) = (Int(view.window.width), view.size.width)
        let start = pixels + Int(rows.lowerBound) * stride + Int(view.window.minX)
        if width == stride { return start.update(repeating: background, count: rows.count * stride) }
        for row in 0..<rows.count { (start + row * stride).update(repeating: background, count: width) }
    }

    /// - Parameter first: the item of the first plan to begin with.
    @inline(__always)
    private mutating func paintAll(
        _ plans: ArraySlice<ChunkPlan>, from first: Int32, _ band: Int, _ rows: Range<Int32>, _ view: FrameView,
        byArea: Bool,
        _ pixels: UnsafeMutablePointer<UInt32>
    ) {
        let pixelStride = view.size.width
        var first = first
        for plan in plans {
            plan.items.withUnsafeBufferPointer { items in
                plan.withItems(in: band, from: first) { visited in
                    for (step, index) in visited.enumerated() {
                        Self.prefetch(items, visited, after: step)
                        paint(items[Int(index)], plan, rows, view, byArea: byArea, pixels, pixelStride)
                    }
                }
            }
            first = 0
        }
    }

    @inline(__always)
    private mutating func paint(
        _ item: VisibleItem, _ plan: ChunkPlan, _ rows: Range<Int32>, _ view: FrameView, byArea: Bool,
        _ pixels: UnsafeMutablePointer<UInt32>, _ pixelStride: Int
    ) {
        var clip = item.clip
        clip.minY = max(clip.minY, rows.lowerBound)
        clip.maxY = min(clip.maxY, rows.upperBound)
        if clip.isEmpty { return }
        accumulator.begin(width: clip.width, height: clip.height)
        let isInside = item.isInside && clip == item.clip
        var isTracked = true
        var ink = item.ink
        let target = pixels + (Int(clip.minY) &* pixelStride &+ Int(clip.minX))
        switch item.shape {
        case .polygons(let polygons):
            isTracked = accumulator.add(
                polygons, clip, view, isInside: isInside, isWithinColumns: item.isWithinColumns, byArea: byArea)
        case .edges(let range):
            plan.edges.withUnsafeBufferPointer { addEdges($0, range, clip, byArea: byArea) }
        case .pen(let pen):
            isTracked = accumulator.add(
                pen, clip, view, isInside: isInside, isWithinColumns: item.isWithinColumns)
        case .varyingPen(let index):
            guard let pens = plan.pens else { return }
            ink = addPen(pens.items[index], clip, view, ink, target, pixelStride)
        case .strip(let range, let ends):
            ink = addStrip(plan, range, ends, clip, ink, target, pixelStride)
        }
        accumulator.paint(
            ink, rule: item.rule, onto: target, pixelStride: pixelStride, room: pixelStride &- Int(clip.minX),
            isTracked: isTracked)
    }

    /// Fetches what the next items need: they lie anywhere in memory, so that the processor cannot foresee them.
    @inline(__always)
    private static func prefetch(
        _ items: UnsafeBufferPointer<VisibleItem>, _ visited: UnsafeBufferPointer<Int32>, after step: Int
    ) {
        if step &+ 5 < visited.count {
            let item = UnsafeRawPointer(items.baseAddress! + Int(visited[step &+ 5]))
            pk_prefetch(item)
            pk_prefetch(item + MemoryLayout<VisibleItem>.stride - 1)
        }
        guard step &+ 2 < visited.count else { return }
        // As many cache lines as most items fill: what comes later in a long one the processor foresees.
        let (first, ends, lines): (UnsafeRawPointer, UnsafeRawPointer, Int)
        switch items[Int(visited[step &+ 2])].shape {
        case .polygons(let polygons):
            (first, ends, lines) = (UnsafeRawPointer(polygons.points), UnsafeRawPointer(polygons.ends), 4)
        case .pen(let pen): (first, ends, lines) = (UnsafeRawPointer(pen.sections), UnsafeRawPointer(pen.ends), 6)
        default: return
        }
        for line in 0..<lines { pk_prefetch(first + 64 * line) }
        pk_prefetch(ends)
    }

    @inline(__always)
    private func addEdges(
        _ edges: UnsafeBufferPointer<SIMD4<Int32>>, _ range: Range<Int>, _ clip: PixelRect, byArea: Bool
    ) {
        let corner = SIMD4(clip.minX, clip.minY, clip.minX, clip.minY) &<< Fixed.bits
        for i in range {
            let e = edges[i] &- corner
            if byArea {
                accumulator.addEdge(e.x, e.y, e.z, e.w, .clipped)
            } else {
                accumulator.addCenterEdge(e.x, e.y, e.z, e.w, .clipped)
            }
        }
    }

    // MARK: - Thin strokes

    /// Adds a kept thin stroke of varying thickness, and returns the ink that it is painted with.
    private mutating func addPen(
        _ pen: PenGeometry, _ clip: PixelRect, _ view: FrameView, _ ink: Ink,
        _ target: UnsafeMutablePointer<UInt32>, _ pixelStride: Int
    ) -> Ink {
        guard let ends = pen.ends else { return ink }
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
            accumulator.addCenterEdge(p.x, p.y, q.x, q.y, .clipped)
            accumulator.addCenterEdge(q.z, q.w, p.z, p.w, .clipped)
            p = q
        }
        accumulator.addCenterEdge(last.edges.x, last.edges.y, last.edges.z, last.edges.w, .clipped)
        accumulator.addCenterEdge(first.edges.z, first.edges.w, first.edges.x, first.edges.y, .clipped)
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
