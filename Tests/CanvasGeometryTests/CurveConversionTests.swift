import CanvasGeometry
import Foundation
import Testing

/// A small seeded generator, so that a failure can be repeated.
private struct Lcg {
    var state: UInt64
    mutating func next(_ range: ClosedRange<Double>) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11) * 0x1p-53
    }
    mutating func point(_ reach: Double) -> Point<ItemSpace> {
        Point(next(-reach...reach), next(-reach...reach))
    }
}

@Suite("Cubics as quadratics")
struct CubicConversionTests {
    /// The largest distance between the cubic and its quadratics at equal parameters, sampled.
    private func parametricError(_ curve: CubicBezier<ItemSpace>, _ quads: [QuadraticBezier<ItemSpace>]) -> Double {
        var worst = 0.0
        for (i, q) in quads.enumerated() {
            for k in 0...64 {
                let t = Double(k) / 64
                let whole = (Double(i) + t) / Double(quads.count)
                worst = max(worst, q.point(at: t).distance(to: curve.point(at: whole)))
            }
        }
        return worst
    }

    @Test("every point lies within the tolerance, and one quadratic fewer would not do")
    func boundHoldsAndIsTight() {
        var random = Lcg(state: 1)
        for _ in 0..<400 {
            let reach = pow(10, random.next(-3...6))
            let curve = CubicBezier(random.point(reach), random.point(reach), random.point(reach), random.point(reach))
            let tolerance = reach * pow(10, random.next(-6...0))
            let quads = curve.quadratics(tolerance: tolerance)
            #expect(quads.count == curve.quadraticCount(tolerance: tolerance))
            #expect(parametricError(curve, quads) <= tolerance * (1 + 1e-6) + reach * 1e-14)
            let bound = 3.0.squareRoot() / 36 * curve.thirdDifference.length
            #expect(bound / pow(Double(quads.count), 3) <= tolerance * (1 + 1e-9))
            if quads.count > 1 { #expect(bound / pow(Double(quads.count - 1), 3) > tolerance * (1 - 1e-9)) }
        }
    }

    @Test("the bound is attained: it is not merely safe")
    func boundIsAttained() {
        let curve = CubicBezier<ItemSpace>(Point(0, 0), Point(100, 0), Point(-100, 0), Point(0, 0))
        let quads = curve.quadratics(tolerance: 1e9)
        #expect(quads.count == 1)
        let bound = 3.0.squareRoot() / 36 * curve.thirdDifference.length
        #expect(parametricError(curve, quads) > bound * 0.999)
    }

    @Test("a raised quadratic comes back as that one quadratic")
    func raisedQuadratic() {
        let q = QuadraticBezier<ItemSpace>(Point(1, 2), Point(30, -7), Point(5, 50))
        let curve = CubicBezier(
            q.p0, q.p0.interpolated(to: q.p1, 2.0 / 3), q.p2.interpolated(to: q.p1, 2.0 / 3), q.p2)
        let quads = curve.quadratics(tolerance: 1e-9)
        #expect(quads.count == 1)
        #expect(quads[0].p1.distance(to: q.p1) < 1e-12)
    }

    @Test("neighbours share their ends, and the first and last ends are the cubic's own")
    func endsMeet() {
        let curve = CubicBezier<ItemSpace>(Point(0.1, 0.2), Point(90, 10), Point(-50, 70), Point(33.3, 44.4))
        let quads = curve.quadratics(tolerance: 0.001)
        #expect(quads.count > 5)
        #expect(quads.first?.p0 == curve.p0)
        #expect(quads.last?.p2 == curve.p3)
        for (a, b) in zip(quads, quads.dropFirst()) { #expect(a.p2 == b.p0) }
    }

    @Test("far from the origin the conversion loses nothing")
    func farAway() {
        let near = CubicBezier<ItemSpace>(Point(0, 0), Point(8, 0), Point(8, 16), Point(0, 16))
        let offset = Vector<ItemSpace>(0x1p40, -0x1p40)
        let far = CubicBezier(near.p0 + offset, near.p1 + offset, near.p2 + offset, near.p3 + offset)
        for (a, b) in zip(near.quadratics(tolerance: 0.01), far.quadratics(tolerance: 0.01)) {
            #expect((a.p1 + offset).distance(to: b.p1) <= 0.001)
        }
    }

    @Test("absurd tolerances and sizes give a bounded number of pieces")
    func boundedCount() {
        let curve = CubicBezier<ItemSpace>(Point(0, 0), Point(1e12, 5), Point(-1e12, 1e12), Point(3, 3))
        for tolerance in [0, -1, 1e-300, .nan] { #expect(curve.quadraticCount(tolerance: tolerance) <= 3760) }
        #expect(curve.quadraticCount(tolerance: .infinity) == 1)
    }

    @Test("a path refuses a cubic that is not finite or has no beginning, and stays as it was")
    func pathRefuses() throws {
        var path = Path<ItemSpace>()
        #expect(throws: PathError.noCurrentPoint) {
            try path.cubic(Point(1, 1), Point(2, 2), to: Point(3, 3), tolerance: 1)
        }
        try path.move(to: Point(0, 0))
        let before = path
        #expect(throws: PathError.notFinite) {
            try path.cubic(Point(.nan, 1), Point(2, 2), to: Point(3, 3), tolerance: 1)
        }
        #expect(throws: PathError.notFinite) {
            try path.cubic(Point(1e308, -1e308), Point(-1e308, 2), to: Point(1e308, 3), tolerance: 1)
        }
        #expect(path == before)
        try path.cubic(Point(0, 30), Point(30, 30), to: Point(30, 0), tolerance: 0.01)
        #expect(path.currentPoint == Point(30, 0))
    }
}

@Suite("Elliptical arcs as quadratics")
struct ArcConversionTests {
    /// How far `p` is from the arc's ellipse at most: its radial distance on the unit circle times the larger radius.
    private func distanceBound(_ p: Point<ItemSpace>, _ arc: EllipticalArc<ItemSpace>) -> Double {
        let v = p - arc.center
        let (s, c) = (sin(arc.rotation), cos(arc.rotation))
        let (x, y) = ((c * v.dx + s * v.dy) / arc.radiusX, (c * v.dy - s * v.dx) / arc.radiusY)
        return abs(hypot(x, y) - 1) * max(arc.radiusX, arc.radiusY)
    }

    @Test("every point lies within the tolerance of the ellipse, for arcs of every kind")
    func boundHolds() throws {
        var random = Lcg(state: 7)
        for n in 0..<400 {
            let reach = pow(10, random.next(-2...5))
            let arc = try #require(
                EllipticalArc(
                    from: random.point(reach), to: random.point(reach), radiusX: random.next(0.05...3) * reach,
                    radiusY: random.next(0.05...3) * reach, rotation: random.next(-7...7), largeArc: n & 1 == 0,
                    sweep: n & 2 == 0))
            let tolerance = reach * pow(10, random.next(-6...(-1)))
            let quads = arc.quadratics(tolerance: tolerance)
            #expect(quads.count == arc.quadraticCount(tolerance: tolerance))
            for q in quads {
                for k in 0...16 {
                    #expect(distanceBound(q.point(at: Double(k) / 16), arc) <= tolerance * 1.000001 + reach * 1e-9)
                }
            }
            #expect(quads.first?.p0 == arc.start)
            #expect(quads.last?.p2 == arc.end)
        }
    }

    @Test("the stated bound is attained in the middle of each piece")
    func boundIsAttained() throws {
        let arc = try #require(EllipticalArc<ItemSpace>(center: Point(3, 4), radiusX: 50, radiusY: 50))
        let quads = arc.quadratics(tolerance: 0.01)
        let h = Double.pi / Double(quads.count)
        let bound = 50 * pow(1 - cos(h), 2) / (2 * cos(h))
        #expect(bound <= 0.01)
        let wider = Double.pi / Double(quads.count - 1)
        #expect(50 * pow(1 - cos(wider), 2) / (2 * cos(wider)) > 0.01)
        for q in quads { #expect(abs(q.point(at: 0.5).distance(to: arc.center) - 50 - bound) < 1e-9) }
    }

    @Test("neighbouring quadratics meet without a corner")
    func smooth() throws {
        let arc = try #require(
            EllipticalArc<ItemSpace>(center: .zero, radiusX: 40, radiusY: 10, rotation: 0.5, sweepAngle: -5))
        let quads = arc.quadratics(tolerance: 0.001)
        for (a, b) in zip(quads, quads.dropFirst()) {
            let (u, v) = (a.p2 - a.p1, b.p1 - b.p0)
            #expect(a.p2 == b.p0)
            #expect(abs(u.cross(v)) < 1e-12 * u.length * v.length)
            #expect(u.dot(v) > 0)
        }
    }

    @Test("the flags choose among the four arcs between two points")
    func flags() throws {
        func arc(_ large: Bool, _ sweep: Bool) throws -> EllipticalArc<ItemSpace> {
            try #require(
                EllipticalArc(
                    from: Point(10, 0), to: Point(0, 10), radiusX: 10, radiusY: 10, rotation: 0, largeArc: large,
                    sweep: sweep))
        }
        let small = try arc(false, true)
        #expect(small.center.distance(to: Point(0, 0)) < 1e-12)
        #expect(abs(small.sweepAngle - .pi / 2) < 1e-12)
        let counter = try arc(false, false)
        #expect(counter.center.distance(to: Point(10, 10)) < 1e-12)
        #expect(abs(counter.sweepAngle + .pi / 2) < 1e-12)
        let large = try arc(true, true)
        #expect(large.center.distance(to: Point(10, 10)) < 1e-12)
        #expect(abs(large.sweepAngle - 1.5 * .pi) < 1e-12)
        let largeCounter = try arc(true, false)
        #expect(largeCounter.center.distance(to: Point(0, 0)) < 1e-12)
        #expect(abs(largeCounter.sweepAngle + 1.5 * .pi) < 1e-12)
    }

    @Test("radii too small for the chord are scaled up until they just span it")
    func scaledUp() throws {
        let arc = try #require(
            EllipticalArc<ItemSpace>(
                from: Point(0, 0), to: Point(40, 0), radiusX: 4, radiusY: 2, rotation: 0, largeArc: false, sweep: true))
        #expect(abs(arc.radiusX - 20) < 1e-12 && abs(arc.radiusY - 10) < 1e-12)
        #expect(arc.center.distance(to: Point(20, 0)) < 1e-12)
        #expect(arc.point(at: arc.startAngle + arc.sweepAngle / 2).distance(to: Point(20, -10)) < 1e-9)
    }

    @Test("a nearly closed large arc is a whole turn, and a short chord never turns the wrong way")
    func shortChord() throws {
        for exponent in stride(from: -3.0, through: -300, by: -9) {
            let end = Point<ItemSpace>(pow(10, exponent), 0)
            for sweep in [false, true] {
                let small = try #require(
                    EllipticalArc(
                        from: .zero, to: end, radiusX: 1, radiusY: 1, rotation: 0, largeArc: false, sweep: sweep))
                #expect(abs(small.sweepAngle) < 0.002 && (small.sweepAngle > 0) == sweep)
                let large = try #require(
                    EllipticalArc(
                        from: .zero, to: end, radiusX: 1, radiusY: 1, rotation: 0, largeArc: true, sweep: sweep))
                #expect(abs(large.sweepAngle) > 6.28 && (large.sweepAngle > 0) == sweep)
            }
        }
    }

    @Test("in a path a zero radius is a line and a coinciding end is nothing")
    func degenerate() throws {
        var path = Path<ItemSpace>()
        try path.move(to: Point(5, 5))
        try path.arc(
            radiusX: 3, radiusY: 4, rotation: 0, largeArc: true, sweep: true, to: Point(5, 5), tolerance: 0.01)
        #expect(path.verbs == [.move])
        try path.arc(
            radiusX: 0, radiusY: 4, rotation: 0, largeArc: true, sweep: true, to: Point(9, 5), tolerance: 0.01)
        #expect(path.verbs == [.move, .line])
        let before = path
        #expect(throws: PathError.notFinite) {
            try path.arc(
                radiusX: .nan, radiusY: 4, rotation: 0, largeArc: true, sweep: true, to: Point(1, 1), tolerance: 0.01)
        }
        #expect(path == before)
    }

    @Test("a whole ellipse begins and ends at one point and bounds are those of the ellipse")
    func wholeEllipse() throws {
        var path = Path<ItemSpace>()
        try path.ellipse(center: Point(10, 20), radiusX: 8, radiusY: 3, tolerance: 0.001)
        #expect(path.points.first == Point(18, 20) && path.points.last == Point(18, 20))
        #expect(path.verbs.last == .close)
        let box = path.subpaths[0].segments.reduce(Rect<ItemSpace>.empty) { box, segment in
            guard case .quad(let q) = segment else { return box }
            return (0...32).reduce(box) { $0.union(q.point(at: Double($1) / 32)) }
        }
        #expect(abs(box.minX - 2) < 0.002 && abs(box.maxX - 18) < 0.002)
        #expect(abs(box.minY - 17) < 0.002 && abs(box.maxY - 23) < 0.002)
    }

    @Test("absurd radii and tolerances give a bounded number of pieces")
    func boundedCount() throws {
        let arc = try #require(EllipticalArc<ItemSpace>(center: .zero, radiusX: 1e300, radiusY: 1))
        for tolerance in [0, -1, 1e-300, .nan] { #expect(arc.quadraticCount(tolerance: tolerance) <= 1914) }
        #expect(arc.quadraticCount(tolerance: .infinity) == 4)
        #expect(EllipticalArc<ItemSpace>(center: .zero, radiusX: .infinity, radiusY: 1) == nil)
    }
}
