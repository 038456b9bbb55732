import CGLES
import CanvasShaders

/// A multisampled frame taken apart, for tests that compare sample by sample.
package struct SamplePlanes: Sendable {
    /// Where in its pixel each sample lies, in pixels from the top left corner, y down: 0…1 each.
    ///
    /// GL measures from the corner of row 0, which is the top row here (`FrameTexture`), so that nothing is turned over.
    package let positions: [Point<PixelSpace>]
    /// For each sample a picture of what it holds, before any is averaged.
    package let planes: [PixelBuffer]
}

extension GLESRenderer {
    /// Draws a frame and returns every sample by itself.
    ///
    /// - Throws: `RenderError.unavailable` below OpenGL ES 3.1 or if the device has no multisampling; what `render`
    ///   throws.
    package func renderSamples(_ request: RenderRequest) throws(RenderError) -> SamplePlanes {
        try request.validate()
        try checkSize(request.size)
        return try threads.drawing.perform { device throws(RenderError) in try device.renderSamples(request) }
    }
}

extension GLDevice {
    fileprivate func renderSamples(_ request: RenderRequest) throws(RenderError) -> SamplePlanes {
        let count = limits.samples(atMost: request.samples)
        guard SampleLayout.isKnown(limits), count > 1,
            let store: StoreSamples = EGLExtensions.function("glTexStorage2DMultisample")
        else { throw .unavailable("single samples need OpenGL ES 3.1 and multisampling") }
        // Both stages of a program must be of one version.
        let vertex = "#version 310 es\n" + ShaderSource.wholeVertex.drop { $0 != "\n" }
        let program = try GLProgram(
            "sample plane", vertex: vertex, fragment: ShaderSource.samplePlaneFragment, context)
        let (width, height) = (GLsizei(request.size.width), GLsizei(request.size.height))
        let kind = GLenum(GL_TEXTURE_2D_MULTISAMPLE)
        let target = GLenum(GL_FRAMEBUFFER)
        let colors = GLObject(.texture, queue)
        let depthStencil = GLObject(.renderbuffer, queue)
        let framebuffer = GLObject(.framebuffer, queue)
        let array = GLObject(.vertexArray, queue)
        glBindTexture(kind, colors.name)
        store(kind, GLsizei(count), GLenum(GL_RGBA8), width, height, GLboolean(GL_TRUE))
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), depthStencil.name)
        glRenderbufferStorageMultisample(
            GLenum(GL_RENDERBUFFER), GLsizei(count), GLenum(GL_DEPTH24_STENCIL8), width, height)
        glBindFramebuffer(target, framebuffer.name)
        glFramebufferTexture2D(target, GLenum(GL_COLOR_ATTACHMENT0), kind, colors.name, 0)
        glFramebufferRenderbuffer(
            target, GLenum(GL_DEPTH_STENCIL_ATTACHMENT), GLenum(GL_RENDERBUFFER), depthStencil.name)
        glViewport(0, 0, width, height)
        try checkTarget()
        Self.clear(request.background, and: GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
        try scene.draw(request, window: PixelRect(request.size), of: PixelRect(request.size), samples: count)

        let positions = SampleLayout.positions(count, limits)?.map {
            Point<PixelSpace>(Double($0.x), Double($0.y))
        }
        var planes: [PixelBuffer] = []
        for sample in 0..<count {
            let plane = textures.take(request.size)
            beginDrawing(into: plane)
            glBindVertexArray(array.name)
            glDisable(GLenum(GL_BLEND))
            glActiveTexture(GLenum(GL_TEXTURE0))
            glBindTexture(kind, colors.name)
            program.use()
            glUniform1i(program["samples"], 0)
            glUniform1i(program["plane"], GLint(sample))
            glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
            endDrawing()
            planes.append(try read(plane))
            textures.give(plane)
        }
        try context.check(.reading)
        return SamplePlanes(positions: positions ?? [], planes: planes)
    }
}

private typealias StoreSamples =
    @convention(c) (
        GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLboolean
    ) -> Void
