import CGLES

/// A context and all that was made in it. It never leaves the GL thread.
final class GLDevice {
    private let context: EGLContextLease
    let queue: GLQueue
    let limits: GLLimits
    let log: GLDebugLog
    /// Whether the driver speaks KHR_debug.
    let hasDebugOutput: Bool
    /// Counts what happens here, for other threads to read.
    let counters: GLCounters
    let textures: TexturePool
    let targets: TargetCache
    let compositor: FrameCompositor
    let scene: SceneRenderer
    /// Says how long the device was at work; `nil` where it does not tell.
    let timer: DeviceTimer?
    /// For work on single textures: resolve, copies, compositions.
    let scratchRead: GLObject
    let scratchDraw: GLObject
    /// Draws without attributes.
    let emptyVertexArray: GLObject
    private let resetStatus: PFNGLGETGRAPHICSRESETSTATUSKHRPROC?

    init(
        _ queue: GLQueue, platforms: [EGLPlatform], debug: Bool, strokes: StrokeMethod, log: GLDebugLog,
        counters: GLCounters
    ) throws(RenderError) {
        context = try EGLContextLease.open(on: platforms, debug: debug)
        self.queue = queue
        self.log = log
        self.counters = counters
        hasDebugOutput = log.listen(isSynchronous: debug)
        limits = GLLimits()
        textures = TexturePool(queue, hasBorder: limits.hasBorderClamp, counters: counters)
        compositor = try FrameCompositor(queue, usesBorder: limits.hasBorderClamp)
        scene = try SceneRenderer(queue, limits: limits, strokes)
        targets = TargetCache(queue)
        timer = DeviceTimer(queue, limits)
        scratchRead = GLObject(.framebuffer, queue)
        scratchDraw = GLObject(.framebuffer, queue)
        emptyVertexArray = GLObject(.vertexArray, queue)
        resetStatus =
            context.isRobust
            ? EGLExtensions.function("glGetGraphicsResetStatusKHR")
                ?? EGLExtensions.function("glGetGraphicsResetStatusEXT") : nil
        glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        glDisable(GLenum(GL_DITHER))
        try check("setting up the context")
    }

    /// The last thing done: the context goes, and every object with it.
    func close() { queue.close() }

    /// Turns GL's errors since the last check into one of ours.
    ///
    /// - Throws: `outOfMemory`, `contextLost` or `device`, naming `operation`.
    func check(_ operation: @autoclosure () -> String) throws(RenderError) {
        var failure: RenderError?
        // A lost context may answer with an error for ever.
        for _ in 0..<16 {
            let code = glGetError()
            if code == GLenum(GL_NO_ERROR) { break }
            switch Int32(bitPattern: code) {
            case GL_OUT_OF_MEMORY: failure = .outOfMemory("the graphics device, in \(operation())")
            case GL_CONTEXT_LOST_KHR: failure = .contextLost("in \(operation())")
            default:
                failure = failure ?? .device("\(operation()) failed: \(Self.name(of: code))")
            }
        }
        if let resetStatus, resetStatus() != GLenum(GL_NO_ERROR) { failure = .contextLost("in \(operation())") }
        if let failure { throw failure }
    }

    /// Waits until the device has done all that was asked of it.
    func finish(_ operation: @autoclosure () -> String) throws(RenderError) {
        guard let fence = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else {
            glFinish()
            return try check(operation())
        }
        defer { glDeleteSync(fence) }
        var flags = GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT)
        while true {
            let status = glClientWaitSync(fence, flags, 100_000_000)
            flags = 0
            if status == GLenum(GL_TIMEOUT_EXPIRED) {
                try check(operation())
                continue
            }
            return try check(operation())
        }
    }

    private static func name(of code: GLenum) -> String {
        switch Int32(bitPattern: code) {
        case GL_INVALID_ENUM: "GL_INVALID_ENUM"
        case GL_INVALID_VALUE: "GL_INVALID_VALUE"
        case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
        case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
        default: "GL error \(code)"
        }
    }

    /// What draws, in the terms of the renderers' interface.
    var description: BackendDescription {
        BackendDescription(
            kind: .gles, device: limits.renderer, version: limits.versionText, sampleCounts: limits.sampleCounts,
            maximumSize: limits.maximumSize, isHardware: !limits.isSoftware)
    }
}
