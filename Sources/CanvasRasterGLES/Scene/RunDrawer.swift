import CGLES

/// Draws many triangle strips, or runs of points, by one call.
final class RunDrawer {
    private typealias MultiDraw = PFNGLMULTIDRAWARRAYSEXTPROC

    private let indices: GLObject
    private let multiDraw: MultiDraw?
    /// A software renderer would else queue a whole frame's triangles in memory, a gigabyte of them, and a GPU's watchdog
    /// might lose patience.
    private var pacing = Pacing(most: 400_000)
    /// Vertices of strips that take as long as a point.
    private static let verticesAPoint = 6

    init(_ context: GLContext) {
        indices = GLObject(.buffer, context.queue)
        let limits = context.limits
        // A software renderer walks the runs anyhow, and is spared the indices. To a GPU thousands of short strips are
        // thousands of draws; an index that restarts a strip costs it nothing.
        multiDraw =
            limits.isSoftware && limits.extensions.contains("GL_EXT_multi_draw_arrays")
            ? EGLExtensions.function("glMultiDrawArraysEXT") : nil
        glEnable(GLenum(GL_PRIMITIVE_RESTART_FIXED_INDEX))
    }

    /// Draws a range of runs from the vertex array that is bound, as primitives of a kind: `GL_TRIANGLE_STRIP`, `GL_POINTS`.
    ///
    /// - Throws: `RenderError.cancelled` between two portions of a frame that is not wanted any more.
    func draw(
        _ kind: Int32, _ runs: FramePlan.VertexRuns, _ range: Range<Int>, unless cancellation: RenderCancellation?
    ) throws(RenderError) {
        let weight = kind == GL_POINTS ? Self.verticesAPoint : 1
        let kind = GLenum(kind)
        var start = range.lowerBound
        for run in range {
            guard pacing.add(Int(runs.counts[run]) * weight, isInterruptible: cancellation != nil) else { continue }
            submit(kind, runs, start..<(run + 1))
            start = run + 1
            pacing.endPortion()
            try cancellation?.check()
        }
        submit(kind, runs, start..<range.upperBound)
    }

    /// Begins a frame of so many samples.
    func begin(samples: Int) { pacing.begin(samples: samples) }

    /// Forgets what is under way, once the device is known to have finished, or the frame is given up.
    func reset() { pacing.reset() }

    private func submit(_ kind: GLenum, _ runs: FramePlan.VertexRuns, _ range: Range<Int>) {
        if range.isEmpty { return }
        if range.count == 1 {
            glDrawArrays(kind, runs.firsts[range.lowerBound], runs.counts[range.lowerBound])
        } else if let multiDraw {
            runs.firsts[range].withUnsafeBufferPointer { firsts in
                runs.counts[range].withUnsafeBufferPointer { counts in
                    multiDraw(kind, firsts.baseAddress, counts.baseAddress, GLsizei(range.count))
                }
            }
        } else {
            drawIndexed(kind, runs, range)
        }
    }

    private func drawIndexed(_ kind: GLenum, _ runs: FramePlan.VertexRuns, _ range: Range<Int>) {
        let total = range.reduce(0) { $0 + Int(runs.counts[$1]) + 1 }
        let elements = [UInt32](unsafeUninitializedCapacity: total) { buffer, initialized in
            var at = 0
            for run in range {
                let first = UInt32(runs.firsts[run])
                for i in 0..<UInt32(runs.counts[run]) {
                    buffer[at] = first + i
                    at += 1
                }
                buffer[at] = .max
                at += 1
            }
            initialized = at
        }
        glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), indices.name)
        elements.withUnsafeBytes { bytes in
            glBufferData(GLenum(GL_ELEMENT_ARRAY_BUFFER), bytes.count, bytes.baseAddress, GLenum(GL_STREAM_DRAW))
        }
        glDrawElements(kind, GLsizei(total), GLenum(GL_UNSIGNED_INT), nil)
    }
}
