/// The polygon within which a layer shows, in pixels from the view's centre.
struct LayerOutline {
    /// At most eight corners, in order around it; none if nothing shows.
    private(set) var corners: [Point<ViewSpace>]

    /// - Parameters:
    ///   - texels: the frame's size at its level.
    ///   - step: frame pixels a texel.
    ///   - frame: the frame's size. A level's texels begin at its top left corner and may end beyond its bottom right one.
    init(
        texels: PixelSize, step: Double, frame: PixelSize, _ delta: Transform2D<FrameSpace, ViewSpace>, view: PixelSize
    ) {
        let (width, height) = (Double(texels.width) * step, Double(texels.height) * step)
        // Bilinear filtering reaches half a texel beyond the frame.
        let reach = Rect<FrameSpace>(center: .zero, width: width + step, height: height + step)
        let shift = Vector<FrameSpace>((width - Double(frame.width)) / 2, (height - Double(frame.height)) / 2)
        corners = reach.corners.map { ($0 + shift).applying(delta) }
        let visible: Rect<ViewSpace> = view.centeredRect()
        // Far outside, rasterisation is coarse.
        let far = 16 * max(visible.width, visible.height)
        if !corners.allSatisfy({ abs($0.x) < far && abs($0.y) < far }) { cut(to: visible.outset(by: 2)) }
    }

    /// Source: Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974.
    private mutating func cut(to box: Rect<ViewSpace>) {
        guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            corners = []
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
        for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let (p, q) = (distance(a), distance(b))
            if p >= 0 { kept.append(a) }
            if (p >= 0) != (q >= 0) { kept.append(a + (b - a) * (p / (p - q))) }
        }
        corners = kept
    }
}
