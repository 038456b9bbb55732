import CGLES

extension GLDevice {
    /// Draws a frame; also says how many samples a pixel it really has.
    ///
    /// If the device is out of memory, what was kept for later frames is given back and the frame tried once more.
    func render(_ request: RenderRequest) throws(RenderError) -> (texture: FrameTexture, samples: Int) {
        do throws(RenderError) {
            return try draw(request)
        } catch .outOfMemory {
            targets.removeAll()
            textures.removeAll()
            scene.cache.removeAll()
            glFinish()
            return try draw(request)
        }
    }

    private func draw(_ request: RenderRequest) throws(RenderError) -> (texture: FrameTexture, samples: Int) {
        let samples = limits.samples(atMost: request.samples)
        let target = targets.target(request.size, samples: samples)
        let texture = textures.take(request.size)
        target.bind(for: texture)
        try checkTarget(request.size)
        clear(request.background, and: GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
        try scene.draw(request)
        target.resolve(into: texture, through: scratchDraw)
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
