import CanvasRasterGLES
import CanvasTestSupport
import Testing

@Suite("Frames re-projected by OpenGL ES", .enabled(if: GLES.isAvailable, GLES.message))
struct CompositorTests {
    /// A frame with something everywhere, under the identity camera.
    private func frame(_ width: Int, _ height: Int, background: Color? = nil) throws -> RenderedFrame {
        var random = SplitMix64(seed: 7)
        var builder = DrawingBuilder()
        for _ in 0..<40 {
            let x = Double.random(in: -50...50, using: &random)
            let y = Double.random(in: -50...50, using: &random)
            let color = Color(
                red: Float.random(in: 0...1, using: &random), green: Float.random(in: 0...1, using: &random),
                blue: Float.random(in: 0...1, using: &random), alpha: 0.7)
            try builder.stroke(
                path("M \(x) \(y) Q \(-y) \(x) \(y) \(-x)"), width: .uniform(5), style: .round, paint: .solid(color))
        }
        return try #require(GLES.shared).render(
            RenderRequest(
                drawing: builder.drawing(), transform: .identity, size: PixelSize(width: width, height: height),
                background: background))
    }

    private func compose(
        _ layers: [(RenderedFrame, Transform2D<CanvasSpace, ViewSpace>)], _ width: Int, _ height: Int,
        background: Color? = nil
    ) throws -> PixelBuffer {
        let composition = Composition(
            size: PixelSize(width: width, height: height), background: background,
            layers: try layers.map { try Composition.Layer($0.0, current: $0.1) })
        return try #require(GLES.shared).compose(composition).readPixels()
    }

    @Test("a frame shown where it was rendered is copied bit for bit")
    func identity() throws {
        let frame = try frame(96, 80)
        #expect(try compose([(frame, .identity)], 96, 80) == frame.content.readPixels())
        // The margin of an overdrawn frame is cut off, evenly.
        let whole = try frame.content.readPixels()
        let inner = try compose([(frame, .identity)], 80, 64)
        for y in 0..<64 {
            for x in 0..<80 { #expect(inner[x, y] == whole[x + 8, y + 8]) }
        }
    }

    @Test("a move by whole pixels is a copy, transparent where the frame does not reach")
    func wholePixels() throws {
        let frame = try frame(96, 80)
        let whole = try frame.content.readPixels()
        let moved = try compose([(frame, Transform2D(translationX: 13, y: -7))], 96, 80)
        for y in 0..<80 {
            for x in 0..<96 {
                let inside = x - 13 >= 0 && y + 7 < 80
                #expect(moved[x, y] == (inside ? whole[x - 13, y + 7] : Pixel(packed: 0)))
            }
        }
    }

    @Test(
        "resampling is bilinear, and edges fade over a pixel of the view",
        arguments: [(0.3, 0.7, 1.0, 0.0), (5.5, -3.25, 1.7, 15), (1.2, 0, 0.7, 100), (-60, 20, 9, 33), (0, 7, 40, 5)])
    func bilinear(_ move: (x: Double, y: Double, zoom: Double, degrees: Double)) throws {
        let frame = try frame(40, 32)
        let source = try frame.content.readPixels()
        let camera = Transform2D<CanvasSpace, ViewSpace>(scaleX: move.zoom, y: move.zoom)
            .concatenating(Transform2D<ViewSpace, ViewSpace>(rotationAngle: move.degrees * .pi / 180))
            .concatenating(Transform2D<ViewSpace, ViewSpace>(translationX: move.x, y: move.y))
        let picture = try compose([(frame, camera)], 90, 80)
        keep(picture, "bilinear\(move.zoom)")
        let back = try camera.inverted()
        var worst = 0.0
        for y in 0..<80 {
            for x in 0..<90 {
                let p = Point<ViewSpace>(Double(x) - 44.5, Double(y) - 39.5).applying(back)
                let (u, v) = (p.x + 20 - 0.5, p.y + 16 - 0.5)
                let (i, j) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
                // How much of the pixel lies between two edges, a distance of `scale` frame pixels being one of its own.
                func covered(_ at: Double, _ size: Double) -> Double {
                    let low = min(max(at * move.zoom + 0.5, 0), 1)
                    let high = min(max((size - at) * move.zoom + 0.5, 0), 1)
                    return max(0, low + high - 1)
                }
                let coverage = covered(p.x + 20, 40) * covered(p.y + 16, 32)
                for channel in [0, 8, 16, 24] {
                    func texel(_ i: Int, _ j: Int) -> Double {
                        Double(source.pixels[min(max(j, 0), 31) * 40 + min(max(i, 0), 39)] >> UInt32(channel) & 255)
                    }
                    let (f, g) = (u - Double(i), v - Double(j))
                    let top = texel(i, j) * (1 - f) + texel(i + 1, j) * f
                    let bottom = texel(i, j + 1) * (1 - f) + texel(i + 1, j + 1) * f
                    let got = Double(picture.pixels[y * 90 + x] >> UInt32(channel) & 255)
                    worst = max(worst, abs(got - coverage * (top * (1 - g) + bottom * g)))
                }
            }
        }
        #expect(worst <= 2)
    }

    @Test("the edge of a re-projected sprite has no dark fringe", arguments: [(1.7, 15.0), (0.6, 0), (0.3, 10)])
    func noFringe(_ move: (zoom: Double, degrees: Double)) throws {
        let square = try rectangle(
            Rect(minX: -10, minY: -10, maxX: 10, maxY: 10), Color(red8: 255, green8: 0, blue8: 0))
        let frame = try #require(GLES.shared).render(
            RenderRequest(
                drawing: Drawing([.fill(square)]), transform: .identity, size: PixelSize(width: 40, height: 40)))
        let camera = Transform2D<CanvasSpace, ViewSpace>(scaleX: move.zoom, y: move.zoom)
            .concatenating(Transform2D<ViewSpace, ViewSpace>(rotationAngle: move.degrees * .pi / 180))
        let picture = try compose([(frame, camera)], 90, 90, background: .white)
        keep(picture, "fringe\(move.zoom)")
        for packed in picture.pixels {
            let pixel = Pixel(packed: packed)
            #expect(pixel.red >= 254)
            #expect(abs(Int(pixel.green) - Int(pixel.blue)) <= 1)
        }
        #expect(picture[45, 45].green == 0)
    }

    @Test("far smaller than half, every texel still counts")
    func minified() throws {
        // One line in 16 is black: point sampling would see all or none of them.
        var builder = DrawingBuilder()
        for y in stride(from: -256.0, to: 256, by: 16) {
            try builder.stroke(path("M -300 \(y + 8) L 300 \(y + 8)"), width: .uniform(2), paint: .solid(.black))
        }
        let frame = try #require(GLES.shared).render(
            RenderRequest(
                drawing: builder.drawing(), transform: .identity, size: PixelSize(width: 512, height: 512),
                background: .white))
        for zoom in [0.25, 0.13, 0.07] {
            let picture = try compose([(frame, Transform2D(scaleX: zoom, y: zoom))], 128, 128, background: .white)
            let reach = Int(256 * zoom) - 3
            for y in (64 - reach)..<(64 + reach) where zoom < 0.1 {
                #expect(abs(Int(picture[64, y].red) - 223) <= 12)
            }
            let column = (64 - reach)..<(64 + reach)
            let mean = column.reduce(0.0) { $0 + Double(picture[64, $1].red) } / Double(column.count)
            #expect(abs(mean - 223) <= 6)
        }
    }

    @Test("layers lie on one another from below upwards")
    func layers() throws {
        let renderer = try #require(GLES.shared)
        func plain(_ rect: Rect<ItemSpace>, _ color: Color) throws -> RenderedFrame {
            try renderer.render(
                RenderRequest(
                    drawing: Drawing([.fill(try rectangle(rect, color))]), transform: .identity,
                    size: PixelSize(width: 40, height: 40)))
        }
        let below = try plain(Rect(minX: -20, minY: -20, maxX: 20, maxY: 20), Color(red8: 0, green8: 0, blue8: 255))
        let above = try plain(
            Rect(minX: -10, minY: -10, maxX: 10, maxY: 10), Color(red: 1, green: 0, blue: 0, alpha: 0.5))
        let picture = try compose([(below, .identity), (above, .identity)], 60, 60, background: .white)
        #expect(picture[2, 2] == Pixel(Color.white))
        #expect(picture[12, 12] == Pixel(Color(red8: 0, green8: 0, blue8: 255)))
        #expect(abs(Int(picture[30, 30].red) - 128) <= 1 && abs(Int(picture[30, 30].blue) - 127) <= 1)
    }

    @Test("a frame of another renderer is refused")
    func foreign() throws {
        let frame = try frame(40, 40)
        let other = try GLESRenderer()
        let layer = try Composition.Layer(frame, current: .identity)
        #expect(throws: RenderError.foreignFrame) {
            _ = try other.compose(Composition(size: PixelSize(width: 40, height: 40), layers: [layer]))
        }
    }
}
