import CanvasEncoding

/// One cut across a thin stroke, around a local origin. In memory it is a `pk_pen_section`.
struct PenSection {
    var spine: SIMD2<Float>
    /// From the spine to where the cut meets the left edge, x and y, and the right edge, in units of the pen's `unit`:
    /// exact to 1/65,534 of its reach, which under any camera of the level is a pixel or so.
    var edges: SIMD4<Int16>

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
    /// What the sections' edges are given in.
    var unit: Float { reach / 32767 }
    var thinnest: Float = .infinity
    var thickest: Float = 0
    var runCount: Int32 = 0
    var sectionCount: Int32 = 0
    /// Where each run ends in `sections`.
    var ends: UnsafePointer<Int32>?
    var sections: UnsafePointer<PenSection>?
    /// Half the stroke's thickness at each section, in canvas units; where it is the same everywhere, there are none.
    var halfThicknesses: UnsafePointer<Float>?
}

/// Memory that many strokes' sections share.
///
/// `@unchecked Sendable`: written by its initialiser only.
final class PenSlab: @unchecked Sendable {
    let sections: UnsafePointer<PenSection>
    let halfThicknesses: UnsafePointer<Float>
    let ends: UnsafePointer<Int32>
    let byteCount: Int

    init(sections: [PenSection], halfThicknesses: [Float], ends: [Int32]) {
        self.sections = Self.copy(sections)
        self.halfThicknesses = Self.copy(halfThicknesses)
        self.ends = Self.copy(ends)
        byteCount = sections.count * MemoryLayout<PenSection>.stride + halfThicknesses.count * 4 + ends.count * 4
    }

    deinit {
        sections.deallocate()
        halfThicknesses.deallocate()
        ends.deallocate()
    }

    private static func copy<T>(_ source: [T]) -> UnsafePointer<T> {
        let p = UnsafeMutablePointer<T>.allocate(capacity: max(1, source.count))
        source.withUnsafeBufferPointer { p.initialize(from: $0.baseAddress ?? UnsafePointer(p), count: source.count) }
        return UnsafePointer(p)
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
