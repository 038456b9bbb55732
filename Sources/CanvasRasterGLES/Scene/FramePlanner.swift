import CanvasConcurrency
import CanvasEncoding

/// Finds what shows in a frame and puts it in order.
struct FramePlanner {
    let camera: SceneCamera
    let cache: GeometryCache
    /// Whether round strokes may be drawn as arcs.
    let drawsArcs: Bool

    /// How many items depth can tell apart at once: of its 24 bits one is left for rounding.
    static let depthWindow = 1 << 23
    /// How many items made for one frame are packed by one task.
    private static let grain = 16

    /// The plan of a frame. What it needs is on the device afterwards, but for the vertices of this frame only.
    func plan(_ drawing: Drawing, unless cancellation: RenderCancellation?) throws(RenderError) -> FramePlan {
        cache.beginFrame(chunkCount: drawing.chunks.count)
        let visible = visibleItems(of: drawing)
        let key = ChunkGeometry.Key(
            level: camera.level, tolerance: camera.tolerance, hasArcs: drawsArcs && camera.isSimilarity)
        if camera.usesRetained { try cache.prepare(visible, key, unless: cancellation) }
        var geometries: [ChunkGeometry] = []
        for entry in visible { geometries.append(try cache.geometry(of: entry.chunk)) }

        var plan = FramePlan()
        var transient = TransientItems(packTransient(visible, geometries, key))
        var ranks: [(row: Int, rank: Int)] = []
        var windowStart = 0
        for (entry, geometry) in zip(visible, geometries) {
            try cancellation?.check()
            if entry.rank + entry.chunk.items.count - windowStart > Self.depthWindow {
                windowStart = entry.rank
                plan.clearDepth()
            }
            ranks.append((geometry.row, entry.rank - windowStart))
            let level = camera.usesRetained ? geometry.levels[key] : nil
            for place in entry.places.map(Int.init) {
                if let level, level.entries[place].kind != .perFrame {
                    plan.append(
                        level.entries[place], level.firsts, level.counts, offset: 0, .retained,
                        pixels: camera.pixels(entry.chunk.itemBounds[place]))
                } else {
                    transient.next(into: &plan, pixels: camera.pixels(entry.chunk.itemBounds[place]))
                }
            }
        }
        cache.table.setRanks(ranks)
        return plan
    }

    private func visibleItems(of drawing: Drawing) -> [GeometryCache.Visible] {
        var visible: [GeometryCache.Visible] = []
        var rank = 0
        for chunk in drawing.chunks {
            defer { rank += chunk.items.count }
            guard camera.shows(chunk.bounds) else { continue }
            var places: [Int32] = []
            chunk.forEachItem(intersecting: camera.shown) { i in
                if camera.shows(chunk.itemBounds[i]) { places.append(Int32(i)) }
            }
            if !places.isEmpty { visible.append(GeometryCache.Visible(chunk: chunk, rank: rank, places: places)) }
        }
        return visible
    }

    /// Packs the visible items that are not kept, in order.
    private func packTransient(
        _ visible: [GeometryCache.Visible], _ geometries: [ChunkGeometry], _ key: ChunkGeometry.Key
    ) -> [PackedItems] {
        var jobs: [(chunk: ItemChunk, row: Int, places: [Int32])] = []
        for (entry, geometry) in zip(visible, geometries) {
            var places = entry.places[...]
            if camera.usesRetained, let level = geometry.levels[key] {
                places = entry.places.filter { level.entries[Int($0)].kind == .perFrame }[...]
            }
            while !places.isEmpty {
                jobs.append((entry.chunk, geometry.row, Array(places.prefix(Self.grain))))
                places = places.dropFirst(Self.grain)
            }
        }
        let all = jobs
        let camera = camera
        return parallelMap(all.count) { i in
            PackedItems.transient(all[i].chunk, all[i].places, row: all[i].row, camera)
        }
    }
}

/// Items packed for one frame, handed out in order.
private struct TransientItems {
    private let groups: [PackedItems]
    private var group = 0
    private var index = 0
    private var offset: Int32 = 0

    init(_ groups: [PackedItems]) { self.groups = groups }

    mutating func next(into plan: inout FramePlan, pixels: @autoclosure () -> Rect<FrameSpace>) {
        let packed = groups[group]
        if index == 0 { offset = plan.append(packed.strips.vertices) }
        plan.append(
            packed.entries[index], packed.strips.firsts, packed.strips.counts, offset: offset, .transient,
            pixels: pixels())
        index += 1
        if index == packed.entries.count { (group, index) = (group + 1, 0) }
    }
}
