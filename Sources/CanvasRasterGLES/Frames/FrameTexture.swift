import CGLES

/// A texture of RGBA8 without mipmaps, with the parameters that the compositor expects. A frame lies in its corner.
///
/// Row 0 of the texture is the top row of the image, throughout: GL's window y then runs downwards as ours does, no
/// image is ever turned over, and sample positions are what GL says they are.
final class FrameTexture {
    let object: GLObject
    /// The frame's size. What lies beyond is undefined.
    private(set) var size: PixelSize
    /// The texture's own size.
    let capacity: PixelSize

    init(_ size: PixelSize, capacity: PixelSize, _ context: GLContext) {
        self.size = size
        self.capacity = capacity
        object = GLObject(.texture, context.queue)
        glBindTexture(GLenum(GL_TEXTURE_2D), object.name)
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), GLsizei(capacity.width), GLsizei(capacity.height))
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    }

    var byteCount: Int { capacity.pixelCount * 4 }

    /// Makes it a frame of another size that fits in.
    func reuse(as size: PixelSize) { self.size = size }
}

/// A texture as it is held by threads other than the one that made it.
///
/// `@unchecked Sendable`: of the texture they read its name and size, which stand while a frame is made of it, and use the
/// name on GL threads whose contexts share textures. Its pixels are complete before anybody else learns of it.
struct SharedTexture: @unchecked Sendable {
    let texture: FrameTexture
}
