import CanvasRasterCPU
import Testing

@Suite("Area coverage")
struct CoverageTests {
    @Test("a rectangle at fractional positions covers each pixel by its exact area")
    func rectangles() throws {
        var random = Seeded(state: 1)
        for _ in 0..<100 {
            let x = Double.random(in: -3...9, using: &random)
            let y = Double.random(in: -3...9, using: &random)
            let w = Double.random(in: 0.05...9, using: &random)
            let h = Double.random(in: 0.05...9, using: &random)
            let image = try Pictures.draw([Pictures.fill(Pictures.rectangle(x, y, w, h))], 12, 12)
            for py in 0..<12 {
                for px in 0..<12 {
                    let across = max(0, min(x + w, Double(px) + 1) - max(x, Double(px)))
                    let down = max(0, min(y + h, Double(py) + 1) - max(y, Double(py)))
                    // Rounding to 1/255 and the 1/1024 px of a position on two edges.
                    #expect(abs(Double(image[px, py].alpha) - across * down * 255) <= 0.5 + 0.25 + 0.01)
                }
            }
        }
    }

    @Test("a half-plane covers the pixels of its border by the cut area, in all directions")
    func halfPlanes() throws {
        for step in 0..<48 {
            let angle = Double(step) / 48 * 2 * .pi + 0.01
            let (c, s) = (cosine(angle), sine(angle))
            // Everything on the left of the line through the centre, as a square far larger than the frame.
            func corner(_ u: Double, _ v: Double) -> (Double, Double) { (8.3 + u * c - v * s, 7.6 + u * s + v * c) }
            let path = try Pictures.polygon([corner(-900, 0), corner(900, 0), corner(900, 900), corner(-900, 900)])
            let image = try Pictures.draw([Pictures.fill(path)], 16, 16)
            for py in 0..<16 {
                for px in 0..<16 {
                    var inside = 0
                    for sy in 0..<64 {
                        for sx in 0..<64 {
                            let x = Double(px) + (Double(sx) + 0.5) / 64 - 8.3
                            let y = Double(py) + (Double(sy) + 0.5) / 64 - 7.6
                            if -x * s + y * c > 0 { inside += 1 }
                        }
                    }
                    let exact = Double(inside) / 4096 * 255
                    #expect(abs(Double(image[px, py].alpha) - exact) <= 3, "direction \(step), pixel \(px), \(py)")
                }
            }
        }
    }

    @Test("the coverage of a disc adds up to its area", arguments: [0.3, 1.0, 2.5, 10, 40, 90])
    func discs(radius: Double) throws {
        var path = Path<ItemSpace>()
        try path.move(to: Point(100.37, 99.81))
        try path.line(to: Point(100.37, 99.81))
        let dot = try Pictures.stroke(path, width: 2 * radius, style: .round)
        let image = try Pictures.draw([dot], 200, 200, tolerance: 0.001)
        let sum = image.pixels.reduce(0.0) { $0 + Double($1 >> 24) } / 255
        let border = 2 * Double.pi * radius
        #expect(abs(sum - .pi * radius * radius) <= 0.003 * border + 0.01)
    }

    @Test("overlapping contours: nonzero fills the overlap, even-odd leaves it out")
    func fillRules() throws {
        var path = try Pictures.rectangle(2, 2, 10, 10)
        for p in [(6.0, 6.0), (16, 6), (16, 16), (6, 16)].enumerated() {
            let point = Point<ItemSpace>(p.element.0, p.element.1)
            if p.offset == 0 { try path.move(to: point) } else { try path.line(to: point) }
        }
        path.close()
        let nonzero = try Pictures.draw([Pictures.fill(path)], 20, 20)
        let evenOdd = try Pictures.draw([Pictures.fill(path, rule: .evenOdd)], 20, 20)
        #expect(nonzero[8, 8].alpha == 255)
        #expect(evenOdd[8, 8].alpha == 0)
        #expect(nonzero[3, 3].alpha == 255 && evenOdd[3, 3].alpha == 255)
        #expect(nonzero[14, 14].alpha == 255 && evenOdd[14, 14].alpha == 255)
        #expect(nonzero[14, 3].alpha == 0 && evenOdd[14, 3].alpha == 0)
    }

    @Test("contours of opposite direction cancel under nonzero")
    func hole() throws {
        var path = try Pictures.rectangle(2, 2, 16, 16)
        try path.move(to: Point(6, 6))
        for p in [(6.0, 14.0), (14, 14), (14, 6)] { try path.line(to: Point(p.0, p.1)) }
        path.close()
        let image = try Pictures.draw([Pictures.fill(path)], 20, 20)
        #expect(image[10, 10].alpha == 0)
        #expect(image[4, 10].alpha == 255)
    }

    @Test("what lies left of the frame, above it and far away still winds around its pixels")
    func farEdges() throws {
        for reach in [30.0, 1e3, 1e6, 1e9, 1e12] {
            let path = try Pictures.rectangle(-reach, -reach, 2 * reach, reach + 8)
            let image = try Pictures.draw([Pictures.fill(path)], 16, 16)
            for y in 0..<16 { for x in 0..<16 { #expect(image[x, y].alpha == (y < 8 ? 255 : 0), "\(reach)") } }
        }
    }

    @Test("a shallow edge over a thousand pixels drifts by less than a level")
    func shallowEdge() throws {
        let path = try Pictures.polygon([(0, 0), (1000, 0), (1000, 3)])
        let image = try Pictures.draw([Pictures.fill(path)], 1000, 4)
        for x in 0..<1000 {
            var sum = 0.0
            for y in 0..<4 { sum += Double(image[x, y].alpha) / 255 }
            #expect(abs(sum - 3 * (Double(x) + 0.5) / 1000) <= 3.0 / 255)
        }
    }

    @Test("the same item in many bands, clips and threads gives the same coverage as alone")
    func clips() throws {
        var random = Seeded(state: 7)
        for _ in 0..<30 {
            let points = (0..<9).map { _ in
                (Double.random(in: -60...160, using: &random), Double.random(in: -60...160, using: &random))
            }
            let item = try Pictures.fill(Pictures.polygon(points), rule: .evenOdd)
            let whole = try Pictures.draw([item], 100, 100, threads: 1)
            // A part of the frame, rendered by itself.
            let (x, y) = (Int.random(in: 0...60, using: &random), Int.random(in: 0...60, using: &random))
            let part = try Pictures.draw(
                [item], 40, 40, transform: Transform2D(translationX: -Double(x), y: -Double(y)), threads: 8)
            for py in 0..<40 { for px in 0..<40 { #expect(part[px, py] == whole[px + x, py + y]) } }
        }
    }
}

private func cosine(_ angle: Double) -> Double { Transform2D<ItemSpace, ItemSpace>(rotationAngle: angle).a }
private func sine(_ angle: Double) -> Double { Transform2D<ItemSpace, ItemSpace>(rotationAngle: angle).b }
