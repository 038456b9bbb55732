/// Turns filled paths into closed polygons.
public struct FillFlattener {
    /// How far, in canvas units, a polygon's edge may lie from the true curve.
    public var tolerance: Double
    /// Where the result will be looked at, in canvas space. The polygons are cut to it, which keeps the winding number of
    /// every point inside; `nil` keeps them whole.
    public var clip: Rect<CanvasSpace>?

    public init(tolerance: Double, clip: Rect<CanvasSpace>? = nil) {
        self.tolerance = tolerance
        self.clip = clip
    }

    /// Replaces `polygons` by those of `fill`, in canvas space, each closed by an edge from its last point to its first.
    ///
    /// Curves are cut at equal steps of their parameter: n chords of a quadratic lie within `|p″| / (8 n²)` of it
    /// (Sederberg, "Computer Aided Geometric Design", 10.6). In deep zoom only what crosses the clip is cut finely.
    public func flatten(_ fill: Fill, into polygons: inout PolygonSet) {
        polygons.removeAll()
        var next = 0
        let points = fill.path.points
        var at = Point<CanvasSpace>.zero
        var start = at
        for verb in fill.path.verbs {
            switch verb {
            case .move:
                polygons.endPolygon()
                at = points[next].applying(fill.transform)
                start = at
                polygons.append(at)
                next += 1
            case .line:
                at = points[next].applying(fill.transform)
                polygons.append(at)
                next += 1
            case .quad:
                let curve = QuadraticBezier(
                    at, points[next].applying(fill.transform), points[next + 1].applying(fill.transform))
                append(curve, to: &polygons, depth: 0)
                at = curve.p2
                next += 2
            case .close:
                polygons.endPolygon()
                at = start
            }
        }
        polygons.endPolygon()
        if let clip { polygons.clip(to: clip) }
    }

    private func append(_ c: QuadraticBezier<CanvasSpace>, to polygons: inout PolygonSet, depth: Int) {
        let n = (c.secondDerivative.length / (8 * tolerance)).squareRoot().rounded(.up)
        if let clip, depth < 80 {
            let box = Rect(c.p0, c.p2).union(c.p1)
            if !clip.intersects(box) {
                polygons.append(c.p2)
                return
            }
            if n > 64 {
                let a = c.p0.interpolated(to: c.p1, 0.5)
                let b = c.p1.interpolated(to: c.p2, 0.5)
                let m = a.interpolated(to: b, 0.5)
                append(QuadraticBezier(c.p0, a, m), to: &polygons, depth: depth + 1)
                append(QuadraticBezier(m, b, c.p2), to: &polygons, depth: depth + 1)
                return
            }
        }
        let steps = Int(min(max(n, 1), 65536))
        for i in 1..<max(steps, 1) { polygons.append(c.point(at: Double(i) / Double(steps))) }
        polygons.append(c.p2)
    }
}
