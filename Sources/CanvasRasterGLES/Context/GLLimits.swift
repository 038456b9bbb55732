import CGLES

/// What the context can do, read once.
struct GLLimits: Sendable {
    let version: (major: Int, minor: Int)
    let renderer: String
    let versionText: String
    let extensions: Set<String>
    /// The largest target a side: textures, renderbuffers and viewports all reach it.
    let maximumSize: Int
    let maximumTextureSize: Int
    /// The largest square that a point can be, in pixels; 1 is all that OpenGL ES promises.
    let maximumPointSize: Double
    /// Sample counts above 1 that colour and depth-stencil targets both have, ascending.
    let sampleCounts: [Int]
    /// What a multisampled target may take: of the machine's memory where GL is software.
    var targetBytes: Int

    /// Whether pixels are computed by a program for the processor.
    var isSoftware: Bool { Self.isSoftware(renderer) }

    private static func isSoftware(_ renderer: String) -> Bool {
        let name = renderer.lowercased()
        return ["llvmpipe", "softpipe", "swrast", "swiftshader", "software rasterizer"].contains { name.contains($0) }
    }

    /// How many pixels a target has at most, so that a larger frame is drawn in parts; `nil` without multisampling, where it
    /// needs little more than the frame. A sample takes eight bytes.
    func targetPixels(samples: Int) -> Int? { samples > 0 ? targetBytes / (8 * samples) : nil }

    /// Reads them from the context that is current.
    init() {
        version = (Self.integer(GL_MAJOR_VERSION), Self.integer(GL_MINOR_VERSION))
        renderer = Self.text(GL_RENDERER)
        versionText = Self.text(GL_VERSION)
        extensions = Set(
            (0..<Self.integer(GL_NUM_EXTENSIONS)).map { index in
                glGetStringi(GLenum(GL_EXTENSIONS), GLuint(index)).map { String(cString: $0) } ?? ""
            })
        var viewport: [GLint] = [0, 0]
        glGetIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), &viewport)
        var points: [GLfloat] = [1, 1]
        glGetFloatv(GLenum(GL_ALIASED_POINT_SIZE_RANGE), &points)
        maximumPointSize = Double(points[1])
        maximumTextureSize = Self.integer(GL_MAX_TEXTURE_SIZE)
        maximumSize = min(
            maximumTextureSize, Self.integer(GL_MAX_RENDERBUFFER_SIZE), Int(viewport[0]), Int(viewport[1]))
        let color = Self.samples(of: GL_RGBA8)
        sampleCounts = color.intersection(Self.samples(of: GL_DEPTH24_STENCIL8)).filter { $0 > 1 }.sorted()
        targetBytes = Self.isSoftware(renderer) ? 128 << 20 : 512 << 20
    }

    /// The count to use where `wanted` is asked for: the next lower one there is, or 0.
    func samples(atMost wanted: Int) -> Int { sampleCounts.last { $0 <= wanted } ?? 0 }

    private static func integer(_ name: Int32) -> Int {
        var value: GLint = 0
        glGetIntegerv(GLenum(name), &value)
        return Int(value)
    }

    private static func text(_ name: Int32) -> String {
        glGetString(GLenum(name)).map { String(cString: $0) } ?? ""
    }

    private static func samples(of format: Int32) -> Set<Int> {
        var count: GLint = 0
        glGetInternalformativ(
            GLenum(GL_RENDERBUFFER), GLenum(format), GLenum(GL_NUM_SAMPLE_COUNTS), 1, &count)
        var counts = [GLint](repeating: 0, count: max(1, Int(count)))
        glGetInternalformativ(GLenum(GL_RENDERBUFFER), GLenum(format), GLenum(GL_SAMPLES), count, &counts)
        return Set(counts.prefix(Int(count)).map(Int.init))
    }
}
