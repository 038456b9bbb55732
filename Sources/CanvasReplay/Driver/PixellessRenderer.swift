/// Answers requests with frames that have no pixels: for replays that measure and show nothing.
///
/// On the virtual clock with a fixed render cost, all of a replay's numbers but `swapPop` and the ground truth follow
/// from cameras, sizes and times alone. With this renderer (and `ReplayOptions.showsPictures` off) a replay takes
/// milliseconds and gives the same logs.
public final class PixellessRenderer: FrameRenderer {
    public init() {}

    public var backend: BackendDescription {
        BackendDescription(
            kind: .cpu, device: "none", version: "no pixels", sampleCounts: [], maximumSize: 32767, isHardware: false)
    }

    public func render(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        try request.validate()
        return RenderedFrame(
            answering: request, samples: request.samples, content: NoPixels(request))
    }

    /// - Throws: `RenderError.unavailable`: there is nothing to show.
    public func compose(_ composition: Composition) throws(RenderError) -> any FrameContent {
        throw .unavailable("this renderer makes no pixels")
    }

    /// What a frame of this renderer was asked for; `nil` for one of another.
    static func request(of frame: RenderedFrame) -> RenderRequest? { (frame.content as? NoPixels)?.request }

    private final class NoPixels: FrameContent {
        let request: RenderRequest
        init(_ request: RenderRequest) {
            // Not the frame that this one might have been made from, and so on down to the first.
            var request = request
            request.reuse = nil
            self.request = request
        }
        var byteCount: Int { request.size.pixelCount * 4 }
        func readPixels() throws(RenderError) -> PixelBuffer { throw .unavailable("this frame has no pixels") }
    }
}
