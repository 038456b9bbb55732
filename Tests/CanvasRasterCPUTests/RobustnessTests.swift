import CanvasRasterCPU
import Testing

@Suite("Robustness")
struct RobustnessTests {
    private func request(
        _ items: [Item] = [], size: PixelSize = PixelSize(width: 64, height: 48), scale: Double = 1
    ) -> RenderRequest {
        RenderRequest(
            drawing: Drawing(items), transform: Transform2D(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0), size: size)
    }

    @Test("an empty drawing is its background")
    func empty() throws {
        let renderer = CPURenderer()
        var r = request()
        #expect(try renderer.render(r).content.readPixels().pixels.allSatisfy { $0 == 0 })
        r.background = Color(red: 1, green: 0, blue: 0)
        #expect(try renderer.render(r).content.readPixels().pixels.allSatisfy { $0 == 0xFF00_00FF })
    }

    @Test("sizes that cannot be are refused by name")
    func sizes() throws {
        let renderer = CPURenderer()
        for (w, h) in [(0, 10), (10, 0), (-5, 5)] {
            #expect(throws: RenderError.self) {
                try renderer.render(request(size: PixelSize(width: w, height: h)))
            }
        }
        let wide = PixelSize(width: 40000, height: 2)
        #expect(throws: RenderError.tooLarge(wide, limit: 32767)) { try renderer.render(request(size: wide)) }
        let large = PixelSize(width: 30000, height: 30000)
        #expect(throws: RenderError.tooLarge(large, limit: 16384)) { try renderer.render(request(size: large)) }
        #expect(throws: RenderError.tooLarge(large, limit: 16384)) {
            try renderer.compose(Composition(size: large, layers: []))
        }
        #expect(throws: RenderError.self) { try renderer.render(request(scale: 0)) }
        #expect(throws: RenderError.self) { try renderer.render(request(scale: .nan)) }
        let thin = PixelSize(width: 32767, height: 1)
        #expect(try renderer.render(request(size: thin)).size == thin)
    }

    @Test("degenerate items draw nothing and disturb nothing")
    func degenerate() throws {
        var point = Path<ItemSpace>()
        try point.move(to: Point(5, 5))
        var line = point
        try line.line(to: Point(9, 9))
        var closed = point
        closed.close()
        let items = try [
            Pictures.fill(Path()), Pictures.fill(point), Pictures.fill(line), Pictures.fill(closed),
            Pictures.stroke(Path(), width: 4), Pictures.stroke(point, width: 4), Pictures.stroke(line, width: 0),
            Pictures.fill(Pictures.rectangle(3, 3, 0, 10)),
        ]
        for samples in [0, 4] {
            let image = try Pictures.draw(items, 20, 20, samples: samples)
            #expect(image.pixels.allSatisfy { $0 == 0 })
        }
    }

    @Test("every zoom from 1e-6 to 1e9 draws a stroke, a fill and their gigantic neighbours", arguments: -6...9)
    func zooms(power: Int) throws {
        var zoom = 1.0
        for _ in 0..<abs(power) { zoom *= power < 0 ? 0.1 : 10 }
        var wave = Path<ItemSpace>()
        try wave.move(to: Point(-1e12, -3e11))
        try wave.quad(Point(0, 1e12), to: Point(1e12, -1e12))
        try wave.line(to: Point(1e12, 1e12))
        var curve = Path<ItemSpace>()
        try curve.move(to: Point(-100, -7))
        try curve.quad(Point(0, 7), to: Point(100, -7))
        let items = try [
            Pictures.fill(Pictures.rectangle(-1e12, -1e12, 2e12, 1e12), Color(red: 1, green: 0, blue: 0)),
            Pictures.fill(wave, rule: .evenOdd), Pictures.stroke(wave, width: 1e3, style: .round),
            Pictures.stroke(curve, width: 2, Color(red: 0, green: 1, blue: 0), style: .round),
            Pictures.fill(Pictures.rectangle(0, 0, 10 / zoom, 10 / zoom), Color(red: 0, green: 0, blue: 1)),
        ]
        let renderer = CPURenderer(threads: 2)
        for samples in [0, 4] {
            var r = request(items, scale: zoom)
            r.samples = samples
            let image = try renderer.render(r).content.readPixels()
            #expect(image[37, 29] == Pixel(red: 0, green: 0, blue: 255, alpha: 255), "samples \(samples)")
        }
        #expect(renderer.geometryByteCount < 1 << 22)
    }

    @Test("an edge stays within 0.01 px of its place at zoom 1e6, a million units from the origin")
    func deepAndFar() throws {
        let size = PixelSize(width: 32, height: 8)
        let renderer = CPURenderer(threads: 1)
        let square = Drawing([try Pictures.fill(Pictures.rectangle(1_000_000.25, 2_000_000.25, 1, 1))])
        for step in 0..<40 {
            let shift = Double(step) * 0.1
            let camera = Transform2D<CanvasSpace, FrameSpace>(
                a: 64, b: 0, c: 0, d: 64, tx: -1_000_000.25 * 64 + shift, ty: -2_000_000.75 * 64)
            let image = try renderer.render(RenderRequest(drawing: square, transform: camera, size: size)).content
                .readPixels()
            let ink = (0..<32).reduce(0.0) { $0 + Double(image[$1, 4].alpha) / 255 }
            #expect(abs(ink - (16 - shift)) <= 0.01)
        }
    }

    @Test("frames of another renderer are refused")
    func foreign() throws {
        final class Other: FrameContent {
            var byteCount: Int { 0 }
            func readPixels() throws(RenderError) -> PixelBuffer { PixelBuffer(size: PixelSize(width: 1, height: 1)) }
        }
        let r = request()
        let frame = RenderedFrame(answering: r, samples: 0, content: Other())
        let layer = try Composition.Layer(
            frame, current: r.transform.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self))
        #expect(throws: RenderError.foreignFrame) {
            try CPURenderer().compose(Composition(size: r.size, layers: [layer]))
        }
    }
}
