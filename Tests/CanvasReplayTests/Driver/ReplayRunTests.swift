import CanvasReplay
import CanvasTestSupport
import Foundation
import Testing

private typealias CameraTransform = Transform2D<CanvasSpace, ViewSpace>

/// What a built-in gesture does on the small view.
private func gesture(_ gesture: BuiltInGesture, options: ReplayOptions = smallOptions()) -> InputTimeline {
    InputTimeline(
        gesture.trace(size: options.viewSize), through: TouchRecognizer(viewSize: options.viewSize, slop: 0),
        initialCamera: .identity, hz: options.hz)
}

/// When a refresh at 60 Hz is.
private func refreshTime(_ n: Int) -> Double { Double(n) * 1000 / 60 }

private func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("replay-\(UUID().uuidString)")
}

/// Every law of the plain policy that the logs can show.
private func checkLaws(_ logs: ReplayLogs, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var (inFlight, queued): (Int?, Int?) = (nil, nil)
    for event in logs.events {
        switch event.kind {
        case .request:
            #expect(queued == nil, "one waits", sourceLocation: sourceLocation)
            queued = event.request
        case .replace, .cancel: queued = nil
        case .start:
            #expect(inFlight == nil, "one in flight", sourceLocation: sourceLocation)
            #expect(queued == event.request, sourceLocation: sourceLocation)
            (inFlight, queued) = (event.request, nil)
        case .finish, .fail: inFlight = nil
        default: break
        }
    }
    let lastStart = try #require(logs.events.last { $0.kind == .start })
    #expect((lastStart.samples ?? 0) > 0, "the last started request is multisampled", sourceLocation: sourceLocation)
    var rendered: [Int: [Double]] = [:]
    for record in logs.frames {
        #expect(
            rendered[record.frame] == nil || rendered[record.frame] == record.rendered, sourceLocation: sourceLocation)
        rendered[record.frame] = record.rendered
        let (a, b) = (
            try #require(CameraTransform(entries: record.rendered)),
            try #require(CameraTransform(entries: record.current))
        )
        let expected = try a.inverted().concatenating(b.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self))
        let largest = expected.entries.map(abs).max() ?? 0
        for (x, y) in zip(record.delta, expected.entries) {
            #expect(abs(x - y) <= 1e-9 * largest, "refresh \(record.n)", sourceLocation: sourceLocation)
        }
    }
    #expect(logs.frames.last?.delta == [1, 0, 0, 1, 0, 0], sourceLocation: sourceLocation)
    #expect(Metrics(logs).renders.afterSettle == 0, sourceLocation: sourceLocation)
}

@Suite("Replay")
struct ReplayRunTests {
    @Test("every built-in gesture ends settled, with every law kept", arguments: BuiltInGesture.allCases)
    func laws(_ builtIn: BuiltInGesture) throws {
        let result = try play(gesture(builtIn))
        let moved = result.logs.events.contains { $0.kind == .start }
        if moved { try checkLaws(result.logs) }
        #expect(moved || [.rest, .scribble].contains(builtIn))
        #expect(result.metrics.frames.droppedPercent == 0)
    }

    @Test("two fingers recorded on a tablet", .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipMessage)))
    func recordedCircle() throws {
        let url = try #require(Corpus.url("gesture/evemu/isdv4_2f_circle.events"))
        let options = smallOptions()
        let trace = try GestureTrace.read(contentsOf: url).trace.scaled(to: options.viewSize)
        let input = InputTimeline(
            trace, through: TouchRecognizer(viewSize: options.viewSize), initialCamera: .identity, hz: 60)
        let result = try play(input, options: options)
        try checkLaws(result.logs)
        #expect(result.logs.events.filter { $0.kind == .settled }.count == 1)
    }

    @Test("the same command gives the same bytes")
    func deterministic() throws {
        var options = smallOptions()
        options.pictures = .every(7)
        let folders = try (0..<2).map { _ in try ReplayFolder(temporaryFolder()) }
        defer { for folder in folders { try? FileManager.default.removeItem(at: folder.url) } }
        for folder in folders {
            let result = try play(gesture(.panZoomRotate), options: options, into: folder)
            try folder.write(
                result,
                titled: ReplayTitle(
                    drawing: "pattern", gesture: "pan-zoom-rotate", options: options,
                    backend: PatternRenderer().backend))
        }
        let names = try folders.map { folder in
            try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
        }
        #expect(names[0] == names[1])
        #expect(names[0].contains("frames/000000.png") && names[0].contains("frames/000007.png"))
        #expect(!names[0].contains("frames/000001.png"))
        for name in names[0] where name != "metrics.json" && name.contains(".") {
            let bytes = try folders.map { try Data(contentsOf: $0.url.appendingPathComponent(name)) }
            #expect(bytes[0] == bytes[1], "\(name)")
        }
        #expect(try ReplayLogs(readingFrom: folders[0].url) == ReplayLogs(readingFrom: folders[1].url))
    }

    @Test("C29: late frames are shown where their content belongs")
    func lateFrames() throws {
        // The view's top-left corner on the canvas's origin, at zoom 1, 2 and 4; the test compositor is exact.
        func camera(_ zoom: Double) throws -> Camera {
            try Camera.identity.zoomed(by: zoom, about: .zero).panned(by: Vector(-80, -60))
        }
        let input = timeline(
            try camera(1),
            [
                (0, [.gestureBegan(1)]), (50, [.cameraChanged(try camera(2))]),
                (100, [.cameraChanged(try camera(4)), .gestureEnded(1)]),
            ])
        let result = try play(input, options: smallOptions(cost: .fixed(multisampled: 200, plain: 200)))
        try checkLaws(result.logs)
        let point = Point<CanvasSpace>(20, 15)
        for record in result.logs.frames {
            let rendered = try #require(Transform2D<CanvasSpace, FrameSpace>(entries: record.rendered))
            let delta = try #require(Transform2D<FrameSpace, ViewSpace>(entries: record.delta))
            let current = try #require(CameraTransform(entries: record.current))
            #expect(point.applying(rendered).applying(delta).distance(to: point.applying(current)) < 1e-9)
        }
        let frames = result.logs.frames
        #expect(Set(frames.map(\.frame)).count == 3, "the first, the one of zoom 2, the settled one")
        // Zoom 2 is rendered from 50 to 250, the settled frame from 250 to 450.
        #expect(frames.first { $0.rendered[0] == 2 }?.t == refreshTime(15))
        #expect(frames.first { $0.rendered[0] == 4 }?.t == refreshTime(27))
        #expect(result.metrics.sharpness.timeToFullQualityMs == refreshTime(27) - 100)
    }

    @Test("contacts of one report move the camera once, before the next render starts")
    func equalTimes() throws {
        let a = try Camera.identity.panned(by: Vector(3, 0))
        let b = try Camera.identity.panned(by: Vector(3, 5))
        // At 50 ms: a render ends, a refresh is due, and two changes come in.
        let input = timeline(
            .identity,
            [
                (0, [.gestureBegan(1)]), (10, [.cameraChanged(a)]),
                (50, [.cameraChanged(b), .cameraChanged(a), .cameraChanged(b), .gestureEnded(1)]),
            ])
        let result = try play(input, options: smallOptions(cost: .fixed(multisampled: 40, plain: 40)))
        let atFifty = result.logs.events.filter { $0.t == 50 }.map(\.event)
        #expect(atFifty.first == "finish")
        #expect(atFifty.suffix(2) == ["start", "swap"])
        #expect(result.logs.events.filter { $0.kind == .start && $0.t == 50 }.count == 1)
        let shown = try #require(result.logs.frames.first { $0.t == 50 })
        #expect(shown.current == b.transform.entries && shown.rendered == a.transform.entries)
    }

    @Test("blank pixels are those of the drawing that the frame does not cover, counted exactly")
    func blankPixels() throws {
        // A view of 160 × 120 with a margin of 8 and 6 pixels a side. The page ends 10 pixels above the view's centre.
        let moved = try Camera.identity.panned(by: Vector(30, 0))
        let input = timeline(.identity, [(100, [.gestureBegan(1), .cameraChanged(moved)]), (200, [.gestureEnded(1)])])
        let page = Rect<CanvasSpace>(minX: -1000, minY: -10, maxX: 1000, maxY: 1000)
        let result = try play(
            input, drawing: pageDrawing(page), options: smallOptions(cost: .fixed(multisampled: 50, plain: 50)))
        let record = try #require(result.logs.frames.first { $0.t > 100 })
        #expect(record.blankPixels == 22 * 70)
        #expect(record.coveredPixels == 138 * 120)
        #expect(result.metrics.coverage.blankPixelsMax == 22 * 70)
        // Moved at 100, which is a refresh: blank from then until the frame that began at 100 is shown, at 150.
        let integral = result.metrics.coverage.blankPixelMs
        #expect(abs(integral - 77_000) < 1e-6)
    }

    @Test("what is on screen was composed one refresh before, and the wanted camera is that of the later time")
    func presentation() throws {
        // 0.3 px a millisecond, reported every 10 ms.
        let steps = (0...40).map { i -> (Double, [InputTimeline.Action]) in
            let camera = (try? Camera.identity.panned(by: Vector(3 * Double(i), 0))) ?? .identity
            return (
                Double(i) * 10,
                (i == 0 ? [.gestureBegan(1)] : []) + [.cameraChanged(camera)] + (i == 40 ? [.gestureEnded(1)] : [])
            )
        }
        let result = try play(timeline(.identity, steps))
        let record = try #require(result.logs.frames.first { $0.n == 13 })
        #expect(record.t == refreshTime(13) && record.presented == refreshTime(14))
        #expect(record.inputT == 210)
        #expect(record.current[4] == 63)
        #expect(abs(record.wanted[4] - 0.3 * record.presented) < 1e-9)
        let expectedLag: Double = 0.3 * record.presented - 63
        #expect(abs(Metrics.cornerDistance(record) - expectedLag) < 1e-9)
        let latency = try #require(result.metrics.latency)
        #expect(latency.max < refreshTime(1) + 10 && latency.p50 >= refreshTime(1))
    }

    @Test("the settled picture equals the true one, and moving ones are told apart from it")
    func groundTruth() throws {
        var options = smallOptions()
        options.comparesWithTruth = true
        options.pictures = .every(10)
        let folder = try ReplayFolder(temporaryFolder())
        defer { try? FileManager.default.removeItem(at: folder.url) }
        let result = try play(gesture(.rotate), options: options, into: folder)
        let last = try #require(result.logs.frames.last)
        #expect(last.psnr == 100 && last.ssim == 1 && last.wrongPercent == 0)
        #expect(result.logs.frames.contains { ($0.psnr ?? 100) < 60 && ($0.wrongPercent ?? 0) > 0 })
        let truth = try #require(result.metrics.groundTruth)
        #expect(truth.psnrMin < truth.psnrMean && truth.psnrMean < 100)
        for name in ["truth/000000.png", "diff/000010.png"] {
            #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent(name).path))
        }
    }

    @Test("a render that costs nothing is shown at the very refresh")
    func noCost() throws {
        let result = try play(gesture(.pan), options: smallOptions(cost: .fixed(multisampled: 0, plain: 0)))
        try checkLaws(result.logs)
        #expect(result.logs.frames.allSatisfy { $0.delta == [1, 0, 0, 1, 0, 0] })
        #expect(result.metrics.coverage.blankPixelsMax == 0)
    }

    @Test("edits and resizes are followed to a settled picture")
    func editsAndResizes() throws {
        var drawing = pageDrawing(Rect(x: -500, y: -500, width: 1000, height: 1000))
        let first = drawing
        drawing.append(.fill(try Fill(Path(), paint: .solid(.black))))
        let input = timeline(
            .identity, [(20, [.contentChanged(drawing)]), (120, [.viewResized(PixelSize(width: 100, height: 90))])])
        let result = try play(input, drawing: first)
        try checkLaws(result.logs)
        #expect(result.logs.frames.contains { !$0.latest })
        let last = try #require(result.logs.frames.last)
        #expect(last.latest && last.view == [100, 90] && last.coveredPixels == 9000)
        #expect(result.logs.events.filter { $0.kind == .settled }.count == 2)
    }

    @Test("an engine that cannot settle in time ends the replay with an error, and leaves its logs")
    func notSettled() throws {
        let folder = try ReplayFolder(temporaryFolder())
        defer { try? FileManager.default.removeItem(at: folder.url) }
        #expect(throws: ReplayError.didNotSettle(after: 10_000)) {
            try play(
                gesture(.pan), options: smallOptions(cost: .fixed(multisampled: 20_000, plain: 20_000)), into: folder)
        }
        #expect(try !ReplayLogs(readingFrom: folder.url).frames.isEmpty)
    }

    @Test("a renderer that fails for good ends the replay with its error; one that recovers does not")
    func failingRenderer() throws {
        let lost = RenderError.device("it broke")
        #expect(throws: ReplayError.render(lost)) {
            try play(gesture(.pan), renderer: PatternRenderer { $0 > 0 ? lost : nil })
        }
        #expect(throws: ReplayError.render(lost)) {
            try play(gesture(.pan), renderer: PatternRenderer { $0 == 0 ? lost : nil })
        }
        let result = try play(gesture(.pan), renderer: PatternRenderer { $0 % 3 == 2 ? lost : nil })
        try checkLaws(result.logs)
        #expect(result.logs.events.contains { $0.kind == .fail && $0.first == true })
    }

    @Test("no pixel is read back from a GPU unless a file wants it")
    func noReadBack() throws {
        let renderer = PatternRenderer(kind: .gles)
        let result = try play(gesture(.pan), renderer: renderer)
        #expect(renderer.reads.count.load(ordering: .relaxed) == 0)
        #expect(result.pictures.isEmpty && result.metrics.sharpness.swapPop == nil)
        #expect((result.metrics.memory.peakTextureBytes ?? 0) > 160 * 120 * 4 * 2)
    }

    @Test("options that make no sense are refused")
    func invalidOptions() {
        var options = smallOptions()
        options.hz = .nan
        #expect(throws: ReplayError.self) { try play(timeline(.identity, []), options: options) }
        options = smallOptions()
        options.viewSize = PixelSize(width: 0, height: 5)
        #expect(throws: ReplayError.self) { try play(timeline(.identity, []), options: options) }
        #expect(throws: ReplayError.self) { try play(timeline(.identity, [(1e9, [])])) }
    }

    @Test("an earlier replay's numbered pictures go, other files stay")
    func folderIsCleaned() throws {
        let url = temporaryFolder()
        defer { try? FileManager.default.removeItem(at: url) }
        _ = try ReplayFolder(url)
        let frames = url.appendingPathComponent("frames")
        try FileManager.default.createDirectory(at: frames, withIntermediateDirectories: true)
        for name in ["000123.png", "mine.png"] { try Data([1]).write(to: frames.appendingPathComponent(name)) }
        _ = try ReplayFolder(url)
        #expect(try FileManager.default.contentsOfDirectory(atPath: frames.path) == ["mine.png"])
    }
}
