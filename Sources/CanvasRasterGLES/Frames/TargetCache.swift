import CGLES

/// Where frames are drawn before they are a texture: colour samples, depth and stencil, kept by size and sample count.
///
/// Without multisampling a target has room to spare, as the frames of a gesture are of many sizes; so has a small one with it,
/// since live ink grows at every refresh. Large frames with multisampling, at rest, are of one size.
final class TargetCache {
    private let queue: GLQueue
    /// The largest side.
    private let limit: Int
    private var targets: [RenderTarget] = []
    /// A view, its frame with a margin, each with and without multisampling.
    private static let capacity = 4
    /// How many pixels of a multisampled target may have room to spare beside them.
    private static let largestRoomy = 512 * 512

    init(_ context: GLContext) {
        queue = context.queue
        limit = context.limits.maximumSize
    }

    /// A target for frames of that size and sample count, most recently used last.
    func target(_ size: PixelSize, samples: Int) -> RenderTarget {
        let isExact = samples > 0 && size.pixelCount > Self.largestRoomy
        func serves(_ target: RenderTarget) -> Bool {
            guard target.samples == samples else { return false }
            return isExact ? target.size == size : size.isServed(by: target.size)
        }
        if let index = targets.firstIndex(where: serves) {
            let found = targets.remove(at: index)
            targets.append(found)
            return found
        }
        if targets.count == Self.capacity { targets.removeFirst() }
        let made = RenderTarget(isExact ? size : size.roomy(limit: limit), samples: samples, queue)
        targets.append(made)
        return made
    }

    /// Lets go of all, for when memory is short.
    func removeAll() { targets = [] }
}

/// Depth and stencil of one size and sample count, and for more than one sample the colours too.
///
/// Without multisampling colours go straight to the frame's texture.
final class RenderTarget {
    /// What there is room for.
    let size: PixelSize
    /// Samples a pixel; 0 without multisampling.
    let samples: Int
    private let framebuffer: GLObject
    private let depthStencil: GLObject
    private let color: GLObject?

    init(_ size: PixelSize, samples: Int, _ queue: GLQueue) {
        self.size = size
        self.samples = samples
        let (width, height) = (GLsizei(size.width), GLsizei(size.height))
        framebuffer = GLObject(.framebuffer, queue)
        depthStencil = GLObject(.renderbuffer, queue)
        let target = GLenum(GL_FRAMEBUFFER)
        glBindFramebuffer(target, framebuffer.name)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), depthStencil.name)
        glRenderbufferStorageMultisample(
            GLenum(GL_RENDERBUFFER), GLsizei(samples), GLenum(GL_DEPTH24_STENCIL8), width, height)
        glFramebufferRenderbuffer(
            target, GLenum(GL_DEPTH_STENCIL_ATTACHMENT), GLenum(GL_RENDERBUFFER), depthStencil.name)
        if samples > 0 {
            let colors = GLObject(.renderbuffer, queue)
            glBindRenderbuffer(GLenum(GL_RENDERBUFFER), colors.name)
            glRenderbufferStorageMultisample(
                GLenum(GL_RENDERBUFFER), GLsizei(samples), GLenum(GL_RGBA8), width, height)
            glFramebufferRenderbuffer(
                target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), colors.name)
            color = consume colors
        } else {
            color = nil
        }
    }

    /// Makes this what is drawn into, on the way to `texture`.
    func bind(for texture: FrameTexture) {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer.name)
        if samples == 0 {
            glFramebufferTexture2D(
                GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.object.name, 0)
        }
    }

    /// Brings the colours of `windows` into `texture`, and lets go of what is of no more use.
    func resolve(_ windows: [PixelRect], into texture: FrameTexture, through scratch: borrowing GLObject) {
        if samples > 0 {
            glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), framebuffer.name)
            glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), scratch.name)
            glFramebufferTexture2D(
                GLenum(GL_DRAW_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.object.name,
                0)
            for w in windows {
                glBlitFramebuffer(
                    w.minX, w.minY, w.maxX, w.maxY, w.minX, w.minY, w.maxX, w.maxY, GLbitfield(GL_COLOR_BUFFER_BIT),
                    GLenum(GL_NEAREST))
            }
        }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer.name)
        let useless = [GLenum(GL_DEPTH_STENCIL_ATTACHMENT)] + (samples > 0 ? [GLenum(GL_COLOR_ATTACHMENT0)] : [])
        glInvalidateFramebuffer(GLenum(GL_FRAMEBUFFER), GLsizei(useless.count), useless)
        release()
    }

    /// Lets go of the frame's texture, which is others' from now on.
    func release() {
        guard samples == 0 else { return }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer.name)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), 0, 0)
    }
}
