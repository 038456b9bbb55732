import Synchronization

/// Draws on OpenGL ES 3: through the GPU where there is one, else through a software implementation.
///
/// Frames stay textures, from the renderer to the compositor. All GL work happens on two threads of the renderer's own,
/// which end with the renderer and the last of its frames: one draws frames, the other shows them and draws what must not
/// wait, so that a frame that takes long, or hangs, holds no refresh up.
///
/// A program with a context of its own makes the renderer with `sharing`, and shows compositions by a `GLESPresenter`.
public final class GLESRenderer: FrameRenderer {
    public let backend: BackendDescription
    let threads: GLThreads
    private let log: GLDebugLog
    private let counters: GLCounters

    /// Opens contexts on the best display there is.
    ///
    /// - Throws: `RenderError.unavailable` with the reason of every display that was tried, or the device's word if
    ///   it does not take the shaders.
    public convenience init() throws(RenderError) { try self.init(GLThreads.Settings()) }

    /// Opens contexts that share textures with the program's own.
    ///
    /// - Parameter host: must live as long as the renderer and its frames.
    /// - Throws: as above.
    public convenience init(sharing host: GLESHost) throws(RenderError) {
        try self.init(GLThreads.Settings(host: host.share))
    }

    /// Opens a context that reports every misuse, for tests.
    ///
    /// - Parameters:
    ///   - faults: what the device is to fail at.
    ///   - targetBytes: what a multisampled target may take, instead of the usual.
    package convenience init(
        debug: Bool, strokes: StrokeMethod = .automatic, faults: GLFaults? = nil, targetBytes: Int? = nil
    ) throws(RenderError) {
        try self.init(
            GLThreads.Settings(debug: debug, strokes: strokes, faults: faults, targetBytes: targetBytes))
    }

    /// Opens a context on the first of these platforms that gives one, for tests.
    package convenience init(platforms: [EGLPlatform], debug: Bool) throws(RenderError) {
        try self.init(GLThreads.Settings(platforms: platforms, debug: debug))
    }

    private init(_ settings: GLThreads.Settings) throws(RenderError) {
        let (log, counters) = (GLDebugLog(), GLCounters())
        self.log = log
        self.counters = counters
        threads = try GLThreads(settings, log: log, counters: counters)
        backend = try threads.drawing.perform { $0.context.description }
    }

    /// What the driver has complained about: errors, undefined behaviour, anything of high severity.
    package var debugMessages: [String] { log.messages }

    /// How many times pixels were copied from the device into memory.
    package var readCount: Int { counters.reads }

    public var poolStatistics: PoolStatistics { counters.pool }

    public func render(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        try render(request, on: threads.drawing)
    }

    public func renderAtOnce(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        try render(request, on: threads.displaying)
    }

    private func render(_ request: RenderRequest, on thread: GLThread) throws(RenderError) -> RenderedFrame {
        try request.validate()
        try checkSize(request.size)
        let reused = ReusedTexture(request, threads)
        let drawn = try thread.perform { device throws(RenderError) in
            let drawn = try device.render(request, reusing: reused)
            return (
                texture: SharedTexture(texture: drawn.texture), samples: drawn.samples, deviceTime: drawn.deviceTime
            )
        }
        return RenderedFrame(
            answering: request, samples: drawn.samples, drawnPixelCount: reused?.plan.redrawnArea,
            deviceTime: drawn.deviceTime, content: GLESFrame(threads, thread, drawn.texture))
    }

    public func compose(_ composition: Composition) throws(RenderError) -> any FrameContent {
        try check(composition)
        let thread = threads.displaying
        let texture = try thread.perform { device throws(RenderError) in
            SharedTexture(texture: try device.compositor().compose(composition, on: device))
        }
        return GLESFrame(threads, thread, texture)
    }

    /// Checks that a composition can be shown here.
    func check(_ composition: Composition) throws(RenderError) {
        guard composition.size.width > 0, composition.size.height > 0 else {
            throw .invalidRequest("a view of \(composition.size) has no pixels")
        }
        try checkSize(composition.size)
        for layer in composition.layers {
            guard let content = layer.frame.content as? GLESFrame, content.threads === threads else {
                throw .foreignFrame
            }
        }
    }

    /// Waits until the device has done all that was asked of it: for measurements.
    package func finish() throws(RenderError) {
        for thread in [threads.drawing, threads.displaying] {
            try thread.perform { device throws(RenderError) in try device.context.finish(.waiting) }
        }
    }

    func checkSize(_ size: PixelSize) throws(RenderError) {
        guard max(size.width, size.height) <= backend.maximumSize else {
            throw .tooLarge(size, limit: backend.maximumSize)
        }
    }
}
