import CGLES

/// The context that is current on a GL thread: what it can do, and how its errors are found.
final class GLContext {
    let queue: GLQueue
    let limits: GLLimits
    /// Counts what happens here, for other threads to read.
    let counters: GLCounters
    /// What another context needs to share textures with this one.
    let share: EGLShare?
    /// What a test has it fail at.
    private let faults: GLFaults?
    private let log: GLDebugLog
    private let lease: EGLContextLease?
    private let resetStatus: PFNGLGETGRAPHICSRESETSTATUSKHRPROC?

    /// - Parameters:
    ///   - lease: the context that is current; `nil` if somebody else keeps it, whose settings stay as they are.
    ///   - targetBytes: what a multisampled target may take, instead of the usual.
    ///   - debug: whether the driver is to speak before the call that is wrong returns.
    init(
        _ lease: consuming EGLContextLease?, _ queue: GLQueue, log: GLDebugLog, counters: GLCounters,
        faults: GLFaults? = nil, targetBytes: Int? = nil, debug: Bool = false
    ) throws(RenderError) {
        let isOurs = lease != nil
        let isRobust: Bool
        switch lease {
        case .some(let ours): (isRobust, share) = (ours.isRobust, ours.share)
        case nil: (isRobust, share) = (false, nil)
        }
        self.lease = lease
        self.queue = queue
        self.log = log
        self.counters = counters
        self.faults = faults
        var limits = GLLimits()
        if let targetBytes { limits.targetBytes = targetBytes }
        self.limits = limits
        resetStatus =
            isRobust
            ? EGLExtensions.function("glGetGraphicsResetStatusKHR")
                ?? EGLExtensions.function("glGetGraphicsResetStatusEXT") : nil
        if isOurs {
            log.listen(isSynchronous: debug)
            glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
            glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
            glDisable(GLenum(GL_DITHER))
        }
        try check(.setup)
    }

    /// Turns GL's errors since the last check into one of ours.
    ///
    /// - Throws: `outOfMemory`, `contextLost` or `device`, naming the stage.
    func check(_ stage: GLStage) throws(RenderError) {
        var failure = faults?.make(in: stage)
        // A lost context may answer with an error for ever.
        for _ in 0..<16 {
            let code = glGetError()
            if code == GLenum(GL_NO_ERROR) { break }
            switch Int32(bitPattern: code) {
            case GL_OUT_OF_MEMORY: failure = .outOfMemory("the graphics device, in \(stage.rawValue)")
            case GL_CONTEXT_LOST_KHR: failure = .contextLost("in \(stage.rawValue)")
            default:
                failure = failure ?? .device("\(stage.rawValue) failed: \(Self.name(of: code))")
            }
        }
        if let resetStatus, resetStatus() != GLenum(GL_NO_ERROR) { failure = .contextLost("in \(stage.rawValue)") }
        if let failure { throw failure }
    }

    /// Waits until the device has done all that was asked of it.
    func finish(_ stage: GLStage) throws(RenderError) {
        guard let fence = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else {
            glFinish()
            return try check(stage)
        }
        defer { glDeleteSync(fence) }
        var flags = GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT)
        while true {
            let status = glClientWaitSync(fence, flags, 100_000_000)
            flags = 0
            if status == GLenum(GL_TIMEOUT_EXPIRED) {
                try check(stage)
                continue
            }
            return try check(stage)
        }
    }

    /// A fault that a test has provoked in a stage, if any.
    func provoked(_ stage: GLStage) -> RenderError? { faults?.make(in: stage) }

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
