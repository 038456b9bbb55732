import CanvasConcurrency
import CanvasEncoding

/// The items' geometry on the device: packed and uploaded once, when an item is first seen at a level of detail.
///
/// Items are kept by chunk and level. An edit makes new chunks, whose geometry is made anew; what belonged to the old
/// ones, and levels that nobody looks at any more, go when the budget is exceeded, the least recently used first.
final class GeometryCache {
    /// A chunk that shows in a frame, and which of its items.
    struct Visible {
        var chunk: ItemChunk
        /// The rank of the chunk's first item in the drawing.
        var rank: Int
        var places: [Int32]
    }

    /// Bytes of geometry kept beyond what the frame under way needs.
    static let budget = 192 << 20
    /// How many items are packed by one task.
    private static let grain = 64
    /// How many tasks are done before what they packed is uploaded.
    private static let portion = 32

    let strips: VertexArena
    let arcs: VertexArena
    let table: ItemTable
    private var chunks: [UInt64: ChunkGeometry] = [:]
    private var clock: UInt64 = 0

    init(_ queue: GLQueue, maximumRows: Int) {
        strips = VertexArena(queue, vertexBytes: MemoryLayout<SceneVertex>.stride)
        arcs = VertexArena(queue, vertexBytes: MemoryLayout<ArcVertex>.stride)
        table = ItemTable(queue, maximumRows: maximumRows)
    }

    /// Begins a frame of a drawing of `chunkCount` chunks: what is asked for from now on stays until the next one begins.
    ///
    /// Chunks that edits have replaced are let go of, however little room they take: nobody will ask for them again.
    func beginFrame(chunkCount: Int) {
        let limit = 2 * chunkCount + 64
        if chunks.count > limit {
            let old = chunks.sorted { $0.value.lastUse < $1.value.lastUse }
            for (stamp, _) in old.prefix(chunks.count - limit / 2) { drop(stamp) }
        }
        clock += 1
    }

    /// The chunk's row and origins.
    ///
    /// - Throws: `RenderError.outOfMemory` if a frame shows more chunks than the device has rows for.
    func geometry(of chunk: ItemChunk) throws(RenderError) -> ChunkGeometry {
        if let found = chunks[chunk.stamp] {
            found.lastUse = clock
            return found
        }
        let origins = ChunkGeometry.origins(of: chunk)
        let records = ChunkGeometry.records(of: chunk, origins)
        var row = table.add(records)
        if row == nil, let oldest = chunks.min(by: { $0.value.lastUse < $1.value.lastUse }),
            oldest.value.lastUse < clock
        {
            drop(oldest.key)
            row = table.add(records)
        }
        guard let row else { throw .outOfMemory("more items in one frame than the graphics device has room for") }
        let made = ChunkGeometry(row: row, origins: origins)
        made.lastUse = clock
        chunks[chunk.stamp] = made
        return made
    }

    /// Makes sure that the visible items are on the device at a level.
    func prepare(
        _ visible: [Visible], _ key: ChunkGeometry.Key, unless cancellation: RenderCancellation?
    ) throws(RenderError) {
        var jobs: [(chunk: ItemChunk, geometry: ChunkGeometry, places: [Int32])] = []
        for entry in visible {
            let geometry = try geometry(of: entry.chunk)
            let level = geometry.level(key, count: entry.chunk.items.count)
            level.lastUse = clock
            var missing = entry.places.filter { level.entries[Int($0)].kind == .unknown }[...]
            while !missing.isEmpty {
                jobs.append((entry.chunk, geometry, Array(missing.prefix(Self.grain))))
                missing = missing.dropFirst(Self.grain)
            }
        }
        // In portions, so that what is packed and not yet uploaded stays small, and a frame gives way in their midst.
        for start in stride(from: 0, to: jobs.count, by: Self.portion) {
            try cancellation?.check()
            let portion = jobs[start..<min(start + Self.portion, jobs.count)].map { job in
                (chunk: job.chunk, places: job.places, row: job.geometry.row, origins: job.geometry.origins)
            }
            let packed = parallelMap(portion.count) { i in
                PackedItems.retained(
                    portion[i].chunk, portion[i].places, row: portion[i].row, origins: portion[i].origins, key)
            }
            for (items, job) in zip(packed, jobs[start...]) {
                job.geometry.levels[key]!.add(
                    items, strips: strips.store(items.strips.vertices), arcs: arcs.store(items.arcs))
            }
        }
        if !jobs.isEmpty { trim() }
    }

    /// Lets go of everything.
    func removeAll() {
        for stamp in Array(chunks.keys) { drop(stamp) }
        strips.removeAll()
        arcs.removeAll()
    }

    /// Bytes of geometry on the device.
    private var byteCount: Int { strips.byteCount + arcs.byteCount }

    private func trim() {
        guard byteCount > Self.budget else { return }
        var old: [(stamp: UInt64, key: ChunkGeometry.Key, lastUse: UInt64)] = []
        for (stamp, geometry) in chunks {
            for (key, level) in geometry.levels where level.lastUse < clock { old.append((stamp, key, level.lastUse)) }
        }
        for entry in old.sorted(by: { $0.lastUse < $1.lastUse }) {
            if byteCount <= Self.budget { break }
            let geometry = chunks[entry.stamp]!
            free(geometry.levels.removeValue(forKey: entry.key)!)
            if geometry.levels.isEmpty, geometry.lastUse < clock { drop(entry.stamp) }
        }
    }

    private func drop(_ stamp: UInt64) {
        guard let geometry = chunks.removeValue(forKey: stamp) else { return }
        for level in geometry.levels.values { free(level) }
        table.remove(geometry.row)
    }

    private func free(_ level: ChunkGeometry.Level) {
        for block in level.stripBlocks { strips.free(block) }
        for block in level.arcBlocks { arcs.free(block) }
    }
}

extension ChunkGeometry {
    /// The chunk's geometry at a level, empty at first.
    func level(_ key: Key, count: Int) -> Level {
        if let found = levels[key] { return found }
        let made = Level(count: count)
        levels[key] = made
        return made
    }
}
