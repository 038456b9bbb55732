import CGLES

/// Shows compositions in the program's own context: in its window, or in a framebuffer of its own.
///
/// The frames are drawn by a renderer that shares the context's textures; nothing is copied through memory.
///
/// ```swift
/// let host = try GLESHost.current()                         // the window's context is current
/// let renderer = try GLESRenderer(sharing: host)
/// var presenter = try GLESPresenter(for: renderer)
/// let session = CanvasSession(
///     drawing, viewSize: size, renderer: renderer, recovery: { try? GLESRenderer(sharing: host) })
/// // At every refresh:
/// try session.show(at: session.time) { (composition, renderer) throws(RenderError) in
///     if let other = renderer as? GLESRenderer, other !== presenter.renderer {
///         presenter = try GLESPresenter(for: other)         // the one before was lost
///     }
///     try presenter.present(composition)
/// }
/// eglSwapBuffers(display, surface)
/// ```
///
/// It is used on the thread where that context is current, and let go there. What it sets of the context's state it puts back.
/// No error of the context should be pending: it would be taken for one of the presenter's.
public final class GLESPresenter {
    /// Whose frames it shows.
    public let renderer: GLESRenderer
    private let context: GLContext
    private let compositor: FrameCompositor

    /// - Throws: `RenderError.unavailable` if no context is current here; the device's word if it does not take the shaders.
    public init(for renderer: GLESRenderer) throws(RenderError) {
        _ = try GLESHost.current()
        let queue = GLQueue()
        queue.adoptCurrentThread()
        self.renderer = renderer
        context = try GLContext(nil, queue, log: GLDebugLog(), counters: GLCounters())
        compositor = try FrameCompositor(context)
    }

    /// Draws a composition.
    ///
    /// What is drawn with is premultiplied; a composition without background clears to transparent.
    ///
    /// - Parameters:
    ///   - framebuffer: the program's own; 0 is the window.
    ///   - x: the framebuffer's pixel where the composition's left column goes.
    ///   - y: the framebuffer's row, counted from below as OpenGL does, where the composition's bottom row goes.
    /// - Throws: `foreignFrame` for frames of another renderer, and what the device says. The framebuffer may then hold part
    ///   of the picture.
    public func present(_ composition: Composition, framebuffer: UInt32 = 0, x: Int = 0, y: Int = 0) throws(RenderError)
    {
        try renderer.check(composition)
        var layers: [FrameCompositor.PlacedLayer] = []
        for layer in composition.layers {
            layers.append(
                try FrameCompositor.PlacedLayer(layer, view: composition.size) { (frame, level) throws(RenderError) in
                    if level == 0 { return frame.texture }
                    return try frame.threads.displaying.perform { device throws(RenderError) in
                        try frame.texture(level: level, device)
                    }
                })
        }
        let state = GLState()
        defer { state.restore() }
        GLState.prepare()
        glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), framebuffer)
        glEnable(GLenum(GL_SCISSOR_TEST))
        glScissor(GLint(x), GLint(y), GLsizei(composition.size.width), GLsizei(composition.size.height))
        GLDevice.clear(composition.background)
        glDisable(GLenum(GL_SCISSOR_TEST))
        compositor.draw(layers, of: composition, x: x, y: y, .topLast)
        // The frames may be let go, and drawn over by another context, as soon as this returns.
        try context.finish(.composing)
    }
}
