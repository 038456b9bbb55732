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
        let texture = textures.take(request.size)
        let windows = reused?.plan.redrawn ?? [PixelRect(request.size)]
        let tiles = FrameTile.bands(
            of: request.size, windows: windows, pixels: limits.targetPixels(samples: samples))
        defer { glDisable(GLenum(GL_SCISSOR_TEST)) }
        do throws(RenderError) {
            try reused?.copy(to: texture, on: self)
            for tile in tiles { try draw(request, tile, into: texture, samples: samples) }
        } catch {
            textures.give(texture)
            throw error
        }
        timer?.stop()
        try context.finish(.rendering)
        return Rendering(texture: texture, samples: samples, deviceTime: timer?.milliseconds)
    }

    private func draw(
        _ request: RenderRequest, _ tile: FrameTile, into texture: FrameTexture, samples: Int
    ) throws(RenderError) {
        let area = tile.area
        let target = targets.target(tile.targetSize, samples: samples)
        target.bind(for: texture)
        // The frame's place does not depend on the tile, so that every sample is where it would be without.
        glViewport(-area.minX, -area.minY, GLsizei(request.size.width), GLsizei(request.size.height))
        do throws(RenderError) {
            try checkTarget()
            for window in tile.windows {
                // All of it is cleared faster than all that is needed.
                Self.set(GL_SCISSOR_TEST, window != area)
                glScissor(window.minX - area.minX, window.minY - area.minY, window.width, window.height)
                Self.clear(request.background, and: GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
                try scene.draw(request, window: window, of: area, samples: samples)
            }
        } catch {
            target.release()
            throw error
        }
        glDisable(GLenum(GL_SCISSOR_TEST))
        if tile.targetSize == request.size {
            target.resolve(tile.windows, into: texture, through: scratchDraw)
        } else {
            // Samples are resolved in place only.
            let resolved = textures.take(tile.targetSize)
            let parts = tile.windows.map { $0.offset(x: -area.minX, y: -area.minY) }
            target.resolve(parts, into: resolved, through: scratchDraw)
            for (part, window) in zip(parts, tile.windows) {
                copy(part, of: resolved, to: texture, window.minX, window.minY)
            }
            textures.give(resolved)
        }
    }

    /// Copies a rectangle of pixels to another texture, its corner to (x, y).
    func copy(_ rect: PixelRect, of source: FrameTexture, to target: FrameTexture, _ x: Int32, _ y: Int32) {
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), scratchRead.name)
        glFramebufferTexture2D(
            GLenum(GL_READ_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), source.object.name, 0)
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), target.object.name)
        glCopyTexSubImage2D(GLenum(GL_TEXTURE_2D), 0, x, y, rect.minX, rect.minY, rect.width, rect.height)
        glBindTexture(GLenum(GL_TEXTURE_2D), 0)
        glFramebufferTexture2D(
            GLenum(GL_READ_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), 0, 0)
    }

    /// Checks that what is bound can be drawn into.
    func checkTarget() throws(RenderError) {
        try context.check(.target)
        let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw .device("a target is not complete (status \(status))")
        }
    }
}
