import CanvasTestSupport
import Testing

/// The oracle against definitions evaluated by trying thousands of parameters.
@Suite("Oracle: brute force")
struct OracleBruteForceTests {
    private typealias P = Point<ItemSpace>
    private let size = PixelSize(width: 200, height: 200)

    /// Curves of every kind, degenerate ones among them.
    private static func curve(_ random: inout SplitMix64) -> QuadraticBezier<ItemSpace> {
        func point() -> P { P(random.uniform(-60...60), random.uniform(-60...60)) }
        let (p, q, r) = (point(), point(), point())
        switch random.integer(0...5) {
        case 0: return QuadraticBezier(p, p.interpolated(to: r, random.uniform(-1...2)), r)  // collinear
        case 1: return QuadraticBezier(p, q, p)  // there and back
        case 2: return QuadraticBezier(p, p.interpolated(to: q, 0.02), q)  // almost a repeated point
        default: return QuadraticBezier(p, q, r)
        }
    }

    private func oracle(_ curve: QuadraticBezier<ItemSpace>, _ width: StrokeWidth, _ style: StrokeStyle) throws
        -> Oracle
    {
        var path = Path<ItemSpace>()
        try path.move(to: curve.p0)
        try path.quad(curve.p1, to: curve.p2)
        let stroke = try Stroke(path, width: width, style: style, paint: .solid(.black))
        return try Oracle(Drawing([.stroke(stroke)]), transform: .identity, size: size)
    }

    @Test("with round caps a stroke is what lies within half the width of the curve")
    func roundStroke() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<120 {
            let curve = Self.curve(&random)
            let h = random.uniform(0.5...30)
            let oracle = try oracle(curve, .uniform(2 * h), .round)
            for _ in 0..<40 {
                let q = P(random.uniform(-95...95), random.uniform(-95...95))
                let distance = Self.distance(curve, q)
                guard abs(distance - h) > 1e-6 else { continue }
                #expect(oracle.covers(q.reinterpreted(as: FrameSpace.self)) == (distance < h), "\(curve) \(h) \(q)")
            }
        }
    }

    @Test("with butt caps a stroke is what the normals of half-width length sweep")
    func buttStroke() throws {
        var random = SplitMix64(seed: 12)
        var decided = (inside: 0, outside: 0)
        for _ in 0..<300 {
            let curve = Self.curve(&random)
            let h = random.uniform(0.5...30)
            let oracle = try oracle(curve, .uniform(2 * h), StrokeStyle(cap: .butt))
            for _ in 0..<40 {
                let q = P(random.uniform(-95...95), random.uniform(-95...95))
                guard let isInside = Self.isOnNormal(curve, h, q) else { continue }
                if isInside { decided.inside += 1 } else { decided.outside += 1 }
                #expect(oracle.covers(q.reinterpreted(as: FrameSpace.self)) == isInside, "\(curve) \(h) \(q)")
            }
        }
        #expect(decided.inside > 500 && decided.outside > 800, "\(decided)")
    }

    @Test("a width profile is the union of its discs")
    func profile() throws {
        var random = SplitMix64(seed: 13)
        for _ in 0..<300 {
            let curve = Self.curve(&random)
            let (r0, r1) = (random.uniform(0...30), random.uniform(0...30))
            let oracle = try oracle(curve, .profile([2 * r0, 2 * r1]), StrokeStyle())
            for _ in 0..<40 {
                let q = P(random.uniform(-95...95), random.uniform(-95...95))
                let steps = 4000
                let depth = (0...steps).map { i in
                    let t = Double(i) / Double(steps)
                    return r0 + (r1 - r0) * t - curve.point(at: t).distance(to: q)
                }.max()!
                guard abs(depth) > 0.05 else { continue }
                #expect(oracle.covers(q.reinterpreted(as: FrameSpace.self)) == (depth > 0), "\(curve) \(r0) \(r1) \(q)")
            }
        }
    }

    @Test("a fill is what its outline winds around")
    func winding() throws {
        var random = SplitMix64(seed: 14)
        for round in 0..<100 {
            var path = Path<ItemSpace>()
            var polygon: [P] = []
            let first = Self.curve(&random).p0
            try path.move(to: first)
            var at = first
            for _ in 0..<random.integer(1...5) {
                var curve = Self.curve(&random)
                curve.p0 = at
                try path.quad(curve.p1, to: curve.p2)
                polygon += (0..<500).map { curve.point(at: Double($0) / 500) }
                at = curve.p2
            }
            polygon.append(at)
            let rule: FillRule = round.isMultiple(of: 2) ? .nonzero : .evenOdd
            let fill = try Fill(path, rule: rule, paint: .solid(.black))
            let oracle = try Oracle(Drawing([.fill(fill)]), transform: .identity, size: size)
            for _ in 0..<40 {
                let q = P(random.uniform(-70...70), random.uniform(-70...70))
                // The angle under which q sees the polygon, in turns.
                var turns = 0.0
                var nearest = Double.infinity
                for i in polygon.indices {
                    let (a, b) = (polygon[i] - q, polygon[(i + 1) % polygon.count] - q)
                    turns += Vector<ItemSpace>(a.dot(b), a.cross(b)).angle
                    nearest = min(nearest, a.length)
                }
                guard nearest > 0.5 else { continue }
                let winding = Int((turns / (2 * .pi)).rounded())
                let wanted = rule == .nonzero ? winding != 0 : winding % 2 != 0
                #expect(oracle.covers(q.reinterpreted(as: FrameSpace.self)) == wanted, "\(path.points) \(q)")
            }
        }
    }

    @Test("a disc that is called uniform is uniform")
    func uniformity() throws {
        var random = SplitMix64(seed: 15)
        var decided = 0
        for seed in 0..<200 {
            let drawing = RandomScene(seed: UInt64(seed)).drawing(items: 1)
            let oracle = try Oracle(drawing, transform: .identity, size: size)
            for _ in 0..<20 {
                let center = Point<FrameSpace>(random.uniform(-80...80), random.uniform(-80...80))
                let radius = random.uniform(0.01...8)
                guard let all = oracle.isUniform(around: center, radius: radius) else { continue }
                decided += 1
                for _ in 0..<20 {
                    let turn = Transform2D<FrameSpace, FrameSpace>(rotationAngle: random.uniform(0...6.3))
                    let offset = Vector<FrameSpace>(turn.a, turn.b) * (radius * random.uniform(0...0.999))
                    #expect(oracle.covers(center + offset) == all, "scene \(seed), \(center + offset)")
                }
            }
        }
        #expect(decided > 1000)
    }

    /// Whether `q` is on a normal of half-width length: `q` seen along the tangent changes sides where a normal through
    /// it starts. `nil` where a scan does not settle it.
    private static func isOnNormal(_ curve: QuadraticBezier<ItemSpace>, _ h: Double, _ q: P) -> Bool? {
        func along(_ t: Double) -> Double { (q - curve.point(at: t)).dot(curve.derivative(at: t)) }
        let steps = 2000
        var before2 = 0.0
        var before = along(0)
        var isInside = false
        // The scan is too coarse where a normal starts close to an end.
        for t in [0.0, 1] where abs(along(t)) < 0.05 * curve.derivative(at: t).length { return nil }
        for i in 1...steps {
            let now = along(Double(i) / Double(steps))
            if (now < 0) != (before < 0) {
                var (a, b) = (Double(i - 1) / Double(steps), Double(i) / Double(steps))
                for _ in 0..<60 {
                    let m = (a + b) / 2
                    if (along(m) < 0) == (before < 0) { a = m } else { b = m }
                }
                let distance = curve.point(at: a).distance(to: q)
                if abs(distance - h) < 1e-6 { return nil }
                if distance < h { isInside = true }
            } else if i > 1, abs(before) < abs(now), abs(before) < abs(before2), (before2 < 0) == (now < 0),
                abs(before) < 0.01
            {
                return nil  // perhaps two normals between two steps
            }
            before2 = before
            before = now
        }
        return isInside
    }

    /// The distance by a scan, refined around the best parameters.
    private static func distance(_ curve: QuadraticBezier<ItemSpace>, _ q: P) -> Double {
        func f(_ t: Double) -> Double { curve.point(at: t).distance(to: q) }
        var best = Double.infinity
        let steps = 400
        for i in 0..<steps {
            var (a, b) = (Double(i) / Double(steps), Double(i + 1) / Double(steps))
            best = min(best, f(a), f(b))
            guard min(f(a), f(b)) < best + 3 else { continue }
            for _ in 0..<60 {
                let (u, v) = (a + (b - a) / 3, b - (b - a) / 3)
                if f(u) < f(v) { b = v } else { a = u }
            }
            best = min(best, f((a + b) / 2))
        }
        return best
    }
}
