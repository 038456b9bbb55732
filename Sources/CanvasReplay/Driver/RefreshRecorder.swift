import Foundation

/// Shows each refresh of a replay and writes down what it showed.
struct RefreshRecorder {
    private let options: ReplayOptions
    private let renderer: any FrameRenderer
    private let timeline: InputTimeline
    private let folder: ReplayFolder?
    private var truth: GroundTruthRenderer

    /// What is on display.
    private(set) var composition: Composition?
    private(set) var records: [FrameRecord] = []
    private var keptPictures: [ReplayResult.Picture] = []
    private(set) var peakBytes = 0
    /// How long the graphics device was at work on what was shown, by the frames' numbers.
    private(set) var deviceTimes: [Int: Double] = [:]
    /// When the replay's time 0 is on the engine's clock.
    var timeOrigin: Milliseconds = 0

    private var shown: RenderedFrame?
    private var content: (any FrameContent)?
    /// What was drawn last.
    var lastContent: (any FrameContent)? { content }
    /// What is on display, where pixels are read.
    private(set) var picture: PixelBuffer?
    private var comparison: PictureComparison?
    private var extents: (stamp: UInt64, extent: Rect<CanvasSpace>)?
    /// When the frame shown was last right, that is unmoved and of the latest content.
    private var lastRight: Milliseconds = 0
    private var mostBlank = 0

    init(options: ReplayOptions, renderer: any FrameRenderer, timeline: InputTimeline, folder: ReplayFolder?) {
        self.options = options
        self.renderer = renderer
        self.timeline = timeline
        self.folder = folder
        truth = GroundTruthRenderer(renderer: renderer, background: options.background)
    }

    /// Whether pixels are read back at all. Where they live on a GPU they are not, unless files are asked for: a
    /// read-back would be measured as if it belonged to the display path.
    private var readsPixels: Bool {
        guard options.showsPictures, options.clock == .virtual else { return false }
        return options.pictures != .none || options.comparesWithTruth || renderer.backend.kind == .cpu
    }

    /// Writes down what a refresh shows, and draws it.
    ///
    /// - Parameters:
    ///   - engine: as it is after presenting `composition`.
    ///   - isNew: whether the composition differs from the one before.
    mutating func record(
        _ n: Int, _ composition: Composition, isNew: Bool, engine: ReprojectionEngine, at time: Milliseconds,
        presented: Milliseconds, lastInput: Milliseconds, isChangeDue: Bool, bytesInFlight: Int
    ) throws(ReplayError) {
        let before = shown
        let previous = self.composition
        self.composition = composition
        // Part of what is shown, unless the overview is instead.
        guard let info = engine.displayed,
            let layer = try? Composition.Layer(info.frame, current: engine.camera.transform)
        else { return }
        shown = layer.frame
        deviceTimes[info.frame.id] = info.frame.deviceTime
        var record = makeRecord(n, engine: engine, layer: layer, time: time, presented: presented)
        record.inputT = lastInput
        record.new = isNew
        record.expected = isChangeDue
        let isRight = record.isUnmoved && record.latest
        if isRight { lastRight = presented }
        record.frameAge = isRight ? 0 : presented - max(info.startTime - timeOrigin, lastRight)
        let covered = measureCoverage(&record, engine: engine, composition, front: layer)
        let bytes = engine.heldByteCount
        try show(composition, isNew: isNew || content == nil, bytesElsewhere: bytesInFlight + bytes)
        if let before, before.id != layer.frame.id, options.clock == .virtual {
            record.swapPop = try swapPop(from: previous, engine: engine)
        }
        if options.comparesWithTruth { try compareWithTruth(&record, engine: engine, covered: covered) }
        try keepPicture(record)
        records.append(record)
    }

    private func makeRecord(
        _ n: Int, engine: ReprojectionEngine, layer: Composition.Layer, time: Milliseconds, presented: Milliseconds
    ) -> FrameRecord {
        var record = FrameRecord(
            n: n, t: time, presented: presented, view: engine.viewSize, frame: layer.frame.id,
            samples: layer.frame.samples)
        record.current = engine.camera.transform.entries
        record.rendered = layer.frame.transform.entries
        record.delta = layer.delta.entries
        record.wanted = timeline.camera(at: presented).transform.entries
        record.gesture = engine.gestures.isActive
        record.latest = layer.frame.contentStamp == engine.drawing.stamp
        return record
    }

    // MARK: - Coverage

    /// Counts what the frame covers, what only the overview does, and what is left blank.
    ///
    /// - Returns: in each row, the run of pixels that the frame reaches.
    private mutating func measureCoverage(
        _ record: inout FrameRecord, engine: ReprojectionEngine, _ composition: Composition, front: Composition.Layer
    ) -> [Range<Int>] {
        guard let toCanvas = try? engine.camera.transform.inverted() else { return [] }
        let coverage = ViewCoverage(size: engine.viewSize)
        var seen = RowSpans([Range<Int>](repeating: 0..<0, count: engine.viewSize.height))
        var octaves = 0.0
        record.coveredPixels = 0
        for layer in composition.layers.reversed() {
            let added = seen.add(layerRuns(layer, coverage))
            let scale = layer.delta.scales.largest
            let isOverview = layer.frame.id == engine.overview?.frame.id
            if layer.frame.id == front.frame.id {
                record.coveredPixels = added
                continue
            }
            if isOverview {
                record.overviewPixels = added
                record.fallbackScale = scale
            }
            // A picture of the whole drawing that is as sharp as the view is no makeshift.
            if isOverview, scale > 1 {
                record.fallbackPixels = added
            } else {
                record.backingPixels += added
                octaves += Double(added) * max(0, log2(scale))
            }
        }
        if record.backingPixels > 0 { record.backingScale = exp2(octaves / Double(record.backingPixels)) }
        record.blankPixels = seen.count(missingFrom: coverage.runs(of: extent(of: engine.drawing), toCanvas))
        return layerRuns(front, coverage)
    }

    private func layerRuns(_ layer: Composition.Layer, _ coverage: ViewCoverage) -> [Range<Int>] {
        guard let toFrame = try? layer.delta.inverted() else { return [] }
        return coverage.runs(of: layer.frame.coverage, toFrame)
    }

    private mutating func extent(of drawing: Drawing) -> Rect<CanvasSpace> {
        if let extents, extents.stamp == drawing.stamp { return extents.extent }
        let extent = drawing.extent
        extents = (drawing.stamp, extent)
        return extent
    }

    // MARK: - Pictures

    private mutating func show(_ composition: Composition, isNew: Bool, bytesElsewhere: Int) throws(ReplayError) {
        if isNew, options.showsPictures {
            let next = try compose(composition)
            content = next
            picture = readsPixels ? try read(next) : nil
            comparison = nil
        }
        peakBytes = max(peakBytes, bytesElsewhere + (content?.byteCount ?? 0))
    }

    /// How far what is shown differs from what the frames shown before would show now.
    private func swapPop(from old: Composition?, engine: ReprojectionEngine) throws(ReplayError) -> Double? {
        guard let picture, var before = old else { return nil }
        var frames = before.layers.map(\.frame)
        // Where those reached then, they need not reach now.
        if let overview = engine.overview?.frame, frames.first?.id != overview.id { frames.insert(overview, at: 0) }
        before.size = engine.viewSize
        before.layers = frames.compactMap { try? Composition.Layer($0, current: engine.camera.transform) }
        return PictureComparison.meanDifference(picture, try read(try compose(before)))
    }

    private mutating func compareWithTruth(
        _ record: inout FrameRecord, engine: ReprojectionEngine, covered: [Range<Int>]
    ) throws(ReplayError) {
        guard let picture else { return }
        let expected = try truth.picture(for: engine)
        let result = comparison ?? PictureComparison(picture, truth: expected, covered: covered)
        comparison = result
        record.psnr = result.psnr
        record.ssim = result.ssim
        record.wrongPercent = result.wrongPercent
        record.wrongCoveredPercent = result.wrongCoveredPercent
        if options.pictures.includes(record.n) {
            try folder?.write(expected, as: .truth, n: record.n)
            try folder?.write(PictureComparison.differencePicture(picture, expected), as: .difference, n: record.n)
        }
    }

    /// Writes the picture if its turn has come, and keeps some for the report: evenly spread ones, and the one with
    /// the most blank pixels.
    private mutating func keepPicture(_ record: FrameRecord) throws(ReplayError) {
        guard let picture else { return }
        if options.pictures.includes(record.n) { try folder?.write(picture, as: .frame, n: record.n) }
        let refreshes = max(Int(timeline.end * options.hz / 1000), 1)
        let step = max((refreshes + 4) / 5, 1)
        let isWorst = record.blankPixels > mostBlank
        if isWorst {
            mostBlank = record.blankPixels
            if let worst = keptPictures.firstIndex(where: \.isWorst) { keptPictures.remove(at: worst) }
        }
        if isWorst || (record.n % step == 0 && keptPictures.count < 8) {
            keptPictures.append(ReplayResult.Picture(n: record.n, isWorst: isWorst, pixels: picture))
        }
    }

    /// The pictures kept, and the last one.
    var picturesToShow: [ReplayResult.Picture] {
        guard let picture, let last = records.last, !keptPictures.contains(where: { $0.n == last.n }) else {
            return keptPictures
        }
        return keptPictures + [ReplayResult.Picture(n: last.n, isWorst: false, pixels: picture)]
    }

    /// How late the composition recorded last was.
    mutating func noteLateness(_ late: Milliseconds) {
        guard late > 0, !records.isEmpty else { return }
        records[records.count - 1].onTime = false
        records[records.count - 1].late = late
    }

    /// A refresh that came and went while a composition was being drawn: it showed what the one before did.
    mutating func recordMissed(_ n: Int, at time: Milliseconds, presented: Milliseconds, isChangeDue: Bool) {
        guard var record = records.last else { return }
        record.frameAge += presented - record.presented
        (record.n, record.t, record.presented) = (n, time, presented)
        record.wanted = timeline.camera(at: presented).transform.entries
        (record.new, record.expected, record.swapPop) = (false, isChangeDue, nil)
        (record.onTime, record.late) = (true, nil)
        records.append(record)
    }

    private func compose(_ composition: Composition) throws(ReplayError) -> any FrameContent {
        do { return try renderer.compose(composition) } catch { throw .compose(error) }
    }

    private func read(_ content: any FrameContent) throws(ReplayError) -> PixelBuffer {
        do { return try content.readPixels() } catch { throw .compose(error) }
    }
}
