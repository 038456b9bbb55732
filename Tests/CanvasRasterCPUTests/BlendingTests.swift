import CanvasRasterCPU
import Testing

@Suite("Blending")
struct BlendingTests {
    /// Source-over in real numbers on 8-bit values, rounded to nearest.
    private func over(_ under: Pixel, _ color: Color, alpha: Double) -> Pixel {
        func mix(_ u: UInt8, _ c: Double) -> UInt8 {
            UInt8((c * 255 * alpha + Double(u) * (1 - alpha)).rounded())
        }
        return Pixel(
            red: mix(under.red, Double(color.red)), green: mix(under.green, Double(color.green)),
            blue: mix(under.blue, Double(color.blue)), alpha: mix(under.alpha, 1))
    }

    @Test("every item is blended once over what is there, rounded to nearest")
    func sourceOver() throws {
        var random = Seeded(state: 3)
        for _ in 0..<200 {
            var items: [Item] = []
            var expected = Pixel(packed: 0)
            for _ in 0..<6 {
                let color = Color(
                    red8: .random(in: 0...255, using: &random), green8: .random(in: 0...255, using: &random),
                    blue8: .random(in: 0...255, using: &random), alpha8: .random(in: 1...255, using: &random))
                items.append(try Pictures.fill(Pictures.rectangle(-1, -1, 14, 14), color))
                expected = over(expected, color, alpha: Double(color.alpha))
            }
            let image = try Pictures.draw(items, 12, 3)
            #expect(image.pixels.allSatisfy { $0 == expected.packed }, "\(image[0, 0]) instead of \(expected)")
        }
    }

    @Test("later items lie on top, within a chunk and across chunks")
    func order() throws {
        var items: [Item] = []
        for i in 0..<1500 {
            items.append(
                try Pictures.fill(
                    Pictures.rectangle(0, 0, 8, 8), Color(red8: UInt8(i % 251), green8: UInt8(i / 251), blue8: 7)))
        }
        let image = try Pictures.draw(items, 8, 8)
        #expect(image[3, 3] == Pixel(red: UInt8(1499 % 251), green: UInt8(1499 / 251), blue: 7, alpha: 255))
    }

    @Test("a half-transparent stroke that crosses itself is covered once; two strokes twice")
    func selfCrossing() throws {
        func path(_ points: [(Double, Double)]) throws -> Path<ItemSpace> {
            var path = Path<ItemSpace>()
            for (i, p) in points.enumerated() {
                if i == 0 { try path.move(to: Point(p.0, p.1)) } else { try path.line(to: Point(p.0, p.1)) }
            }
            return path
        }
        let grey = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
        let style = StrokeStyle(cap: .butt, join: .round)
        let one = try Pictures.stroke(
            path([(20, 20), (100, 100), (100, 20), (20, 100)]), width: 16, grey, style: style)
        for samples in [0, 4] {
            let image = try Pictures.draw([one], 120, 120, samples: samples, background: .white)
            for (x, y) in [(60, 60), (100, 100), (40, 40)] {
                #expect(abs(Int(image[x, y].red) - 128) <= 1, "at \(x), \(y) with \(samples) samples")
            }
        }
        let two = try [
            Pictures.stroke(path([(20, 20), (100, 100)]), width: 16, grey),
            Pictures.stroke(path([(100, 20), (20, 100)]), width: 16, grey),
        ]
        let crossed = try Pictures.draw(two, 120, 120, background: .white)
        #expect(abs(Int(crossed[60, 60].red) - 64) <= 2)
    }
}
