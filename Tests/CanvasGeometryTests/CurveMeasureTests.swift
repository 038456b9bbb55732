import CanvasGeometry
import Foundation
import Testing

@Suite("Lengths and nearest points")
struct CurveMeasureTests {
    typealias Curve = QuadraticBezier<ItemSpace>

    /// The length by adaptive Simpson quadrature of the speed, cut where the speed is least, for comparison.
    private func quadrature(_ q: Curve, to end: Double) -> Double {
        let (u, w) = (q.p1 - q.p0, (q.p2 - q.p1) - (q.p1 - q.p0))
        let slowest = w == .zero ? 0 : min(max(-u.dot(w) / w.dot(w), 0), end)
        func speed(_ t: Double) -> Double { 2 * (u + w * t).length }
        func simpson(_ a: Double, _ b: Double) -> Double {
            (b - a) / 6 * (speed(a) + 4 * speed((a + b) / 2) + speed(b))
        }
        func refine(_ a: Double, _ b: Double, _ whole: Double, _ depth: Int) -> Double {
            let m = (a + b) / 2
            let (left, right) = (simpson(a, m), simpson(m, b))
            if depth == 0 || abs(left + right - whole) <= 1e-15 * (left + right) { return left + right }
            return refine(a, m, left, depth - 1) + refine(m, b, right, depth - 1)
        }
        return refine(0, slowest, simpson(0, slowest), 14) + refine(slowest, end, simpson(slowest, end), 14)
    }

    @Test("lengths known by hand")
    func knownLengths() {
        #expect(Curve(lineFrom: Point(1, 2), to: Point(4, 6)).length == 5)
        // y = x² from 0 to 1: (2 √5 + arsinh 2) / 4.
        let parabola = Curve(Point(0, 0), Point(0.5, 0), Point(1, 1))
        #expect(abs(parabola.length - (2 * 5.0.squareRoot() + asinh(2)) / 4) < 1e-15)
        // Out to 82.5 and back to 60.
        #expect(abs(Curve(Point(20, 50), Point(120, 50), Point(60, 50)).length - 85) < 1e-12)
        #expect(Curve(Point(3, 3), Point(3, 3), Point(3, 3)).length == 0)
        #expect(Curve(Point(0, 0), Point(0, 0), Point(3, 4)).length == 5)
        #expect(Curve(Point(0, 0), Point(3, 4), Point(3, 4)).length == 5)
        #expect(Curve(Point(0, 0), Point(3, 4), Point(0, 0)).length == 5)
    }

    @Test("the closed form agrees with quadrature for curves of every kind")
    func agreesWithQuadrature() {
        var random = SplitMix64(seed: 21)
        for _ in 0..<200 {
            let q = random.curve()
            let t = random.number(0...1)
            let expected = quadrature(q, to: t)
            #expect(abs(q.length(to: t) - expected) <= 1e-11 * (1 + expected))
        }
    }

    @Test("nearly straight and nearly cusped curves lose no digits")
    func nearlyDegenerate() {
        for exponent in stride(from: -1.0, through: -18, by: -1) {
            let h = pow(10, exponent)
            // Sagitta h/2 on a chord of 2: the length is 2 + h² · (1/3) + O(h⁴).
            let flat = Curve(Point(-1, 0), Point(0, h), Point(1, 0))
            #expect(abs(flat.length - (2 + h * h / 3)) <= h * h * h * h + 1e-15)
            // A hairpin: out and back, two lengths of ½ each and a trifle of h² log h.
            let hairpin = Curve(Point(0, 0), Point(1, h), Point(0, 2 * h))
            let trifle = h * h * (2 - log(h))
            #expect(hairpin.length >= 1 - 1e-15 && hairpin.length <= 1 + 2 * trifle + 1e-15)
            #expect(abs(hairpin.length - quadrature(hairpin, to: 1)) <= 1e-9)
        }
    }

    @Test("length scales with the curve from 1e-150 to 1e150")
    func extremeScales() {
        var random = SplitMix64(seed: 22)
        for _ in 0..<100 {
            let q = random.curve(1)
            for scale in [1e-150, 1e-30, 1e30, 1e150] {
                let scaled = q.applying(Transform2D<ItemSpace, ItemSpace>(scaleX: scale, y: scale))
                #expect(abs(scaled.length / scale - q.length) <= 1e-12 * (1 + q.length))
            }
        }
    }

    @Test("the parameter at a length is the inverse of the length to a parameter")
    func inverseOfLength() {
        var random = SplitMix64(seed: 23)
        for exponent in [-150.0, 0, 150] {
            for _ in 0..<200 {
                let q = random.curve(pow(10, exponent))
                let whole = q.length
                let wanted = whole * random.number(0...1)
                let t = q.parameter(atLength: wanted)
                #expect(abs(q.length(to: t) - wanted) <= 4e-15 * whole)
            }
        }
        let q = Curve(Point(0, 0), Point(5, 5), Point(10, 0))
        #expect(q.parameter(atLength: -1) == 0)
        #expect(q.parameter(atLength: 0) == 0)
        #expect(q.parameter(atLength: 1e9) == 1)
        #expect(abs(q.parameter(atLength: q.length / 2) - 0.5) < 1e-15)
        #expect(Curve(Point(1, 1), Point(1, 1), Point(1, 1)).parameter(atLength: 0.1) == 0)
    }

    @Test("no sampled point of the curve is nearer than the nearest one")
    func nearestIsNearest() {
        var random = SplitMix64(seed: 24)
        for exponent in [-150.0, 2, 150] {
            let reach = pow(10, exponent)
            for _ in 0..<300 {
                let q = random.curve(reach)
                let p = random.point(reach * pow(10, random.number(-1...1)))
                let near = q.nearestPoint(to: p)
                #expect(near.point == q.point(at: near.parameter))
                #expect(near.distance == near.point.distance(to: p))
                for k in 0...500 {
                    #expect(q.point(at: Double(k) / 500).distance(to: p) >= near.distance * (1 - 1e-13) - reach * 1e-14)
                }
            }
        }
    }

    @Test("a point of the curve has itself as the nearest, to half the digits of its parameter or better")
    func pointsOnTheCurve() {
        var random = SplitMix64(seed: 25)
        for _ in 0..<300 {
            let q = random.curve()
            let t = random.number(0...1)
            #expect(q.nearestPoint(to: q.point(at: t)).distance <= 1e-12 * 100)
        }
    }

    @Test("centres of curvature, where the distance is stationary twice over, are no trap")
    func centresOfCurvature() {
        let q = Curve(Point(-1, 0), Point(0, 1), Point(1, 0))
        // The centre of the circle that fits the vertex (0, ½) lies below it by the radius 1.
        let near = q.nearestPoint(to: Point(0, -0.5))
        #expect(abs(near.distance - 1) < 1e-12)
        for k in -50...50 {
            let p = Point<ItemSpace>(Double(k) * 1e-9, -0.5 + Double(k) * 1e-8)
            let found = q.nearestPoint(to: p)
            for s in stride(from: 0.4, through: 0.6, by: 0.0005) {
                #expect(q.point(at: s).distance(to: p) >= found.distance - 1e-15)
            }
        }
    }

    @Test("of two equally near points one is found, and far away nothing overflows")
    func tiesAndDistance() {
        let hairpin = Curve(Point(-1, 0), Point(0, 4), Point(1, 0))
        let (near, mirrored) = (hairpin.nearestPoint(to: .zero), hairpin.reversed.nearestPoint(to: .zero))
        #expect(near.distance < 1 && abs(near.distance - mirrored.distance) < 1e-15)
        let far = Curve(Point(0, 0), Point(1, 1), Point(2, 0)).nearestPoint(to: Point(1e200, 1e200))
        #expect(far.distance.isFinite && far.distance > 1e200)
        let nan = Curve(Point(0, 0), Point(1, 1), Point(2, 0)).nearestPoint(to: Point(.nan, 0))
        #expect(nan.distance.isNaN)
    }

    @Test("lines: nearest point, length and parameter, from 1e-150 to 1e150 and without length")
    func lines() {
        var random = SplitMix64(seed: 26)
        for exponent in [-150.0, 1, 150] {
            let reach = pow(10, exponent)
            for _ in 0..<200 {
                let line = LineSegment(random.point(reach), random.point(reach))
                let p = random.point(reach * 2)
                let near = line.nearestPoint(to: p)
                #expect((0...1).contains(near.parameter))
                for k in 0...100 {
                    #expect(line.point(at: Double(k) / 100).distance(to: p) >= near.distance * (1 - 1e-14))
                }
                let half = line.parameter(atLength: line.length / 2)
                #expect(abs(half - 0.5) < 1e-15)
            }
        }
        let dot = LineSegment<ItemSpace>(Point(3, 4), Point(3, 4))
        #expect(dot.nearestPoint(to: .zero).distance == 5)
        #expect(dot.parameter(atLength: 1) == 0)
        let (a, b) = LineSegment<ItemSpace>(Point(0, 0), Point(8, 4)).split(at: 0.25)
        #expect(a.end == b.start && a.end == Point(2, 1))
    }
}
