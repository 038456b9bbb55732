import CGLES

/// Asks the device itself how long it was at work, where it tells.
///
/// Source: the OpenGL ES extension `EXT_disjoint_timer_query`.
final class DeviceTimer {
    private let query: GLObject
    private let result: PFNGLGETQUERYOBJECTUI64VEXTPROC
    private var isRunning = false
    private var startTime = ContinuousClock.now

    /// - Returns: `nil` where the device does not tell, or is the processor: what that says has little to do with the frame.
    init?(_ context: GLContext) {
        guard !context.limits.isSoftware, context.limits.extensions.contains("GL_EXT_disjoint_timer_query"),
            let result: PFNGLGETQUERYOBJECTUI64VEXTPROC = EGLExtensions.function("glGetQueryObjectui64vEXT")
        else { return nil }
        self.result = result
        query = GLObject(.query, context.queue)
    }

    /// What is asked of the device from now on counts.
    func start() {
        // Reading the flag clears it.
        var isDisjoint: GLint = 0
        glGetIntegerv(GLenum(GL_GPU_DISJOINT_EXT), &isDisjoint)
        glBeginQuery(GLenum(GL_TIME_ELAPSED_EXT), query.name)
        isRunning = true
        startTime = .now
    }

    /// What is asked from now on does not count.
    func stop() {
        if isRunning { glEndQuery(GLenum(GL_TIME_ELAPSED_EXT)) }
        isRunning = false
    }

    /// Milliseconds between `start` and `stop`, once the device has done all that; `nil` where something made the clock jump.
    ///
    /// More than has passed is not believed: a driver may count from the machine's start where it had nothing to draw.
    var milliseconds: Double? {
        var isDisjoint: GLint = 0
        glGetIntegerv(GLenum(GL_GPU_DISJOINT_EXT), &isDisjoint)
        if isDisjoint != 0 { return nil }
        var nanoseconds: GLuint64 = 0
        result(query.name, GLenum(GL_QUERY_RESULT), &nanoseconds)
        let time = Double(nanoseconds) / 1e6
        return time <= (ContinuousClock.now - startTime) / .milliseconds(1) ? time : nil
    }
}
