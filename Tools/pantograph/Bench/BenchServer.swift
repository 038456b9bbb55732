import Foundation
import Pantograph

/// Answers one job a line with one number of milliseconds a line, so that programs that time other renderers too can
/// ask for frames in turn with theirs.
///
/// ```text
/// render BACKEND SAMPLES a b c d tx ty     a whole warm frame, 1366 × 1024
/// compose BACKEND a b c d tx ty            the last frame, rendered with the 1.1 × margin, under a changed view
/// ```
///
/// Matrices are `x' = a x + c y + tx`, `y' = b x + d y + ty` with the view's top-left corner as origin. What cannot be
/// done is answered with a line that begins with `error`.
struct BenchServer {
    private let drawing: Drawing
    private let threads: Int?
    private var renderers: [BackendDescription.Kind: TimedRenderer] = [:]
    /// The last frame asked for, which `compose` shows.
    private var last: RenderJob?
    /// What the renderers are warm for.
    private var warmFor: Job?
    /// The last frame with its margin, once `compose` has asked for it.
    private var frames: [BackendDescription.Kind: RenderedFrame] = [:]

    /// - Parameter threads: threads of the CPU renderer; `nil` is one for each processor.
    init(_ drawing: Drawing, threads: Int? = nil) {
        self.drawing = drawing
        self.threads = threads
    }

    private struct RenderJob: Equatable {
        var backend: BackendDescription.Kind
        var samples: Int
        var camera: Transform2D<CanvasSpace, FrameSpace>
    }

    private enum Job: Equatable {
        case render(RenderJob)
        case compose(BackendDescription.Kind, Transform2D<PixelSpace, PixelSpace>)
    }

    /// Why a job cannot be done.
    private struct JobError: Error {
        var message: String

        init(_ message: String) { self.message = message }
    }

    /// The answer to a line.
    mutating func answer(_ line: String) -> String {
        do throws(JobError) {
            return String(format: "%.3f", try milliseconds(for: try Self.job(line)))
        } catch {
            // Whatever went into the message, the answer is one line.
            return "error: " + error.message.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
    }

    private static func job(_ line: String) throws(JobError) -> Job {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        switch words.first {
        case "render":
            guard words.count == 9 else { throw JobError("write: render BACKEND SAMPLES a b c d tx ty") }
            guard let samples = Int(words[2]), 0...1024 ~= samples else {
                throw JobError("'\(words[2])' is not a number of samples from 0 to 1024")
            }
            let matrix: Transform2D<CanvasSpace, PixelSpace> = try matrix(words[3...])
            return .render(
                RenderJob(backend: try backend(words[1]), samples: samples, camera: BenchView.camera(matrix)))
        case "compose":
            guard words.count == 8 else { throw JobError("write: compose BACKEND a b c d tx ty") }
            return .compose(try backend(words[1]), try matrix(words[2...]))
        case let word?: throw JobError("'\(word)' is no job; jobs are render and compose")
        case nil: throw JobError("an empty line; jobs are render and compose")
        }
    }

    private static func backend(_ word: String) throws(JobError) -> BackendDescription.Kind {
        guard let kind = BackendDescription.Kind(rawValue: word) else {
            throw JobError("'\(word)' is no backend; write cpu or gles")
        }
        return kind
    }

    private static func matrix<From, To>(_ words: ArraySlice<String>) throws(JobError) -> Transform2D<From, To> {
        var entries: [Double] = []
        for word in words {
            guard let entry = ValueReaders.finite(word) else { throw JobError("'\(word)' is not a number") }
            entries.append(entry)
        }
        return Transform2D(
            a: entries[0], b: entries[1], c: entries[2], d: entries[3], tx: entries[4], ty: entries[5])
    }

    private mutating func milliseconds(for job: Job) throws(JobError) -> Double {
        // Anything that was not asked for just before is done once unasked: caches fill, memory is touched.
        let isWarm = job == warmFor
        warmFor = nil
        let result =
            switch job {
            case .render(let render): try time(render, isWarm: isWarm)
            case .compose(let backend, let change): try time(change, on: backend, isWarm: isWarm)
            }
        warmFor = job
        return result
    }

    private mutating func time(_ job: RenderJob, isWarm: Bool) throws(JobError) -> Double {
        let renderer = try renderer(job.backend)
        let request = BenchView.request(drawing, job.camera, samples: job.samples)
        if job != last {
            last = nil
            frames = [:]
        }
        let result = try guarded(job.backend) { () throws(RenderError) in
            if !isWarm { _ = try renderer.render(request) }
            return try renderer.render(request).milliseconds
        }
        last = job
        return result
    }

    private mutating func time(
        _ change: Transform2D<PixelSpace, PixelSpace>, on backend: BackendDescription.Kind, isWarm: Bool
    ) throws(JobError) -> Double {
        guard let last else { throw JobError("nothing to compose: no frame has been rendered yet") }
        let renderer = try renderer(backend)
        let frame: RenderedFrame
        if let known = frames[backend] {
            frame = known
        } else {
            let request = BenchView.request(
                drawing, last.camera, samples: last.samples, size: BenchView.size.overdrawn(by: BenchView.overdraw))
            frame = try guarded(backend) { () throws(RenderError) in try renderer.render(request).frame }
            frames[backend] = frame
        }
        let layer: Composition.Layer
        do {
            layer = try Composition.Layer(frame, current: BenchView.camera(last.camera, changedBy: change))
        } catch {
            throw JobError("change of the view: \(error)")
        }
        let composition = Composition(size: BenchView.size, layers: [layer])
        return try guarded(backend) { () throws(RenderError) in
            if !isWarm { _ = try renderer.compose(composition) }
            return try renderer.compose(composition).milliseconds
        }
    }

    private mutating func renderer(_ kind: BackendDescription.Kind) throws(JobError) -> TimedRenderer {
        if let known = renderers[kind] { return known }
        switch kind == .cpu ? .success(CPURenderer(threads: threads)) : Renderers.probe(kind) {
        case .failure(let error): throw JobError("\(kind.rawValue) is not available: \(error)")
        case .success(let renderer):
            renderers[kind] = TimedRenderer(renderer: renderer)
            return TimedRenderer(renderer: renderer)
        }
    }

    /// Runs a renderer's work; one that has failed is made anew for the next job.
    private mutating func guarded<Result>(
        _ kind: BackendDescription.Kind, _ work: () throws(RenderError) -> Result
    ) throws(JobError) -> Result {
        do throws(RenderError) {
            return try work()
        } catch {
            frames[kind] = nil
            if case .contextLost = error { renderers[kind] = nil }
            throw JobError("\(error)")
        }
    }
}
