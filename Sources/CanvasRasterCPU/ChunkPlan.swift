import CanvasEncoding

/// Kept polygons where the camera puts them: the points lie around `place`.
struct PlacedPolygons {
    var points: UnsafePointer<SIMD2<Float>>
    /// Where each contour ends in `points`.
    var ends: UnsafePointer<Int32>
    var contourCount: Int32
    var place: FrameView.Placement
}

/// A kept stroke of one thickness where the camera puts it: the sections lie around `place`.
struct PlacedPen {
    var sections: UnsafePointer<PenSection>
    /// Where each run ends in `sections`.
    var ends: UnsafePointer<Int32>
    var runCount: Int32
    /// What the sections' edges are multiplied by, in canvas units: their unit and how many times as thick as it is the
    /// stroke is drawn.
    var reach: Float
    var place: FrameView.Placement

    /// Whether a stroke is so small under a camera that single precision is exact to half a unit of fixed point.
    @inline(__always)
    static func fits(_ pen: UnsafePointer<PenGeometry>, _ more: Double, _ view: FrameView) -> Bool {
        let half = max(Double(pen.pointee.halfWidth), Double(pen.pointee.halfHeight)) + more
        return half * view.scales.largest < 1000
    }
}

/// One item that a frame shows.
struct VisibleItem {
    /// Where the item's shape is found.
    enum Shape {
        /// Kept polygons.
        case polygons(PlacedPolygons)
        /// Kept sections of a stroke that is equally thin everywhere.
        case pen(PlacedPen)
        /// Kept sections of a thin stroke of varying thickness: an index into the chunk's pens.
        case varyingPen(Int)
        /// Polygons made for this frame: `edges` of the plan.
        case edges(Range<Int>)
        /// Sections of a thin stroke made for this frame: `sections` of the plan, and which of `sectionEnds` end its runs.
        case strip(Range<Int>, ends: Range<Int>)
    }

    /// The pixels it may touch, within the window.
    var clip: PixelRect
    var shape: Shape
    var ink: Ink
    var rule: FillRule
    /// Whether `clip` is the item's whole box: no edge of it leaves the window.
    var isInside = false
    /// Whether no edge of the item leaves the window on the left or on the right.
    var isWithinColumns = false

    /// Whether the item may hide a row of the window.
    @inline(__always)
    func mayCover(_ window: PixelRect) -> Bool {
        clip.minX == window.minX && clip.maxX == window.maxX && ink.alpha == 255
    }
}

/// What all chunks of a frame are planned with.
struct PlanContext: Sendable {
    let view: FrameView
    let level: DetailLevel
    let tolerance: Double
    let antialiased: Bool
    let polygons: LevelCache<ChunkGeometry>
    let pens: LevelCache<ChunkPens>
    let probe: StageProbe?

    /// The half thickness that thin strokes may be widened to under any camera of the level.
    var widening: Double { level.largestPixel(tolerance: tolerance) / 2 }
}

/// What a frame shows of one chunk, and in which bands. Reused from frame to frame.
///
/// `@unchecked Sendable`: one thread fills it, and the threads that paint read it only after that.
final class ChunkPlan: @unchecked Sendable {
    private(set) var items: [VisibleItem] = []
    /// Edges of the items made for this frame, in fixed-point frame pixels: x₀ y₀ x₁ y₁.
    private(set) var edges: [SIMD4<Int32>] = []
    private(set) var sections: [FrameSection] = []
    private(set) var sectionEnds: [Int32] = []
    /// The chunk's thin strokes, in a frame without antialiasing.
    private(set) var pens: ChunkPens?
    /// Whether geometry had to be made, to be kept or for this frame, and not only looked up.
    private(set) var hasEncoded = false
    /// The items that may leave nothing to be seen below them: opaque, and as wide as the frame.
    private(set) var covers: [Int32] = []
    /// How much work lies in each strip of rows.
    private(set) var stripLoads: [Int32] = []
    /// For each band, where its items begin in `bandItems`; one more for the end.
    private var bandStarts: [Int32] = []
    private var bandItems: [Int32] = []
    /// Keeps the polygons that `items` refer to.
    private var geometry: ChunkGeometry?
    private var encoder = ItemEncoder()
    private var penEncoder = PenEncoder()
    private var visible: [Int32] = []
    private var missing: [Int32] = []

    /// Rows in a strip, the unit in which bands are made.
    static let stripHeight = 8

    /// Drops what refers to the last frame's geometry.
    func clear() {
        items.removeAll(keepingCapacity: true)
        edges.removeAll(keepingCapacity: true)
        sections.removeAll(keepingCapacity: true)
        sectionEnds.removeAll(keepingCapacity: true)
        stripLoads.removeAll(keepingCapacity: true)
        covers.removeAll(keepingCapacity: true)
        geometry = nil
        pens = nil
        hasEncoded = false
    }

    /// Finds what the frame shows of `chunk`, and makes the geometry that is not there yet.
    func prepare(_ chunk: ItemChunk, _ context: PlanContext) {
        clear()
        let view = context.view
        findVisible(chunk, view)
        if visible.isEmpty { return }
        stripLoads.append(contentsOf: repeatElement(0, count: Self.strips(view.window.height)))
        context.probe.measure(.encode) {
            if !context.antialiased { pens = makePens(chunk, context) }
            geometry = makePolygons(chunk, context)
        }
        // Moved out of the object for the loop, which then need not check at each step that nobody else looks at them.
        var (items, loads, covers) = ([VisibleItem](), [Int32](), [Int32]())
        swap(&items, &self.items)
        swap(&loads, &stripLoads)
        swap(&covers, &self.covers)
        let (penItems, polygonItems) = (pens?.items, geometry?.items)
        for index in visible {
            let i = Int(index)
            let shown: (item: VisibleItem, points: Int32)?
            if let penItems, penItems[i].state == .thin || penItems[i].state == .empty {
                shown = Self.pen(i, penItems + i, view)
            } else if let polygonItems, polygonItems[i].state != .unmade {
                shown = Self.polygons(polygonItems + i, view)
            } else {
                hasEncoded = true
                shown = context.probe.measure(.encode) { large(chunk.items[i], context) }
            }
            guard let shown else { continue }
            if shown.item.mayCover(view.window) { covers.append(Int32(truncatingIfNeeded: items.count)) }
            items.append(shown.item)
            Self.addLoad(shown.item.clip, from: view.window.minY, shown.points, to: &loads)
        }
        swap(&items, &self.items)
        swap(&loads, &stripLoads)
        swap(&covers, &self.covers)
    }

    private func findVisible(_ chunk: ItemChunk, _ view: FrameView) {
        var found: [Int32] = []
        swap(&found, &visible)
        found.removeAll(keepingCapacity: true)
        chunk.forEachItem(intersecting: view.visible) { found.append(Int32(truncatingIfNeeded: $0)) }
        swap(&found, &visible)
    }

    /// The polygons of the chunk, as far as they are visible and not too large to be kept.
    private func makePolygons(_ chunk: ItemChunk, _ context: PlanContext) -> ChunkGeometry? {
        let kept = context.polygons.value(for: chunk, at: context.level)
        missing.removeAll(keepingCapacity: true)
        for index in visible {
            let i = Int(index)
            if let kept, kept.items[i].state != .unmade { continue }
            if let pens, pens.items[i].state != .thick, pens.items[i].state != .unmade { continue }
            if context.level.keeps(chunk.itemBounds[i], tolerance: context.tolerance) { missing.append(index) }
        }
        if missing.isEmpty { return kept }
        hasEncoded = true
        let more = (kept ?? ChunkGeometry(unmade: chunk.items.count)).extended(
            by: missing, of: chunk, tolerance: context.level.canvasTolerance, with: &encoder)
        context.polygons.insert(more, for: chunk, at: context.level)
        return more
    }

    /// The sections of the chunk's thin strokes, as far as they are visible and not too large to be kept.
    private func makePens(_ chunk: ItemChunk, _ context: PlanContext) -> ChunkPens? {
        var kept = context.pens.value(for: chunk, at: context.level)
        if let k = kept, k.widening < context.widening { kept = nil }
        missing.removeAll(keepingCapacity: true)
        for index in visible {
            if let kept, kept.items[Int(index)].state != .unmade { continue }
            if context.level.keeps(chunk.itemBounds[Int(index)], tolerance: context.tolerance) { missing.append(index) }
        }
        if missing.isEmpty { return kept }
        hasEncoded = true
        let base = kept ?? ChunkPens(unmade: chunk.items.count, widening: context.widening)
        let more = base.extended(
            by: missing, of: chunk, tolerance: context.level.canvasTolerance, with: &penEncoder)
        context.pens.insert(more, for: chunk, at: context.level)
        return more
    }

    /// A kept item, unless it lies outside the window.
    @inline(__always)
    private static func polygons(
        _ geometry: UnsafePointer<ItemGeometry>, _ view: FrameView
    ) -> (VisibleItem, Int32)? {
        guard geometry.pointee.state == .made else { return nil }
        guard let points = geometry.pointee.points, let ends = geometry.pointee.ends else { return nil }
        let place = view.place(geometry.pointee.originX, geometry.pointee.originY)
        let clip = view.pixels(
            around: place, halfWidth: Double(geometry.pointee.halfWidth),
            halfHeight: Double(geometry.pointee.halfHeight))
        if clip.isEmpty { return nil }
        let item = VisibleItem(
            clip: clip,
            shape: .polygons(
                PlacedPolygons(
                    points: points, ends: ends, contourCount: geometry.pointee.contourCount, place: place)),
            ink: geometry.pointee.ink, rule: geometry.pointee.rule,
            isInside: view.isInside(clip), isWithinColumns: view.isWithinColumns(clip))
        return (item, geometry.pointee.pointCount)
    }

    /// A kept thin stroke, unless it lies outside the window.
    @inline(__always)
    private static func pen(
        _ index: Int, _ pen: UnsafePointer<PenGeometry>, _ view: FrameView
    ) -> (VisibleItem, Int32)? {
        guard pen.pointee.state == .thin else { return nil }
        guard let sections = pen.pointee.sections, let ends = pen.pointee.ends else { return nil }
        // Widening moves an edge away from its spine.
        let widest = PenSection.widening(Double(pen.pointee.thinnest), scale: view.meanScale)
        let more = Double(pen.pointee.reach) * (widest - 1)
        let place = view.place(pen.pointee.originX, pen.pointee.originY)
        let clip = view.pixels(
            around: place, halfWidth: Double(pen.pointee.halfWidth) + more,
            halfHeight: Double(pen.pointee.halfHeight) + more)
        if clip.isEmpty { return nil }
        var item = VisibleItem(
            clip: clip, shape: .varyingPen(index), ink: pen.pointee.ink, rule: .nonzero,
            isInside: view.isInside(clip), isWithinColumns: view.isWithinColumns(clip))
        if pen.pointee.thinnest == pen.pointee.thickest, PlacedPen.fits(pen, more, view) {
            item.shape = .pen(
                PlacedPen(
                    sections: sections, ends: ends, runCount: pen.pointee.runCount,
                    reach: pen.pointee.unit * Float(widest), place: place))
            item.ink = item.ink.faded(to: Float(1 / widest))
        }
        return (item, 2 * pen.pointee.sectionCount)
    }

    /// An item too large to be kept: made anew, cut to what the frame shows. Not to what the window shows: the pixels of
    /// a window are those of the whole frame.
    private func large(_ item: Item, _ context: PlanContext) -> (VisibleItem, Int32)? {
        let view = context.view
        let ink = Ink(item.paint)
        guard ink.alpha > 0 else { return nil }
        if !context.antialiased, case .stroke(let stroke) = item,
            PenEncoder.mayBeThin(stroke, than: 0.5 / view.meanScale)
        {
            return largePen(stroke, ink, context)
        }
        encoder.flatten(item, tolerance: context.level.canvasTolerance, clip: view.visibleInFrame)
        var rule = FillRule.nonzero
        if case .fill(let fill) = item { rule = fill.rule }
        let first = edges.count
        let box = FrameEdges.append(encoder.flattened, view, to: &edges)
        let clip = view.pixels(box.minX, box.minY, box.maxX, box.maxY)
        if clip.isEmpty || edges.count == first { return nil }
        let shown = VisibleItem(clip: clip, shape: .edges(first..<edges.count), ink: ink, rule: rule)
        return (shown, Int32(edges.count - first))
    }

    private func largePen(_ stroke: Stroke, _ ink: Ink, _ context: PlanContext) -> (VisibleItem, Int32)? {
        let view = context.view
        let mesh = penEncoder.expand(
            stroke, tolerance: context.level.canvasTolerance, widening: context.widening, clip: view.visibleInFrame)
        let (first, firstEnd) = (sections.count, sectionEnds.count)
        let box = FramePens.append(mesh, view, to: &sections, ends: &sectionEnds)
        let clip = view.pixels(box.minX, box.minY, box.maxX, box.maxY)
        if clip.isEmpty || sections.count == first { return nil }
        let shape = VisibleItem.Shape.strip(first..<sections.count, ends: firstEnd..<sectionEnds.count)
        return (VisibleItem(clip: clip, shape: shape, ink: ink, rule: .nonzero), Int32(2 * (sections.count - first)))
    }

    /// Spreads an estimate of the work over the strips that an item touches.
    @inline(__always)
    private static func addLoad(_ clip: PixelRect, from top: Int32, _ pointCount: Int32, to loads: inout [Int32]) {
        let first = Int(clip.minY &- top) / stripHeight
        let last = (Int(clip.maxY &- top) - 1) / stripHeight
        let load = 8 &+ pointCount / Int32(last - first + 1) &+ clip.width / 4
        for strip in first...last { loads[strip] &+= load }
    }

    static func strips(_ height: Int32) -> Int { (Int(height) + stripHeight - 1) / stripHeight }

    /// Sorts the items into bands; `bandOfStrip` names the band of each strip, counted from the row `top`.
    func bin(bandOfStrip: [Int32], bandCount: Int, top: Int32) {
        // Moved out of the object, as in `prepare`.
        var (starts, sorted) = ([Int32](), [Int32]())
        swap(&starts, &bandStarts)
        swap(&sorted, &bandItems)
        defer {
            swap(&starts, &bandStarts)
            swap(&sorted, &bandItems)
        }
        starts.removeAll(keepingCapacity: true)
        starts.append(contentsOf: repeatElement(0, count: bandCount + 1))
        sorted.removeAll(keepingCapacity: true)
        if items.isEmpty { return }
        @inline(__always) func bands(_ clip: PixelRect) -> ClosedRange<Int> {
            let first = bandOfStrip[Int(clip.minY &- top) / Self.stripHeight]
            let last = bandOfStrip[(Int(clip.maxY &- top) - 1) / Self.stripHeight]
            return Int(first)...Int(last)
        }
        items.withUnsafeBufferPointer { items in
            for item in items { for band in bands(item.clip) { starts[band + 1] += 1 } }
            for band in 0..<bandCount { starts[band + 1] += starts[band] }
            sorted.append(contentsOf: repeatElement(0, count: Int(starts[bandCount])))
            // Filled from the starts, which each move to the next band's start and are then moved back by one band.
            for i in items.indices {
                for band in bands(items[i].clip) {
                    sorted[Int(starts[band])] = Int32(truncatingIfNeeded: i)
                    starts[band] += 1
                }
            }
        }
        for band in stride(from: bandCount, to: 0, by: -1) { starts[band] = starts[band - 1] }
        starts[0] = 0
    }

    /// Hands over the items that touch `band`, from the item `first` on, in painter's order, as indices into `items`.
    @inline(__always)
    func withItems(in band: Int, from first: Int32, _ body: (UnsafeBufferPointer<Int32>) -> Void) {
        if items.isEmpty { return }
        bandItems.withUnsafeBufferPointer { all in
            var start = Int(bandStarts[band])
            let end = Int(bandStarts[band + 1])
            if first > 0 { while start < end, all[start] < first { start += 1 } }
            body(UnsafeBufferPointer(rebasing: all[start..<end]))
        }
    }
}
