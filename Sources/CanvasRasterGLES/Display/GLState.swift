import CGLES

/// What a presenter changes of a context that is not its own, to be put back.
struct GLState {
    private let framebuffer = Self.integer(GL_DRAW_FRAMEBUFFER_BINDING)
    private let program = Self.integer(GL_CURRENT_PROGRAM)
    private let vertexArray = Self.integer(GL_VERTEX_ARRAY_BINDING)
    private let unit = Self.integer(GL_ACTIVE_TEXTURE)
    private let texture: GLint
    private let sampler: GLint
    private let viewport = Self.integers(GL_VIEWPORT, 4)
    private let scissor = Self.integers(GL_SCISSOR_BOX, 4)
    private let blending = [GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB, GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA].map(integer)
    private let equations = [GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA].map(integer)
    private let colorMask: [GLboolean]
    private let clearColor: [GLfloat]
    private let switches = capabilities.map { glIsEnabled(GLenum($0)) != 0 }

    private static let capabilities = [
        GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_DITHER, GL_RASTERIZER_DISCARD,
        GL_SAMPLE_COVERAGE, GL_SAMPLE_ALPHA_TO_COVERAGE,
    ]

    /// What there is now. Texture unit 0 is active afterwards.
    init() {
        glActiveTexture(GLenum(GL_TEXTURE0))
        texture = Self.integer(GL_TEXTURE_BINDING_2D)
        sampler = Self.integer(GL_SAMPLER_BINDING)
        var mask = [GLboolean](repeating: 0, count: 4)
        glGetBooleanv(GLenum(GL_COLOR_WRITEMASK), &mask)
        colorMask = mask
        var color = [GLfloat](repeating: 0, count: 4)
        glGetFloatv(GLenum(GL_COLOR_CLEAR_VALUE), &color)
        clearColor = color
    }

    /// Makes the context one in which a compositor can draw.
    static func prepare() {
        for capability in capabilities { glDisable(GLenum(capability)) }
        glColorMask(GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE))
        glBlendEquation(GLenum(GL_FUNC_ADD))
        glBindSampler(0, 0)
    }

    func restore() {
        glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), GLuint(framebuffer))
        glUseProgram(GLuint(program))
        glBindVertexArray(GLuint(vertexArray))
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), GLuint(texture))
        glBindSampler(0, GLuint(sampler))
        glActiveTexture(GLenum(unit))
        glViewport(viewport[0], viewport[1], viewport[2], viewport[3])
        glScissor(scissor[0], scissor[1], scissor[2], scissor[3])
        let factors = blending.map { GLenum($0) }
        glBlendFuncSeparate(factors[0], factors[1], factors[2], factors[3])
        glBlendEquationSeparate(GLenum(equations[0]), GLenum(equations[1]))
        glColorMask(colorMask[0], colorMask[1], colorMask[2], colorMask[3])
        glClearColor(clearColor[0], clearColor[1], clearColor[2], clearColor[3])
        for (capability, isOn) in zip(Self.capabilities, switches) { GLDevice.set(capability, isOn) }
    }

    private static func integer(_ name: Int32) -> GLint { integers(name, 1)[0] }

    private static func integers(_ name: Int32, _ count: Int) -> [GLint] {
        var values = [GLint](repeating: 0, count: count)
        glGetIntegerv(GLenum(name), &values)
        return values
    }
}
