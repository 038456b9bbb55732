extension Path {
    /// How often the path runs around `p`: clockwise on screen (from x towards y) counts positive. Open sub-paths are
    /// closed by a straight line, as a fill closes them.
    ///
    /// Crossings of the ray from `p` towards +x are counted, curves as curves, with no flattening. A segment owns its
    /// upper end and not its lower one, so that a ray through a vertex is counted once, bit for bit: the parts of the
    /// path share their ends exactly. A point on the path itself may fall to either side.
    public func winding(at p: Point<S>) -> Int {
        var winding = 0
        forEachSegment(closingAll: true) { (_, segment) throws(Never) in
            switch segment {
            case .line(let from, let to): winding += Self.crossing(from, to, p)
            case .quad(let q): winding += Self.crossing(q, p)
            }
        }
        return winding
    }

    /// Whether a fill of the path covers `p`. Points on the path itself may fall to either side.
    public func contains(_ p: Point<S>, rule: FillRule) -> Bool {
        switch rule {
        case .nonzero: winding(at: p) != 0
        case .evenOdd: winding(at: p) & 1 != 0
        }
    }

    /// +1 if the line crosses the ray downwards (y grows), −1 if upwards, 0 if not at all.
    private static func crossing(_ from: Point<S>, _ to: Point<S>, _ p: Point<S>) -> Int {
        let down = from.y <= p.y && to.y > p.y
        let up = from.y > p.y && to.y <= p.y
        guard down || up, max(from.x, to.x) > p.x else { return 0 }
        if min(from.x, to.x) <= p.x {
            let x = from.x + (to.x - from.x) * ((p.y - from.y) / (to.y - from.y))
            guard x > p.x else { return 0 }
        }
        return down ? 1 : -1
    }

    private static func crossing(_ q: QuadraticBezier<S>, _ p: Point<S>) -> Int {
        guard max(q.p0.x, q.p1.x, q.p2.x) > p.x, max(q.p0.y, q.p1.y, q.p2.y) > p.y,
            min(q.p0.y, q.p1.y, q.p2.y) <= p.y
        else { return 0 }
        var winding = 0
        q.forEachMonotonicPart { (part) throws(Never) in winding += monotonicCrossing(part, p) }
        return winding
    }

    private static func monotonicCrossing(_ q: QuadraticBezier<S>, _ p: Point<S>) -> Int {
        let down = q.p0.y <= p.y && q.p2.y > p.y
        let up = q.p0.y > p.y && q.p2.y <= p.y
        guard down || up, max(q.p0.x, q.p2.x) > p.x else { return 0 }
        if min(q.p0.x, q.p2.x) <= p.x {
            // y(t) = p.y is c + 2 b t + a t² = 0. The part is monotonic, so b and the discriminant's root are
            // added with one sign and nothing cancels.
            // In units of the part's height, so that no product leaves the range of a double and b is not negative.
            let height = q.p2.y - q.p0.y
            let (c, b) = ((q.p0.y - p.y) / height, (q.p1.y - q.p0.y) / height)
            let a = (q.p2.y - q.p1.y) / height - b
            let t = min(max(-c / (b + max(b * b - a * c, 0).squareRoot()), 0), 1)
            guard q.point(at: t.isNaN ? 0 : t).x > p.x else { return 0 }
        }
        return down ? 1 : -1
    }
}
