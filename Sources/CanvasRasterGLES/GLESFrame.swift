import CGLES
import Synchronization

/// A frame's pixels as a texture of its renderer.
final class GLESFrame: FrameContent {
    let thread: GLThread
    /// The texture, in the GL thread's keeping.
    let texture: TextureHandle
    let size: PixelSize

    init(_ thread: GLThread, _ texture: TextureHandle, _ size: PixelSize) {
        self.thread = thread
        self.texture = texture
        self.size = size
    }

    deinit {
        // Back to the pool, once all that was asked of the device before is done with it.
        let texture = texture
        thread.post { device in texture.recycle(device) }
    }

    var byteCount: Int { size.pixelCount * 4 }

    func readPixels() throws(RenderError) -> PixelBuffer {
        let texture = texture
        return try thread.perform { device throws(RenderError) in try texture.read(device) }
    }
}

/// What other threads hold of a texture: something only the GL thread can open.
final class TextureHandle: @unchecked Sendable {
    // Unchecked: both are touched only by methods that are handed the device, which never leaves the GL thread. The
    // last reference may go on another thread; the GL objects inside queue their own deletion.
    private var texture: FrameTexture?
    private var halves: [FrameTexture] = []

    init(_ texture: FrameTexture) { self.texture = texture }

    /// The texture, or one of 1/2, 1/4, … its size, made when first asked for.
    func texture(level: Int, _ device: GLDevice, halve: (FrameTexture) throws(RenderError) -> FrameTexture)
        throws(RenderError) -> FrameTexture
    {
        while halves.count < level { halves.append(try halve(halves.last ?? texture!)) }
        return level == 0 ? texture! : halves[level - 1]
    }

    /// The texture itself.
    func whole(_ device: GLDevice) -> FrameTexture { texture! }

    func recycle(_ device: GLDevice) {
        for half in halves { device.textures.give(half) }
        halves = []
        if let texture { device.textures.give(texture) }
        texture = nil
    }

    func read(_ device: GLDevice) throws(RenderError) -> PixelBuffer { try device.read(texture!) }
}

extension GLDevice {
    /// Copies a texture's pixels into memory.
    func read(_ texture: FrameTexture) throws(RenderError) -> PixelBuffer {
        counters.addRead()
        var buffer = PixelBuffer(size: texture.size)
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), scratchRead.name)
        glFramebufferTexture2D(
            GLenum(GL_READ_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.object.name, 0)
        buffer.pixels.withUnsafeMutableBytes { bytes in
            glReadPixels(
                0, 0, GLsizei(texture.size.width), GLsizei(texture.size.height), GLenum(GL_RGBA),
                GLenum(GL_UNSIGNED_BYTE), bytes.baseAddress)
        }
        glFramebufferTexture2D(
            GLenum(GL_READ_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), 0, 0)
        try check("reading pixels")
        return buffer
    }
}
