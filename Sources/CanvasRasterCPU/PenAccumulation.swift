/// Kept strokes of one thickness, widened to a pixel, into coverage at pixel centres. Each mode is a function by itself,
/// as those for polygons are.
extension CoverageAccumulator {
    /// Adds the outline of a stroke that is drawn `widening` times as thick as it is, clipped to `clip`.
    @inline(__always)
    func add(_ pen: PenGeometry, widening: Double, _ clip: PixelRect, _ view: FrameView, isInside: Bool) {
        guard let loop = PenLoop(pen, widening, clip, view) else { return }
        if !isInside {
            addClippedPen(loop)
        } else if isNarrow {
            addSmallPen(loop)
        } else {
            addWholePen(loop)
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
private struct PenLoop {
    private let sections: UnsafePointer<PenSection>
    private let ends: UnsafePointer<Int32>
    private let runCount: Int
    private let widening: Double
    private let alongX: SIMD2<Double>
    private let alongY: SIMD2<Double>
    /// Already carries the magic number of `Fixed.rounded`.
    private let start: SIMD2<Double>
    private let shift: SIMD2<Int32>

    @inline(__always)
    init?(_ pen: PenGeometry, _ widening: Double, _ clip: PixelRect, _ view: FrameView) {
        guard let sections = pen.sections, let ends = pen.ends else { return nil }
        self.sections = sections
        self.ends = ends
        runCount = Int(pen.runCount)
        self.widening = widening
        let one = Double(Fixed.one)
        alongX = SIMD2(view.toPixels.a, view.toPixels.b) * one
        alongY = SIMD2(view.toPixels.c, view.toPixels.d) * one
        let place = view.place(pen.originX, pen.originY)
        start = SIMD2(place.restX, place.restY) * one + Fixed.roundingMagic
        shift = SIMD2(Int32(place.wholeX) &- clip.minX, Int32(place.wholeY) &- clip.minY) &<< Fixed.bits
    }

    /// Where a section's edges lie.
    @inline(__always)
    private func edges(_ i: Int) -> (left: SIMD2<Int32>, right: SIMD2<Int32>) {
        let s = sections[i]
        let spine = SIMD2(Double(s.spine.x), Double(s.spine.y))
        func position(_ p: SIMD2<Float>) -> SIMD2<Int32> {
            let q = spine + (SIMD2(Double(p.x), Double(p.y)) - spine) * widening
            let v = start + (alongX * q.x + alongY * q.y)
            return SIMD2(
                Int32(truncatingIfNeeded: v.x.bitPattern), Int32(truncatingIfNeeded: v.y.bitPattern)) &+ shift
        }
        return (position(s.left), position(s.right))
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
                body(last.left, next.left)
                body(next.right, last.right)
                last = next
                i &+= 1
            }
            body(last.left, last.right)
            body(first.right, first.left)
        }
    }
}
