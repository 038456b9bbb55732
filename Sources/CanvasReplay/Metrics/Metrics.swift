#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How an interaction felt, in numbers: `metrics.json`, schema `pantograph.metrics/1`.
///
/// A pure function of the two logs, but for `memory`. What there was nothing to measure of is `nil`, and `null` in the
/// file.
public struct Metrics: Hashable, Sendable {
    public static let schema = "pantograph.metrics/1"

    public var frames = Frames()
    public var latency: Quantiles?
    public var lag = Lag()
    public var coverage = Coverage()
    public var sharpness = Sharpness()
    public var staleness = Staleness()
    public var renders = Renders()
    public var groundTruth: GroundTruth?
    public var memory = Memory()

    public struct Frames: Hashable, Sendable {
        /// Refreshes in the interaction whose composition should change.
        public var expected = 0
        /// Those that did.
        public var produced = 0
        public var droppedPercent = 0.0
        public var latePercent = 0.0
        /// Milliseconds late per second of interaction: a refresh per dropped one, and how late the late ones were.
        public var hitchMsPerSecond = 0.0
    }

    /// The largest view-corner distance between the camera wanted and the camera shown, over the interaction.
    public struct Lag: Hashable, Sendable {
        public var averagePx = 0.0
        public var maxPx = 0.0
    }

    public struct Coverage: Hashable, Sendable {
        public var blankPixelsMax = 0
        public var blankPixelMs = 0.0
        public var checkerboardSeverity = 0
        public var fallbackPixelMs = 0.0
    }

    public struct Sharpness: Hashable, Sendable {
        public var underResolution = 0.0
        /// From the end of a gesture to the refresh that composes the first right picture at full quality; `nil` if there was
        /// no gesture that rest followed, or full quality was never reached.
        public var timeToFullQualityMs: Double?
        /// The mean over the swaps; `nil` if it was not measured.
        public var swapPop: Double?
    }

    public struct Staleness: Hashable, Sendable {
        public var frameAgeMs: Quantiles?
        /// The longest time in a gesture during which the frame shown was out of date and no new one came.
        public var maxSwapGapMs = 0.0
    }

    public struct Renders: Hashable, Sendable {
        public var requested = 0
        public var started = 0
        public var finished = 0
        public var replaced = 0
        /// Finished frames that were never shown.
        public var discarded = 0
        public var wastedPercent = 0.0
        /// Renders that began though the engine had settled and nothing had happened since.
        public var afterSettle = 0
    }

    public struct GroundTruth: Hashable, Sendable {
        public var psnrMin: Double
        public var psnrMean: Double
        public var ssimMin: Double?
        public var wrongPercentMax: Double?

        public init(psnrMin: Double, psnrMean: Double, ssimMin: Double?, wrongPercentMax: Double?) {
            self.psnrMin = psnrMin
            self.psnrMean = psnrMean
            self.ssimMin = ssimMin
            self.wrongPercentMax = wrongPercentMax
        }
    }

    public struct Memory: Hashable, Sendable {
        /// The most bytes that frames, on display, waiting or being drawn, and compositions held at once.
        public var peakTextureBytes: Int?
        /// The most memory the process ever had resident.
        public var peakResidentBytes: Int?
        /// How many pixel buffers or textures the renderer allocated, and how often it used one again instead.
        public var bufferAllocations: Int?
        public var bufferReuses: Int?

        mutating func add(_ pool: PoolStatistics) {
            bufferAllocations = pool.allocations
            bufferReuses = pool.reuses
        }
    }

    /// Measures everything that the logs tell.
    public init(_ logs: ReplayLogs) {
        measureFrames(logs)
        measureCoverage(logs)
        measureStaleness(logs)
        sharpness.timeToFullQualityMs = Self.timeToFullQuality(logs)
        measureRenders(logs)
        measureGroundTruth(logs)
    }

    /// How long each composition is on screen: until the next one, the last for as long as the one before it.
    static func durations(_ frames: [FrameRecord]) -> [Double] {
        guard let last = frames.last else { return [] }
        let period = frames.count > 1 ? last.presented - frames[frames.count - 2].presented : last.presented - last.t
        return zip(frames, frames.dropFirst()).map { $1.presented - $0.presented } + [period]
    }
}

// MARK: - From the frame log

extension Metrics {
    private mutating func measureFrames(_ logs: ReplayLogs) {
        var interactions = Interactions(logs.events)
        var latencies: [Double] = []
        var (span, hitch, late, lagArea) = (0.0, 0.0, 0, 0.0)
        var lastInput: Double?
        for (record, dt) in zip(logs.frames, Self.durations(logs.frames)) {
            let isNewInput = record.inputT != lastInput
            lastInput = record.inputT
            guard interactions.contains(record.t) else { continue }
            span += dt
            if record.expected {
                frames.expected += 1
                if record.new { frames.produced += 1 } else { hitch += dt }
                if record.new, !record.onTime { late += 1 }
            }
            hitch += record.late ?? 0
            if record.new, isNewInput { latencies.append(record.presented - record.inputT) }
            let distance = Self.cornerDistance(record)
            lag.maxPx = max(lag.maxPx, distance)
            lagArea += distance * dt
        }
        if frames.expected > 0 {
            frames.droppedPercent = 100 * Double(frames.expected - frames.produced) / Double(frames.expected)
        }
        if frames.produced > 0 { frames.latePercent = 100 * Double(late) / Double(frames.produced) }
        if span > 0 {
            frames.hitchMsPerSecond = hitch / (span / 1000)
            lag.averagePx = lagArea / span
        }
        latency = Quantiles(latencies)
    }

    /// The largest distance at a view corner between where the wanted camera has what is there and where the shown
    /// one has it.
    package static func cornerDistance(_ record: FrameRecord) -> Double {
        guard record.view.count == 2, record.wanted != record.current,
            let wanted = Transform2D<CanvasSpace, ViewSpace>(entries: record.wanted),
            let current = Transform2D<CanvasSpace, ViewSpace>(entries: record.current),
            let difference = try? Transform2D<ViewSpace, ViewSpace>.delta(rendered: wanted, current: current)
        else { return 0 }
        let corners = PixelSize(width: record.view[0], height: record.view[1]).centeredRect(in: ViewSpace.self).corners
        return corners.map { $0.distance(to: $0.applying(difference)) }.max() ?? 0
    }

    private mutating func measureCoverage(_ logs: ReplayLogs) {
        var run = 0.0
        var pops: [Double] = []
        for (record, dt) in zip(logs.frames, Self.durations(logs.frames)) {
            let blank = Double(record.blankPixels)
            coverage.blankPixelsMax = max(coverage.blankPixelsMax, record.blankPixels)
            coverage.blankPixelMs += blank * dt
            coverage.fallbackPixelMs += Double(record.fallbackPixels) * dt
            run = record.blankPixels > 0 ? run + blank * dt : 0
            coverage.checkerboardSeverity = max(
                coverage.checkerboardSeverity, Int(min(run.squareRoot(), 1e15)))
            sharpness.underResolution += Self.underResolution(record) * dt / 1000
            if let pop = record.swapPop { pops.append(pop) }
        }
        if !pops.isEmpty { sharpness.swapPop = pops.reduce(0, +) / Double(pops.count) }
    }

    /// How far below its due resolution a view is shown, in octaves, averaged over its area.
    private static func underResolution(_ record: FrameRecord) -> Double {
        guard record.view.count == 2, let delta = Transform2D<FrameSpace, ViewSpace>(entries: record.delta) else {
            return 0
        }
        let area = Double(max(record.view[0] * record.view[1], 1))
        let octaves = max(0, log2(delta.scales.largest))
        return Double(record.coveredPixels) / area * octaves
            + Double(record.backingPixels) / area * max(0, log2(record.backingScale))
            + Double(record.fallbackPixels) / area * max(0, log2(record.fallbackScale))
    }

    private mutating func measureStaleness(_ logs: ReplayLogs) {
        var interactions = Interactions(logs.events)
        var ages: [Double] = []
        var since: Double?
        var shown: Int?
        for record in logs.frames {
            if interactions.contains(record.t) { ages.append(record.frameAge) }
            // From one swap to the next: before this refresh is looked at as the beginning of another gap.
            if let since { staleness.maxSwapGapMs = max(staleness.maxSwapGapMs, record.presented - since) }
            let isRight = record.isUnmoved && record.latest
            if !record.gesture || isRight {
                since = nil
            } else if record.frame != shown || since == nil {
                since = record.presented
            }
            shown = record.frame
        }
        staleness.frameAgeMs = Quantiles(ages)
    }

    private static func timeToFullQuality(_ logs: ReplayLogs) -> Double? {
        // Where no frame at all was to be multisampled, full quality has no samples.
        let samples = logs.events.contains { $0.kind == .start && ($0.samples ?? 0) > 0 } ? 1 : 0
        var longest: Double?
        for gesture in Interactions(logs.events).gestures where gesture.end.isFinite {
            let full = logs.frames.first { record in
                record.t >= gesture.end && record.isUnmoved && record.latest && record.samples >= samples
                    && record.blankPixels == 0 && record.fallbackPixels == 0
            }
            guard let full else {
                // Interrupted by a next gesture, it does not count; else full quality was never reached.
                if gesture.next.isFinite { continue }
                return nil
            }
            if full.t < gesture.next { longest = max(longest ?? 0, full.t - gesture.end) }
        }
        return longest
    }

    private mutating func measureGroundTruth(_ logs: ReplayLogs) {
        let psnr = logs.frames.compactMap(\.psnr)
        guard let least = psnr.min() else { return }
        groundTruth = GroundTruth(
            psnrMin: least, psnrMean: psnr.reduce(0, +) / Double(psnr.count),
            ssimMin: logs.frames.compactMap(\.ssim).min(), wrongPercentMax: logs.frames.compactMap(\.wrongPercent).max()
        )
    }
}

// MARK: - From the event log

extension Metrics {
    private mutating func measureRenders(_ logs: ReplayLogs) {
        var started: [Int: Double] = [:]
        var (spent, shown): ([Int: Double], Set<Int>) = ([:], [])
        var (unanswered, isSettled) = (0.0, false)
        for event in logs.events {
            switch event.kind {
            case .request: renders.requested += 1
            case .replace: renders.replaced += 1
            case .start:
                renders.started += 1
                if isSettled { renders.afterSettle += 1 }
                if let id = event.request { started[id] = event.t }
            case .finish:
                renders.finished += 1
                if let id = event.request { spent[id] = event.t - (started[id] ?? event.t) }
            case .fail:
                if let id = event.request { unanswered += event.t - (started[id] ?? event.t) }
            case .cancel:
                // Only what was in flight had begun.
                if let id = event.request, let start = started[id], spent[id] == nil { unanswered += event.t - start }
            case .swap, .overview: if let frame = event.frame { shown.insert(frame) }
            case .settled: isSettled = true
            case .gestureBegin, .cameraSet, .edit, .resize, .fallback: isSettled = false
            default: break
            }
        }
        let wasted = spent.filter { !shown.contains($0.key) }
        renders.discarded = wasted.count
        let all = spent.values.reduce(unanswered, +)
        if all > 0 { renders.wastedPercent = 100 * wasted.values.reduce(unanswered, +) / all }
    }
}

extension FrameRecord {
    /// Whether the frame is shown just as it was rendered.
    var isUnmoved: Bool { delta == [1, 0, 0, 1, 0, 0] }
}
