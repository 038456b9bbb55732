import CanvasFormats
import Foundation
import Testing

@Suite("Cubics that a pen follows")
struct StrokedCubicTests {
    private func quads(_ d: String, width: Double) throws -> [QuadraticBezier<ItemSpace>] {
        let result = try readSVG(#"<path d="\#(d)" fill="none" stroke="black" stroke-width="\#(width)"/>"#)
        return try #require(result.strokes.first).path.subpaths[0].segments.compactMap {
            if case .quad(let q) = $0 { q } else { nil }
        }
    }

    private func angle(_ a: Vector<ItemSpace>, _ b: Vector<ItemSpace>) -> Double { abs(atan2(a.cross(b), a.dot(b))) }

    @Test("the direction at an end is the cubic's, also where the control point lies on the end")
    func directions() throws {
        let cases: [(String, Vector<ItemSpace>, Vector<ItemSpace>)] = [
            ("M0 0C0 0 0 100 100 100", Vector(0, 1), Vector(1, 0)),
            ("M0 0C30 0 100 100 100 100", Vector(1, 0), Vector(70, 100)),
            ("M0 0C0 0 100 100 100 100", Vector(1, 1), Vector(1, 1)),
            ("M0 0C1 0 0 50 100 100", Vector(1, 0), Vector(2, 1)),
            ("M0 0C50 0 60 20 80 90", Vector(1, 0), Vector(2, 7)),
            // Too close to the end to be told from it on the canvas.
            ("M20 160C20.1 160 160 20 160.1 20", Vector(1, -1), Vector(1, -1)),
        ]
        for (d, first, last) in cases {
            for width in [1.0, 20] {
                let quads = try quads(d, width: width)
                let (a, b) = (quads[0], quads[quads.count - 1])
                // The edge of the pen is off by no more than a quarter of a pixel.
                #expect(angle(a.p1 - a.p0, first) * width / 2 < 0.25, "\(d)")
                #expect(angle(b.p2 - b.p1, last) * width / 2 < 0.25, "\(d)")
            }
        }
    }

    @Test("the quadratics still lie within the tolerance, and meet")
    func tolerance() throws {
        let curve = CubicBezier<ItemSpace>(Point(0, 0), Point(0, 0), Point(0, 100), Point(100, 100))
        let quads = try quads("M0 0C0 0 0 100 100 100", width: 20)
        for (a, b) in zip(quads, quads.dropFirst()) { #expect(a.p2 == b.p0) }
        let samples = (0...20_000).map { curve.point(at: Double($0) / 20_000) }
        for q in quads {
            let m = q.point(at: 0.5)
            // Samples of the curve are at most 0.015 apart.
            #expect(samples.lazy.map { $0.distance(to: m) }.min()! < 0.005 + 0.008)
        }
        #expect(quads.count < 60)
    }
}
