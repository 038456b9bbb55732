import CanvasTestSupport
import Foundation
import Pantograph
import Testing

/// Case C30 B, and C26 on the GPU: what a session leaves behind, in memory and on the screen.
@Suite("Long sessions")
struct LongSessionCases {
    // Each in a process of its own: other tests use memory, threads and files as they like.

    @Test("C30: the CPU renderer's memory, threads and files stay as they are over a long session")
    func cpuStaysFlat() async {
        await #expect(processExitsWith: .success) { try LongSession().run(with: CPURenderer()) }
    }

    @Test(
        "C30: the OpenGL ES renderer's memory, threads and files stay as they are over a long session",
        .enabled(if: Renderers.gles != nil, Renderers.glesSkipMessage))
    func glesStaysFlat() async {
        await #expect(processExitsWith: .success) { try LongSession().run(with: GLESRenderer()) }
    }

    @Test("eight sessions at once, made and dropped on any thread over and over, leave nothing behind: CPU")
    func manyOnCPU() async {
        await #expect(processExitsWith: .success) { try await ManySessions().run { CPURenderer() } }
    }

    @Test(
        "eight sessions at once, made and dropped on any thread over and over, leave nothing behind: OpenGL ES",
        .enabled(if: Renderers.gles != nil, Renderers.glesSkipMessage), .enabled(if: runsLongTests, "part of --long"))
    func manyOnGLES() async {
        await #expect(processExitsWith: .success) { try await ManySessions().run { try GLESRenderer() } }
    }

    @Test(
        "C26: after a session of zooms OpenGL ES shows the cold render of the last camera",
        .enabled(if: Renderers.gles != nil, Renderers.glesSkipMessage), arguments: [true, false])
    func settledOnGLES(onMap: Bool) throws {
        let session = LongSession(onMap: onMap)
        let result = try session.replay(with: GLESRenderer(), pictures: .every(1000))
        let last = try #require(result.logs.frames.last)
        let camera = try #require(Transform2D<CanvasSpace, FrameSpace>(entries: last.current))
        // As large as the session's frame: with the size of a frame the GPU's rounding of corners changes, and with it a
        // sample here and there that lies within 1/256 of a pixel of an edge.
        let request = RenderRequest(
            drawing: session.drawing, transform: camera,
            size: session.size.overdrawn(by: PlainPolicy.defaultOverdraw), background: .white,
            tolerance: PlainPolicy().settledTolerance)
        let renderer = try GLESRenderer()
        let layer = try Composition.Layer(
            renderer.render(request), current: camera.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self))
        let truth = try renderer.compose(Composition(size: session.size, layers: [layer])).readPixels()
        let shown = try #require(result.lastPicture)
        #expect(shown.pixels == truth.pixels)
        #expect(last.delta == [1, 0, 0, 1, 0, 0])
        #expect(result.logs.events.filter { $0.kind == .settled }.count == 1)
    }
}

/// A minute of panning and zooming over a map, or over generated strokes, again and again. In short form, a few seconds.
private struct LongSession {
    let drawing: Drawing
    let size = PixelSize(width: 256, height: 192)
    private let isLong = ProcessInfo.processInfo.environment["PANTOGRAPH_LONG_TESTS"].map { !$0.isEmpty } ?? false

    init(onMap: Bool = true) {
        if onMap, let url = Corpus.url("svg/openlayers_world.svg"),
            let map = try? DrawingReader.read(contentsOf: url).drawing
        {
            drawing = map
        } else {
            drawing = SceneGenerator(strokes: 2000).drawing()
        }
    }

    /// One loop: a gesture that wanders over the drawing between the fitted zoom and twelve times that, and comes back.
    func replay(with renderer: some FrameRenderer, pictures: ReplayOptions.Pictures = .none) throws -> ReplayResult {
        var options = ReplayOptions()
        options.viewSize = size
        options.cost = .fixed(multisampled: 90, plain: 35)
        options.pictures = pictures
        let fitted = try Camera.fitting(drawing.extent, in: size)
        let duration = isLong ? 60_000.0 : 2_000
        var steps = [InputTimeline.Step(0, [.gestureBegan(1)])]
        for t in stride(from: 8.0, through: duration, by: 8) {
            let phase = 2 * Double.pi * t / (isLong ? 6_000 : duration)
            let zoom = fitted.zoom * exp((1 - cos(phase)) / 2 * log(12))
            let center = Point<CanvasSpace>(
                drawing.extent.center.x + drawing.extent.width * 0.2 * sin(phase),
                drawing.extent.center.y + drawing.extent.height * 0.2 * sin(2 * phase))
            steps.append(.init(t, [.cameraChanged(try Camera(center: center, zoom: zoom))]))
        }
        steps.append(.init(duration + 10, [.gestureEnded(1)]))
        return try ReplayRun(
            drawing: drawing, timeline: InputTimeline(initialCamera: fitted, steps: steps), renderer: renderer,
            options: options, stopwatch: { 0 }
        ).run()
    }

    /// A leak grows with every loop; what threads that first meet late make the allocator keep, it keeps once. So a
    /// stretch that grew is followed by another, and one of three has to be flat. What counts is the least of a stretch: a
    /// renderer's threads let go of what the last loop used in their own time.
    func run(with renderer: some FrameRenderer) throws {
        func least(of loops: Int) throws -> Footprint {
            var least: Footprint?
            for _ in 0..<loops {
                _ = try replay(with: renderer)
                let now = try Footprint()
                if now.residentBytes < least?.residentBytes ?? .max { least = now }
            }
            return try #require(least)
        }
        _ = try least(of: 2)
        var before = try least(of: isLong ? 15 : 5)
        let first = before
        var growth = 0.0
        for _ in 0..<3 {
            let after = try least(of: isLong ? 45 : 10)
            growth = Double(after.residentBytes - before.residentBytes) / 1_048_576
            before = after
            if growth <= 8 { break }
        }
        #expect(growth <= 8, "\(growth) MiB more")
        // The runtime's pool of threads may still have been growing to the number of cores.
        #expect(before.threads <= first.threads + ProcessInfo.processInfo.activeProcessorCount)
        #expect(before.files == first.files)
    }
}

/// Sessions that live for a short gesture, eight at once. In short form over a few rounds, else over fifty.
private struct ManySessions {
    private let rounds = runsLongTests ? 50 : 6
    private let drawing = SceneGenerator(strokes: 300).drawing()

    /// Makes a session, pans and zooms, draws, waits until all is shown, and drops it in the midst of the next gesture.
    private func useSession(_ renderer: any FrameRenderer) async throws {
        let session = CanvasSession(drawing, viewSize: PixelSize(width: 96, height: 64), renderer: renderer)
        session.beginGesture(1)
        for i in 0..<4 {
            session.pan(by: Vector(Double(i), 2))
            session.zoom(by: 1.1, about: .zero)
            _ = try session.frame(at: session.time)
        }
        session.endGesture(1)
        session.undo()
        var waited = 0
        while !session.isSettled, waited < 2000 {
            try await Task.sleep(for: .milliseconds(5))
            _ = try session.frame(at: session.time)
            waited += 1
        }
        #expect(session.isSettled)
        session.beginGesture(2)
        session.zoom(by: 3, about: .zero)
        if waited % 2 == 0 { session.stop() }
    }

    private func round(_ make: @escaping @Sendable () throws -> any FrameRenderer) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await useSession(try make()) } }
            try await group.waitForAll()
        }
    }

    /// A leak grows with every round; what many threads make the allocator keep, it keeps once. So a stretch that grew is
    /// followed by another, and one of six has to be flat.
    func run(_ make: @escaping @Sendable () throws -> any FrameRenderer) async throws {
        for _ in 0..<3 { try await round(make) }
        let first = try Footprint()
        var growth = 0.0
        for _ in 0..<6 {
            let before = try Footprint()
            for _ in 0..<rounds { try await round(make) }
            growth = Double(try Footprint().residentBytes - before.residentBytes) / 1_048_576
            if growth <= 8 { break }
        }
        #expect(growth <= 8, "\(growth) MiB more")
        // Threads of the renderers and of the driver end in their own time.
        var last = try Footprint()
        let threads = first.threads + ProcessInfo.processInfo.activeProcessorCount
        for _ in 0..<100 where last.threads > threads || last.files > first.files {
            try await Task.sleep(for: .milliseconds(100))
            last = try Footprint()
        }
        #expect(last.threads <= threads, "\(first.threads) threads before, \(last.threads) after")
        #expect(last.files <= first.files, "\(first.files) files before, \(last.files) after")
    }
}

/// What a process holds.
private struct Footprint {
    let residentBytes: Int
    let threads: Int
    let files: Int

    init() throws {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .ascii).split(separator: " ")
        residentBytes = try #require(Int(pages[1])) * 4096
        threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
