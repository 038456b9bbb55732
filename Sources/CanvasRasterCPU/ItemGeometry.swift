import CanvasEncoding

/// One item's polygons at one level of detail, ready for the scan converter.
///
/// Points are single precision around a local origin. An item that is kept is at most 16,384 px across under any camera
/// of its level, so that its points are exact to 0.0005 px. The memory belongs to a `GeometrySlab`.
struct ItemGeometry {
    enum State: UInt8 {
        /// Not encoded yet: no frame has shown it at this level.
        case unmade
        /// Encoded.
        case made
        /// Encoded, and nothing to draw.
        case empty
    }

    var state = State.unmade
    var rule = FillRule.nonzero
    var ink = Ink(.clear)
    /// The local origin on the canvas: the centre of the points' bounds.
    var originX = 0.0
    var originY = 0.0
    /// Half the points' bounds.
    var halfWidth: Float = 0
    var halfHeight: Float = 0
    var contourCount: Int32 = 0
    var pointCount: Int32 = 0
    /// Where each contour ends in `points`.
    var ends: UnsafePointer<Int32>?
    var points: UnsafePointer<SIMD2<Float>>?
}

/// Memory that many items' polygons share. Freed with the last chunk that refers to it.
///
/// `@unchecked Sendable`: written by its initialiser only.
final class GeometrySlab: @unchecked Sendable {
    let points: UnsafePointer<SIMD2<Float>>
    let ends: UnsafePointer<Int32>
    let byteCount: Int

    /// Points after the last that may be read: whole vectors are.
    private static let slack = 4

    init(points source: [SIMD2<Float>], ends sourceEnds: [Int32]) {
        let p = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: source.count + Self.slack)
        (p + source.count).initialize(repeating: .zero, count: Self.slack)
        source.withUnsafeBufferPointer { p.initialize(from: $0.baseAddress ?? UnsafePointer(p), count: source.count) }
        let e = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, sourceEnds.count))
        sourceEnds.withUnsafeBufferPointer {
            e.initialize(from: $0.baseAddress ?? UnsafePointer(e), count: sourceEnds.count)
        }
        points = UnsafePointer(p)
        ends = UnsafePointer(e)
        byteCount = source.count * 8 + sourceEnds.count * 4
    }

    deinit {
        points.deallocate()
        ends.deallocate()
    }
}

/// The polygons of a chunk's items at one level of detail, as far as any frame has needed them.
///
/// Immutable: a frame that shows more of the chunk's items makes an extended copy, which shares the memory of the
/// points.
///
/// `@unchecked Sendable`: the pointers in `items` lead into `slabs`, which are never written after their creation.
final class ChunkGeometry: EncodedChunk, @unchecked Sendable {
    /// Parallel to the chunk's items.
    let items: UnsafePointer<ItemGeometry>
    let count: Int
    private let slabs: [GeometrySlab]
    let byteCount: Int

    init(items source: [ItemGeometry], slabs: [GeometrySlab]) {
        let p = UnsafeMutablePointer<ItemGeometry>.allocate(capacity: max(1, source.count))
        source.withUnsafeBufferPointer { p.initialize(from: $0.baseAddress ?? UnsafePointer(p), count: source.count) }
        items = UnsafePointer(p)
        count = source.count
        self.slabs = slabs
        byteCount = slabs.reduce(source.count * MemoryLayout<ItemGeometry>.stride) { $0 + $1.byteCount }
    }

    /// Nothing encoded yet of a chunk of `count` items.
    convenience init(unmade count: Int) {
        self.init(items: [ItemGeometry](repeating: ItemGeometry(), count: count), slabs: [])
    }

    deinit { items.deallocate() }

    /// A copy in which the items at `indices` are encoded too.
    func extended(
        by indices: [Int32], of chunk: ItemChunk, tolerance: Double, with encoder: inout ItemEncoder
    ) -> ChunkGeometry {
        var items = Array(UnsafeBufferPointer(start: self.items, count: count))
        let slab = encoder.encode(indices, of: chunk, tolerance: tolerance, into: &items)
        return ChunkGeometry(items: items, slabs: slabs + [slab])
    }
}
