/// A cross-section in fixed-point frame pixels, widened, with the share of the ink's alpha that is left.
struct FrameSection {
    /// x and y of the left edge, x and y of the right edge.
    var edges: SIMD4<Int32>
    var share: Float
}

/// Carries a thin stroke's sections into the frame, widened to a pixel.
enum FramePens {
    /// The sections of a kept stroke, relative to the pixel (`cornerX`, `cornerY`).
    static func sections(
        _ pen: PenGeometry, _ view: FrameView, cornerX: Int32, cornerY: Int32, into out: inout [FrameSection]
    ) {
        out.removeAll(keepingCapacity: true)
        guard let sections = pen.sections else { return }
        let place = view.place(pen.originX, pen.originY)
        let one = Double(Fixed.one)
        let alongX = SIMD2(view.toPixels.a, view.toPixels.b) * one
        let alongY = SIMD2(view.toPixels.c, view.toPixels.d) * one
        let start = SIMD2(place.restX, place.restY) * one
        let shiftX = (Int32(place.wholeX) &- cornerX) << Fixed.bits
        let shiftY = (Int32(place.wholeY) &- cornerY) << Fixed.bits
        @inline(__always) func position(_ p: SIMD2<Double>) -> (Int32, Int32) {
            let v = start + (alongX * p.x + alongY * p.y)
            return (Fixed.rounded(v.x) &+ shiftX, Fixed.rounded(v.y) &+ shiftY)
        }
        let isUniform = pen.thinnest == pen.thickest
        for i in 0..<Int(pen.sectionCount) {
            let s = sections[i]
            let half = isUniform ? pen.thinnest : pen.halfThicknesses?[i] ?? pen.thinnest
            let f = PenSection.widening(Double(half), scale: view.meanScale)
            let spine = SIMD2(Double(s.spine.x), Double(s.spine.y))
            let reach = Double(pen.unit) * f
            let l = position(spine + SIMD2(Double(s.edges.x), Double(s.edges.y)) * reach)
            let r = position(spine + SIMD2(Double(s.edges.z), Double(s.edges.w)) * reach)
            out.append(FrameSection(edges: SIMD4(l.0, l.1, r.0, r.1), share: Float(1 / f)))
        }
    }

    /// Appends the sections of a stroke made for this frame, relative to the frame's corner, and returns the box around
    /// them. Where one lies beyond the guard band it is moved to its border: the expander keeps pieces that can be seen
    /// shorter than that.
    static func append(
        _ mesh: StrokeMesh, _ view: FrameView, to out: inout [FrameSection], ends: inout [Int32]
    ) -> Rect<PixelSpace> {
        var box = Rect<PixelSpace>.empty
        let one = Double(Fixed.one)
        func position(_ p: Point<CanvasSpace>) -> (Int32, Int32) {
            let place = view.place(p.x, p.y)
            let x = min(max(place.wholeX + place.restX, -Fixed.guardBand), Fixed.guardBand)
            let y = min(max(place.wholeY + place.restY, -Fixed.guardBand), Fixed.guardBand)
            box = box.union(Point(x, y))
            return (Fixed.rounded(x * one), Fixed.rounded(y * one))
        }
        let first = out.count
        for s in mesh.sections {
            let f = PenSection.widening(s.halfThickness, scale: view.meanScale)
            let l = position(s.spine + (s.left - s.spine) * f)
            let r = position(s.spine + (s.right - s.spine) * f)
            out.append(FrameSection(edges: SIMD4(l.0, l.1, r.0, r.1), share: Float(1 / f)))
        }
        for run in mesh.runs { ends.append(Int32(first + run.upperBound)) }
        return box.outset(by: 2 / one)
    }
}
