import CanvasTestSupport
import Testing

/// How exact the oracle's coverage is, and what it calls an explained disagreement.
@Suite("Oracle: coverage and verdicts")
struct OracleCoverageTests {
    private typealias P = Point<ItemSpace>
    private let size = PixelSize(width: 64, height: 64)

    /// A half plane, so large that only its edge is in the frame.
    private func halfPlane(angle: Double, offset: Double, paint: Color = .black) throws -> Item {
        let turn = Transform2D<ItemSpace, CanvasSpace>(rotationAngle: angle)
        var path = Path<ItemSpace>()
        try path.move(to: P(-1000, offset))
        try path.line(to: P(1000, offset))
        try path.line(to: P(1000, 1000))
        try path.line(to: P(-1000, 1000))
        return .fill(try Fill(path, paint: .solid(paint), transform: turn))
    }

    @Test("1,024 points a pixel give a straight edge's coverage to 0.2 % on average and 1 % at worst")
    func samplingNoise() throws {
        var random = SplitMix64(seed: 21)
        var squares = 0.0
        var sum = 0.0
        var count = 0.0
        var worst = 0.0
        for _ in 0..<40 {
            let (angle, offset) = (random.uniform(0...6.28), random.uniform(-20...20))
            let oracle = try Oracle(
                Drawing([try halfPlane(angle: angle, offset: offset)]), transform: .identity, size: size)
            let coverage = oracle.coverage(ofItem: 0)
            let turn = Transform2D<ItemSpace, ItemSpace>(rotationAngle: -angle)
            for y in 0..<64 {
                for x in 0..<64 {
                    // The pixel in the half plane's own space, cut exactly.
                    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map {
                        P(Double(x) - 32 + $0.0, Double(y) - 32 + $0.1).applying(turn)
                    }
                    let exact = Self.areaBelow(corners, offset)
                    let error = coverage[y * 64 + x] - exact
                    if exact == 0 || exact == 1 {
                        #expect(abs(error) < 1e-9)
                        continue
                    }
                    worst = max(worst, abs(error))
                    squares += error * error
                    sum += error
                    count += 1
                }
            }
        }
        #expect(count > 1500)
        #expect((squares / count).squareRoot() < 0.002, "root of mean square \((squares / count).squareRoot())")
        #expect(abs(sum / count) < 0.0005, "mean \(sum / count)")
        #expect(worst < 0.01, "worst \(worst)")
    }

    /// The area of a convex polygon where y ≥ offset.
    private static func areaBelow(_ points: [P], _ offset: Double) -> Double {
        var kept: [P] = []
        for (i, p) in points.enumerated() {
            let q = points[(i + 1) % points.count]
            if p.y >= offset { kept.append(p) }
            if (p.y >= offset) != (q.y >= offset) { kept.append(p.interpolated(to: q, (offset - p.y) / (q.y - p.y))) }
        }
        guard kept.count > 2 else { return 0 }
        var twice = 0.0
        for (i, p) in kept.enumerated() { twice += (p - .zero).cross(kept[(i + 1) % kept.count] - .zero) }
        return abs(twice) / 2
    }

    @Test("a sample may be decided either way within the reach of an edge, and nowhere else")
    func verdicts() throws {
        let drawing = Drawing([try halfPlane(angle: 0, offset: 0.3)])
        let oracle = try Oracle(drawing, transform: .identity, size: size, background: .white)
        let (black, white) = (Pixel(.black), Pixel(.white))
        func verdict(_ pixel: Pixel, _ y: Double) -> Oracle.Verdict {
            oracle.judge(pixel, x: 10, y: 32, at: Point(0.5, y))
        }
        #expect(verdict(black, 0.31) == .agrees)
        #expect(verdict(white, 0.29) == .agrees)
        #expect(verdict(white, 0.31) == .withinEdge)
        #expect(verdict(black, 0.285) == .withinEdge)
        #expect(verdict(white, 0.325) == .wrong)
        #expect(verdict(black, 0.275) == .wrong)
        // A colour that neither decision gives is wrong even on the edge.
        #expect(verdict(Pixel(red: 128, green: 128, blue: 128, alpha: 255), 0.3) == .wrong)
    }

    @Test("only the item at whose edge a sample lies may be decided otherwise")
    func verdictsOfSeveralItems() throws {
        let red = Color(red8: 255, green8: 0, blue8: 0)
        let blue = Color(red8: 0, green8: 0, blue8: 255)
        let drawing = Drawing([
            try halfPlane(angle: 0, offset: -20, paint: red), try halfPlane(angle: 0, offset: 0.3, paint: blue),
        ])
        let oracle = try Oracle(drawing, transform: .identity, size: size, background: .white)
        func verdict(_ color: Color) -> Oracle.Verdict {
            oracle.judge(Pixel(color), x: 10, y: 32, at: Point(0.5, 0.31))
        }
        #expect(verdict(blue) == .agrees)
        #expect(verdict(red) == .withinEdge)
        #expect(verdict(.white) == .wrong)
    }

    @Test("items are blended in order, each once, and rounded at each")
    func blending() throws {
        let grey = Color(red8: 0, green8: 0, blue8: 0, alpha8: 128)
        let oracle = try Oracle(
            Drawing([
                try halfPlane(angle: 0, offset: -20, paint: grey), try halfPlane(angle: 0, offset: -20, paint: grey),
            ]),
            transform: .identity, size: size, background: .white)
        // 255 · 127/255 = 127; 127 · 127/255 = 63.25.
        #expect(oracle.sampled(at: Point(0.5, 0.5))[32, 32] == Pixel(red: 63, green: 63, blue: 63, alpha: 255))
        #expect(oracle.covered()[32, 32] == Pixel(red: 63, green: 63, blue: 63, alpha: 255))
        #expect(oracle.covered()[32, 5] == Pixel(.white))
    }
}
