extension QuadraticBezier {
    /// How many lines of equal parameter length keep within `tolerance` (units of `S`) of the curve: at least 1, at
    /// most 524,288.
    ///
    /// Between two parameters h apart, the curve leaves its chord at equal parameters by at most |p″| h² / 8: a
    /// quadratic's second derivative p″ = 2 (p0 − 2 p1 + p2) is constant, so the difference is exactly
    /// `½ |p″| s (h − s)`, greatest in the middle. With n lines h is 1/n, hence **every point of the polygon lies within
    /// `|p0 − 2 p1 + p2| / (4 n²)` of the curve's point at the same parameter**, and n is the least number that makes
    /// this no more than `tolerance`. The bound is attained in the middle of every line.
    @inlinable
    public func lineCount(tolerance: Double) -> Int {
        let bend = Vector<S>(p0.x - p1.x + (p2.x - p1.x), p0.y - p1.y + (p2.y - p1.y)).length
        // The floor keeps n bounded: a finer polygon than 2⁻⁴⁰ of the curve's own bend is below what doubles resolve.
        let ratio = 0.25 * (tolerance > 0 ? min(bend / tolerance, 0x1p40) : (bend > 0 ? 0x1p40 : 0))
        guard ratio > 1 else { return 1 }
        return Int(ratio.squareRoot().rounded(.up))
    }

    /// Calls `body` with the ends of the lines that stand for the curve, in order: not with `p0`, and last with exactly
    /// `p2`. Nothing is allocated. See `lineCount(tolerance:)` for the error bound.
    @inlinable
    public func forEachLineEnd<E: Error>(tolerance: Double, _ body: (Point<S>) throws(E) -> Void) throws(E) {
        let n = lineCount(tolerance: tolerance)
        if n > 1 {
            let step = 1 / Double(n)
            for i in 1..<n { try body(point(at: Double(i) * step)) }
        }
        try body(p2)
    }

    /// Appends the ends of the lines of `forEachLineEnd(tolerance:_:)` to `points`.
    @inlinable
    public func flatten(tolerance: Double, into points: inout some RangeReplaceableCollection<Point<S>>) {
        points.reserveCapacity(points.count + lineCount(tolerance: tolerance))
        forEachLineEnd(tolerance: tolerance) { (p) throws(Never) in points.append(p) }
    }
}
