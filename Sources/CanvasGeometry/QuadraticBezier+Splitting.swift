extension QuadraticBezier {
    /// The symmetric two-parameter form of the curve: `blossom(t, t)` is the point at t, and the part from `u` to `v`
    /// has the control point `blossom(u, v)`.
    ///
    /// Source: Ramshaw, "Blossoms are polar forms", Computer Aided Geometric Design 6 (1989).
    @inlinable
    public func blossom(_ u: Double, _ v: Double) -> Point<S> {
        let (b0, b1, b2) = ((1 - u) * (1 - v), u * (1 - v) + v * (1 - u), u * v)
        return Point(b0 * p0.x + b1 * p1.x + b2 * p2.x, b0 * p0.y + b1 * p1.y + b2 * p2.y)
    }

    /// The two parts on either side of parameter `t`. They share the point there bit for bit, and keep the curve's ends.
    @inlinable
    public func split(at t: Double) -> (QuadraticBezier, QuadraticBezier) {
        let middle = point(at: t)
        return (
            QuadraticBezier(p0, p0.interpolated(to: p1, t), middle),
            QuadraticBezier(middle, p1.interpolated(to: p2, t), p2)
        )
    }

    /// The part from parameter `t0` to `t1`, both in 0…1; it runs backwards if `t1` is the smaller.
    ///
    /// Parts that meet at a parameter meet at one point bit for bit.
    @inlinable
    public func subcurve(from t0: Double, to t1: Double) -> QuadraticBezier {
        QuadraticBezier(point(at: t0), blossom(t0, t1), point(at: t1))
    }

    /// The same curve run from its end to its start.
    @inlinable public var reversed: QuadraticBezier { QuadraticBezier(p2, p1, p0) }

    /// Calls `body` with the at most three parts in which both x and y only rise or only fall, in order.
    ///
    /// The parts are monotonic exactly, not merely to rounding: each one's control point lies in the rectangle of its
    /// ends. They share their ends bit for bit.
    @inlinable
    public func forEachMonotonicPart<E: Error>(_ body: (QuadraticBezier) throws(E) -> Void) throws(E) {
        let x = Self.turningParameter(p0.x, p1.x, p2.x)
        let y = Self.turningParameter(p0.y, p1.y, p2.y)
        var first = x ?? y
        var second = y
        if let a = x, let b = y {
            first = min(a, b)
            second = max(a, b)
        }
        guard let first else { return try body(self) }
        try body(boxed(from: 0, to: first))
        if let second, second > first {
            try body(boxed(from: first, to: second))
            try body(boxed(from: second, to: 1))
        } else {
            try body(boxed(from: first, to: 1))
        }
    }

    /// A part with its control point held in the rectangle of its ends: rounding may put it outside by a little.
    @inlinable
    func boxed(from t0: Double, to t1: Double) -> QuadraticBezier {
        var part = subcurve(from: t0, to: t1)
        let box = Rect(part.p0, part.p2)
        part.p1 = Point(
            min(max(part.p1.x, box.minX), box.maxX), min(max(part.p1.y, box.minY), box.maxY))
        return part
    }
}
