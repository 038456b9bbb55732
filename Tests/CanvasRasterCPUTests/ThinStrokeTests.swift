import CanvasRasterCPU
import Testing

@Suite("Thin strokes")
struct ThinStrokeTests {
    private func line(_ points: [(Double, Double)]) throws -> Path<ItemSpace> {
        var path = Path<ItemSpace>()
        for (i, p) in points.enumerated() {
            if i == 0 { try path.move(to: Point(p.0, p.1)) } else { try path.line(to: Point(p.0, p.1)) }
        }
        return path
    }

    /// Summed alpha of a row, in pixels, between two columns.
    private func ink(_ image: PixelBuffer, row: Int, _ columns: Range<Int>) -> Double {
        columns.reduce(0.0) { $0 + Double(image[$1, row].alpha) / 255 }
    }

    @Test("lines thinner than a pixel all carry the same ink, wherever they lie", arguments: [0, 4])
    func sameInk(samples: Int) throws {
        for zoom in [1.0, 0.5, 0.25, 0.125] {
            let items = try (0..<20).map { i in
                // Spaced by whole pixels at every zoom, each at another fraction of a pixel.
                let x = 16 + Double(i) * 80 + Double(i) / 20 / zoom
                return try Pictures.stroke(line([(x, -10), (x, 300)]), width: 1)
            }
            let image = try Pictures.draw(
                items, 1640, 20, samples: samples, transform: Transform2D(scaleX: zoom, y: zoom))
            let inks = (0..<20).map { i -> Double in
                let x = Int((16 + Double(i) * 80) * zoom)
                return ink(image, row: 10, max(0, x - 2)..<x + 4)
            }
            let mean = inks.reduce(0, +) / 20
            #expect(abs(mean - zoom) <= 0.02 * zoom + 0.5 / 255, "zoom \(zoom): \(mean)")
            #expect(inks.max()! - inks.min()! <= 0.05 * mean, "zoom \(zoom): \(inks)")
        }
    }

    @Test("a hundredth of a unit at zoom 100 is one pixel of ink", arguments: [0, 4])
    func noMinimumInUnits(samples: Int) throws {
        let image = try Pictures.draw(
            [Pictures.stroke(line([(0.5, -1), (0.5, 9)]), width: 0.01)], 100, 20, samples: samples,
            transform: Transform2D(scaleX: 100, y: 100))
        #expect(abs(ink(image, row: 10, 0..<100) - 1) <= 0.1)
    }

    @Test(
        "without antialiasing a thin tapering stroke keeps its ink and is painted once a pixel", arguments: [0.2, 0.9])
    func taper(width: Double) throws {
        let path = try line([(10, 30.3), (190, 41.7)])
        let item = Item.stroke(
            try Stroke(path, width: .profile([width / 10, width]), paint: .solid(.black)))
        let rough = try Pictures.draw([item], 200, 70, samples: 0)
        let smooth = try Pictures.draw([item], 200, 70)
        for part in 0..<3 {
            let columns = 20 + part * 50..<70 + part * 50
            let (a, b) = (0..<70).reduce((0.0, 0.0)) { sum, y in
                (sum.0 + ink(rough, row: y, columns), sum.1 + ink(smooth, row: y, columns))
            }
            #expect(abs(a - b) <= 0.08 * b + 0.3, "\(a) instead of \(b)")
        }
        // Each pixel's alpha is at most that of the widest place.
        #expect(rough.pixels.allSatisfy { Double($0 >> 24) <= width * 255 + 1 })
    }

    @Test("a thin stroke that crosses itself stays one tone without antialiasing")
    func crossing() throws {
        let color = Color(red: 0, green: 0, blue: 0, alpha: 0.8)
        let item = try Pictures.stroke(line([(5, 5), (60, 60), (60, 5), (5, 60)]), width: 0.5, color, style: .round)
        let image = try Pictures.draw([item], 70, 70, samples: 0)
        let tones = Set(image.pixels.map { $0 >> 24 })
        #expect(tones == [0, 102])
    }

    @Test("thin strokes far larger than the frame keep their ink, with one width and with several")
    func large() throws {
        let scale = 1e5
        let transform = Transform2D<CanvasSpace, CanvasSpace>(scaleX: scale, y: scale)
        let path = try line([(-4e-4 - 1, -0.37), (6e-4 + 1, 0.37)])
        for width in [StrokeWidth.uniform(0.4 / scale), .profile([0.3 / scale, 0.5 / scale])] {
            let item = Item.stroke(try Stroke(path, width: width, paint: .solid(.black)))
            let rough = try Pictures.draw([item], 100, 100, samples: 0, transform: transform)
            let smooth = try Pictures.draw([item], 100, 100, transform: transform)
            let (a, b) = (0..<100).reduce((0.0, 0.0)) {
                ($0.0 + ink(rough, row: $1, 0..<100), $0.1 + ink(smooth, row: $1, 0..<100))
            }
            #expect(b > 30)
            #expect(abs(a - b) <= 0.05 * b, "\(a) instead of \(b)")
        }
    }
}
