import CGLES
import CanvasConcurrency

/// A frame's pixels as a texture of its renderer.
final class GLESFrame: FrameContent {
    let threads: GLThreads
    let size: PixelSize
    /// The texture; it belongs to `owner`'s pool.
    let texture: SharedTexture
    private let owner: GLThread
    private let capacity: PixelSize
    /// The frame at 1/2, 1/4, … of its size, as far as anybody asked for it; made and kept by the displaying thread.
    private let halves = Monitor<[SharedTexture]>([])

    /// - Parameter owner: the thread that has drawn the texture.
    init(_ threads: GLThreads, _ owner: GLThread, _ texture: SharedTexture) {
        self.threads = threads
        self.owner = owner
        self.texture = texture
        size = texture.texture.size
        capacity = texture.texture.capacity
    }

    deinit {
        // Back to their pools, once all that was asked of the devices before is done with them.
        let (texture, halves) = (texture, halves.withLock { $0 })
        if !halves.isEmpty {
            threads.displaying.post { device in
                for half in halves { device.textures.give(half.texture) }
            }
        }
        owner.post { device in device.textures.give(texture.texture) }
    }

    var byteCount: Int { capacity.pixelCount * 4 }

    /// The texture, or one of 1/2, 1/4, … its size, made when first asked for.
    ///
    /// - Parameter device: the displaying thread's, on which this runs.
    func texture(level: Int, _ device: GLDevice) throws(RenderError) -> SharedTexture {
        var made = halves.withLock { $0 }
        while made.count < level {
            let half = try device.compositor().half(of: (made.last ?? texture).texture, on: device)
            made.append(SharedTexture(texture: half))
            halves.withLock { [made] in $0 = made }
        }
        return level == 0 ? texture : made[level - 1]
    }

    func readPixels() throws(RenderError) -> PixelBuffer {
        let texture = texture
        // Not by the thread that may be drawing.
        return try threads.displaying.perform { device throws(RenderError) in try device.read(texture.texture) }
    }
}

extension GLDevice {
    /// Copies a texture's pixels into memory.
    func read(_ texture: FrameTexture) throws(RenderError) -> PixelBuffer {
        context.counters.addRead()
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
        try context.check(.reading)
        return buffer
    }
}
