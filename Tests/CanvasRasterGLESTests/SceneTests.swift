import CanvasRasterGLES
import CanvasTestSupport
import Testing

@Suite("Items drawn by OpenGL ES", .enabled(if: GLES.isAvailable, GLES.message))
struct SceneTests {
    @Test("later items land on top, and flat colours are exact", arguments: [0, 4])
    func order(samples: Int) throws {
        let items: [Item] = [
            .fill(try rectangle(Rect(minX: 10, minY: 10, maxX: 50, maxY: 50), Color(red8: 200, green8: 10, blue8: 30))),
            .stroke(
                try Stroke(
                    try path("M 5 30 L 75 30"), width: .uniform(10), paint: .solid(Color(red8: 1, green8: 2, blue8: 3)))
            ),
            .fill(
                try rectangle(Rect(minX: 30, minY: 20, maxX: 70, maxY: 60), Color(red8: 51, green8: 102, blue8: 204))),
            .stroke(
                try Stroke(
                    try path("M 40 5 L 40 75"), width: .uniform(6),
                    paint: .solid(Color(red8: 0, green8: 128, blue8: 0, alpha8: 255)))),
        ]
        let picture = try GLES.picture(GLES.request(Drawing(items), 80, 80, samples: samples))
        keep(picture, "order\(samples)")
        #expect(picture[15, 15] == Pixel(red: 200, green: 10, blue: 30, alpha: 255))
        #expect(picture[15, 30] == Pixel(red: 1, green: 2, blue: 3, alpha: 255))
        #expect(picture[60, 30] == Pixel(red: 51, green: 102, blue: 204, alpha: 255))
        #expect(picture[40, 30] == Pixel(red: 0, green: 128, blue: 0, alpha: 255))
        #expect(picture[72, 30] == Pixel(red: 1, green: 2, blue: 3, alpha: 255))
        #expect(picture[2, 2] == Pixel(red: 255, green: 255, blue: 255, alpha: 255))
    }

    @Test("a translucent stroke that crosses itself is covered once", arguments: [0, 4])
    func coveredOnce(samples: Int) throws {
        let half = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
        let one = Drawing([
            .stroke(
                try Stroke(
                    try path("M 20 20 L 100 100 L 100 20 L 20 100"), width: .uniform(16),
                    style: StrokeStyle(cap: .butt, join: .round), paint: .solid(half)))
        ])
        let picture = try GLES.picture(GLES.request(one, 120, 120, samples: samples))
        keep(picture, "crossing\(samples)")
        #expect(abs(Int(picture[60, 60].red) - Int(picture[40, 40].red)) <= 1)
        #expect(abs(Int(picture[100, 100].red) - 128) <= 1)
        #expect(abs(Int(picture[60, 60].red) - 128) <= 1)

        let two = Drawing([
            .stroke(try Stroke(try path("M 20 20 L 100 100"), width: .uniform(16), paint: .solid(half))),
            .stroke(try Stroke(try path("M 100 20 L 20 100"), width: .uniform(16), paint: .solid(half))),
        ])
        let crossed = try GLES.picture(GLES.request(two, 120, 120, samples: samples))
        #expect(abs(Int(crossed[60, 60].red) - 64) <= 2)
        #expect(abs(Int(crossed[40, 40].red) - 128) <= 1)
    }

    @Test("both fill rules, holes, and fills that overlap in order", arguments: [0, 4])
    func fillRules(samples: Int) throws {
        let star = "M 50 5 L 79 95 L 3 39 L 97 39 L 21 95 Z"
        let red = Paint.solid(Color(red8: 255, green8: 0, blue8: 0))
        let blue = Paint.solid(Color(red8: 0, green8: 0, blue8: 255))
        var items: [Item] = [
            .fill(try Fill(try path(star), rule: .nonzero, paint: red)),
            .fill(
                try Fill(
                    try path(star), rule: .evenOdd, paint: blue, transform: Transform2D(translationX: 100, y: 0))),
            .fill(
                try Fill(
                    try path("M 205 5 L 295 5 L 295 95 L 205 95 Z M 230 30 L 230 70 L 270 70 L 270 30 Z"), paint: red)),
        ]
        items.append(
            .fill(
                try Fill(try path(star), rule: .evenOdd, paint: blue, transform: Transform2D(translationX: 150, y: 10)))
        )
        let picture = try GLES.picture(GLES.request(Drawing(items), 300, 110, samples: samples))
        keep(picture, "rules\(samples)")
        let white = Pixel(Color.white)
        #expect(picture[50, 50] == Pixel(Color(red8: 255, green8: 0, blue8: 0)))
        #expect(picture[120, 45] == Pixel(Color(red8: 0, green8: 0, blue8: 255)))
        #expect(picture[150, 50] == white)
        #expect(picture[250, 50] == white)
        #expect(picture[212, 50] == Pixel(Color(red8: 0, green8: 0, blue8: 255)))
        #expect(picture[290, 90] == Pixel(Color(red8: 255, green8: 0, blue8: 0)))
    }

    @Test("four samples give an edge at half coverage half its colour")
    func resolve() throws {
        let fill = try rectangle(Rect(minX: 10, minY: 10, maxX: 30.5, maxY: 30), .black)
        let frame = try #require(GLES.shared).render(GLES.request(Drawing([.fill(fill)]), 40, 40, samples: 4))
        #expect(frame.samples == 4)
        let picture = try frame.content.readPixels()
        #expect(abs(Int(picture[30, 20].red) - 128) <= 1)
        #expect(picture[29, 20].red == 0)
        #expect(picture[31, 20].red == 255)
    }

    @Test(
        "a rectangle far larger than the view is one flat colour",
        arguments: [0.37, 0.5, 1, 1.13, 2.71], [0.0, 17])
    func flat(zoom: Double, degrees: Double) throws {
        let fill = try rectangle(
            Rect(minX: -2000, minY: -2000, maxX: 4000, maxY: 4000), Color(red8: 0x33, green8: 0x66, blue8: 0xCC))
        for offset in [0, 0.25, 0.5, 0.9] {
            let camera = Transform2D<CanvasSpace, PixelSpace>(translationX: -1000, y: -1000)
                .concatenating(Transform2D<PixelSpace, PixelSpace>(scaleX: zoom, y: zoom))
                .concatenating(Transform2D<PixelSpace, PixelSpace>(rotationAngle: degrees * .pi / 180))
                .concatenating(Transform2D<PixelSpace, PixelSpace>(translationX: 400 + offset, y: 300 + offset))
            let picture = try GLES.picture(GLES.request(Drawing([.fill(fill)]), 800, 600, camera: camera))
            #expect(picture.pixels.allSatisfy { $0 == Pixel(red: 51, green: 102, blue: 204, alpha: 255).packed })
        }
    }

    @Test("thin lines keep their ink", arguments: [1.0, 0.5, 0.25, 0.125])
    func thinLines(zoom: Double) throws {
        var builder = DrawingBuilder()
        for line in 0..<20 {
            let x = 10 + 10 * Double(line) + 0.045 * Double(line)
            try builder.stroke(path("M \(x) 0 L \(x) 400"), width: .uniform(1), paint: .solid(.black))
        }
        let width = Int(230 * zoom)
        let camera = Transform2D<CanvasSpace, PixelSpace>(scaleX: zoom, y: zoom)
        let picture = try GLES.picture(GLES.request(builder.drawing(), width, 40, camera: camera))
        keep(picture, "thin\(zoom)")
        let ink = (0..<width).map { 1 - Double(picture[$0, 20].red) / 255 }
        let perLine = (0..<20).map { line in
            let x = (10 + 10.045 * Double(line)) * zoom
            let reach = max(1, 5 * zoom)
            return ink.indices.filter { abs(Double($0) + 0.5 - x) <= reach }.reduce(0) { $0 + ink[$1] }
        }
        let total = ink.reduce(0, +)
        #expect(abs(total - 20 * zoom) <= 0.05 * 20 * zoom)
        if zoom >= 0.25 {
            let (low, high) = (perLine.min()!, perLine.max()!)
            #expect(low > 0)
            #expect(high - low <= 0.05 * zoom)
        }
    }

    @Test("a hairline at a zoom of 100 is a pixel wide")
    func hairline() throws {
        let stroke = try Stroke(try path("M 0 -5 L 0 5"), width: .uniform(0.01), paint: .solid(.black))
        let camera = Transform2D<CanvasSpace, PixelSpace>(a: 100, b: 0, c: 0, d: 100, tx: 50.3, ty: 20)
        let picture = try GLES.picture(GLES.request(Drawing([.stroke(stroke)]), 100, 40, camera: camera))
        let ink = (0..<100).reduce(0.0) { $0 + 1 - Double(picture[$1, 20].red) / 255 }
        #expect(abs(ink - 1) <= 0.1)
    }

    @Test("edges are exact at deep zoom far from the origin")
    func deepZoom() throws {
        // The corner of a unit square at (1000000.25, 2000000.25), zoom 64, in steps of a tenth of a pixel.
        let fill = try rectangle(
            Rect(minX: 1_000_000.25, minY: 2_000_000.25, maxX: 1_000_001.25, maxY: 2_000_001.25), .black)
        let stroke = try Stroke(
            try path("M 1000000.75 2000000.3 L 1000000.75 2000001.2"), width: .uniform(0.5), paint: .solid(.black))
        for item in [Item.fill(fill), .stroke(stroke)] {
            let left = item == .fill(fill) ? 1_000_000.25 : 1_000_000.5
            var before = -Double.infinity
            for step in 0..<100 {
                let pan = 0.1 * Double(step)
                let camera = Transform2D<CanvasSpace, FrameSpace>(
                    a: 64, b: 0, c: 0, d: 64, tx: -64 * 1_000_000.75 + pan, ty: -64 * 2_000_000.75)
                let request = RenderRequest(
                    drawing: Drawing([item]), transform: camera, size: PixelSize(width: 128, height: 64),
                    background: .white)
                let picture = try GLES.picture(request)
                let edge = (0..<64).reduce(0.0) { $0 + Double(picture[$1, 32].red) / 255 }
                let expected = 64 + pan + 64 * (left - 1_000_000.75)
                // Four samples have five levels of coverage: a quarter of a pixel between them.
                #expect(abs(edge - expected) <= 0.126 + 0.01)
                #expect(edge >= before)
                before = edge
            }
        }
    }

    @Test("the driver has nothing to complain about")
    func silence() throws {
        let renderer = try GLESRenderer(debug: true)
        for samples in [0, 4] {
            let items: [Item] = [
                .fill(try Fill(try path("M 50 5 L 79 95 L 3 39 L 97 39 L 21 95 Z"), paint: .solid(.black))),
                .stroke(try Stroke(try path("M 5 30 Q 40 90 75 30"), width: .uniform(10), paint: .solid(.black))),
            ]
            let frame = try renderer.render(GLES.request(Drawing(items), 80, 80, samples: samples))
            let current = try Transform2D<CanvasSpace, ViewSpace>(
                frame.transform.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self)
                    .decomposed())
            for zoom in [1, 0.3, 2] {
                let camera = current.concatenating(Transform2D<ViewSpace, ViewSpace>(scaleX: zoom, y: zoom))
                let composition = Composition(
                    size: PixelSize(width: 64, height: 64), background: .white,
                    layers: [try Composition.Layer(frame, current: camera)])
                _ = try renderer.compose(composition).readPixels()
            }
        }
        #expect(renderer.debugMessages == [])
    }
}
