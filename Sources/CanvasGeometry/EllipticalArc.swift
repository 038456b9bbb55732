#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A part of an ellipse, between two points that it meets exactly.
///
/// The ellipse's points are `center + R(rotation) · (radiusX cos θ, radiusY sin θ)`; the arc runs from
/// θ = `startAngle` by `sweepAngle` (positive: clockwise on screen, y being down).
public struct EllipticalArc<S: CoordinateSpace>: Hashable, Sendable {
    public let center: Point<S>
    public let radiusX: Double
    public let radiusY: Double
    /// The angle of the ellipse's x axis, in radians.
    public let rotation: Double
    /// In radians, of the ellipse's own parameter.
    public let startAngle: Double
    /// In radians, from −2π to 2π.
    public let sweepAngle: Double
    /// Where the arc begins and ends: what it was made from, without rounding.
    public let start: Point<S>
    public let end: Point<S>

    /// The arc about a centre.
    ///
    /// - Returns: `nil` if a number is not finite, a radius is not above zero, or the sweep exceeds a full turn.
    public init?(
        center: Point<S>, radiusX: Double, radiusY: Double, rotation: Double = 0, startAngle: Double = 0,
        sweepAngle: Double = 2 * .pi
    ) {
        guard center.isFinite, radiusX > 0, radiusY > 0, radiusX.isFinite, radiusY.isFinite, rotation.isFinite,
            startAngle.isFinite, abs(sweepAngle) <= 2 * .pi
        else { return nil }
        let map = Self.map(center, radiusX, radiusY, rotation)
        let begin = Self.unitPoint(startAngle).applying(map)
        let whole = abs(sweepAngle) == 2 * .pi
        let finish = whole ? begin : Self.unitPoint(startAngle + sweepAngle).applying(map)
        guard map.isFinite, begin.isFinite, finish.isFinite else { return nil }
        self.center = center
        self.radiusX = radiusX
        self.radiusY = radiusY
        self.rotation = rotation
        self.startAngle = startAngle
        self.sweepAngle = sweepAngle
        start = begin
        end = finish
    }

    /// The arc from `start` to `end` as SVG's path command `A` describes it.
    ///
    /// Signs of the radii are ignored, and radii too small to span the two points are scaled up until they just do.
    /// `rotation` is in radians (SVG writes degrees).
    ///
    /// Source: SVG 1.1, appendix F.6 (implementation notes on elliptical arcs).
    ///
    /// - Returns: `nil` where no ellipse is meant: the points coincide (SVG: the segment is omitted), a radius is zero
    ///   (SVG: a straight line), or a number is not finite.
    public init?(
        from start: Point<S>, to end: Point<S>, radiusX: Double, radiusY: Double, rotation: Double, largeArc: Bool,
        sweep: Bool
    ) {
        var (rx, ry) = (abs(radiusX), abs(radiusY))
        guard start.isFinite, end.isFinite, rotation.isFinite, start != end else { return nil }
        guard rx > 0, ry > 0, rx.isFinite, ry.isFinite else { return nil }
        let (s, c) = sineAndCosine(rotation)
        // F.6.5.1: the half chord in the ellipse's axes.
        let half = (start - end) * 0.5
        let (x1, y1) = (c * half.dx + s * half.dy, c * half.dy - s * half.dx)
        // The same on the unit circle, where the rest is easier and nothing overflows: its length λ is at most 1.
        var (ux, uy) = (x1 / rx, y1 / ry)
        let lambda = hypot(ux, uy)
        guard lambda.isFinite else { return nil }
        // A chord too short for its radii to be told from a point has no direction to put a centre in.
        guard lambda > 0 else { return nil }
        if lambda > 1 {
            // F.6.6: too small, scaled up to just reach; the chord is then a diameter.
            rx *= lambda
            ry *= lambda
            ux /= lambda
            uy /= lambda
        }
        let reach = min(lambda, 1)
        // F.6.5.2: the centre lies across the chord at √(1 − λ²) from its middle.
        let away = ((1 - reach) * (1 + reach)).squareRoot() * (largeArc == sweep ? -1 : 1)
        let (cx, cy) = (away * uy / reach, -away * ux / reach)
        // F.6.5.3 and F.6.5.5.
        let middle = start.interpolated(to: end, 0.5)
        let center = Point<S>(middle.x + c * rx * cx - s * ry * cy, middle.y + s * rx * cx + c * ry * cy)
        let first = atan2(uy - cy, ux - cx)
        // F.6.5.6. The chord subtends 2 asin λ; taken from there and not from the end's angle, whose difference to the
        // first may round to the wrong side of zero. The sweep flag decides the direction.
        let chordAngle = 2 * asin(reach)
        let turn = (largeArc ? 2 * .pi - chordAngle : chordAngle) * (sweep ? 1 : -1)
        guard center.isFinite, rx.isFinite, ry.isFinite, Self.map(center, rx, ry, rotation).isFinite else { return nil }
        self.center = center
        self.radiusX = rx
        self.radiusY = ry
        self.rotation = rotation
        startAngle = first
        sweepAngle = turn
        self.start = start
        self.end = end
    }

    /// The point at the parameter angle `theta`.
    public func point(at theta: Double) -> Point<S> {
        Self.unitPoint(theta).applying(Self.map(center, radiusX, radiusY, rotation))
    }

    /// How many quadratics `forEachQuadratic(tolerance:_:)` makes. At least 1 for each quarter turn, at most 1,914.
    public func quadraticCount(tolerance: Double) -> Int {
        let largest = max(radiusX, radiusY)
        // With u = 1 − cos h the bound is u² / (2 (1 − u)) ≤ e, which solved is u = √(e (e + 2)) − e. The floor keeps
        // the count bounded: finer than 2⁻⁴⁰ of the radius is below what doubles resolve.
        let relative = tolerance > 0 ? tolerance / largest : 0
        let e = min(max(relative, 0x1p-40), 1)
        let u = min((e * (e + 2)).squareRoot() - e, 0.2928932188134524)  // h at most π/4
        let halfPiece = 2 * asin((u / 2).squareRoot())
        // Less a trifle: a sweep of exactly two pieces must not become three by rounding.
        return max(1, Int((abs(sweepAngle) / (2 * halfPiece) - 1e-9).rounded(.up)))
    }

    /// Calls `body` with the quadratics that stand for this arc, in order.
    ///
    /// The arc is cut into pieces of equal angle 2h ≤ π/2. On the unit circle each piece is replaced by the quadratic
    /// with its ends and with the intersection of its end tangents as control point, so neighbours meet without a
    /// corner. With s = t (1 − t) its squared distance from the centre is `1 + 4 s² sin² h tan² h`: it touches the
    /// circle at its ends, lies outside between, and is farthest at t = ½, by `(1 − cos h)² / (2 cos h)`. The ellipse
    /// is the circle under a map that stretches lengths by no more than the larger radius. Hence **every point of the
    /// result lies within `max(radiusX, radiusY) · (1 − cos h)² / (2 cos h)` of the arc**, and h is chosen so that
    /// this is no more than `tolerance` (units of `S`, above zero).
    ///
    /// The first quadratic begins exactly at `start`, the last ends exactly at `end`.
    public func forEachQuadratic<E: Error>(
        tolerance: Double, _ body: (QuadraticBezier<S>) throws(E) -> Void
    ) throws(E) {
        let n = quadraticCount(tolerance: tolerance)
        let map = Self.map(center, radiusX, radiusY, rotation)
        let half = sweepAngle / Double(2 * n)
        let stretch = 1 / cos(half)
        var from = start
        for i in 0..<n {
            let middle = startAngle + half * Double(2 * i + 1)
            let unit = Self.unitPoint(middle)
            let control = Point<ItemSpace>(unit.x * stretch, unit.y * stretch).applying(map)
            let to = i == n - 1 ? end : Self.unitPoint(startAngle + half * Double(2 * i + 2)).applying(map)
            try body(QuadraticBezier(from, control, to))
            from = to
        }
    }

    /// The quadratics of `forEachQuadratic(tolerance:_:)` as an array.
    public func quadratics(tolerance: Double) -> [QuadraticBezier<S>] {
        var out: [QuadraticBezier<S>] = []
        out.reserveCapacity(quadraticCount(tolerance: tolerance))
        forEachQuadratic(tolerance: tolerance) { (q) throws(Never) in out.append(q) }
        return out
    }

    private static func unitPoint(_ theta: Double) -> Point<ItemSpace> {
        let (s, c) = sineAndCosine(theta)
        return Point(c, s)
    }

    /// What carries the unit circle to the ellipse.
    private static func map(
        _ center: Point<S>, _ rx: Double, _ ry: Double, _ rotation: Double
    ) -> Transform2D<ItemSpace, S> {
        let (s, c) = sineAndCosine(rotation)
        return Transform2D(a: rx * c, b: rx * s, c: -ry * s, d: ry * c, tx: center.x, ty: center.y)
    }
}

extension Path {
    /// Adds the elliptical arc of SVG's path command `A` to `end`, as quadratics no farther from it than `tolerance`
    /// (units of `S`); see `EllipticalArc` for the bound and for how odd radii are read.
    ///
    /// As in SVG, nothing is added if `end` is the current point, and a straight line if a radius is zero.
    ///
    /// - Parameter rotation: in radians.
    /// - Throws: `PathError.notFinite` or `.noCurrentPoint`; the path is then unchanged.
    public mutating func arc(
        radiusX: Double, radiusY: Double, rotation: Double, largeArc: Bool, sweep: Bool, to end: Point<S>,
        tolerance: Double
    ) throws(PathError) {
        guard let from = currentPoint else { throw .noCurrentPoint }
        guard end.isFinite, radiusX.isFinite, radiusY.isFinite, rotation.isFinite else { throw .notFinite }
        if from == end { return }
        guard
            let arc = EllipticalArc(
                from: from, to: end, radiusX: radiusX, radiusY: radiusY, rotation: rotation, largeArc: largeArc,
                sweep: sweep)
        else { return try line(to: end) }
        try append(arc, tolerance: tolerance)
    }

    /// Adds a whole ellipse as a closed sub-path that begins at the end of its x radius and runs clockwise on screen.
    ///
    /// - Throws: `PathError.notFinite` if a number is not finite. A radius of zero or less adds nothing.
    public mutating func ellipse(
        center: Point<S>, radiusX: Double, radiusY: Double, tolerance: Double
    ) throws(PathError) {
        guard center.isFinite, radiusX.isFinite, radiusY.isFinite else { throw .notFinite }
        guard radiusX > 0, radiusY > 0 else { return }
        guard let arc = EllipticalArc(center: center, radiusX: radiusX, radiusY: radiusY) else { throw .notFinite }
        try move(to: arc.start)
        try append(arc, tolerance: tolerance)
        close()
    }

    private mutating func append(_ arc: EllipticalArc<S>, tolerance: Double) throws(PathError) {
        let pieces = arc.quadratics(tolerance: tolerance)
        // Checked as a whole first, so that a path is never left with half an arc.
        guard pieces.allSatisfy(\.isFinite) else { throw .notFinite }
        for q in pieces { try quad(q.p1, to: q.p2) }
    }
}
