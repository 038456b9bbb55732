import CanvasRasterGLES
import CanvasTestSupport
import Foundation
import Testing

@Suite("Two contexts", .enabled(if: GLES.isAvailable, GLES.message), .serialized)
struct DisplayThreadTests {
    private let drawing = RandomScene(seed: 11, reach: 50).drawing(items: 40)

    private func request(_ width: Int, _ height: Int, samples: Int = 4) -> RenderRequest {
        RenderRequest(
            drawing: drawing, transform: .identity, size: PixelSize(width: width, height: height), samples: samples,
            background: .white)
    }

    @Test(
        "while a frame is being drawn, or hangs, the last one is shown, read, and drawn over",
        .timeLimit(.minutes(1)), arguments: [GLStage.upload, .rendering])
    func hanging(stage: GLStage) throws {
        let faults = GLFaults()
        let renderer = try GLESRenderer(debug: true, faults: faults)
        let frame = try renderer.render(request(120, 90))
        let pixels = try frame.content.readPixels()
        let hang = faults.hang(in: stage)
        let (wanted, done) = (request(120, 90, samples: 0), DispatchSemaphore(value: 0))
        let thread = Thread {
            _ = try? renderer.render(wanted)
            done.signal()
        }
        thread.start()
        hang.waitForBegin()
        // Were there one thread, none of this would come back.
        let camera = Transform2D<CanvasSpace, ViewSpace>(scaleX: 0.2, y: 0.2)
        let layers = [try Composition.Layer(frame, current: .identity), try Composition.Layer(frame, current: camera)]
        let shown = try renderer.compose(Composition(size: frame.size, layers: [layers[0]]))
        #expect(try shown.readPixels() == pixels)
        _ = try renderer.compose(Composition(size: frame.size, layers: layers))
        let ink = try renderer.renderAtOnce(request(120, 90))
        #expect(try ink.content.readPixels() == pixels)
        #expect(done.wait(timeout: .now()) == .timedOut)
        hang.end()
        done.wait()
        #expect(renderer.debugMessages.isEmpty, "\(renderer.debugMessages)")
    }

    @Test("a frame in bands has the pixels of one drawn at once", arguments: [0, 2, 4, 8])
    func bands(samples: Int) throws {
        let whole = try GLESRenderer(debug: true)
        // Bands of some rows, of ten and of one.
        for bytes in [8 * 200 * samples * 37, 8 * 200 * samples * 10 + 99, 1] {
            let banded = try GLESRenderer(debug: true, targetBytes: bytes)
            let frames = try [whole, banded].map { try $0.render(request(200, 150, samples: samples)) }
            #expect(try frames[0].content.readPixels() == frames[1].content.readPixels())
            // And after an edit, whose windows lie in some of the bands only.
            var edited = drawing
            edited.append(.fill(try rectangle(Rect(minX: -40, minY: -20, maxX: -10, maxY: 30), .black)))
            let after = try zip([whole, banded], frames).map { (renderer, frame) in
                var request = RenderRequest(
                    drawing: edited, transform: .identity, size: frame.size, samples: samples, background: .white)
                request.reuse = FrameReuse(frame, of: drawing)
                return try renderer.render(request)
            }
            #expect(after[1].drawnPixelCount < 200 * 150)
            #expect(try after[0].content.readPixels() == after[1].content.readPixels())
            #expect(banded.debugMessages.isEmpty, "\(banded.debugMessages)")
        }
    }

    @Test("frames of a gesture's many sizes lie in a few textures, and what they held before does not show")
    func sizes() throws {
        let renderer = try GLESRenderer(debug: true)
        let sizes = [(400, 300), (424, 318), (470, 310), (410, 350), (480, 360), (400, 304), (440, 330)]
        let camera = Transform2D<CanvasSpace, ViewSpace>(scaleX: 0.73, y: 0.73)
            .concatenating(Transform2D<ViewSpace, ViewSpace>(rotationAngle: 0.2))
        var first = 0
        for round in 0..<4 {
            for (width, height) in sizes {
                let size = PixelSize(width: width, height: height)
                func shown(_ renderer: GLESRenderer, _ factor: Double) throws -> PixelBuffer {
                    // Something everywhere, up to the very edge.
                    let page = try rectangle(
                        Rect(minX: -500, minY: -500, maxX: 500, maxY: 500), Color(red8: 200, green8: 40, blue8: 40))
                    let frame = try renderer.render(
                        RenderRequest(drawing: Drawing([.fill(page)]), transform: .identity, size: size, samples: 0))
                    let delta = camera.concatenating(Transform2D<ViewSpace, ViewSpace>(scaleX: factor, y: factor))
                    let layer = try Composition.Layer(frame, current: delta)
                    return try renderer.compose(
                        Composition(size: PixelSize(width: 500, height: 400), background: .white, layers: [layer])
                    ).readPixels()
                }
                for factor in [1, 0.3, 40] {
                    let picture = try shown(renderer, factor)
                    // Its own texture is as large as itself there.
                    if round == 1 {
                        // Coordinates of texels are rounded otherwise in textures of another size.
                        let alone = try shown(GLESRenderer(debug: true), factor)
                        #expect(mostDifference(picture, alone) <= 1, "\(size) at \(factor)")
                    }
                }
            }
            if round == 0 { first = renderer.poolStatistics.allocations }
        }
        #expect(renderer.poolStatistics.allocations == first && first <= 8, "\(renderer.poolStatistics)")
        #expect(renderer.debugMessages.isEmpty, "\(renderer.debugMessages)")
    }
}
