import Synchronization

/// Counts how long the stages of a frame take, for measurements: nanoseconds of work, summed over the threads.
///
/// A renderer that is not being measured has none, and pays one comparison a chunk of items for the possibility.
package final class StageProbe: Sendable {
    /// What a frame consists of.
    package enum Stage: Int, CaseIterable, Sendable {
        /// Making geometry that is not there yet.
        case encode
        /// Finding what the camera shows, where it lies, and which band of rows it touches.
        case cull
        /// Coverage and blending.
        case raster
    }

    private let encode = Atomic<Int64>(0)
    private let cull = Atomic<Int64>(0)
    private let raster = Atomic<Int64>(0)

    package init() {}

    /// Milliseconds of work on `stage` since the last `reset`.
    package func milliseconds(_ stage: Stage) -> Double {
        switch stage {
        case .encode: Double(encode.load(ordering: .relaxed)) / 1e6
        // Geometry is made in the midst of planning, where it is found to be missing.
        case .cull: Double(cull.load(ordering: .relaxed) - encode.load(ordering: .relaxed)) / 1e6
        case .raster: Double(raster.load(ordering: .relaxed)) / 1e6
        }
    }

    package func reset() {
        encode.store(0, ordering: .relaxed)
        cull.store(0, ordering: .relaxed)
        raster.store(0, ordering: .relaxed)
    }

    func add(_ duration: Duration, to stage: Stage) {
        let nanoseconds = Int64(duration / .nanoseconds(1))
        switch stage {
        case .encode: encode.add(nanoseconds, ordering: .relaxed)
        case .cull: cull.add(nanoseconds, ordering: .relaxed)
        case .raster: raster.add(nanoseconds, ordering: .relaxed)
        }
    }
}

extension Optional<StageProbe> {
    /// Does `work`, and counts the time it takes as `stage` if there is a probe.
    @inline(__always)
    func measure<Result>(_ stage: StageProbe.Stage, _ work: () -> Result) -> Result {
        guard let self else { return work() }
        let clock = ContinuousClock()
        let start = clock.now
        defer { self.add(clock.now - start, to: stage) }
        return work()
    }
}
