import CanvasRasterCPU
import Testing

@Suite("Frames")
struct FrameTests {
    /// Strokes and fills of all kinds, scattered over 400 × 300 units.
    static func scatter(_ count: Int, seed: UInt64) throws -> [Item] {
        var random = Seeded(state: seed)
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        return try (0..<count).map { i in
            var path = Path<ItemSpace>()
            try path.move(to: Point(number(-20...420), number(-20...320)))
            for _ in 0..<4 {
                let at = path.currentPoint!
                let control = Point<ItemSpace>(at.x + number(-50...50), at.y + number(-50...50))
                try path.quad(control, to: Point(control.x + number(-50...50), control.y + number(-50...50)))
            }
            let color = Color(
                red: Float(number(0...1)), green: Float(number(0...1)), blue: Float(number(0...1)),
                alpha: Float(number(0.3...1)))
            if i % 3 == 0 { return try Pictures.fill(path, color, rule: i % 2 == 0 ? .evenOdd : .nonzero) }
            return try Pictures.stroke(path, width: number(0.2...9), color, style: .round)
        }
    }

    @Test("the same bytes with 1, 2 and 8 threads", arguments: [0, 4])
    func threads(samples: Int) throws {
        let items = try Self.scatter(1200, seed: 11)
        let turn = Transform2D<CanvasSpace, CanvasSpace>(rotationAngle: 0.3).scaledBy(x: 1.3, y: 1.3)
        let one = try Pictures.draw(items, 400, 300, samples: samples, transform: turn, threads: 1)
        for threads in [2, 8] {
            #expect(
                try Pictures.draw(items, 400, 300, samples: samples, transform: turn, threads: threads).pixels
                    == one.pixels)
        }
        #expect(Set(one.pixels).count > 1000)
    }

    @Test("a camera moved by whole pixels moves the picture, bit for bit", arguments: [0, 4])
    func wholePixels(samples: Int) throws {
        let items = try Self.scatter(600, seed: 5)
        let size = PixelSize(width: 300, height: 200)
        let renderer = CPURenderer(threads: 2)
        func picture(_ x: Double, _ y: Double) throws -> PixelBuffer {
            let camera = Transform2D<CanvasSpace, FrameSpace>(
                a: 0.9375, b: 0.21875, c: -0.21875, d: 0.9375, tx: -150.34375 + x, ty: -120.78125 + y)
            let request = RenderRequest(drawing: Drawing(items), transform: camera, size: size, samples: samples)
            return try renderer.render(request).content.readPixels()
        }
        let before = try picture(0, 0)
        let after = try picture(17, -9)
        for y in 0..<191 { for x in 17..<300 { #expect(after[x, y] == before[x - 17, y + 9]) } }
    }

    @Test("a frame is the same cold, warm, and after other levels of detail were in use")
    func retained() throws {
        let drawing = Drawing(try Self.scatter(700, seed: 2))
        let size = PixelSize(width: 200, height: 150)
        let renderer = CPURenderer(threads: 2, geometryBudget: 1 << 18)
        func picture(_ scale: Double) throws -> [UInt32] {
            let camera = Transform2D<CanvasSpace, FrameSpace>(
                a: scale, b: 0, c: 0, d: scale, tx: -200 * scale, ty: -150 * scale)
            let frame = try renderer.render(RenderRequest(drawing: drawing, transform: camera, size: size))
            return try frame.content.readPixels().pixels
        }
        let first = try picture(1)
        for scale in [0.5, 2, 8, 64, 1, 0.1] { _ = try picture(scale) }
        #expect(try picture(1) == first)
        #expect(renderer.geometryByteCount < 1 << 20)
    }

    @Test("an edit changes what it edits and nothing else")
    func edits() throws {
        var drawing = Drawing(try Self.scatter(900, seed: 8))
        let size = PixelSize(width: 400, height: 300)
        let renderer = CPURenderer(threads: 2)
        func picture(_ renderer: CPURenderer) throws -> [UInt32] {
            let request = RenderRequest(drawing: drawing, transform: Pictures.camera(size), size: size)
            return try renderer.render(request).content.readPixels().pixels
        }
        _ = try picture(renderer)
        drawing.append(try Pictures.fill(Pictures.rectangle(10, 10, 50, 50)))
        try drawing.remove(at: 40)
        try drawing.insert(try Pictures.fill(Pictures.rectangle(100, 100, 80, 50)), at: 3)
        try drawing.replace(at: 600, with: try Pictures.fill(Pictures.rectangle(200, 10, 80, 50)))
        #expect(try picture(renderer) == picture(CPURenderer(threads: 1)))
    }

    @Test("frames reuse the memory of frames that were dropped")
    func pooling() throws {
        let renderer = CPURenderer(threads: 2)
        let size = PixelSize(width: 120, height: 90)
        let drawing = Drawing(try Self.scatter(20, seed: 4))
        for i in 0..<50 {
            let frame = try renderer.render(
                RenderRequest(id: i, drawing: drawing, transform: Pictures.camera(size), size: size))
            let view = try Composition(
                size: size,
                layers: [
                    .init(frame, current: frame.transform.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self))
                ])
            _ = try renderer.compose(view)
        }
        #expect(renderer.poolStatistics.allocations <= 4)
    }

    @Test("one flat rectangle stays one flat colour at all zooms, offsets and rotations")
    func noSeams() throws {
        let color = Color(red8: 0x33, green8: 0x66, blue8: 0xCC)
        let drawing = Drawing([try Pictures.fill(Pictures.rectangle(-2000, -2000, 6000, 6000), color)])
        let size = PixelSize(width: 800, height: 600)
        let expected = Pixel(color).packed
        for threads in [1, 2, 8] {
            let renderer = CPURenderer(threads: threads)
            for zoom in [0.37, 0.5, 1, 1.13, 2.71] {
                for offset in [0, 0.25, 0.5, 0.9] {
                    for degrees in [0.0, 17] {
                        let camera = Transform2D<CanvasSpace, FrameSpace>(translationX: offset, y: offset)
                            .rotated(by: degrees * .pi / 180).scaledBy(x: zoom, y: zoom).translatedBy(
                                x: -1000, y: -1000)
                        for samples in [0, 4] {
                            let frame = try renderer.render(
                                RenderRequest(
                                    drawing: drawing, transform: camera, size: size, samples: samples,
                                    background: .white
                                ))
                            let pixels = try frame.content.readPixels().pixels
                            #expect(pixels.allSatisfy { $0 == expected }, "zoom \(zoom), \(offset), \(degrees)°")
                        }
                    }
                }
            }
        }
    }
}
