extension QuadraticBezier {
    /// The smallest rectangle around the curve, to rounding.
    ///
    /// Control points count only as far as they pull the curve: `M20 50 Q120 50 60 50` reaches x = 82.5.
    @inlinable
    public var bounds: Rect<S> {
        let box = Rect(p0, p2)
        let x = Self.extremum(p0.x, p1.x, p2.x)
        let y = Self.extremum(p0.y, p1.y, p2.y)
        return Rect(
            minX: min(box.minX, x), minY: min(box.minY, y), maxX: max(box.maxX, x), maxY: max(box.maxY, y))
    }

    /// The coordinate at which one axis turns back between its ends; the first end if it does not.
    ///
    /// With a = c0 − c1 and b = c2 − c1 of one sign, the axis turns at t = a / (a + b), at c1 + a b / (a + b): no
    /// cancellation, and no product that could leave the range of a double.
    @inlinable
    static func extremum(_ c0: Double, _ c1: Double, _ c2: Double) -> Double {
        let (a, b) = (c0 - c1, c2 - c1)
        guard (a > 0 && b > 0) || (a < 0 && b < 0) else { return c0 }
        return c1 + a * (b / (a + b))
    }

    /// The parameter at which one axis turns back, if it does so strictly between the ends.
    @inlinable
    static func turningParameter(_ c0: Double, _ c1: Double, _ c2: Double) -> Double? {
        let (a, b) = (c0 - c1, c2 - c1)
        guard (a > 0 && b > 0) || (a < 0 && b < 0) else { return nil }
        let t = a / (a + b)
        return t > 0 && t < 1 ? t : nil
    }
}
