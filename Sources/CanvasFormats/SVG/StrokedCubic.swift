/// A cubic that a pen follows, as quadratics that also keep its directions at the ends.
///
/// `CubicBezier.forEachQuadratic` bounds the distance to the curve, not the angle to it. In the middle of a curve the
/// angle is small as well; at an end whose control point lies close by or on it, the curve is slow there and the angle
/// of a quadratic that is near enough may be anything. It shows: in a tilted cap, or a corner where two curves join
/// smoothly. So the first and the last piece are halved towards the end until the pen's edge there is off by no more
/// than ten tolerances; a piece that is straight to within the tolerance becomes exactly so.
struct StrokedCubic {
    private let curve: CubicBezier<ItemSpace>
    private let tolerance: Double
    private let reach: Double
    /// Control points closer to an end than this are taken to be on it: they give no direction.
    private let smallest: Double
    /// The largest angle between a quadratic and the curve at an end.
    private let largestAngle: Double

    /// - Parameters:
    ///   - tolerance: how far the quadratics may lie from the curve.
    ///   - reach: the length that is too small to matter on the canvas.
    ///   - penRadius: half the pen's width, above zero.
    init(_ curve: CubicBezier<ItemSpace>, tolerance: Double, reach: Double, penRadius: Double) {
        self.curve = curve
        self.tolerance = tolerance
        self.reach = reach
        smallest = 32 * reach
        largestAngle = 10 * reach / penRadius
    }

    func forEachQuadratic(_ body: (QuadraticBezier<ItemSpace>) -> Void) {
        let reversed = CubicBezier(curve.p3, curve.p2, curve.p1, curve.p0)
        var n = curve.quadraticCount(tolerance: tolerance)
        if n == 1 {
            let (first, last) = (end(curve, within: 1), end(reversed, within: 1))
            if first.halvings == 0, last.halvings == 0 {
                let control =
                    first.isStraight || last.isStraight
                    ? curve.p0.interpolated(to: curve.p3, 0.5) : curve.quadraticControl(from: 0, to: 1)
                return body(QuadraticBezier(curve.p0, control, curve.p3))
            }
            n = 2
        }
        let step = 1 / Double(n)
        let (first, last) = (end(curve, within: step), end(reversed, within: step))
        var at = (t: 0.0, point: curve.p0)
        func piece(to t: Double, isStraight: Bool = false) {
            let to = t == 1 ? curve.p3 : curve.point(at: t)
            let control = isStraight ? at.point.interpolated(to: to, 0.5) : curve.quadraticControl(from: at.t, to: t)
            body(QuadraticBezier(at.point, control, to))
            at = (t, to)
        }
        piece(to: step / Double(1 << first.halvings), isStraight: first.isStraight)
        for k in stride(from: first.halvings - 1, through: 0, by: -1) { piece(to: step / Double(1 << k)) }
        for i in stride(from: 2, to: n, by: 1) { piece(to: Double(i) * step) }
        for k in stride(from: 1, through: last.halvings, by: 1) { piece(to: 1 - step / Double(1 << k)) }
        piece(to: 1, isStraight: last.isStraight)
    }

    /// How often the first piece of `c`, up to parameter `t`, has to be halved, and whether what is left is straight.
    private func end(_ c: CubicBezier<ItemSpace>, within t: Double) -> (halvings: Int, isStraight: Bool) {
        guard let direction = direction(c) else { return (0, false) }
        var t = t
        var best = (error: Double.infinity, halvings: 0, isStraight: false)
        for halvings in 0...12 {
            let curved = angle(direction, c.quadraticControl(from: 0, to: t) - c.p0)
            if curved < best.error { best = (curved, halvings, false) }
            if isStraight(c, upTo: t) {
                let straight = angle(direction, c.point(at: t) - c.p0)
                if straight < best.error { best = (straight, halvings, true) }
            }
            // Where a control point is too close to give the direction, ever shorter pieces turn towards it: the best
            // of them is taken.
            if best.error <= largestAngle { break }
            t /= 2
        }
        return (best.halvings, best.isStraight)
    }

    /// The direction in which the curve begins; `nil` for one that is a point.
    private func direction(_ c: CubicBezier<ItemSpace>) -> Vector<ItemSpace>? {
        for p in [c.p1, c.p2, c.p3] where (p - c.p0).length > smallest { return p - c.p0 }
        return nil
    }

    /// Whether the piece from 0 to `t` lies within reach of its chord, between the ends.
    private func isStraight(_ c: CubicBezier<ItemSpace>, upTo t: Double) -> Bool {
        let chord = c.point(at: t) - c.p0
        let length = chord.length
        guard length > 0 else { return false }
        // The inner control points of the piece, from p0; the curve strays by ¾ of their distance at most.
        let q1 = (c.p1 - c.p0) * t
        let q2 = (c.p1 - c.p0) * (2 * t * (1 - t)) + (c.p2 - c.p0) * (t * t)
        return [q1, q2].allSatisfy { q in
            let along = chord.dot(q) / length
            return abs(chord.cross(q)) <= reach * length && along >= -reach && along <= length + reach
        }
    }

    private func angle(_ a: Vector<ItemSpace>, _ b: Vector<ItemSpace>) -> Double {
        let (cross, dot) = (abs(a.cross(b)), a.dot(b))
        // Small angles, which are nearly all, need no arc tangent: it lies between these two.
        if dot > 0, cross <= dot * largestAngle { return cross / dot }
        return Vector<ItemSpace>(dot, cross).angle
    }
}
