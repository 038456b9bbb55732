import CEGL
import CGLES
import CanvasRasterGLES
import CanvasTestSupport
import Testing

/// A program's own context with a surface of its own, current on the thread that made it.
private final class Program {
    private let display: EGLDisplay
    private let context: EGLContext
    private let surface: EGLSurface

    /// - Returns: `nil` where EGL has no surface without a window.
    init?(_ width: Int, _ height: Int) {
        typealias Open = @convention(c) (EGLenum, UnsafeMutableRawPointer?, UnsafePointer<EGLint>?) -> EGLDisplay?
        guard let address = eglGetProcAddress("eglGetPlatformDisplayEXT") else { return nil }
        let open = unsafeBitCast(address, to: Open.self)
        guard let display = open(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil) ?? eglGetDisplay(nil),
            eglInitialize(display, nil, nil) == EGLBoolean(EGL_TRUE),
            eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE)
        else { return nil }
        var config: EGLConfig?
        var count: EGLint = 0
        let wanted = [
            EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8,
            EGL_ALPHA_SIZE, 8, EGL_NONE,
        ]
        guard eglChooseConfig(display, wanted, &config, 1, &count) == EGLBoolean(EGL_TRUE), count > 0,
            let surface = eglCreatePbufferSurface(
                display, config, [EGL_WIDTH, EGLint(width), EGL_HEIGHT, EGLint(height), EGL_NONE]),
            let context = eglCreateContext(display, config, nil, [EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE]),
            eglMakeCurrent(display, surface, surface, context) == EGLBoolean(EGL_TRUE)
        else { return nil }
        (self.display, self.surface, self.context) = (display, surface, context)
    }

    deinit {
        eglMakeCurrent(display, nil, nil, nil)
        eglDestroySurface(display, surface)
        eglDestroyContext(display, context)
    }

    /// What the framebuffer that is bound for reading shows, its top row first.
    func picture(_ size: PixelSize) -> PixelBuffer {
        var below = PixelBuffer(size: size)
        below.pixels.withUnsafeMutableBytes { bytes in
            glReadPixels(
                0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
                bytes.baseAddress)
        }
        var picture = PixelBuffer(size: size)
        for y in 0..<size.height {
            let row = (size.height - 1 - y) * size.width
            picture.pixels.replaceSubrange(
                y * size.width..<(y + 1) * size.width, with: below.pixels[row..<row + size.width])
        }
        return picture
    }
}

@Suite("Compositions in a program's own context", .enabled(if: GLES.isAvailable, GLES.message), .serialized)
struct PresenterTests {
    private static let cameras: [Transform2D<CanvasSpace, ViewSpace>] = [
        .identity, Transform2D(translationX: 13, y: -7), Transform2D(translationX: 0.4, y: 2.3),
        Transform2D<CanvasSpace, ViewSpace>(scaleX: 1.6, y: 1.6)
            .concatenating(Transform2D<ViewSpace, ViewSpace>(rotationAngle: 0.3)),
        Transform2D(scaleX: 0.2, y: 0.2), Transform2D(scaleX: 400, y: 400),
    ]

    private func frame(_ renderer: GLESRenderer, _ width: Int = 100, _ height: Int = 80) throws -> RenderedFrame {
        let items = RandomScene(seed: 3, reach: 50).drawing(items: 30).items
        return try renderer.render(
            RenderRequest(
                drawing: Drawing(items), transform: .identity, size: PixelSize(width: width, height: height),
                background: .white))
    }

    @Test("a window shows, the right way up, what a texture would have held")
    func window() throws {
        let size = PixelSize(width: 96, height: 72)
        let program = try #require(Program(size.width, size.height))
        let renderer = try GLESRenderer(sharing: .current())
        let presenter = try GLESPresenter(for: renderer)
        let frame = try frame(renderer)
        for (i, camera) in Self.cameras.enumerated() {
            for background in [Color(red8: 20, green8: 90, blue8: 160), nil] {
                let composition = Composition(
                    size: size, background: background, layers: [try Composition.Layer(frame, current: camera)])
                try presenter.present(composition)
                let shown = program.picture(size)
                let wanted = try renderer.compose(composition).readPixels()
                keep(shown, "window\(i)")
                // Rows run the other way, so that interpolation may round the other way.
                #expect(mostDifference(shown, wanted) <= (i < 2 ? 0 : 2), "camera \(i)")
            }
        }
        #expect(glGetError() == GLenum(GL_NO_ERROR) && renderer.readCount == 2 * Self.cameras.count)
    }

    @Test("a framebuffer of the program's gets the picture at a place of it, and the context is left as it was")
    func framebuffer() throws {
        let size = PixelSize(width: 64, height: 48)
        let program = try #require(Program(8, 8))
        let renderer = try GLESRenderer(sharing: .current())
        let presenter = try GLESPresenter(for: renderer)
        let frame = try frame(renderer, 64, 48)
        var (framebuffer, texture): (GLuint, GLuint) = (0, 0)
        let whole = PixelSize(width: 90, height: 70)
        glGenTextures(1, &texture)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(GL_RGBA8), GLsizei(whole.width), GLsizei(whole.height))
        glGenFramebuffers(1, &framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
        glClearColor(0, 1, 0, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))

        // A state that would spoil the picture if it were kept.
        for state in [GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_CULL_FACE, GL_BLEND] { glEnable(GLenum(state)) }
        glScissor(1, 2, 3, 4)
        glViewport(5, 6, 7, 8)
        glCullFace(GLenum(GL_FRONT_AND_BACK))
        glBlendFunc(GLenum(GL_ZERO), GLenum(GL_SRC_COLOR))
        glColorMask(1, 0, 1, 0)
        glActiveTexture(GLenum(GL_TEXTURE3))
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
        let before = state()
        for camera in Self.cameras {
            let composition = Composition(
                size: size, background: .white, layers: [try Composition.Layer(frame, current: camera)])
            try presenter.present(composition, framebuffer: framebuffer, x: 11, y: 5)
            #expect(state() == before)
            let wanted = try renderer.compose(composition).readPixels()
            glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), framebuffer)
            let shown = program.picture(whole)
            glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), 0)
            let top = whole.height - 5 - size.height
            var part = PixelBuffer(size: size)
            for y in 0..<whole.height {
                for x in 0..<whole.width {
                    if (11..<11 + size.width).contains(x), (top..<top + size.height).contains(y) {
                        part[x - 11, y - top] = shown[x, y]
                    } else {
                        #expect(shown[x, y] == Pixel(red: 0, green: 255, blue: 0, alpha: 255))
                    }
                }
            }
            #expect(mostDifference(part, wanted) <= 2)
        }
        #expect(glGetError() == GLenum(GL_NO_ERROR))
    }

    @Test("without a context there is nothing to share, and frames of another renderer are refused")
    func refused() throws {
        #expect(throws: RenderError.self) { _ = try GLESHost.current() }
        let program = try #require(Program(8, 8))
        let renderer = try GLESRenderer(sharing: .current())
        let presenter = try GLESPresenter(for: renderer)
        let other = try frame(#require(GLES.shared))
        let layer = try Composition.Layer(other, current: .identity)
        #expect(throws: RenderError.foreignFrame) {
            try presenter.present(Composition(size: PixelSize(width: 8, height: 8), layers: [layer]))
        }
        withExtendedLifetime(program) {}
    }

    private func state() -> [GLint] {
        let names = [
            GL_DRAW_FRAMEBUFFER_BINDING, GL_READ_FRAMEBUFFER_BINDING, GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING,
            GL_ACTIVE_TEXTURE, GL_TEXTURE_BINDING_2D, GL_SAMPLER_BINDING, GL_VIEWPORT, GL_SCISSOR_BOX,
            GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB, GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA, GL_BLEND_EQUATION_RGB,
            GL_COLOR_WRITEMASK, GL_COLOR_CLEAR_VALUE, GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE, GL_DITHER,
        ]
        return names.flatMap { name in
            var values = [GLint](repeating: -1, count: 4)
            glGetIntegerv(GLenum(name), &values)
            return values
        }
    }
}

/// The largest difference of a channel between two pictures of one size.
func mostDifference(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
    zip(a.pixels, b.pixels).reduce(0) { most, pair in
        (0..<4).reduce(most) { most, channel in
            let shift = UInt32(8 * channel)
            return max(most, abs(Int(pair.0 >> shift & 255) - Int(pair.1 >> shift & 255)))
        }
    }
}
