import CanvasRasterGLES
import CanvasTestSupport
import Testing

@Suite("Packing for the vertex shader")
struct PackingTests {
    @Test("halves are rounded to nearest, and saturate")
    func halves() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<20_000 {
            let exponent = Double.random(in: -30...18, using: &random)
            var value = Float(Double.random(in: -1...1, using: &random))
            for _ in 0..<Int(abs(exponent)) { value *= exponent < 0 ? 0.5 : 2 }
            let expected = Float16(value)
            let bits = HalfFloat.bits(value)
            if expected.isInfinite {
                #expect(bits & 0x7FFF == 0x7BFF)
            } else {
                #expect(bits == expected.bitPattern)
            }
        }
        #expect(HalfFloat.bits(1) == 0x3C00)
        #expect(HalfFloat.bits(-.infinity) == 0xFBFF)
    }

    @Test(
        "the strips of a polygon wind around every point as the polygon does",
        arguments: [3, 4, 5, 33, 64, 65, 66, 97, 500])
    func winding(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let corners = (0..<count).map { _ in
            Point<CanvasSpace>(
                Double(Int.random(in: -64...64, using: &random)), Double(Int.random(in: -64...64, using: &random)))
        }
        var strips = ItemStrips()
        PolygonStrips.append(count: count, to: &strips) { i, strips in
            strips.vertices.append(
                SceneVertex(
                    x: Float(corners[i].x), y: Float(corners[i].y), penX: 0, penY: 0, halfThickness: 0, item: 0))
        }
        for _ in 0..<200 {
            // Off the grid of the corners, so that no edge passes through.
            let p = Point<CanvasSpace>(
                Double(Int.random(in: -60...60, using: &random)) + 0.377,
                Double(Int.random(in: -60...60, using: &random)) + 0.613)
            var total = 0
            for (first, n) in zip(strips.firsts.map(Int.init), strips.counts.map(Int.init)) {
                for k in 0..<(n - 2) {
                    let odd = k % 2
                    let triangle = [first + k + odd, first + k + 1 - odd, first + k + 2].map { i in
                        Point<CanvasSpace>(Double(strips.vertices[i].x), Double(strips.vertices[i].y))
                    }
                    total += windingNumber(triangle, p)
                }
            }
            #expect(total == windingNumber(corners, p))
        }
    }

    @Test("convex polygons are known, and no others")
    func convexity() throws {
        func isConvex(_ points: [(Double, Double)]) -> Bool {
            PolygonStrips.isConvex(points.map { Point<CanvasSpace>($0.0, $0.1) }[...])
        }
        #expect(isConvex([(0, 0), (4, 0), (4, 4), (0, 4)]))
        #expect(isConvex([(0, 4), (4, 4), (4, 0), (0, 0)]))
        #expect(isConvex([(0, 0), (2, 0), (4, 0), (4, 4), (4, 4), (0, 4), (0, 0)]))
        #expect(!isConvex([(0, 0), (4, 0), (1, 1), (0, 4)]))
        #expect(!isConvex([(0, 0), (4, 0), (4, 4), (4, 4), (2, 1), (2, 1), (0, 4)]))
        #expect(!isConvex([(0, 0), (4, 4), (4, 0), (0, 4)]))
        // A pentagram turns to one side only, but twice around.
        let star = (0..<5).map { i -> (Double, Double) in
            let t = Transform2D<CanvasSpace, CanvasSpace>(rotationAngle: Double(i) * 4 * .pi / 5)
            return (t.a, t.b)
        }
        #expect(!isConvex(star))
        #expect(!isConvex([(0, 0), (4, 0), (2, 0)]))
        #expect(!isConvex([(1, 1), (1, 1), (1, 1)]))
    }

    /// How often a polygon winds around a point that is on none of its edges.
    private func windingNumber(_ polygon: [Point<CanvasSpace>], _ p: Point<CanvasSpace>) -> Int {
        var total = 0
        var a = polygon[polygon.count - 1]
        for b in polygon {
            let side = (b - a).cross(p - a)
            if a.y <= p.y, b.y > p.y, side > 0 { total += 1 }
            if a.y > p.y, b.y <= p.y, side < 0 { total -= 1 }
            a = b
        }
        return total
    }
}
