import CanvasRender

/// The pixels that a frame takes over from an earlier one.
struct ReusedTexture: Sendable {
    let plan: ReusePlan
    private let source: SharedTexture

    /// `nil` where the request must be drawn as a whole: so is every frame with multisampling that shows another part of
    /// the canvas than the earlier one, so that what is at rest is exactly what its camera gives.
    init?(_ request: RenderRequest, _ threads: GLThreads) {
        guard let reuse = request.reuse, let source = reuse.frame.content as? GLESFrame, source.threads === threads,
            let plan = request.reusePlan(), plan.isSameView || request.samples == 0
        else { return nil }
        self.plan = plan
        self.source = source.texture
    }

    /// Copies what is kept to where it belongs.
    func copy(to texture: FrameTexture, on device: GLDevice) throws(RenderError) {
        let kept = plan.kept
        device.copy(
            kept.offset(x: -plan.shiftX, y: -plan.shiftY), of: source.texture, to: texture, kept.minX, kept.minY)
        try device.context.check(.reuse)
    }
}
