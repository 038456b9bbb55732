import Pantograph

/// Everything that `pantograph bench` has measured of one drawing.
struct BenchResult {
    let scene: String
    let items: Int
    let fileBytes: Int
    let reading: Timing
    var frames: [FrameBench.Row] = []
    var outside: OutsideBench?
    var compose: ComposeBench?
    var pans: [PanBench] = []
    var givingWay: [GiveWayBench] = []
    var peakResidentBytes: [(backend: BackendDescription.Kind, bytes: Int)] = []

    /// Measures a drawing.
    init(
        _ scene: BenchScene, backends: [BackendDescription.Kind], rounds: Int, threads: Int?, _ console: Console
    ) throws {
        self.scene = scene.name
        items = scene.drawing.count
        fileBytes = scene.fileBytes
        reading = scene.reading
        let bench = FrameBench(drawing: scene.drawing, rounds: rounds, threads: threads)
        for view in BenchView.Name.allCases {
            frames += try bench.run(view, backends: backends) {
                console.progress($0, "\(scene.name), view \(view.rawValue)")
            }
        }
        console.progress(0, "\(scene.name), strokes outside the view")
        if backends.contains(.cpu) { outside = try OutsideBench(scene.drawing, rounds: rounds, threads: threads) }
        console.progress(0, "\(scene.name), pans")
        pans = try backends.map { try PanBench(scene.drawing, on: $0, rounds: rounds, threads: threads) }
        console.progress(0, "\(scene.name), frames taken back")
        givingWay = try backends.map { try GiveWayBench(scene.drawing, on: $0, rounds: rounds, threads: threads) }
        console.progress(0, "\(scene.name), re-projection")
        compose = try ComposeBench(scene.drawing, backends: backends, rounds: rounds, threads: threads)
        for (i, backend) in backends.enumerated() {
            console.progress(Double(i) / Double(backends.count), "\(scene.name), memory")
            if let bytes = try MemoryBench.peakResidentBytes(scene, backend: backend) {
                peakResidentBytes.append((backend, bytes))
            }
        }
        console.clearBar()
    }

    /// How many times as long a frame without antialiasing takes as one with; `nil` where either was not measured.
    func unsampledRatio(_ view: BenchView.Name, _ backend: BackendDescription.Kind) -> Double? {
        let rows = frames.filter { $0.view == view && $0.backend == backend }
        guard let fast = rows.first(where: { $0.samples == 0 }), let full = rows.first(where: { $0.samples > 0 }),
            full.warm.median > 0
        else { return nil }
        return fast.warm.median / full.warm.median
    }
}
