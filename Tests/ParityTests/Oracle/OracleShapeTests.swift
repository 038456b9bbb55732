import CanvasTestSupport
import Testing

/// What the oracle calls covered, against areas known in closed form and against brute force.
@Suite("Oracle: shapes")
struct OracleShapeTests {
    private typealias P = Point<ItemSpace>
    private let size = PixelSize(width: 160, height: 160)

    private func oracle(_ item: Item, _ transform: Transform2D<CanvasSpace, FrameSpace> = .identity) throws -> Oracle {
        try Oracle(Drawing([item]), transform: transform, size: size)
    }

    private func area(_ item: Item) throws -> Double { try oracle(item).coverage(ofItem: 0).reduce(0, +) }

    private func stroke(
        _ build: (inout Path<ItemSpace>) throws -> Void, width: StrokeWidth, style: StrokeStyle = StrokeStyle(),
        transform: Transform2D<ItemSpace, CanvasSpace> = .identity
    ) throws -> Item {
        var path = Path<ItemSpace>()
        try build(&path)
        return .stroke(try Stroke(path, width: width, style: style, paint: .solid(.black), transform: transform))
    }

    @Test("areas of fills are those of the formulas")
    func fillAreas() throws {
        var rectangle = Path<ItemSpace>()
        try rectangle.move(to: P(-20.3, -11.7))
        try rectangle.line(to: P(30.2, -11.7))
        try rectangle.line(to: P(30.2, 25.1))
        try rectangle.line(to: P(-20.3, 25.1))
        #expect(abs(try area(.fill(try Fill(rectangle, paint: .solid(.black)))) - 50.5 * 36.8) < 0.3)

        // The segment of a parabola is two thirds of its triangle's double: area = (2/3) · base · height of the curve.
        var parabola = Path<ItemSpace>()
        try parabola.move(to: P(-40, 10))
        try parabola.quad(P(3, -90), to: P(40, 10))
        #expect(abs(try area(.fill(try Fill(parabola, paint: .solid(.black)))) - 80.0 * 50 * 2 / 3) < 0.5)

        // A ring: two squares, wound alike. Even-odd leaves the hole, nonzero fills it.
        var ring = Path<ItemSpace>()
        for r in [30.25, 10.5] {
            try ring.move(to: P(-r, -r))
            try ring.line(to: P(r, -r))
            try ring.line(to: P(r, r))
            try ring.line(to: P(-r, r))
            ring.close()
        }
        let hole = 21.0 * 21
        let whole = 60.5 * 60.5
        #expect(abs(try area(.fill(try Fill(ring, rule: .evenOdd, paint: .solid(.black)))) - (whole - hole)) < 0.3)
        #expect(abs(try area(.fill(try Fill(ring, rule: .nonzero, paint: .solid(.black)))) - whole) < 0.3)
    }

    @Test("areas of strokes are those of the formulas")
    func strokeAreas() throws {
        let line: (inout Path<ItemSpace>) throws -> Void = {
            try $0.move(to: P(-31.3, -20.1))
            try $0.line(to: P(25.2, 30.7))
        }
        let length = P(-31.3, -20.1).distance(to: P(25.2, 30.7))
        let w = 9.0
        for (cap, extra) in [(LineCap.butt, 0.0), (.square, w * w), (.round, .pi * w * w / 4)] {
            let measured = try area(stroke(line, width: .uniform(w), style: StrokeStyle(cap: cap)))
            #expect(abs(measured - length * w - extra) < 0.4, "\(cap)")
        }
        let dot = try area(
            stroke(
                {
                    try $0.move(to: P(0.3, 0.2)); try $0.line(to: P(0.3, 0.2))
                }, width: .uniform(24), style: .round))
        #expect(abs(dot - .pi * 144) < 0.3)

        // A smooth curve that is nowhere bent more sharply than half the width sweeps length × width.
        let bend = QuadraticBezier<ItemSpace>(P(-50, 20), P(0, -60), P(50, 30))
        let swept = try area(
            stroke(
                {
                    try $0.move(to: bend.p0); try $0.quad(bend.p1, to: bend.p2)
                }, width: .uniform(12)))
        #expect(abs(swept - OracleProbe.length(bend) * 12) < 0.4)

        // A width profile on a line: the hull of two discs. The tangents touch them at `angle` from the line, so that
        // the hull has that much of the larger disc on its far side and the rest of the smaller one.
        let (r0, r1, d) = (4.0, 24.0, 60.0)
        let angle = acosine((r0 - r1) / d)
        let hull = (r0 + r1) * (d * d - (r1 - r0) * (r1 - r0)).squareRoot() + (.pi - angle) * r0 * r0 + angle * r1 * r1
        let cone = try area(
            stroke(
                {
                    try $0.move(to: P(-30, 0)); try $0.line(to: P(30, 0))
                }, width: .profile([2 * r0, 2 * r1])))
        #expect(abs(cone - hull) < 0.5, "\(cone) against \(hull)")
    }

    private func acosine(_ x: Double) -> Double { Vector<ItemSpace>(x, (1 - x * x).squareRoot()).angle }

    @Test("joins have the areas of triangle, kite and sector on the outer side")
    func joins() throws {
        // Two arms of length 60 meet at a right angle; both bodies share the h × h square on the inner side.
        let w = 20.0
        let body = 2 * 60 * w - w * w / 4
        for (join, extra) in [(LineJoin.bevel, w * w / 8), (.miter, w * w / 4), (.round, .pi * w * w / 16)] {
            let corner = try area(
                stroke(
                    {
                        try $0.move(to: P(-30, 30)); try $0.line(to: P(30, 30)); try $0.line(to: P(30, -30))
                    },
                    width: .uniform(w), style: StrokeStyle(join: join)))
            #expect(abs(corner - body - extra) < 0.3, "\(join)")
        }
        // The ratio of a right angle is 1.4142: just above and just below the limit.
        for (limit, extra) in [(1.41, w * w / 8), (1.42, w * w / 4)] {
            let corner = try area(
                stroke(
                    {
                        try $0.move(to: P(-30, 30)); try $0.line(to: P(30, 30)); try $0.line(to: P(30, -30))
                    },
                    width: .uniform(w), style: StrokeStyle(join: .miter, miterLimit: limit)))
            #expect(abs(corner - body - extra) < 0.3, "limit \(limit)")
        }
    }

    @Test("dashes cut by arc length, around corners and curves, with any phase")
    func dashes() throws {
        let w = 4.0
        let line: (inout Path<ItemSpace>) throws -> Void = {
            try $0.move(to: P(-50, 0.3)); try $0.line(to: P(50, 0.3))
        }
        for (pattern, phase, inked) in [
            ([10.0, 5.0], 0.0, 70.0),  // dashes at 0, 15, …, 90, the last one ends at the end
            ([10, 5], 7, 65), ([10, 5], -7, 65), ([3], 0, 51), ([0, 10], 0, 0), ([200, 10], 0, 100),
        ] {
            let style = StrokeStyle(dash: try DashPattern(pattern, phase: phase))
            let measured = try area(stroke(line, width: .uniform(w), style: style))
            #expect(abs(measured - inked * w) < 0.3, "\(pattern) phase \(phase): \(measured / w)")
        }
        // Dashes without length are dots under round caps and squares under square ones, turned with the path.
        for (cap, one) in [(LineCap.round, Double.pi * 9), (.square, 36.0)] {
            let style = StrokeStyle(cap: cap, dash: try DashPattern([0, 30]))
            let measured = try area(
                stroke(
                    {
                        try $0.move(to: P(-40, -30)); try $0.line(to: P(40, 30))
                    }, width: .uniform(6), style: style))
            #expect(abs(measured - 4 * one) < 0.4, "\(cap)")
        }
        // On a curve the inked length is that of the dashes.
        let bend = QuadraticBezier<ItemSpace>(P(-50, 20), P(10, -80), P(50, 30))
        let total = OracleProbe.length(bend)
        let style = StrokeStyle(dash: try DashPattern([7, 4], phase: 2))
        let inked = stride(from: -2.0, to: total, by: 11).reduce(0) { $0 + max(0, min(total, $1 + 7) - max(0, $1)) }
        let measured = try area(
            stroke(
                {
                    try $0.move(to: bend.p0); try $0.quad(bend.p1, to: bend.p2)
                }, width: .uniform(w), style: style))
        #expect(abs(measured - inked * w) < 0.4)
        // A closed square of side 40, dashes of 20 centred on its corners: each is one bent dash with a join.
        let square: (inout Path<ItemSpace>) throws -> Void = {
            try $0.move(to: P(-20, -20))
            try $0.line(to: P(20, -20))
            try $0.line(to: P(20, 20))
            try $0.line(to: P(-20, 20))
            $0.close()
        }
        let bent = try area(
            stroke(square, width: .uniform(w), style: StrokeStyle(dash: try DashPattern([20, 20], phase: 10))))
        // 80 of length, less the overlap inside each corner, and the miter outside it: each a square of half the width.
        #expect(abs(bent - 80 * w) < 0.3, "\(bent / w)")
    }
}
