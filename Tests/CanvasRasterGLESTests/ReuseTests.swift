import CanvasRasterGLES
import CanvasTestSupport
import Testing

@Suite("Textures taken over from an earlier frame", .enabled(if: GLES.isAvailable, GLES.message))
struct ReuseTests {
    private func renderer() throws -> GLESRenderer { try #require(GLES.shared) }

    /// An edit of one of the kinds there are.
    private func edit(_ drawing: inout Drawing, _ random: inout SplitMix64, _ seed: Int) throws {
        let other = RandomScene(seed: UInt64(seed), reach: 90).drawing(items: 1)[0]
        let i = random.integer(0...drawing.count - 1)
        switch random.integer(0...3) {
        case 0: try drawing.remove(at: i)
        case 1: drawing.append(other)
        case 2: try drawing.insert(other, at: i)
        default: try drawing.replace(at: i, with: other)
        }
    }

    @Test("after an edit a frame has the bytes of one drawn as a whole", arguments: [0, 4])
    func edits(samples: Int) throws {
        var reused = 0
        for seed in 0..<(runsLongTests ? 300 : 12) {
            var random = SplitMix64(seed: UInt64(seed))
            var drawing = RandomScene(seed: UInt64(seed)).drawing(items: 30)
            let camera = Transform2D<CanvasSpace, PixelSpace>(
                a: 1.2, b: 0.1, c: -0.1, d: 1.3, tx: 90.3, ty: 70.7)
            func request() -> RenderRequest {
                GLES.request(
                    drawing, 200, 150, camera: camera, samples: samples,
                    background: seed % 5 == 0 ? nil : .white)
            }
            var shown = FrameReuse(try renderer().render(request()), of: drawing)
            for step in 0..<4 {
                try edit(&drawing, &random, 100 * seed + step)
                let whole = try GLES.picture(request())
                var next = request()
                next.reuse = shown
                let frame = try renderer().render(next)
                #expect(try frame.content.readPixels() == whole, "scene \(seed), step \(step)")
                if frame.drawnPixelCount < frame.size.pixelCount { reused += 1 }
                shown = FrameReuse(frame, of: drawing)
            }
        }
        #expect(reused > (runsLongTests ? 150 : 6))
        #expect(try renderer().debugMessages.isEmpty)
    }

    @Test("a pan without multisampling draws the strips that came in, and looks as if drawn as a whole")
    func pans() throws {
        for seed in 0..<(runsLongTests ? 200 : 8) {
            var random = SplitMix64(seed: UInt64(seed) &+ 9)
            let drawing = RandomScene(seed: UInt64(seed), reach: 120).drawing(items: 80)
            var camera = Transform2D<CanvasSpace, PixelSpace>(
                a: 0.9, b: 0.2, c: -0.2, d: 0.9, tx: 100.25, ty: 80.5)
            var shown: FrameReuse?
            for step in 0..<5 {
                camera.tx += Double(random.integer(-25...25))
                camera.ty += Double(random.integer(-25...25))
                var request = GLES.request(drawing, 220, 160, camera: camera, samples: 0)
                let whole = try GLES.picture(request)
                request.reuse = shown
                let frame = try renderer().render(request)
                let picture = try frame.content.readPixels()
                // Float positions about another centre: a pixel's centre on an edge may fall to either side.
                let off = zip(picture.pixels, whole.pixels).count { $0 != $1 }
                #expect(off <= 12, "scene \(seed), step \(step): \(off) pixels")
                #expect((frame.drawnPixelCount < frame.size.pixelCount) == (step > 0))
                shown = FrameReuse(frame, of: drawing)
            }
        }
        #expect(try renderer().debugMessages.isEmpty)
    }

    @Test("a multisampled frame of another view is drawn as a whole, and so is one after another renderer's frame")
    func whole() throws {
        let drawing = RandomScene(seed: 4).drawing(items: 20)
        var request = GLES.request(drawing, 120, 90)
        request.reuse = FrameReuse(try renderer().render(request), of: drawing)
        #expect(try renderer().render(request).drawnPixelCount == 0)
        request.transform.tx += 3
        #expect(try renderer().render(request).drawnPixelCount == 120 * 90)
        let other = try GLESRenderer(debug: true)
        request.transform.tx -= 3
        #expect(try other.render(request).drawnPixelCount == 120 * 90)
    }
}
