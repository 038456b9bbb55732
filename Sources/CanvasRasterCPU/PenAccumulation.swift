import CPixelKernels

/// Kept strokes of one thickness, widened to a pixel, into coverage at pixel centres. Each mode is a function by itself,
/// as those for polygons are.
extension CoverageAccumulator {
    /// Adds the outline of a widened stroke, clipped to `clip`.
    ///
    /// - Parameters:
    ///   - isInside: whether all of it lies within the clip.
    ///   - isWithinColumns: whether none of it lies left or right of it.
    /// - Returns: whether track was kept of the cells that were added to.
    @inline(__always)
    func add(_ pen: PlacedPen, _ clip: PixelRect, _ view: FrameView, isInside: Bool, isWithinColumns: Bool) -> Bool {
        if isWithinColumns, usesVectors {
            addByVectors(pen, clip, view)
            return !isNarrow
        }
        let loop = PenLoop(pen, clip, view)
        if !isInside {
            addClippedPen(loop)
        } else if isNarrow {
            addSmallPen(loop)
        } else {
            addWholePen(loop)
        }
        return !isInside || !isNarrow
    }

    private func addByVectors(_ pen: PlacedPen, _ clip: PixelRect, _ view: FrameView) {
        let one = Float(Fixed.one)
        var place = pk_pen_place(
            a: Float(view.toPixels.a) * one, b: Float(view.toPixels.b) * one, c: Float(view.toPixels.c) * one,
            d: Float(view.toPixels.d) * one, start_x: Float(pen.place.restX) * one,
            start_y: Float(pen.place.restY) * one, reach: pen.reach,
            shift_x: (Int32(pen.place.wholeX) &- clip.minX) << Fixed.bits,
            shift_y: (Int32(pen.place.wholeY) &- clip.minY) << Fixed.bits)
        UnsafeRawPointer(pen.sections).withMemoryRebound(to: pk_pen_section.self, capacity: 1) { sections in
            pk_add_pen(
                sections, pen.ends, pen.runCount, &place, cells, stride, width, height, isNarrow ? nil : rows)
        }
    }

    @inline(never)
    private func addSmallPen(_ loop: PenLoop) { loop.forEachEdge { addCenterEdge($0.x, $0.y, $1.x, $1.y, .small) } }

    @inline(never)
    private func addWholePen(_ loop: PenLoop) { loop.forEachEdge { addCenterEdge($0.x, $0.y, $1.x, $1.y, .whole) } }

    @inline(never)
    private func addClippedPen(_ loop: PenLoop) {
        loop.forEachEdge { addCenterEdge($0.x, $0.y, $1.x, $1.y, .clipped) }
    }
}

/// The edges of a widened stroke under a camera, in fixed point relative to a clip's top-left corner.
///
/// Single precision, four numbers at a time: `PlacedPen.fits` says when that is exact to 0.0005 px.
private struct PenLoop {
    private let sections: UnsafePointer<PenSection>
    private let ends: UnsafePointer<Int32>
    private let runCount: Int
    private let reach: Float
    private let alongX: SIMD4<Float>
    private let alongY: SIMD4<Float>
    private let start: SIMD4<Float>
    private let shift: SIMD4<Int32>

    @inline(__always)
    init(_ pen: PlacedPen, _ clip: PixelRect, _ view: FrameView) {
        sections = pen.sections
        ends = pen.ends
        runCount = Int(pen.runCount)
        reach = pen.reach
        let one = Float(Fixed.one)
        let (a, b) = (Float(view.toPixels.a) * one, Float(view.toPixels.b) * one)
        let (c, d) = (Float(view.toPixels.c) * one, Float(view.toPixels.d) * one)
        alongX = SIMD4(a, b, a, b)
        alongY = SIMD4(c, d, c, d)
        let (restX, restY) = (Float(pen.place.restX) * one, Float(pen.place.restY) * one)
        start = SIMD4(restX, restY, restX, restY)
        let x = (Int32(pen.place.wholeX) &- clip.minX) << Fixed.bits
        let y = (Int32(pen.place.wholeY) &- clip.minY) << Fixed.bits
        shift = SIMD4(x, y, x, y) &- Fixed.roundingBits
    }

    /// Where a section's edges lie: left x and y, right x and y.
    @inline(__always)
    private func edges(_ i: Int) -> SIMD4<Int32> {
        let s = sections[i]
        let spine = SIMD4(s.spine.x, s.spine.y, s.spine.x, s.spine.y)
        let p = spine + SIMD4<Float>(s.edges) * reach
        let v = start + (alongX * SIMD4(p.x, p.x, p.z, p.z) + alongY * SIMD4(p.y, p.y, p.w, p.w))
        return unsafeBitCast(v + Fixed.roundingMagicFloat, to: SIMD4<Int32>.self) &+ shift
    }

    @inline(__always)
    func forEachEdge(_ body: (SIMD2<Int32>, SIMD2<Int32>) -> Void) {
        var i = 0
        for run in 0..<runCount {
            let end = Int(ends[run])
            let first = edges(i)
            var last = first
            i &+= 1
            while i < end {
                let next = edges(i)
                body(last.lowHalf, next.lowHalf)
                body(next.highHalf, last.highHalf)
                last = next
                i &+= 1
            }
            body(last.lowHalf, last.highHalf)
            body(first.highHalf, first.lowHalf)
        }
    }
}
