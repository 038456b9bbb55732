import CGLES

/// Where in a pixel the samples of a multisampled target lie.
enum SampleLayout {
    /// Whether devices of these limits tell.
    static func isKnown(_ limits: GLLimits) -> Bool { limits.version >= (3, 1) }

    /// The samples' places in the target that is bound, in pixels from the corner of the pixel in row and column 0.
    ///
    /// - Returns: `nil` below OpenGL ES 3.1, which does not tell.
    static func positions(_ count: Int, _ limits: GLLimits) -> [SIMD2<Float>]? {
        guard isKnown(limits), let position: SamplePosition = EGLExtensions.function("glGetMultisamplefv") else {
            return nil
        }
        return (0..<count).map { sample in
            var at: [GLfloat] = [0, 0]
            position(GLenum(GL_SAMPLE_POSITION), GLuint(sample), &at)
            return SIMD2(at[0], at[1])
        }
    }

    private typealias SamplePosition = @convention(c) (GLenum, GLuint, UnsafeMutablePointer<GLfloat>) -> Void
}
