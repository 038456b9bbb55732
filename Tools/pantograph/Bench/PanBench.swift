import Pantograph

/// What a frame costs that takes most of its pixels over from the one before: a view moved by whole pixels.
struct PanBench {
    let backend: BackendDescription.Kind
    let whole: Timing
    /// Of a frame that follows one that was drawn as a whole.
    let panned: Timing
    /// Of one that follows another such frame, as in a gesture.
    let next: Timing

    /// How far the view moves, in pixels.
    static let distance = 100.0

    /// How many times as long the frame takes as one that is drawn as a whole.
    var ratio: Double { panned.median / whole.median }
    var nextRatio: Double { next.median / whole.median }

    /// Measures a pan over view b of `drawing`.
    init(_ drawing: Drawing, on backend: BackendDescription.Kind, rounds: Int, threads: Int?) throws {
        self.backend = backend
        let renderer = TimedRenderer(
            renderer: backend == .cpu ? CPURenderer(threads: threads) : try Renderers.probe(backend).get())
        let start = try BenchView.camera(.b, of: drawing).frameTransform
        var moved = start
        moved.tx += Self.distance
        let requests = [start, moved].map { BenchView.request(drawing, $0, samples: 0) }
        let frames = try requests.map { try renderer.render($0).frame }
        // There and back, so that no frame is the one that was drawn just before.
        var step = 0
        func next(reusing: Bool) throws -> Double {
            step += 1
            var request = requests[step % 2]
            if reusing { request.reuse = FrameReuse(frames[(step + 1) % 2], of: drawing) }
            return try renderer.render(request).milliseconds
        }
        let timings = try Timing.interleaved(
            rounds: 3 * rounds,
            [{ try next(reusing: false) }, { try next(reusing: true) }, { try next(reusing: true) }])
        (whole, panned, self.next) = (timings[0], timings[1], timings[2])
    }
}
