#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a round pen covers on its way along a circular arc or a straight line, in canvas space: every disc about a point
/// of that way.
///
/// The circle is given by its `bend` b, so that a line is nothing special. With the start at the origin and the end at
/// `(L, 0)`, it is `b (x² + y² − L x) = y`. The way bends towards −y (from y towards x) where b is above zero; half the
/// angle by which it turns is `atan(b L)`, at most 45° here.
public struct SweptArc: Hashable, Sendable {
    public var start: Point<CanvasSpace>
    public var end: Point<CanvasSpace>
    /// In 1 / canvas units; 0 for a line.
    public var bend: Double
    /// The pen's radius at both ends, in canvas units. It changes along lines only, evenly, and by less than their length.
    public var startRadius: Double
    public var endRadius: Double

    public init(
        start: Point<CanvasSpace>, end: Point<CanvasSpace>, bend: Double, startRadius: Double, endRadius: Double
    ) {
        (self.start, self.end) = (start, end)
        self.bend = bend
        (self.startRadius, self.endRadius) = (startRadius, endRadius)
    }

    /// A disc.
    init(_ centre: Point<CanvasSpace>, radius: Double) {
        self.init(start: centre, end: centre, bend: 0, startRadius: radius, endRadius: radius)
    }

    /// Hands over equal parts of it, in order.
    public func forEachPart(of count: Int, _ body: (SweptArc) -> Void) {
        guard count > 1 else { return body(self) }
        let chord = end - start
        let length = chord.length
        let half = atan(bend * length)
        // The points at equal angles lie on the chord's parallels; where it is as good as straight, on itself.
        let along = length > 0 ? chord / length : Vector(1, 0)
        func place(_ i: Int) -> Point<CanvasSpace> {
            let t = Double(i) / Double(count)
            guard abs(half) > 1e-9 else { return start + chord * t }
            let angle = (2 * t - 1) * half
            let x = (1 + sin(angle) / sin(half)) / 2
            let y = -(cos(angle) - cos(half)) / (2 * sin(half))
            return start + along * (x * length) + along.perpendicular * (y * length)
        }
        var from = (point: start, radius: startRadius)
        for i in 1...count {
            let t = Double(i) / Double(count)
            let to =
                i == count
                ? (point: end, radius: endRadius)
                : (point: place(i), radius: startRadius + (endRadius - startRadius) * t)
            let part = (to.point - from.point).length
            body(
                SweptArc(
                    start: from.point, end: to.point, bend: part > 0 ? tan(half / Double(count)) / part : 0,
                    startRadius: from.radius, endRadius: to.radius))
            from = to
        }
    }

    /// How far the way departs from its chord, in canvas units.
    public var height: Double {
        let length = (end - start).length
        let tangent = abs(bend) * length
        return length * tangent / (2 * (1 + (1 + tangent * tangent).squareRoot()))
    }
}
