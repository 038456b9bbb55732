import CanvasEncoding
import CanvasTestSupport
import Testing

@Suite("Flattening of fills")
struct FillFlattenerTests {
    private static let tolerances = [0.5, 0.1, 0.01, 0.001]

    private func curve(_ random: inout SplitMix64) -> QuadraticBezier<ItemSpace> {
        func point() -> Point<ItemSpace> {
            Point(.random(in: -100...100, using: &random), .random(in: -100...100, using: &random))
        }
        // Shrunk by up to a thousand, so that curves of one chord and of hundreds occur.
        let size = Double.random(in: -3...0, using: &random)
        var scale = 1.0
        for _ in 0..<Int(-size * 4) { scale *= 0.56 }
        func shrunk(_ p: Point<ItemSpace>) -> Point<ItemSpace> { Point(p.x * scale, p.y * scale) }
        return QuadraticBezier(shrunk(point()), shrunk(point()), shrunk(point()))
    }

    private func polygon(_ c: QuadraticBezier<ItemSpace>, tolerance: Double) throws -> [Point<CanvasSpace>] {
        var path = Path<ItemSpace>()
        try path.move(to: c.p0)
        try path.quad(c.p1, to: c.p2)
        path.close()
        var polygons = PolygonSet()
        FillFlattener(tolerance: tolerance).flatten(try Fill(path, paint: .solid(.black)), into: &polygons)
        return polygons.points
    }

    @Test("every edge lies within the tolerance of its curve", arguments: 0..<200 as Range<UInt64>)
    func isNear(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let c = curve(&random)
        for tolerance in Self.tolerances {
            let points = try polygon(c, tolerance: tolerance)
            for (p, q) in zip(points, points.dropFirst()) {
                for i in 0...8 {
                    let r = p.interpolated(to: q, Double(i) / 8)
                    let distance = c.nearestPoint(to: Point(r.x, r.y)).distance
                    #expect(distance <= tolerance * (1 + 1e-9) + 1e-12)
                }
            }
        }
    }

    @Test("a curve and its chord enclose what their polygon does", arguments: 0..<200 as Range<UInt64>)
    func keepsArea(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let c = curve(&random)
        // Archimedes: two thirds of the triangle around it.
        let area = (c.p1 - c.p0).cross(c.p2 - c.p0) / 3
        let length = (c.p2 - c.p0).length
        for tolerance in Self.tolerances {
            let points = try polygon(c, tolerance: tolerance)
            var sum = 0.0
            for (p, q) in zip(points, points.dropFirst()) { sum += (p - points[0]).cross(q - points[0]) / 2 }
            // One chord may stand for a curve that is nearer than 0.15 of the tolerance.
            let allowed = points.isEmpty ? 0.1 * tolerance * length : 1e-12 * (abs(area) + length * length)
            #expect(abs(sum - area) <= allowed + 1e-15)
        }
    }
}
