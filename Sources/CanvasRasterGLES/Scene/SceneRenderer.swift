import CGLES
import CanvasShaders

/// Draws drawings: keeps their geometry on the device and turns a camera into a frame.
final class SceneRenderer {
    /// What vertices are read from, by which program.
    private enum Input: Equatable {
        case strips(FramePlan.Source)
        case arcs(ArcProgram.Key)
    }

    private let context: GLContext
    private let method: StrokeMethod
    let cache: GeometryCache
    private let stripProgram: GLProgram
    /// Made when first needed.
    private var arcPrograms: [ArcProgram.Key: ArcProgram] = [:]
    private let runs: RunDrawer
    private let stripArray: GLObject
    private let arcArray: GLObject
    private let transientArray: GLObject
    private let transientBuffer: GLObject
    /// Of which buffers the arrays read.
    private var stripGeneration = 0
    private var arcGeneration = 0

    init(_ context: GLContext, _ method: StrokeMethod) throws(RenderError) {
        self.context = context
        let queue = context.queue
        self.method = method
        stripProgram = try GLProgram(
            "scene", vertex: ShaderSource.sceneVertex, fragment: ShaderSource.sceneFragment, context)
        cache = GeometryCache(queue, maximumRows: context.limits.maximumTextureSize)
        runs = RunDrawer(context)
        stripArray = GLObject(.vertexArray, queue)
        arcArray = GLObject(.vertexArray, queue)
        transientArray = GLObject(.vertexArray, queue)
        transientBuffer = GLObject(.buffer, queue)
        Self.describeStrips(transientArray.name, transientBuffer.name)
    }

    /// Draws the request's items into what is bound, which is cleared.
    ///
    /// - Parameters:
    ///   - window: the pixels of the frame that can change; the scissor sees to it that no others do.
    ///   - area: the pixels of the frame that the target holds.
    ///   - samples: what a pixel of the target has; 0 without multisampling.
    /// - Throws: `RenderError.cancelled` too, between portions of the work.
    func draw(_ request: RenderRequest, window: PixelRect, of area: PixelRect, samples: Int) throws(RenderError) {
        let camera = try SceneCamera(request, window: window)
        let planner = FramePlanner(camera: camera, cache: cache, drawsArcs: drawsArcs(samples: samples))
        let plan = try planner.plan(request.drawing, unless: request.cancellation)
        if plan.steps.isEmpty { return }
        prepareArrays(plan)
        try context.check(.upload)
        try preparePrograms(plan, camera, area, samples: samples, count: request.drawing.count)
        runs.begin(samples: samples)
        defer {
            runs.reset()
            end()
        }
        var bound: Input?
        for step in plan.steps {
            try request.cancellation?.check()
            switch step {
            case .clearDepth:
                glDepthMask(GLboolean(GL_TRUE))
                glClear(GLbitfield(GL_DEPTH_BUFFER_BIT))
            case .covered(let source, let range):
                bind(.strips(source), &bound, camera)
                beginCovered()
                try runs.draw(GL_TRIANGLE_STRIP, plan.strips, range, unless: request.cancellation)
            case .arcs(let range, let tapers):
                bind(.arcs(ArcProgram.Key(samples: samples, tapers: tapers)), &bound, camera)
                beginCovered()
                try runs.draw(GL_POINTS, plan.arcs, range, unless: request.cancellation)
            case .fills(let source, let rule, let windings, let covers):
                bind(.strips(source), &bound, camera)
                beginWindings()
                try runs.draw(GL_TRIANGLE_STRIP, plan.strips, windings, unless: request.cancellation)
                beginCovers(rule)
                try runs.draw(GL_TRIANGLE_STRIP, plan.covers, covers, unless: request.cancellation)
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
        if stripGeneration != cache.strips.generation {
            stripGeneration = cache.strips.generation
            Self.describeStrips(stripArray.name, cache.strips.buffer.name)
        }
        if arcGeneration != cache.arcs.generation {
            arcGeneration = cache.arcs.generation
            Self.describeArcs(arcArray.name, cache.arcs.buffer.name)
        }
        guard !plan.transient.isEmpty else { return }
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), transientBuffer.name)
        plan.transient.withUnsafeBytes { bytes in
            glBufferData(GLenum(GL_ARRAY_BUFFER), bytes.count, bytes.baseAddress, GLenum(GL_STREAM_DRAW))
        }
    }

    private static func describeStrips(_ array: GLuint, _ buffer: GLuint) {
        let stride = begin(array, buffer, SceneVertex.self, attributes: 4)
        glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, offset(\SceneVertex.x))
        glVertexAttribPointer(1, 2, GLenum(GL_HALF_FLOAT), GLboolean(GL_FALSE), stride, offset(\SceneVertex.penX))
        glVertexAttribPointer(
            2, 1, GLenum(GL_HALF_FLOAT), GLboolean(GL_FALSE), stride, offset(\SceneVertex.halfThickness))
        glVertexAttribIPointer(3, 1, GLenum(GL_UNSIGNED_INT), stride, offset(\SceneVertex.item))
    }

    private static func describeArcs(_ array: GLuint, _ buffer: GLuint) {
        let stride = begin(array, buffer, ArcVertex.self, attributes: 5)
        glVertexAttribPointer(0, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, offset(\ArcVertex.x))
        glVertexAttribPointer(1, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, offset(\ArcVertex.alongX))
        glVertexAttribPointer(2, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, offset(\ArcVertex.startRadius))
        glVertexAttribPointer(3, 1, GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, offset(\ArcVertex.bend))
        glVertexAttribIPointer(4, 1, GLenum(GL_UNSIGNED_INT), stride, offset(\ArcVertex.item))
    }

    /// Makes an array that reads vertices from a buffer; returns the way from one to the next.
    private static func begin<Vertex>(
        _ array: GLuint, _ buffer: GLuint, _ vertex: Vertex.Type, attributes: GLuint
    ) -> GLsizei {
        glBindVertexArray(array)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer)
        for index in 0..<attributes { glEnableVertexAttribArray(index) }
        return GLsizei(MemoryLayout<Vertex>.stride)
    }

    private static func offset<Vertex, Value>(_ path: KeyPath<Vertex, Value>) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: MemoryLayout<Vertex>.offset(of: path)!)
    }

    /// Whether round strokes are drawn as arcs into targets of so many samples.
    private func drawsArcs(samples: Int) -> Bool {
        switch method {
        case .strips: false
        case .arcs: ArcProgram.isAvailable(samples: samples, context.limits)
        case .automatic: context.limits.isSoftware && ArcProgram.isAvailable(samples: samples, context.limits)
        }
    }

    private func preparePrograms(
        _ plan: FramePlan, _ camera: SceneCamera, _ area: PixelRect, samples: Int, count: Int
    ) throws(RenderError) {
        glActiveTexture(GLenum(GL_TEXTURE1))
        glBindTexture(GLenum(GL_TEXTURE_2D), cache.table.ranks.name)
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), cache.table.items.name)
        stripProgram.use()
        Self.setUniforms(of: stripProgram, camera, count: count)
        for tapers in [false, true] where plan.hasArcs(tapering: tapers) {
            let key = ArcProgram.Key(samples: samples, tapers: tapers)
            let arcs: ArcProgram
            if let found = arcPrograms[key] {
                arcs = found
            } else {
                arcs = try ArcProgram(key, context)
                arcPrograms[key] = arcs
            }
            arcs.program.use()
            Self.setUniforms(of: arcs.program, camera, count: count)
            arcs.setUniforms(camera, area)
        }
    }

    /// Sets the uniforms that both vertex shaders have. Strips that are in frame pixels already change `linear` again.
    private static func setUniforms(of program: borrowing GLProgram, _ camera: SceneCamera, count: Int) {
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
        setLinear(of: program, camera.transform)
    }

    private static func setLinear<From, To>(of program: borrowing GLProgram, _ t: Transform2D<From, To>) {
        glUniformMatrix2fv(
            program["linear"], 1, GLboolean(GL_FALSE), [Float(t.a), Float(t.b), Float(t.c), Float(t.d)])
    }

    /// Makes `input` what is drawn from.
    private func bind(_ input: Input, _ bound: inout Input?, _ camera: SceneCamera) {
        if bound == input { return }
        bound = input
        switch input {
        case .arcs(let key):
            arcPrograms[key]!.program.use()
            glBindVertexArray(arcArray.name)
        case .strips(.retained):
            stripProgram.use()
            glBindVertexArray(stripArray.name)
            Self.setLinear(of: stripProgram, camera.transform)
            glUniform1f(stripProgram["isRetained"], 1)
            let unit = camera.level.canvasTolerance
            glUniform1f(stripProgram["penUnit"], Float(unit))
            glUniform1f(stripProgram["penPixels"], Float(unit * camera.penScale))
        case .strips(.transient):
            stripProgram.use()
            glBindVertexArray(transientArray.name)
            Self.setLinear(of: stripProgram, Transform2D<FrameSpace, FrameSpace>.identity)
            glUniform1f(stripProgram["isRetained"], 0)
            glUniform1f(stripProgram["penUnit"], 1)
            glUniform1f(stripProgram["penPixels"], 1)
        }
    }
}
