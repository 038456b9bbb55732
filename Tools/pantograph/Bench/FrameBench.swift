import Pantograph

/// Times frames: each view, backend and number of samples, the first frame of a renderer and later ones, and the
/// stages of the CPU renderer apart.
struct FrameBench {
    let drawing: Drawing
    let rounds: Int
    let threads: Int?

    /// One kind of frame and what it took.
    struct Row {
        var view: BenchView.Name
        var backend: BackendDescription.Kind
        var samples: Int
        /// The first frame of a new renderer.
        var cold = Timing()
        /// A frame of a renderer that has just drawn the same view.
        var warm = Timing()
        /// The stages, where the renderer tells: in the first frame, and in later ones.
        var stages: (cold: Stages, warm: Stages)?
        /// What the graphics device says a later frame took, where it tells.
        var device: Timing?
    }

    /// Milliseconds of work, summed over the threads; medians.
    struct Stages {
        var encode = Timing()
        var cull = Timing()
        var raster = Timing()

        mutating func add(_ probe: StageProbe) {
            encode.add(probe.milliseconds(.encode))
            cull.add(probe.milliseconds(.cull))
            raster.add(probe.milliseconds(.raster))
        }
    }

    /// A renderer of `kind`, its stages watched if that can be.
    private func renderer(_ kind: BackendDescription.Kind) throws(CommandError) -> (TimedRenderer, StageProbe?) {
        if kind == .cpu {
            let probe = StageProbe()
            return (TimedRenderer(renderer: CPURenderer(threads: threads, probe: probe)), probe)
        }
        switch Renderers.probe(kind) {
        case .success(let renderer): return (TimedRenderer(renderer: renderer), nil)
        case .failure(let error):
            throw CommandError(.backendUnavailable, "the backend \(kind.rawValue) is not available: \(error)")
        }
    }

    /// All rows of a view.
    func run(
        _ view: BenchView.Name, backends: [BackendDescription.Kind], progress: (Double) -> Void
    ) throws -> [Row] {
        let camera = try BenchView.camera(view, of: drawing)
        var rows: [Row] = []
        var jobs: [() throws -> Double] = []
        var probes: [StageProbe?] = []
        // Filled by the jobs, which run after one another.
        let stages = StageLog()
        for backend in backends {
            for samples in [4, 0] {
                var row = Row(view: view, backend: backend, samples: samples)
                let request = BenchView.request(drawing, camera.frameTransform, samples: samples)
                var coldStages = Stages()
                for _ in 0..<min(3, rounds) {
                    let (renderer, probe) = try renderer(backend)
                    row.cold.add(try renderer.render(request).milliseconds)
                    if let probe { coldStages.add(probe) }
                }
                let (renderer, probe) = try renderer(backend)
                let index = rows.count
                jobs.append {
                    probe?.reset()
                    let (frame, time) = try renderer.render(request)
                    stages.add(probe, deviceTime: frame.deviceTime, to: index)
                    return time
                }
                probes.append(probe)
                if probe != nil { row.stages = (coldStages, Stages()) }
                rows.append(row)
                stages.add()
            }
        }
        let timings = try Timing.interleaved(rounds: rounds, jobs, progress: progress)
        for i in rows.indices {
            rows[i].warm = timings[i]
            rows[i].stages?.warm = stages.warm[i]
            if !stages.device[i].milliseconds.isEmpty { rows[i].device = stages.device[i] }
        }
        return rows
    }

    private final class StageLog {
        private(set) var warm: [Stages] = []
        private(set) var device: [Timing] = []
        private var seen: Set<Int> = []

        /// Makes room for one more kind of frame.
        func add() {
            warm.append(Stages())
            device.append(Timing())
        }

        /// Adds a frame's times, but those of the first, uncounted round.
        func add(_ probe: StageProbe?, deviceTime: Double?, to index: Int) {
            if seen.insert(index).inserted { return }
            if let probe { warm[index].add(probe) }
            if let deviceTime { device[index].add(deviceTime) }
        }
    }
}
