/// Where a layer shows, in pixels from the view's centre: within a convex polygon, at whose rim it fades.
///
/// The frame's edges are antialiased: they fade over one pixel of the view, from half a pixel outside to half a pixel inside.
struct LayerOutline {
    /// What the layer touches; at most eight corners, in order around it, none if nothing shows.
    private(set) var outer: [Point<ViewSpace>]
    /// What it covers wholly, away from the frame's last texels: four corners in the same order, or none.
    private(set) var inner: [Point<ViewSpace>] = []

    /// - Parameters:
    ///   - drawn: what was drawn of the frame.
    ///   - step: frame pixels a texel.
    ///   - pixel: how far a pixel of the view reaches across and down the frame, in its pixels.
    init(
        _ drawn: Rect<FrameSpace>, step: Double, pixel: (x: Double, y: Double),
        _ delta: Transform2D<FrameSpace, ViewSpace>, view: PixelSize
    ) {
        func grown(_ x: Double, _ y: Double) -> Rect<FrameSpace> {
            Rect(minX: drawn.minX - x, minY: drawn.minY - y, maxX: drawn.maxX + x, maxY: drawn.maxY + y)
        }
        outer = grown(pixel.x / 2, pixel.y / 2).corners.map { $0.applying(delta) }
        let visible: Rect<ViewSpace> = view.centeredRect()
        // Far outside, rasterisation is coarse.
        let far = 16 * max(visible.width, visible.height)
        guard outer.allSatisfy({ abs($0.x) < far && abs($0.y) < far }) else {
            cut(to: visible.outset(by: 2))
            return
        }
        // A level's last texels may reach beyond the frame.
        let core = grown(-max(step, pixel.x / 2), -max(step, pixel.y / 2))
        if core.minX < core.maxX, core.minY < core.maxY { inner = core.corners.map { $0.applying(delta) } }
    }

    /// The ring between the two, as a triangle strip.
    var ring: [Point<ViewSpace>] { (0...4).flatMap { [outer[$0 % 4], inner[$0 % 4]] } }

    /// Source: Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974.
    private mutating func cut(to box: Rect<ViewSpace>) {
        guard outer.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            outer = []
            return
        }
        cut(by: { $0.x - box.minX })
        cut(by: { box.maxX - $0.x })
        cut(by: { $0.y - box.minY })
        cut(by: { box.maxY - $0.y })
    }

    /// Keeps what lies where `distance` is positive.
    private mutating func cut(by distance: (Point<ViewSpace>) -> Double) {
        var kept: [Point<ViewSpace>] = []
        for (a, b) in zip(outer, outer.dropFirst() + outer.prefix(1)) {
            let (p, q) = (distance(a), distance(b))
            if p >= 0 { kept.append(a) }
            if (p >= 0) != (q >= 0) { kept.append(a + (b - a) * (p / (p - q))) }
        }
        outer = kept
    }
}
