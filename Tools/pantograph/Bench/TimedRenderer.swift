import Foundation
import Pantograph

/// A renderer under a clock: a job counts until its pixels are complete, on a GPU too; copying them out of it does not
/// count.
struct TimedRenderer: Sendable {
    let renderer: any FrameRenderer

    /// Draws a frame, and says how many milliseconds that took.
    func render(_ request: RenderRequest) throws(RenderError) -> (frame: RenderedFrame, milliseconds: Double) {
        // `render` waits for the device itself.
        try timed { () throws(RenderError) in try renderer.render(request) }
    }

    /// Shows frames re-projected, and says how many milliseconds that took.
    func compose(
        _ composition: Composition
    ) throws(RenderError) -> (content: any FrameContent, milliseconds: Double) {
        try timed { () throws(RenderError) in
            let content = try renderer.compose(composition)
            // Compositions are handed to the device and not waited for, as a display wants them.
            try (renderer as? GLESRenderer)?.finish()
            return content
        }
    }

    private func timed<Result>(
        _ work: () throws(RenderError) -> Result
    ) throws(RenderError) -> (Result, Double) {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try work()
        return (result, (clock.now - start) / .milliseconds(1))
    }
}
