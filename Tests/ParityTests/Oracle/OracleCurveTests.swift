import CanvasTestSupport
import Testing

/// The oracle's own mathematics, against brute force: what is to judge has to be right first.
@Suite("Oracle: curves")
struct OracleCurveTests {
    @Test("a cubic's roots are found, double ones and those of lower degree included")
    func cubicRoots() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            let roots = (0..<3).map { _ in random.uniform(-0.5...1.5) }.sorted()
            let k = random.uniform(-3...3)
            let found = OracleProbe.cubicRoots(
                c0: -k * roots[0] * roots[1] * roots[2],
                c1: k * (roots[0] * roots[1] + roots[0] * roots[2] + roots[1] * roots[2]),
                c2: -k * (roots[0] + roots[1] + roots[2]), c3: k, in: 0...1)
            let wanted = roots.filter { (0...1).contains($0) }
            // Roots within rounding of each other or of the interval's ends may be found or not.
            let spread = zip(roots, roots.dropFirst()).map { $1 - $0 }.min()!
            let margin = roots.map { min(abs($0), abs($0 - 1)) }.min()!
            guard abs(k) > 1e-3, spread > 1e-5, margin > 1e-9 else { continue }
            #expect(found.count == wanted.count, "roots \(roots)")
            for (a, b) in zip(found, wanted) { #expect(abs(a - b) < 1e-9, "roots \(roots)") }
        }
        #expect(OracleProbe.cubicRoots(c0: -1, c1: 4, c2: 0, c3: 0, in: 0...1) == [0.25])
        #expect(OracleProbe.cubicRoots(c0: 1, c1: 0, c2: 0, c3: 0, in: 0...1).isEmpty)
        #expect(OracleProbe.cubicRoots(c0: 0, c1: 0, c2: 0, c3: 1, in: -1...1) == [0])
    }

    @Test("a quadratic's arc length is that of a fine polygon to 1e-9, cusps and near-lines included")
    func arcLength() {
        var random = SplitMix64(seed: 2)
        for kind in 0..<60 {
            var p = (0..<3).map { _ in
                Point<ItemSpace>(random.uniform(-100...100), random.uniform(-100...100))
            }
            let line = p[2] - p[0]
            switch kind % 6 {
            case 0: p[1] = p[0] + line * random.uniform(-1...2)  // collinear, with a cusp or without
            case 1: p[1] = p[0] + line * 1.5 + line.perpendicular * 1e-7  // very nearly a cusp
            case 2: p[1] = p[0] + line * 0.5 + line.perpendicular * 1e-9  // very nearly a line at constant speed
            case 3: p[1] = p[0]
            case 4: p[2] = p[0]
            default: break
            }
            let curve = QuadraticBezier(p[0], p[1], p[2])
            let exact = OracleProbe.length(curve)
            let brute = Self.bruteLength(curve)
            #expect(abs(exact - brute) <= 1e-9 * max(1, brute), "\(curve)")
            let t = random.uniform(0...1)
            let back = OracleProbe.parameter(curve, atLength: OracleProbe.length(curve, to: t))
            let there = curve.point(at: t).distance(to: curve.point(at: back))
            #expect(there < 1e-9 * max(1, exact), "\(curve) at \(t)")
        }
    }

    /// The length by Romberg extrapolation of inscribed polygons, in two parts at the slowest point.
    private static func bruteLength(_ curve: QuadraticBezier<ItemSpace>) -> Double {
        let (d, a) = (curve.derivative(at: 0), curve.secondDerivative)
        let slowest = a == .zero ? 0 : min(1, max(0, -d.dot(a) / a.lengthSquared))
        // Around the slowest point the polygon is refined geometrically: a nearly sharp turn stays resolved.
        var cuts: [Double] = [0, slowest, 1]
        var step = 0.5
        while step > 1e-12 {
            cuts += [slowest - step, slowest + step].filter { $0 > 0 && $0 < 1 }
            step /= 2
        }
        cuts.sort()
        var total = 0.0
        for (from, to) in zip(cuts, cuts.dropFirst()) {
            func polygon(_ n: Int) -> Double {
                (0..<n).reduce(0) { sum, i in
                    let (u, v) = (Double(i) / Double(n), Double(i + 1) / Double(n))
                    return sum
                        + curve.point(at: from + (to - from) * u).distance(to: curve.point(at: from + (to - from) * v))
                }
            }
            let (one, two) = (polygon(128), polygon(256))
            total += two + (two - one) / 3
        }
        return total
    }
}
