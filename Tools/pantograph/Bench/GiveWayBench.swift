import Foundation
import Pantograph
import Synchronization

/// How soon a frame that is not wanted any more lets go of the renderer.
struct GiveWayBench {
    let backend: BackendDescription.Kind
    /// Of a frame that is drawn to its end.
    let whole: Timing
    /// From the moment at which the frame was taken back until the renderer has drawn another, empty one.
    let left: Timing

    /// How often a frame is taken back, for each round.
    private static let tries = 8

    /// Measures view a of `drawing` with four samples, taken back at moments spread evenly over its time.
    init(_ drawing: Drawing, on backend: BackendDescription.Kind, rounds: Int, threads: Int?) throws {
        self.backend = backend
        let renderer = TimedRenderer(
            renderer: backend == .cpu ? CPURenderer(threads: threads) : try Renderers.probe(backend).get())
        let transform = try BenchView.camera(.a, of: drawing).frameTransform
        func request() -> RenderRequest {
            RenderRequest(
                id: 1, drawing: drawing, transform: transform, size: BenchView.size, samples: 4,
                cancellation: RenderCancellation())
        }
        // Of a place beside the drawing.
        var next = request()
        next.size = PixelSize(width: 64, height: 64)
        next.transform.tx += 1e5
        _ = try (renderer.render(request()), renderer.render(next))
        var (whole, left) = (Timing(), Timing())
        for _ in 0..<rounds { whole.add(try renderer.render(request()).milliseconds) }
        let tries = Self.tries * rounds
        for i in 0..<tries {
            let request = request()
            let pause = whole.median / 1000 * (Double(i * 17 % tries) + 0.5) / Double(tries)
            let takenBack = Moment()
            Thread {
                Thread.sleep(forTimeInterval: pause)
                takenBack.mark()
                request.cancellation?.cancel()
            }.start()
            let drawn = Result { () throws(RenderError) in try renderer.render(request) }
            if case .failure(let error) = drawn, error != .cancelled { throw error }
            _ = try renderer.render(next)
            // One that was done before was not in the way.
            if let moment = takenBack.time { left.add((ContinuousClock.now - moment) / .milliseconds(1)) }
        }
        (self.whole, self.left) = (whole, left)
    }
}

/// When something happened, if it did.
private final class Moment: Sendable {
    private let value = Mutex<ContinuousClock.Instant?>(nil)

    var time: ContinuousClock.Instant? { value.withLock { $0 } }

    func mark() { value.withLock { $0 = .now } }
}
