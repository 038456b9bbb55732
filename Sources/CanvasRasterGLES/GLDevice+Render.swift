import CGLES

extension GLDevice {
    /// Draws a frame; also says how many samples a pixel it really has.
    ///
    /// If the device is out of memory, what was kept for later frames is given back and the frame tried once more.
    ///
    /// - Parameter reused: an earlier frame whose pixels are taken over as far as they serve.
    func render(
        _ request: RenderRequest, reusing reused: ReusedTexture? = nil
    ) throws(RenderError) -> (texture: FrameTexture, samples: Int) {
        do throws(RenderError) {
            return try draw(request, reused)
        } catch .outOfMemory {
            targets.removeAll()
            textures.removeAll()
            scene.cache.removeAll()
            glFinish()
            return try draw(request, reused)
        }
    }

    private func draw(
        _ request: RenderRequest, _ reused: ReusedTexture?
    ) throws(RenderError) -> (texture: FrameTexture, samples: Int) {
        let samples = limits.samples(atMost: request.samples)
        let target = targets.target(request.size, samples: samples)
        let texture = textures.take(request.size)
        target.bind(for: texture)
        try checkTarget(request.size)
        let windows = reused?.plan.redrawn ?? [PixelRect(request.size)]
        try reused?.copy(to: texture, on: self)
        glEnable(GLenum(GL_SCISSOR_TEST))
        defer { glDisable(GLenum(GL_SCISSOR_TEST)) }
        do throws(RenderError) {
            for window in windows {
                glScissor(window.minX, window.minY, window.width, window.height)
                clear(request.background, and: GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
                try scene.draw(request, window: window)
            }
        } catch {
            target.release()
            textures.give(texture)
            throw error
        }
        target.resolve(windows, into: texture, through: scratchDraw)
        try finish("rendering")
        return (texture, samples)
    }

    /// Checks that what is bound can be drawn into.
    func checkTarget(_ size: PixelSize) throws(RenderError) {
        try check("making a target of \(size)")
        let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw .device("a target of \(size) is not complete (status \(status))")
        }
    }
}
