import CGLES

/// A texture of RGBA8 without mipmaps, with the parameters that the compositor expects. A frame lies in its corner.
///
/// Row 0 of the texture is the top row of the image, throughout: GL's window y then runs downwards as ours does, no
/// image is ever turned over, and sample positions are what GL says they are.
final class FrameTexture {
    let object: GLObject
    /// The frame's size. What lies beyond, but for the first row and column, is undefined.
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
        // The border's colour is transparent unless another is set.
        let wrap = context.limits.hasBorderClamp ? GL_CLAMP_TO_BORDER : GL_CLAMP_TO_EDGE
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_WRAP_S), wrap)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_WRAP_T), wrap)
    }

    var byteCount: Int { capacity.pixelCount * 4 }

    /// Makes it a frame of another size that fits in.
    func reuse(as size: PixelSize) { self.size = size }

    /// Clears the row and the column of texels next to the frame: bilinear filtering reaches that far.
    ///
    /// The texture is what is drawn into, with the whole of it as viewport or less. The scissor is left on.
    func clearBorder() {
        glEnable(GLenum(GL_SCISSOR_TEST))
        glClearColor(0, 0, 0, 0)
        let (width, height) = (GLsizei(size.width), GLsizei(size.height))
        if size.width < capacity.width {
            glScissor(width, 0, 1, min(height + 1, GLsizei(capacity.height)))
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        }
        if size.height < capacity.height {
            glScissor(0, height, width, 1)
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        }
    }
}

/// A texture as it is held by threads other than the one that made it.
///
/// `@unchecked Sendable`: of the texture they read its name and size, which stand while a frame is made of it, and use the
/// name on GL threads whose contexts share textures. Its pixels are complete before anybody else learns of it.
struct SharedTexture: @unchecked Sendable {
    let texture: FrameTexture
}
