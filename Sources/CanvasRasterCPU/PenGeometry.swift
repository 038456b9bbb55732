import CanvasEncoding

/// One cut across a thin stroke, single precision around a local origin.
struct PenSection {
    /// Where it meets the left edge, x and y, and the right edge.
    var edges: SIMD4<Float>
    var spine: SIMD2<Float>
    /// Half the stroke's thickness, in canvas units.
    var halfThickness: Float

    /// By how much the pen is widened at a scale of `scale` pixels a unit: to half a pixel on each side, or not at all.
    ///
    /// A stroke thinner than a pixel would be missed by most pixel centres, and its ink would depend on where it lies.
    /// Widened to a pixel, at an alpha divided by the same factor, it keeps its ink.
    @inline(__always)
    static func widening(_ halfThickness: Double, scale: Double) -> Double {
        max(1, 0.5 / (scale * max(halfThickness, 1e-300)))
    }
}

/// A stroke at one level of detail, kept so that its pen can be widened to a pixel: what a frame without antialiasing
/// needs of strokes that may be thinner than that.
struct PenGeometry {
    enum State: UInt8 {
        case unmade
        /// Never thinner than a pixel at this level: its polygons do.
        case thick
        case thin
        case empty
    }

    var state = State.unmade
    var ink = Ink(.clear)
    var originX = 0.0
    var originY = 0.0
    /// Half the bounds of the edges.
    var halfWidth: Float = 0
    var halfHeight: Float = 0
    /// The farthest that an edge lies from its spine.
    var reach: Float = 0
    var thinnest: Float = .infinity
    var thickest: Float = 0
    var runCount: Int32 = 0
    var sectionCount: Int32 = 0
    /// Where each run ends in `sections`.
    var ends: UnsafePointer<Int32>?
    var sections: UnsafePointer<PenSection>?
}

/// Memory that many strokes' sections share.
///
/// `@unchecked Sendable`: written by its initialiser only.
final class PenSlab: @unchecked Sendable {
    let sections: UnsafePointer<PenSection>
    let ends: UnsafePointer<Int32>
    let byteCount: Int

    init(sections source: [PenSection], ends sourceEnds: [Int32]) {
        let s = UnsafeMutablePointer<PenSection>.allocate(capacity: max(1, source.count))
        source.withUnsafeBufferPointer { s.initialize(from: $0.baseAddress ?? UnsafePointer(s), count: source.count) }
        let e = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, sourceEnds.count))
        sourceEnds.withUnsafeBufferPointer {
            e.initialize(from: $0.baseAddress ?? UnsafePointer(e), count: sourceEnds.count)
        }
        sections = UnsafePointer(s)
        ends = UnsafePointer(e)
        byteCount = source.count * MemoryLayout<PenSection>.stride + sourceEnds.count * 4
    }

    deinit {
        sections.deallocate()
        ends.deallocate()
    }
}

/// The thin strokes of a chunk at one level of detail, as far as any frame has needed them. Immutable, as
/// `ChunkGeometry` is.
///
/// `@unchecked Sendable`: the pointers in `items` lead into `slabs`, which are never written after their creation.
final class ChunkPens: EncodedChunk, @unchecked Sendable {
    /// Parallel to the chunk's items.
    let items: UnsafePointer<PenGeometry>
    private let count: Int
    /// The half thickness that round ends and joins were made smooth for.
    let widening: Double
    private let slabs: [PenSlab]
    let byteCount: Int

    init(items source: [PenGeometry], widening: Double, slabs: [PenSlab]) {
        let p = UnsafeMutablePointer<PenGeometry>.allocate(capacity: max(1, source.count))
        source.withUnsafeBufferPointer { p.initialize(from: $0.baseAddress ?? UnsafePointer(p), count: source.count) }
        items = UnsafePointer(p)
        count = source.count
        self.widening = widening
        self.slabs = slabs
        byteCount = slabs.reduce(source.count * MemoryLayout<PenGeometry>.stride) { $0 + $1.byteCount }
    }

    /// Nothing encoded yet of a chunk of `count` items.
    convenience init(unmade count: Int, widening: Double) {
        self.init(items: [PenGeometry](repeating: PenGeometry(), count: count), widening: widening, slabs: [])
    }

    deinit { items.deallocate() }

    /// A copy in which the items at `indices` are encoded too.
    func extended(
        by indices: [Int32], of chunk: ItemChunk, tolerance: Double, with encoder: inout PenEncoder
    ) -> ChunkPens {
        var items = Array(UnsafeBufferPointer(start: self.items, count: count))
        let slab = encoder.encode(indices, of: chunk, tolerance: tolerance, widening: widening, into: &items)
        return ChunkPens(items: items, widening: widening, slabs: slabs + [slab])
    }
}
