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
    /// Curves are cut at equal steps of their parameter, in deep zoom only where they cross the clip. The points between
    /// a curve's ends lie a little outside of it, so that its polygon has the curve's own area: with all of them *on*
    /// the curve every round shape would come out too small. See `Cut`.
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
        let cut = Cut(c, tolerance: tolerance)
        if let clip, depth < 80 {
            let box = Rect(c.p0, c.p2).union(c.p1)
            if !clip.intersects(box) {
                polygons.append(c.p2)
                return
            }
            if cut.count > 64 {
                let a = c.p0.interpolated(to: c.p1, 0.5)
                let b = c.p1.interpolated(to: c.p2, 0.5)
                let m = a.interpolated(to: b, 0.5)
                append(QuadraticBezier(c.p0, a, m), to: &polygons, depth: depth + 1)
                append(QuadraticBezier(m, b, c.p2), to: &polygons, depth: depth + 1)
                return
            }
        }
        let step = 1 / Double(cut.count)
        for i in 1..<max(cut.count, 1) { polygons.append(c.point(at: Double(i) * step) + cut.shift) }
        polygons.append(c.p2)
    }
}

/// How a quadratic is cut into lines that enclose what it encloses.
///
/// The middle of each of `n` chords lies off the curve by the same vector, `e = p″ / (8 n²)` (Sederberg, "Computer Aided
/// Geometric Design", 10.6), and the area between a chord and the curve is ⅔ e × chord, which is the same for all n, too.
/// Moving a point between two chords by −δ e adds δ e × chord. The n − 1 points between the ends therefore make up for
/// all n areas when δ = 2 n / (3 (n − 1)). The lines then lie within max(δ, 0.7) |e| of the curve: for more than three
/// of them that is nearer than the chords do.
private struct Cut {
    /// Lines.
    var count: Int
    /// What the points between the ends are moved by.
    var shift: Vector<CanvasSpace>

    /// A chord this near, as a part of the tolerance, is left alone.
    private static let negligible = 0.15

    init(_ c: QuadraticBezier<CanvasSpace>, tolerance: Double) {
        let bend = c.secondDerivative
        let chord = bend.length / 8
        count = 1
        shift = .zero
        guard chord > Self.negligible * tolerance else { return }
        var n = max(2, (0.7 * chord / tolerance).squareRoot().rounded(.up))
        n = min(n, 65536)
        while n < 65536, max(Self.overshoot(n), 0.7) * chord > tolerance * n * n { n += 1 }
        count = Int(n)
        shift = bend * (-Self.overshoot(n) / (8 * n * n))
    }

    private static func overshoot(_ n: Double) -> Double { 2 * n / (3 * (n - 1)) }
}
