import CGLES

/// Textures of RGBA8 that hold frames, kept for the next frame of the same size.
///
/// An engine makes frames of one or two sizes by the hundred; allocating each anew would cost more than clearing it.
final class TexturePool {
    private let queue: GLQueue
    private var free: [(size: PixelSize, texture: FrameTexture)] = []
    /// How many free textures are kept.
    private static let capacity = 6

    private let hasBorder: Bool
    private let counters: GLCounters

    init(_ queue: GLQueue, hasBorder: Bool, counters: GLCounters) {
        self.queue = queue
        self.counters = counters
        self.hasBorder = hasBorder
    }

    /// A texture of that size; what it holds is undefined.
    func take(_ size: PixelSize) -> FrameTexture {
        if let index = free.lastIndex(where: { $0.size == size }) {
            let texture = free.remove(at: index).texture
            counters.addReuse()
            counters.addFree(bytes: -texture.byteCount)
            return texture
        }
        counters.addAllocation()
        return FrameTexture(size, queue, hasBorder: hasBorder)
    }

    /// Lets go of all, for when memory is short.
    func removeAll() {
        for entry in free { counters.addFree(bytes: -entry.texture.byteCount) }
        free = []
    }

    /// Takes a texture back.
    func give(_ texture: FrameTexture) {
        free.append((texture.size, texture))
        counters.addFree(bytes: texture.byteCount)
        if free.count > Self.capacity { counters.addFree(bytes: -free.removeFirst().texture.byteCount) }
    }
}

/// A texture of RGBA8 without mipmaps, with the parameters that the compositor expects.
///
/// Row 0 of the texture is the top row of the image, throughout: GL's window y then runs downwards as ours does, no
/// image is ever turned over, and sample positions are what GL says they are.
final class FrameTexture {
    let object: GLObject
    let size: PixelSize

    init(_ size: PixelSize, _ queue: GLQueue, hasBorder: Bool) {
        self.size = size
        object = GLObject(.texture, queue)
        glBindTexture(GLenum(GL_TEXTURE_2D), object.name)
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), GLsizei(size.width), GLsizei(size.height))
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
        // The border's colour is transparent unless another is set.
        let wrap = hasBorder ? GL_CLAMP_TO_BORDER : GL_CLAMP_TO_EDGE
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_WRAP_S), wrap)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_WRAP_T), wrap)
    }

    var byteCount: Int { size.pixelCount * 4 }
}
