import CanvasRender

/// The oracle's inner parts, for the tests that check the oracle itself.
public enum OracleProbe {
    /// The roots of a cubic in `range`, as the oracle finds them.
    public static func cubicRoots(
        c0: Double, c1: Double, c2: Double, c3: Double, in range: ClosedRange<Double>
    ) -> [Double] {
        let roots = Cubic(c0: c0, c1: c1, c2: c2, c3: c3).roots(in: range.lowerBound, range.upperBound)
        return (0..<roots.count).map { roots[$0] }.sorted()
    }

    /// The arc length of a curve from its start to `t`.
    public static func length(_ curve: QuadraticBezier<ItemSpace>, to t: Double = 1) -> Double {
        Curve(V2(curve.p0), V2(curve.p1), V2(curve.p2)).length(to: t)
    }

    /// The parameter at an arc length from the start.
    public static func parameter(_ curve: QuadraticBezier<ItemSpace>, atLength s: Double) -> Double {
        Curve(V2(curve.p0), V2(curve.p1), V2(curve.p2)).parameter(atLength: s)
    }
}

extension Oracle {
    /// Whether item `item` covers a point of the frame.
    public func covers(_ point: Point<FrameSpace>, item: Int = 0) -> Bool { entries[item].shape.contains(V2(point)) }

    /// Whether the disc around a point is seen to be wholly covered or wholly free; `nil` if that is left open.
    public func isUniform(around point: Point<FrameSpace>, radius: Double, item: Int = 0) -> Bool? {
        entries[item].shape.uniform(around: V2(point), radius: radius)
    }
}
