import CanvasEncoding

/// What the device holds of one chunk: its row in the item table, and its geometry at the levels that were looked at.
final class ChunkGeometry {
    /// A level of detail and the tolerance it was made for.
    struct Key: Hashable {
        var level: DetailLevel
        var tolerance: Double
        /// Whether round strokes are arcs where that suits them.
        var hasArcs: Bool
    }

    /// The chunk's items at one level: those that have been looked at.
    final class Level {
        var entries: [ItemStrips.Entry]
        /// The strips, in vertices of their arena.
        var firsts: [Int32] = []
        var counts: [Int32] = []
        /// What it takes of the strips' arena, and of the arcs'.
        var stripBlocks: [VertexArena.Block] = []
        var arcBlocks: [VertexArena.Block] = []
        var lastUse: UInt64 = 0

        init(count: Int) { entries = Array(repeating: ItemStrips.Entry(kind: .unknown), count: count) }

        /// Takes over what was packed for some of the items, and stored in these blocks.
        func add(_ packed: PackedItems, strips: VertexArena.Block, arcs: VertexArena.Block) {
            let strip = Int32(firsts.count)
            for (place, entry) in zip(packed.places, packed.entries) {
                entries[Int(place)] = entry
                entries[Int(place)].firstStrip += strip
                entries[Int(place)].firstVertex += Int32(entry.kind.isArcs ? arcs.first : strips.first)
            }
            firsts += packed.strips.firsts.map { $0 + Int32(strips.first) }
            counts += packed.strips.counts
            if strips.count > 0 { stripBlocks.append(strips) }
            if arcs.count > 0 { arcBlocks.append(arcs) }
        }
    }

    let row: Int
    let origins: [SIMD2<Float>]
    var levels: [Key: Level] = [:]
    var lastUse: UInt64 = 0

    init(row: Int, origins: [SIMD2<Float>]) {
        self.row = row
        self.origins = origins
    }

    /// Where the coordinates of each item begin: about its middle, at a point that a float holds exactly.
    static func origins(of chunk: ItemChunk) -> [SIMD2<Float>] {
        chunk.itemBounds.map { bounds in
            let (x, y) = (Float(bounds.minX / 2 + bounds.maxX / 2), Float(bounds.minY / 2 + bounds.maxY / 2))
            return x.isFinite && y.isFinite ? SIMD2(x, y) : .zero
        }
    }

    /// The chunk's row of the item table.
    static func records(of chunk: ItemChunk, _ origins: [SIMD2<Float>]) -> [UInt32] {
        var records: [UInt32] = []
        records.reserveCapacity(chunk.items.count * 4)
        for (item, origin) in zip(chunk.items, origins) {
            switch item.paint {
            case .solid(let color): records.append(Pixel(color).packed)
            }
            records.append(origin.x.bitPattern)
            records.append(origin.y.bitPattern)
            records.append(0)
        }
        return records
    }
}

/// Some items of one chunk as strips and arcs.
struct PackedItems: Sendable {
    var places: [Int32]
    var entries: [ItemStrips.Entry] = []
    var strips = ItemStrips()
    var arcs: [ArcVertex] = []

    /// Packs items for keeping.
    static func retained(
        _ chunk: ItemChunk, _ places: [Int32], row: Int, origins: [SIMD2<Float>], _ key: ChunkGeometry.Key
    ) -> PackedItems {
        var packed = PackedItems(places: places)
        var packer = ItemPacker(.canvas(key.level, tolerance: key.tolerance))
        var arcs = ArcPacker(key.level, tolerance: key.tolerance)
        let reach = DetailLevel.maximumExtent * key.level.canvasTolerance / key.tolerance
        for place in places.map(Int.init) {
            let bounds = chunk.itemBounds[place]
            let origin = Point<CanvasSpace>(Double(origins[place].x), Double(origins[place].y))
            let offset = bounds.center - origin
            if chunk.items[place].paint.isInvisible {
                packed.entries.append(ItemStrips.Entry(kind: .nothing))
            } else if !key.level.keeps(bounds, tolerance: key.tolerance) || max(abs(offset.dx), abs(offset.dy)) > reach
            {
                packed.entries.append(ItemStrips.Entry(kind: .perFrame))
            } else {
                let id = SceneVertex.item(row: row, place: place)
                if key.hasArcs, case .stroke(let stroke) = chunk.items[place],
                    let entry = arcs.append(stroke, id: id, origin: origin, to: &packed.arcs)
                {
                    packed.entries.append(entry)
                } else {
                    packed.entries.append(
                        packer.append(chunk.items[place], id: id, origin: origin, to: &packed.strips))
                }
            }
        }
        return packed
    }

    /// Packs items for one frame.
    static func transient(_ chunk: ItemChunk, _ places: [Int32], row: Int, _ camera: SceneCamera) -> PackedItems {
        var packed = PackedItems(places: places)
        var packer = ItemPacker(.frame(camera))
        for place in places.map(Int.init) {
            if chunk.items[place].paint.isInvisible {
                packed.entries.append(ItemStrips.Entry(kind: .nothing))
                continue
            }
            let id = SceneVertex.item(row: row, place: place)
            packed.entries.append(packer.append(chunk.items[place], id: id, origin: .zero, to: &packed.strips))
        }
        return packed
    }
}

extension Paint {
    /// Whether painting with it changes nothing.
    var isInvisible: Bool {
        switch self {
        case .solid(let color): Pixel(color).alpha == 0
        }
    }
}
