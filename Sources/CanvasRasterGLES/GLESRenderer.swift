import Synchronization

/// Draws on OpenGL ES 3: through the GPU where there is one, else through a software implementation.
///
/// Frames stay textures, from the renderer to the compositor. All GL work happens on one thread of the renderer's own,
/// which ends with the renderer and the last of its frames.
public final class GLESRenderer: FrameRenderer {
    public let backend: BackendDescription
    let thread: GLThread
    private let log: GLDebugLog
    private let counters: GLCounters

    /// Opens a context on the best display there is.
    ///
    /// - Throws: `RenderError.unavailable` with the reason of every display that was tried, or the device's word if
    ///   it does not take the shaders.
    public convenience init() throws(RenderError) {
        try self.init(platforms: EGLPlatform.candidates, debug: false)
    }

    /// Opens a context that reports every misuse, for tests.
    package convenience init(debug: Bool, strokes: StrokeMethod = .automatic) throws(RenderError) {
        try self.init(platforms: EGLPlatform.candidates, debug: debug, strokes: strokes)
    }

    /// Opens a context on the first of these platforms that gives one, for tests.
    package init(platforms: [EGLPlatform], debug: Bool, strokes: StrokeMethod = .automatic) throws(RenderError) {
        let (log, counters) = (GLDebugLog(), GLCounters())
        self.log = log
        self.counters = counters
        thread = try GLThread { queue throws(RenderError) in
            try GLDevice(queue, platforms: platforms, debug: debug, strokes: strokes, log: log, counters: counters)
        }
        backend = try thread.perform { $0.description }
    }

    /// What the driver has complained about: errors, undefined behaviour, anything of high severity.
    package var debugMessages: [String] { log.messages }

    /// How many times pixels were copied from the device into memory.
    package var readCount: Int { counters.reads }

    public var poolStatistics: PoolStatistics { counters.pool }

    public func render(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        try request.validate()
        try checkSize(request.size)
        let thread = thread
        let reused = ReusedTexture(request, thread)
        return try thread.perform { device throws(RenderError) in
            let rendering = try device.render(request, reusing: reused)
            let frame = GLESFrame(thread, TextureHandle(rendering.texture), request.size)
            return RenderedFrame(
                answering: request, samples: rendering.samples, drawnPixelCount: reused?.plan.redrawnArea,
                deviceTime: rendering.deviceTime, content: frame)
        }
    }

    public func compose(_ composition: Composition) throws(RenderError) -> any FrameContent {
        guard composition.size.width > 0, composition.size.height > 0 else {
            throw .invalidRequest("a view of \(composition.size) has no pixels")
        }
        try checkSize(composition.size)
        for layer in composition.layers {
            guard let content = layer.frame.content as? GLESFrame, content.thread === thread else {
                throw .foreignFrame
            }
        }
        let thread = thread
        return try thread.perform { device throws(RenderError) in
            let texture = try device.compositor.compose(composition, on: device)
            return GLESFrame(thread, TextureHandle(texture), composition.size)
        }
    }

    /// Waits until the device has done all that was asked of it: for measurements.
    package func finish() throws(RenderError) {
        try thread.perform { device throws(RenderError) in try device.finish("waiting for the device") }
    }

    func checkSize(_ size: PixelSize) throws(RenderError) {
        guard max(size.width, size.height) <= backend.maximumSize else {
            throw .tooLarge(size, limit: backend.maximumSize)
        }
    }
}
