import CGLES
import CanvasRender

/// The pixels that a frame takes over from an earlier one.
struct ReusedTexture: Sendable {
    let plan: ReusePlan
    private let source: TextureHandle

    /// `nil` where the request must be drawn as a whole: so is every frame with multisampling that shows another part of
    /// the canvas than the earlier one, so that what is at rest is exactly what its camera gives.
    init?(_ request: RenderRequest, _ thread: GLThread) {
        guard let reuse = request.reuse, let source = reuse.frame.content as? GLESFrame, source.thread === thread,
            let plan = request.reusePlan(), plan.isSameView || request.samples == 0
        else { return nil }
        self.plan = plan
        self.source = source.texture
    }

    /// Copies what is kept to where it belongs.
    func copy(to texture: FrameTexture, on device: GLDevice) throws(RenderError) {
        let kept = plan.kept
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), device.scratchRead.name)
        glFramebufferTexture2D(
            GLenum(GL_READ_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D),
            source.whole(device).object.name, 0)
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), texture.object.name)
        glCopyTexSubImage2D(
            GLenum(GL_TEXTURE_2D), 0, kept.minX, kept.minY, kept.minX - plan.shiftX, kept.minY - plan.shiftY,
            kept.width, kept.height)
        glBindTexture(GLenum(GL_TEXTURE_2D), 0)
        glFramebufferTexture2D(
            GLenum(GL_READ_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), 0, 0)
        try device.check("taking over pixels")
    }
}
