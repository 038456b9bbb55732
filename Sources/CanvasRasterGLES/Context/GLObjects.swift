import CGLES

extension GLQueue.Kind {
    /// Frees the object. Only on the GL thread.
    func delete(_ name: GLuint) {
        var name = name
        switch self {
        case .texture: glDeleteTextures(1, &name)
        case .renderbuffer: glDeleteRenderbuffers(1, &name)
        case .buffer: glDeleteBuffers(1, &name)
        case .framebuffer: glDeleteFramebuffers(1, &name)
        case .program: glDeleteProgram(name)
        case .vertexArray: glDeleteVertexArrays(1, &name)
        case .query: glDeleteQueries(1, &name)
        }
    }

    fileprivate func make() -> GLuint {
        var name: GLuint = 0
        switch self {
        case .texture: glGenTextures(1, &name)
        case .renderbuffer: glGenRenderbuffers(1, &name)
        case .buffer: glGenBuffers(1, &name)
        case .framebuffer: glGenFramebuffers(1, &name)
        case .program: name = glCreateProgram()
        case .vertexArray: glGenVertexArrays(1, &name)
        case .query: glGenQueries(1, &name)
        }
        return name
    }
}

/// The sole owner of a GL object, which goes with it; on whatever thread that happens.
struct GLObject: ~Copyable {
    /// The object's name. Use it on the GL thread only, and keep no copy.
    private(set) var name: GLuint
    private let kind: GLQueue.Kind
    private let queue: GLQueue

    /// A new object.
    init(_ kind: GLQueue.Kind, _ queue: GLQueue) {
        self.kind = kind
        self.queue = queue
        name = kind.make()
    }

    deinit { queue.delete(kind, name) }
}
