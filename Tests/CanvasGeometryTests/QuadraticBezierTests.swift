import CanvasGeometry
import Foundation
import Testing

@Suite("Quadratic Béziers: shape")
struct QuadraticBezierTests {
    typealias Curve = QuadraticBezier<ItemSpace>

    @Test("the ends are exact, whatever the size")
    func exactEnds() {
        var random = SplitMix64(seed: 11)
        for exponent in [-150.0, -3, 0, 12, 150] {
            for _ in 0..<50 {
                let q = random.curve(pow(10, exponent))
                #expect(q.point(at: 0) == q.p0)
                #expect(q.point(at: 1) == q.p2)
            }
        }
    }

    @Test("case C01: a control point past the end pulls the box to where the curve turns back")
    func controlPointPastTheEnd() {
        let q = Curve(Point(20, 50), Point(120, 50), Point(60, 50))
        #expect(abs(q.bounds.maxX - 82.5) < 1e-12)
        #expect(q.bounds.minX == 20)
        #expect(q.bounds.minY == 50 && q.bounds.maxY == 50)
    }

    @Test("the box holds every point of the curve and each of its edges touches one")
    func boundsAreTight() {
        var random = SplitMix64(seed: 12)
        for exponent in [-150.0, -2, 2, 150] {
            let reach = pow(10, exponent)
            for _ in 0..<300 {
                let q = random.curve(reach)
                let box = q.bounds
                var seen = Rect<ItemSpace>.empty
                for k in 0...1000 { seen = seen.union(q.point(at: Double(k) / 1000)) }
                let slack = reach * 1e-12
                #expect(box.outset(by: slack).contains(seen))
                // A thousandth off the turning point leaves less than a millionth of the bend.
                #expect(seen.outset(by: reach * 8e-6).contains(box))
                #expect(Rect(q.p0, q.p2).union(q.p1).contains(box))
            }
        }
    }

    @Test("both halves of a split trace the same curve and share one point")
    func splitting() {
        var random = SplitMix64(seed: 13)
        for _ in 0..<300 {
            let q = random.curve()
            let t = random.number(0...1)
            let (a, b) = q.split(at: t)
            #expect(a.p0 == q.p0 && b.p2 == q.p2 && a.p2 == b.p0)
            for k in 0...8 {
                let s = Double(k) / 8
                #expect(a.point(at: s).distance(to: q.point(at: s * t)) < 1e-12 * 1e2)
                #expect(b.point(at: s).distance(to: q.point(at: t + s * (1 - t))) < 1e-12 * 1e2)
            }
        }
    }

    @Test("a part of the curve is the curve between the two parameters, backwards if they are")
    func subcurves() {
        var random = SplitMix64(seed: 14)
        for _ in 0..<300 {
            let q = random.curve()
            let (t0, t1) = (random.number(0...1), random.number(0...1))
            let part = q.subcurve(from: t0, to: t1)
            for k in 0...8 {
                let s = Double(k) / 8
                #expect(part.point(at: s).distance(to: q.point(at: t0 + s * (t1 - t0))) < 1e-10)
            }
            #expect(part.p2 == q.subcurve(from: t1, to: 1).p0)
        }
        let q = random.curve()
        #expect(q.subcurve(from: 0, to: 1) == q)
        #expect(q.reversed.point(at: 0.25).distance(to: q.point(at: 0.75)) < 1e-12)
    }

    @Test("monotonic parts are monotonic exactly, at most three, and make up the curve")
    func monotonicParts() {
        var random = SplitMix64(seed: 15)
        for exponent in [-150.0, 2, 150] {
            for _ in 0..<300 {
                let q = random.curve(pow(10, exponent))
                var parts: [Curve] = []
                q.forEachMonotonicPart { (part) throws(Never) in parts.append(part) }
                #expect((1...3).contains(parts.count))
                #expect(parts.first?.p0 == q.p0 && parts.last?.p2 == q.p2)
                for (a, b) in zip(parts, parts.dropFirst()) { #expect(a.p2 == b.p0) }
                for part in parts { #expect(Rect(part.p0, part.p2).contains(part.p1)) }
                let lengths = parts.reduce(0) { $0 + $1.length }
                #expect(abs(lengths - q.length) <= 1e-12 * q.length)
            }
        }
    }

    @Test("a curve that turns in x and y at one parameter has two monotonic parts, not three")
    func turnsInBothAtOnce() {
        let q = Curve(Point(0, 0), Point(10, 20), Point(0, 0))
        var count = 0
        q.forEachMonotonicPart { (_) throws(Never) in count += 1 }
        #expect(count == 2)
    }

    @Test("curvature is one over the radius of the circle through three near points, signed")
    func curvature() {
        var random = SplitMix64(seed: 16)
        for _ in 0..<200 {
            let q = Curve(random.point(), random.point(), random.point())
            let t = random.number(0.1...0.9)
            let h = 1e-3
            let (a, b, c) = (q.point(at: t - h), q.point(at: t), q.point(at: t + h))
            let circle =
                2 * (b - a).cross(c - b) / (a.distance(to: b) * b.distance(to: c) * c.distance(to: a))
            let exact = q.curvature(at: t)
            // The three-point circle is a central difference: its error grows with (h κ speed)².
            let blur = pow(h * q.secondDerivative.length / q.derivative(at: t).length, 2) * 40 + 1e-6
            #expect(abs(exact - circle) <= blur * abs(exact) + 1e-9)
        }
        #expect(Curve(lineFrom: Point(0, 0), to: Point(9, 1)).curvature(at: 0.3) == 0)
        let bowl = Curve(Point(-1, 0), Point(0, 1), Point(1, 0))
        #expect(abs(bowl.curvature(at: 0.5) + 1) < 1e-12)
        let tiny = Transform2D<ItemSpace, ItemSpace>(scaleX: 1e-150, y: 1e-150)
        #expect(abs(bowl.applying(tiny).curvature(at: 0.5) / -1e150 - 1) < 1e-12)
    }

    @Test("turning is the angle between the end tangents; a curve run back on itself turns by a half turn")
    func turning() throws {
        let quarter = Curve(Point(0, 0), Point(1, 0), Point(1, 1))
        #expect(abs(quarter.turning - .pi / 2) < 1e-15)
        #expect(abs(quarter.reversed.turning + .pi / 2) < 1e-15)
        #expect(abs(Curve(Point(0, 0), Point(120, 0), Point(60, 0)).turning) == .pi)
        #expect(Curve(lineFrom: Point(0, 0), to: Point(5, 5)).turning == 0)
        #expect(Curve(Point(0, 0), Point(0, 0), Point(5, 5)).turning == 0)
        #expect(Curve(Point(2, 2), Point(2, 2), Point(2, 2)).turning == 0)
        var random = SplitMix64(seed: 17)
        for _ in 0..<200 {
            let q = Curve(random.point(), random.point(), random.point())
            let (a, b) = (try #require(q.startTangent), try #require(q.endTangent))
            #expect(abs(atan2(a.cross(b), a.dot(b)) - q.turning) < 1e-9)
            #expect(abs(a.length - 1) < 1e-15)
            #expect((q.derivative(at: 0) / q.derivative(at: 0).length - a).length < 1e-12)
        }
    }

    @Test("a curve whose control point coincides with an end still has a direction there; a point has none")
    func degenerateTangents() {
        let late = Curve(Point(0, 0), Point(0, 0), Point(3, 4))
        #expect(late.startTangent == Vector(0.6, 0.8))
        #expect(late.endTangent == Vector(0.6, 0.8))
        let early = Curve(Point(0, 0), Point(3, 4), Point(3, 4))
        #expect(early.startTangent == Vector(0.6, 0.8))
        #expect(early.endTangent == Vector(0.6, 0.8))
        let dot = Curve(Point(1, 1), Point(1, 1), Point(1, 1))
        #expect(dot.startTangent == nil && dot.endTangent == nil)
    }

    @Test("the cusp is where a collinear curve turns back, and nowhere else")
    func cusps() throws {
        let t = try #require(Curve(Point(20, 50), Point(120, 50), Point(60, 50)).cusp)
        #expect(abs(t - 0.625) < 1e-15)
        #expect(Curve(Point(0, 0), Point(1, 2), Point(3, 4)).cusp == nil)
        #expect(Curve(lineFrom: Point(0, 0), to: Point(1, 2)).cusp == nil)
        #expect(Curve(Point(0, 0), Point(0, 0), Point(1, 2)).cusp == nil)
        #expect(Curve(Point(4, 4), Point(4, 4), Point(4, 4)).cusp == nil)
    }

    @Test("flattening keeps to the tolerance, and one line fewer would not")
    func flattening() {
        var random = SplitMix64(seed: 18)
        for exponent in [-150.0, -1, 2, 6, 150] {
            let reach = pow(10, exponent)
            for _ in 0..<100 {
                let q = random.curve(reach)
                let tolerance = reach * pow(10, random.number(-5 ... -1))
                var points = [q.p0]
                q.flatten(tolerance: tolerance, into: &points)
                let n = q.lineCount(tolerance: tolerance)
                #expect(points.count == n + 1)
                #expect(points.last == q.p2)
                var worst = 0.0
                for i in 0..<n {
                    for s in [0.1, 0.37, 0.5, 0.8] {
                        let onLine = points[i].interpolated(to: points[i + 1], s)
                        worst = max(worst, onLine.distance(to: q.point(at: (Double(i) + s) / Double(n))))
                    }
                }
                #expect(worst <= tolerance * (1 + 1e-9) + reach * 1e-14)
                let bound = q.secondDerivative.length / 8
                if n > 1 {
                    #expect(bound / Double((n - 1) * (n - 1)) > tolerance * (1 - 1e-9))
                    // The bound is met in the middle of every line, so it is no looser than it must be.
                    #expect(worst > bound / Double(n * n) * 0.999 - reach * 1e-13)
                }
            }
        }
    }

    @Test("absurd tolerances and sizes give a bounded number of lines")
    func boundedLineCount() {
        let q = Curve(Point(0, 0), Point(1e12, 1e12), Point(-1e12, 5))
        for tolerance in [0, -1, 1e-300, Double.nan] { #expect(q.lineCount(tolerance: tolerance) == 524_288) }
        #expect(q.lineCount(tolerance: .infinity) == 1)
        let line = Curve(Point(0, 0), Point(1, 1), Point(2, 2))
        for tolerance in [0, -1, Double.nan] { #expect(line.lineCount(tolerance: tolerance) == 1) }
        #expect(Curve(Point(0, 0), Point(.nan, 1), Point(2, 2)).lineCount(tolerance: 1) == 1)
        #expect(Curve(Point(-1e308, 0), Point(1e308, 1), Point(-1e308, 2)).lineCount(tolerance: 1) == 524_288)
    }
}
