import CGLES

extension GLDevice {
    /// What drawing a frame gave.
    struct Rendering {
        var texture: FrameTexture
        /// Samples a pixel that the frame really has.
        var samples: Int
        /// How long the device was at work, in milliseconds, where it tells.
        var deviceTime: Double?
    }

    /// Draws a frame.
    ///
    /// If the device is out of memory, what was kept for later frames is given back and the frame tried once more.
    ///
    /// - Parameter reused: an earlier frame whose pixels are taken over as far as they serve.
    func render(
        _ request: RenderRequest, reusing reused: ReusedTexture? = nil
    ) throws(RenderError) -> Rendering {
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
    ) throws(RenderError) -> Rendering {
        timer?.start()
        defer { timer?.stop() }
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
                try scene.draw(request, window: window, samples: samples)
            }
        } catch {
            target.release()
            textures.give(texture)
            throw error
        }
        target.resolve(windows, into: texture, through: scratchDraw)
        timer?.stop()
        try finish("rendering")
        return Rendering(texture: texture, samples: samples, deviceTime: timer?.milliseconds)
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
