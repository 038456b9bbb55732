import CGLES

/// A context and all that was made in it. It never leaves the GL thread.
///
/// A renderer has two, on a thread each: one draws frames, the other shows them and draws what must not wait. Textures are
/// shared between them, nothing else is.
final class GLDevice {
    let context: GLContext
    let textures: TexturePool
    let targets: TargetCache
    let scene: SceneRenderer
    /// Says how long the device was at work; `nil` where it does not tell.
    let timer: DeviceTimer?
    /// For work on single textures: resolve, copies, compositions.
    let scratchRead: GLObject
    let scratchDraw: GLObject
    private var madeCompositor: FrameCompositor?

    var queue: GLQueue { context.queue }
    var limits: GLLimits { context.limits }

    init(_ context: GLContext, strokes: StrokeMethod) throws(RenderError) {
        self.context = context
        textures = TexturePool(context)
        scene = try SceneRenderer(context, strokes)
        targets = TargetCache(context)
        timer = DeviceTimer(context)
        scratchRead = GLObject(.framebuffer, context.queue)
        scratchDraw = GLObject(.framebuffer, context.queue)
        try context.check(.setup)
    }

    /// What shows frames; its shaders are compiled when it is first asked for.
    func compositor() throws(RenderError) -> FrameCompositor {
        if let madeCompositor { return madeCompositor }
        let made = try FrameCompositor(context)
        madeCompositor = made
        return made
    }

    /// The last thing done: the context goes, and every object with it.
    func close() { queue.close() }
}
