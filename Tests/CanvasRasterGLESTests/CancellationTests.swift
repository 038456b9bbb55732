import CanvasConcurrency
import CanvasRasterGLES
import CanvasTestSupport
import Foundation
import Testing

@Suite("Renders that are taken back", .enabled(if: GLES.isAvailable, GLES.message))
struct CancellationTests {
    private func strokes(_ count: Int) throws -> Drawing {
        var random = SplitMix64(seed: 5)
        return Drawing(
            try (0..<count).map { _ in
                var path = Path<ItemSpace>()
                let (x, y) = (random.uniform(0...400), random.uniform(0...300))
                func near() -> Point<ItemSpace> { Point(x + random.uniform(-12...12), y + random.uniform(-12...12)) }
                try path.move(to: near())
                for _ in 0..<6 { try path.quad(near(), to: near()) }
                return .stroke(
                    try Stroke(path, width: .uniform(3), style: StrokeStyle(cap: .round), paint: .solid(.black)))
            })
    }

    @Test("a request that was taken back before draws nothing, and the next one is drawn as ever", arguments: [0, 4])
    func before(samples: Int) throws {
        let renderer = try #require(GLES.shared)
        var request = GLES.request(try strokes(50), 400, 300, samples: samples)
        let wanted = try GLES.picture(request)
        request.cancellation = RenderCancellation()
        request.cancellation?.cancel()
        #expect(throws: RenderError.cancelled) { try renderer.render(request) }
        request.cancellation = nil
        #expect(try GLES.picture(request) == wanted)
        #expect(renderer.debugMessages.isEmpty)
    }

    @Test(
        "one that is taken back in the middle ends there", .enabled(if: runsLongTests, "a long test"),
        arguments: [0, 4])
    func during(samples: Int) throws {
        // A renderer of its own, whose thread no other test uses, and more vertices than one portion has.
        let renderer = try GLESRenderer()
        var request = GLES.request(try strokes(20_000), 400, 300, samples: samples)
        let wanted = try renderer.render(request).content.readPixels()
        let start = ContinuousClock.now
        _ = try renderer.render(request)
        let whole = (ContinuousClock.now - start) / .seconds(1)
        // Again and again, at other moments, until one falls into the work.
        var ended = 0
        for step in 0..<60 where ended == 0 {
            let cancellation = RenderCancellation()
            request.cancellation = cancellation
            let timer = Thread { [pause = whole * Double(step % 6 + 1) / 10] in
                Thread.sleep(forTimeInterval: pause)
                cancellation.cancel()
            }
            timer.start()
            do throws(RenderError) {
                _ = try renderer.render(request)
            } catch {
                #expect(error == .cancelled)
                ended += 1
            }
        }
        #expect(ended > 0)
        request.cancellation = nil
        #expect(try renderer.render(request).content.readPixels() == wanted)
        #expect(renderer.debugMessages.isEmpty)
    }
}
