/// The two threads of a renderer, each with a context; textures are shared between them.
///
/// The renderer holds them, and each frame whose pixels are still a texture.
final class GLThreads: Sendable {
    /// Draws frames, one at a time.
    let drawing: GLThread
    /// Shows frames, and draws what must not wait for a frame that is being drawn.
    let displaying: GLThread

    /// How the contexts are made.
    struct Settings: Sendable {
        var platforms: [EGLPlatform] = EGLPlatform.candidates
        /// The program's own context, which is to share textures with both.
        var host: EGLShare?
        var debug = false
        var strokes = StrokeMethod.automatic
        var faults: GLFaults?
        var targetBytes: Int?
    }

    /// - Throws: `RenderError.unavailable` with the reason of every display that was tried, or the device's word if it does
    ///   not take the shaders.
    init(_ settings: Settings, log: GLDebugLog, counters: GLCounters) throws(RenderError) {
        func start(sharing other: EGLShare?) throws(RenderError) -> GLThread {
            try GLThread { queue throws(RenderError) in
                let lease: EGLContextLease
                if let other {
                    lease = try EGLContextLease.open(sharing: other, debug: settings.debug)
                } else {
                    lease = try EGLContextLease.open(on: settings.platforms, debug: settings.debug)
                }
                let context = try GLContext(
                    lease, queue, log: log, counters: counters, faults: settings.faults,
                    targetBytes: settings.targetBytes, debug: settings.debug)
                return try GLDevice(context, strokes: settings.strokes)
            }
        }
        drawing = try start(sharing: settings.host)
        let share = try drawing.perform { $0.context.share }
        displaying = try start(sharing: share)
        try displaying.perform { device throws(RenderError) in _ = try device.compositor() }
    }
}
