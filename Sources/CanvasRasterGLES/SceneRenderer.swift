import CGLES
import CanvasShaders

/// Draws drawings: keeps their geometry on the device and turns a camera into a frame.
final class SceneRenderer {
    private let program: GLProgram
    let cache: GeometryCache
    private let queue: GLQueue
    private let strips: StripDrawer
    private let retainedArray: GLObject
    private let transientArray: GLObject
    private let transientBuffer: GLObject
    private var arrayGeneration = 0

    init(_ queue: GLQueue, limits: GLLimits) throws(RenderError) {
        self.queue = queue
        program = try GLProgram(
            "scene", vertex: ShaderSource.sceneVertex, fragment: ShaderSource.sceneFragment, queue)
        cache = GeometryCache(queue, maximumRows: limits.maximumTextureSize)
        strips = StripDrawer(queue, limits)
        retainedArray = GLObject(.vertexArray, queue)
        transientArray = GLObject(.vertexArray, queue)
        transientBuffer = GLObject(.buffer, queue)
        Self.describe(transientArray.name, transientBuffer.name)
    }

    /// Draws the request's items into what is bound, which is cleared.
    ///
    /// - Parameter window: the pixels that can change; the scissor sees to it that no others do.
    /// - Throws: `RenderError.cancelled` too, between portions of the work.
    func draw(_ request: RenderRequest, window: PixelRect) throws(RenderError) {
        let camera = try SceneCamera(request, window: window)
        let plan = try FramePlanner(camera: camera, cache: cache).plan(request.drawing, unless: request.cancellation)
        if plan.steps.isEmpty { return }
        prepareArrays(plan)
        setUniforms(camera, count: request.drawing.count)
        defer {
            strips.reset()
            end()
        }
        var bound: FramePlan.Source?
        for step in plan.steps {
            try request.cancellation?.check()
            switch step {
            case .clearDepth:
                glDepthMask(GLboolean(GL_TRUE))
                glClear(GLbitfield(GL_DEPTH_BUFFER_BIT))
            case .covered(let source, let range):
                bind(source, &bound, camera)
                beginCovered()
                try strips.draw(plan.strips, range, unless: request.cancellation)
            case .fills(let source, let rule, let windings, let covers):
                bind(source, &bound, camera)
                beginWindings()
                try strips.draw(plan.strips, windings, unless: request.cancellation)
                beginCovers(rule)
                try strips.draw(plan.covers, covers, unless: request.cancellation)
            }
        }
    }

    // MARK: State

    /// Each sample once an item: a later item is nearer, an item is not nearer than itself.
    private func beginCovered() {
        glDisable(GLenum(GL_STENCIL_TEST))
        glEnable(GLenum(GL_DEPTH_TEST))
        glDepthFunc(GLenum(GL_LESS))
        glDepthMask(GLboolean(GL_TRUE))
        setColorMask(true)
        glEnable(GLenum(GL_BLEND))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    }

    /// Counts how often the fills' outlines wind around each sample.
    private func beginWindings() {
        glDisable(GLenum(GL_DEPTH_TEST))
        glEnable(GLenum(GL_STENCIL_TEST))
        setColorMask(false)
        glStencilMask(0xFF)
        glStencilFunc(GLenum(GL_ALWAYS), 0, 0xFF)
        glStencilOpSeparate(GLenum(GL_FRONT), GLenum(GL_KEEP), GLenum(GL_KEEP), GLenum(GL_INCR_WRAP))
        glStencilOpSeparate(GLenum(GL_BACK), GLenum(GL_KEEP), GLenum(GL_KEEP), GLenum(GL_DECR_WRAP))
    }

    /// Paints where the count says inside, and sets every count back to zero.
    ///
    /// A winding number is odd exactly where a ray crosses the outline an odd number of times.
    private func beginCovers(_ rule: FillRule) {
        setColorMask(true)
        glEnable(GLenum(GL_BLEND))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        glStencilFunc(GLenum(GL_NOTEQUAL), 0, rule == .nonzero ? 0xFF : 0x01)
        glStencilOp(GLenum(GL_ZERO), GLenum(GL_ZERO), GLenum(GL_ZERO))
    }

    private func end() {
        setColorMask(true)
        glDepthMask(GLboolean(GL_TRUE))
        for state in [GL_DEPTH_TEST, GL_STENCIL_TEST, GL_BLEND] { glDisable(GLenum(state)) }
        glBindVertexArray(0)
    }

    private func setColorMask(_ isOn: Bool) {
        let value = GLboolean(isOn ? GL_TRUE : GL_FALSE)
        glColorMask(value, value, value, value)
    }

    // MARK: Inputs

    private func prepareArrays(_ plan: FramePlan) {
        if arrayGeneration != cache.arena.generation {
            arrayGeneration = cache.arena.generation
            Self.describe(retainedArray.name, cache.arena.buffer.name)
        }
        guard !plan.transient.isEmpty else { return }
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), transientBuffer.name)
        plan.transient.withUnsafeBytes { bytes in
            glBufferData(GLenum(GL_ARRAY_BUFFER), bytes.count, bytes.baseAddress, GLenum(GL_STREAM_DRAW))
        }
    }

    private static func describe(_ array: GLuint, _ buffer: GLuint) {
        glBindVertexArray(array)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer)
        let stride = GLsizei(MemoryLayout<SceneVertex>.stride)
        func offset(_ path: PartialKeyPath<SceneVertex>) -> UnsafeRawPointer? {
            UnsafeRawPointer(bitPattern: MemoryLayout<SceneVertex>.offset(of: path)!)
        }
        for index: GLuint in 0..<4 { glEnableVertexAttribArray(index) }
        glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, offset(\.x))
        glVertexAttribPointer(1, 2, GLenum(GL_HALF_FLOAT), GLboolean(GL_FALSE), stride, offset(\.penX))
        glVertexAttribPointer(2, 1, GLenum(GL_HALF_FLOAT), GLboolean(GL_FALSE), stride, offset(\.halfThickness))
        glVertexAttribIPointer(3, 1, GLenum(GL_UNSIGNED_INT), stride, offset(\.item))
    }

    private func setUniforms(_ camera: SceneCamera, count: Int) {
        program.use()
        glActiveTexture(GLenum(GL_TEXTURE1))
        glBindTexture(GLenum(GL_TEXTURE_2D), cache.table.ranks.name)
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), cache.table.items.name)
        glUniform1i(program["items"], 0)
        glUniform1i(program["ranks"], 1)
        glUniform2f(program["clipScale"], 2 / Float(camera.size.width), 2 / Float(camera.size.height))
        // Depth runs from 1 to −1 in steps that 24 bits hold exactly, as wide as the number of items allows.
        var step = 1
        while (min(count, FramePlanner.depthWindow) + 1) * step * 2 <= 1 << 24, step < 1 << 12 { step *= 2 }
        glUniform1f(program["depthStep"], Float(step) / Float(1 << 23))
        let (hiX, hiY) = (Float(camera.centre.x), Float(camera.centre.y))
        let (loX, loY) = (Float(camera.centre.x - Double(hiX)), Float(camera.centre.y - Double(hiY)))
        glUniform4f(program["centre"], hiX, hiY, loX, loY)
    }

    /// Makes `source` what is drawn from.
    private func bind(_ source: FramePlan.Source, _ bound: inout FramePlan.Source?, _ camera: SceneCamera) {
        if bound == source { return }
        bound = source
        switch source {
        case .retained:
            glBindVertexArray(retainedArray.name)
            let t = camera.transform
            glUniformMatrix2fv(
                program["linear"], 1, GLboolean(GL_FALSE), [Float(t.a), Float(t.b), Float(t.c), Float(t.d)])
            glUniform1f(program["isRetained"], 1)
            let unit = camera.level.canvasTolerance
            glUniform1f(program["penUnit"], Float(unit))
            glUniform1f(program["penPixels"], Float(unit * camera.penScale))
        case .transient:
            glBindVertexArray(transientArray.name)
            glUniformMatrix2fv(program["linear"], 1, GLboolean(GL_FALSE), [1, 0, 0, 1])
            glUniform1f(program["isRetained"], 0)
            glUniform1f(program["penUnit"], 1)
            glUniform1f(program["penPixels"], 1)
        }
    }
}
