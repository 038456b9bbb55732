import CanvasRasterCPU
import Testing

@Suite("Compositor")
struct CompositorTests {
    let renderer = CPURenderer(threads: 2)

    /// A frame of coloured noise-like content.
    private func frame(
        _ size: PixelSize, background: Color? = nil, items: [Item]? = nil
    ) throws -> RenderedFrame {
        try renderer.render(
            RenderRequest(
                drawing: Drawing(try items ?? FrameTests.scatter(300, seed: 77)), transform: Pictures.camera(size),
                size: size, background: background))
    }

    /// What the view shows of a frame whose content has moved by `delta`.
    private func shown(
        _ frames: [(RenderedFrame, Transform2D<FrameSpace, ViewSpace>)], _ size: PixelSize, background: Color? = nil,
        renderer other: CPURenderer? = nil
    ) throws -> PixelBuffer {
        let layers = try frames.map { try Composition.Layer($0.0, current: $0.0.transform.concatenating($0.1)) }
        return try (other ?? renderer).compose(Composition(size: size, background: background, layers: layers))
            .readPixels()
    }

    @Test("the identity shows the frame's own pixels, whatever the margin")
    func identity() throws {
        let size = PixelSize(width: 200, height: 140)
        let large = size.overdrawn(by: 1.1)
        let f = try frame(large)
        let pixels = try f.content.readPixels()
        let view = try shown([(f, .identity)], size)
        let (dx, dy) = ((large.width - size.width) / 2, (large.height - size.height) / 2)
        for y in 0..<140 { for x in 0..<200 { #expect(view[x, y] == pixels[x + dx, y + dy]) } }
        #expect(Set(view.pixels).count > 500)
    }

    @Test("a move by whole pixels copies, and shows the background outside the frame")
    func wholePixels() throws {
        let size = PixelSize(width: 90, height: 70)
        let f = try frame(size, background: Color(red: 0.2, green: 0.5, blue: 1))
        let pixels = try f.content.readPixels()
        for (dx, dy) in [(5, -3), (-20, 11), (200, 0), (0, -70)] {
            let view = try shown(
                [(f, Transform2D(translationX: Double(dx), y: Double(dy)))], size, background: .white)
            for y in 0..<70 {
                for x in 0..<90 {
                    let inside = (0..<90).contains(x - dx) && (0..<70).contains(y - dy)
                    #expect(view[x, y].packed == (inside ? pixels[x - dx, y - dy].packed : 0xFFFF_FFFF))
                }
            }
        }
    }

    @Test("half a pixel aside is the mean of neighbours")
    func halfPixel() throws {
        let size = PixelSize(width: 60, height: 40)
        let f = try frame(size, background: .white)
        let pixels = try f.content.readPixels()
        let view = try shown([(f, Transform2D(translationX: 0.5, y: 0))], size)
        for y in 0..<40 {
            for x in 1..<60 {
                let mean = (Double(pixels[x, y].green) + Double(pixels[x - 1, y].green)) / 2
                #expect(abs(Double(view[x, y].green) - mean) <= 0.5)
            }
        }
    }

    @Test("bilinear samples equal the formula in real numbers within a level and a half")
    func bilinear() throws {
        let size = PixelSize(width: 80, height: 60)
        let f = try frame(size, background: .white)
        let pixels = try f.content.readPixels()
        let delta = Transform2D<FrameSpace, ViewSpace>(rotationAngle: 0.4).scaledBy(x: 1.3, y: 0.8)
        let view = try shown([(f, delta)], size)
        let back = try delta.inverted()
        var checked = 0
        for y in 0..<60 {
            for x in 0..<80 {
                let p = Point<ViewSpace>(Double(x) + 0.5 - 40, Double(y) + 0.5 - 30).applying(back)
                let (u, v) = (p.x + 40 - 0.5, p.y + 30 - 0.5)
                guard u > 1, v > 1, u < 78, v < 58 else { continue }
                let (i, j) = (Int(u), Int(v))
                let (fx, fy) = (u - Double(i), v - Double(j))
                func red(_ x: Int, _ y: Int) -> Double { Double(pixels[x, y].red) }
                let top = red(i, j) * (1 - fx) + red(i + 1, j) * fx
                let bottom = red(i, j + 1) * (1 - fx) + red(i + 1, j + 1) * fx
                #expect(abs(Double(view[x, y].red) - (top * (1 - fy) + bottom * fy)) <= 2)
                checked += 1
            }
        }
        #expect(checked > 1000)
    }

    @Test("a transparent image turned and enlarged has no dark fringe")
    func fringe() throws {
        let size = PixelSize(width: 40, height: 40)
        let red = try Pictures.fill(Pictures.rectangle(10, 10, 20, 20), Color(red: 1, green: 0, blue: 0))
        let sprite = try frame(size, items: [red])
        let turned = Transform2D<FrameSpace, ViewSpace>(rotationAngle: 15 * .pi / 180)
        for delta in [
            turned.scaledBy(x: 1.7, y: 1.7), Transform2D(scaleX: 0.6, y: 0.6), Transform2D(scaleX: 0.2, y: 0.2),
        ] {
            let view = try shown([(sprite, delta)], PixelSize(width: 100, height: 100), background: .white)
            var inked = 0
            for y in 0..<100 {
                for x in 0..<100 {
                    let p = view[x, y]
                    #expect(p.red >= 254)
                    #expect(abs(Int(p.green) - Int(p.blue)) <= 1)
                    if p.green < 10 { inked += 1 }
                }
            }
            #expect(inked > 0)
        }
    }

    @Test("a frame that covers the view exactly reaches its border undimmed, at any scale and quarter turn")
    func exactCover() throws {
        let size = PixelSize(width: 64, height: 64)
        let flat = try frame(
            size,
            items: [try Pictures.fill(Pictures.rectangle(-9, -9, 99, 99), Color(red8: 10, green8: 200, blue8: 90))])
        let expected = try flat.content.readPixels().pixels[0]
        for scale in [0.125, 0.25, 0.5, 0.75, 1.5, 2, 4] {
            for quarter in 0..<4 {
                let side = Int(64 * scale)
                let delta = Transform2D<FrameSpace, ViewSpace>(rotationAngle: Double(quarter) * .pi / 2)
                    .scaledBy(x: scale, y: scale)
                let view = try shown([(flat, delta)], PixelSize(width: side, height: side))
                #expect(view.pixels.allSatisfy { $0 == expected }, "scale \(scale), quarter \(quarter)")
            }
        }
    }

    @Test("the edge of a turned frame is antialiased: its summed alpha is its area")
    func edgeArea() throws {
        let size = PixelSize(width: 50, height: 30)
        let flat = try frame(size, items: [try Pictures.fill(Pictures.rectangle(-9, -9, 99, 99))])
        for (angle, scale) in [(0.0, 1.37), (0.3, 1), (1.1, 2.5), (0.8, 0.7)] {
            let delta = Transform2D<FrameSpace, ViewSpace>(rotationAngle: angle).scaledBy(x: scale, y: scale)
                .translatedBy(x: 0.3, y: 0.4)
            let view = try shown([(flat, delta)], PixelSize(width: 200, height: 200))
            let sum = view.pixels.reduce(0.0) { $0 + Double($1 >> 24) } / 255
            #expect(abs(sum / (1500 * scale * scale) - 1) < 0.01)
        }
    }

    @Test("a disc turned about its centre stays what it was, but for the softness of its edge")
    func turnedDisc() throws {
        let size = PixelSize(width: 120, height: 120)
        var dot = Path<ItemSpace>()
        try dot.move(to: Point(60, 60))
        try dot.line(to: Point(60, 60))
        let color = Color(red: 0.1, green: 0.4, blue: 0.8)
        let f = try frame(
            size, background: .white, items: [try Pictures.stroke(dot, width: 60, color, style: .round)])
        let original = try f.content.readPixels()
        for angle in [0.35, 1, 2.2, 4] {
            let turned = try shown([(f, Transform2D(rotationAngle: angle))], size, background: .white)
            for y in 20..<100 {
                for x in 20..<100 {
                    let (dx, dy) = (Double(x) + 0.5 - 60, Double(y) + 0.5 - 60)
                    let fromEdge = abs((dx * dx + dy * dy).squareRoot() - 30)
                    let difference = abs(Int(turned[x, y].red) - Int(original[x, y].red))
                    // Two bilinear taps a pixel apart move an edge's coverage by at most a quarter.
                    #expect(difference <= (fromEdge < 1.8 ? 64 : 0))
                }
            }
        }
    }

    @Test("layers lie one on the other, the last on top; an opaque one hides what is under it")
    func layers() throws {
        let size = PixelSize(width: 20, height: 20)
        func flat(_ color: Color, _ side: Double) throws -> RenderedFrame {
            try frame(size, items: [try Pictures.fill(Pictures.rectangle(0, 0, side, side), color)])
        }
        let low = try flat(Color(red: 1, green: 0, blue: 0), 20)
        let high = try flat(Color(red: 0, green: 0, blue: 1, alpha: 0.5), 10)
        let view = try shown([(low, .identity), (high, .identity)], size, background: .white)
        #expect(view[15, 15] == Pixel(red: 255, green: 0, blue: 0, alpha: 255))
        #expect(abs(Int(view[5, 5].red) - 127) <= 1 && abs(Int(view[5, 5].blue) - 128) <= 1)
        let swapped = try shown([(high, .identity), (low, .identity)], size, background: .white)
        #expect(swapped[5, 5] == Pixel(red: 255, green: 0, blue: 0, alpha: 255))
        let opaque = try frame(size, background: .white)
        let scaled = try shown(
            [(low, .identity), (opaque, Transform2D(scaleX: 1.7, y: 1.7))], size, background: .black)
        let alone = try shown([(opaque, Transform2D(scaleX: 1.7, y: 1.7))], size, background: .black)
        #expect(scaled.pixels == alone.pixels)
    }

    @Test("far below half size every pixel of the frame counts: no shimmer")
    func minification() throws {
        let size = PixelSize(width: 256, height: 256)
        // Every eighth column black: a view that skips pixels would show all or nothing.
        let stripes = try (0..<32).map { try Pictures.fill(Pictures.rectangle(Double($0) * 8, 0, 1, 256)) }
        let f = try frame(size, background: .white, items: stripes)
        for shift in [0.0, 0.13, 0.5, 0.77] {
            let view = try shown(
                [(f, Transform2D(a: 0.11, b: 0, c: 0, d: 0.11, tx: shift, ty: 0))], PixelSize(width: 20, height: 20))
            for x in 1..<19 { #expect(abs(Int(view[x, 10].red) - 223) <= 8, "shift \(shift): \(view[x, 10])") }
        }
    }

    @Test("the same bytes with 1, 2 and 8 threads")
    func threads() throws {
        let size = PixelSize(width: 150, height: 110)
        let f = try frame(size)
        for delta in [
            Transform2D<FrameSpace, ViewSpace>(rotationAngle: 0.2).scaledBy(x: 1.4, y: 1.4),
            Transform2D(scaleX: 0.8, y: 1.1), Transform2D(scaleX: 0.23, y: 0.23), Transform2D(translationX: 7, y: 3),
        ] {
            let one = try shown([(f, delta)], size, background: .white, renderer: CPURenderer(threads: 1))
            for threads in [2, 8] {
                let other = try shown([(f, delta)], size, background: .white, renderer: CPURenderer(threads: threads))
                #expect(other.pixels == one.pixels)
            }
        }
    }

    @Test("extreme deltas show something or nothing, and never fail")
    func extremes() throws {
        let size = PixelSize(width: 30, height: 20)
        let f = try frame(size, background: .black, items: [])
        for scale in [1e-9, 1e-4, 0.01, 100, 1e6, 1e9] {
            for shift in [0, 1e3, 1e9, -1e12] {
                let delta = Transform2D<FrameSpace, ViewSpace>(
                    a: scale, b: scale / 3, c: -scale / 3, d: scale, tx: shift, ty: 0)
                let view = try shown([(f, delta)], size, background: .white)
                #expect(view.pixels.allSatisfy { $0 >> 24 == 255 })
                if scale >= 100, shift == 0 { #expect(view.pixels.allSatisfy { $0 == 0xFF00_0000 }) }
            }
        }
    }
}
