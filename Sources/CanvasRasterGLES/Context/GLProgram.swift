import CGLES

/// A linked program and where its uniforms are.
struct GLProgram: ~Copyable {
    private let object: GLObject
    private let locations: [String: GLint]

    /// Compiles and links.
    ///
    /// - Throws: `RenderError.device` with the compiler's or linker's log.
    init(_ label: String, vertex: String, fragment: String, _ context: GLContext) throws(RenderError) {
        var fragment = fragment
        switch context.provoked(.compiling) {
        case .device?: fragment += "\n#error this was provoked\n"
        case let error?: throw error
        case nil: break
        }
        let object = GLObject(.program, context.queue)
        let shaders = [
            try Self.compile(GL_VERTEX_SHADER, vertex, label), try Self.compile(GL_FRAGMENT_SHADER, fragment, label),
        ]
        for shader in shaders { glAttachShader(object.name, shader) }
        glLinkProgram(object.name)
        for shader in shaders {
            glDetachShader(object.name, shader)
            glDeleteShader(shader)
        }
        var status: GLint = 0
        glGetProgramiv(object.name, GLenum(GL_LINK_STATUS), &status)
        guard status != 0 else {
            var text = [GLchar](repeating: 0, count: 4096)
            glGetProgramInfoLog(object.name, GLsizei(text.count), nil, &text)
            throw .device("the shaders of '\(label)' do not link: \(Self.string(text))")
        }
        locations = Self.uniforms(of: object.name)
        self.object = object
    }

    /// Makes the program the one that draws.
    func use() { glUseProgram(object.name) }

    /// Where a uniform is; -1, which GL ignores, for one that the compiler found useless.
    subscript(_ uniform: String) -> GLint { locations[uniform] ?? -1 }

    private static func compile(_ stage: Int32, _ source: String, _ label: String) throws(RenderError) -> GLuint {
        let shader = glCreateShader(GLenum(stage))
        source.withCString { text in
            var pointer: UnsafePointer<CChar>? = text
            glShaderSource(shader, 1, &pointer, nil)
        }
        glCompileShader(shader)
        var status: GLint = 0
        glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &status)
        guard status != 0 else {
            var text = [GLchar](repeating: 0, count: 4096)
            glGetShaderInfoLog(shader, GLsizei(text.count), nil, &text)
            glDeleteShader(shader)
            let name = stage == GL_VERTEX_SHADER ? "vertex" : "fragment"
            throw .device("the \(name) shader of '\(label)' does not compile: \(string(text))")
        }
        return shader
    }

    private static func uniforms(of program: GLuint) -> [String: GLint] {
        var count: GLint = 0
        glGetProgramiv(program, GLenum(GL_ACTIVE_UNIFORMS), &count)
        var found: [String: GLint] = [:]
        for index in 0..<GLuint(count) {
            var text = [GLchar](repeating: 0, count: 256)
            var size: GLint = 0
            var type: GLenum = 0
            glGetActiveUniform(program, index, GLsizei(text.count), nil, &size, &type, &text)
            let name = string(text)
            let location = glGetUniformLocation(program, name)
            found[name] = location
            if name.hasSuffix("[0]") { found[String(name.dropLast(3))] = location }
        }
        return found
    }

    private static func string(_ text: [GLchar]) -> String {
        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
