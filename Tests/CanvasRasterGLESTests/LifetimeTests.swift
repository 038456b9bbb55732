import CanvasFormats
import CanvasRasterGLES
import CanvasTestSupport
import Foundation
import Testing

@Suite("The life of an OpenGL ES renderer", .enabled(if: GLES.isAvailable, GLES.message), .serialized)
struct LifetimeTests {
    @Test("it says what it is")
    func description() throws {
        let backend = try #require(GLES.shared).backend
        #expect(backend.kind == .gles)
        #expect(backend.version.hasPrefix("OpenGL ES 3."))
        #expect(!backend.device.isEmpty)
        #expect(backend.maximumSize >= 2048)
        #expect(backend.sampleCounts.contains(4))
        #expect(backend.isHardware != backend.device.contains("llvmpipe"))
    }

    // In a process of its own: the other tests make renderers, threads and files as they like.
    @Test("fifty renderers, made, used and destroyed on several threads, leak no thread and no descriptor")
    func noLeaks() async {
        await #expect(processExitsWith: .success) {
            // An error that left this closure would end the process, and nobody would read what it was.
            do { try await useMany() } catch { Issue.record(error) }
        }
    }

    // Else the GL thread may be the last to hold itself, nobody waits for its end, and a process that exits meanwhile takes
    // the driver from under it: one in a hundred processes aborted.
    @Test("when a call returns, the GL thread holds nothing any more of what it was given or gave")
    func handsBack() throws {
        let renderer = try GLESRenderer()
        let drawing = try Drawing([rectangle(Rect(minX: 1, minY: 1, maxX: 7, maxY: 5), .black)].map { .fill($0) })
        var held = 0
        for _ in 0..<500 {
            weak var given: AnyObject?
            weak var result: AnyObject?
            do {
                let first = try renderer.render(GLES.request(drawing, 8, 8))
                var request = GLES.request(drawing, 8, 8)
                request.reuse = FrameReuse(first, of: drawing)
                let second = try renderer.render(request)
                (given, result) = (first.content as AnyObject, second.content as AnyObject)
                withExtendedLifetime((first, second, request)) {}
            }
            if given != nil || result != nil { held += 1 }
        }
        #expect(held == 0)
    }

    @Test("a frame outlives its renderer")
    func frameOutlives() throws {
        var renderer: GLESRenderer? = try GLESRenderer()
        let frame = try renderer!.render(
            GLES.request(Drawing([]), 8, 8, background: Color(red8: 10, green8: 20, blue8: 30)))
        renderer = nil
        #expect(try frame.content.readPixels()[3, 3] == Pixel(red: 10, green: 20, blue: 30, alpha: 255))
    }

    @Test("rendering and composing read nothing back")
    func readsNothing() throws {
        let renderer = try GLESRenderer()
        let frame = try renderer.render(GLES.request(Drawing([]), 32, 32))
        let layer = try Composition.Layer(frame, current: .identity)
        let shown = try renderer.compose(Composition(size: frame.size, layers: [layer]))
        #expect(renderer.readCount == 0)
        _ = try shown.readPixels()
        #expect(renderer.readCount == 1)
    }

    @Test("a frame says how long the device was at work, where it tells, after a render that was given up too")
    func deviceTime() throws {
        let renderer = try GLESRenderer(debug: true)
        let drawing = SceneGenerator(strokes: 400).drawing()
        let clock = ContinuousClock()
        var told: [Bool] = []
        for samples in [0, 4, 0] {
            let start = clock.now
            let frame = try renderer.render(GLES.request(drawing, 512, 512, samples: samples))
            let elapsed = (clock.now - start) / .milliseconds(1)
            told.append(frame.deviceTime != nil)
            if let time = frame.deviceTime {
                #expect(time > 0 && time <= elapsed, "\(time) of \(elapsed) ms")
            }
            // A render that fails must not leave the clock running.
            let cancellation = RenderCancellation()
            cancellation.cancel()
            var given = GLES.request(drawing, 512, 512, samples: samples)
            given.cancellation = cancellation
            #expect(throws: RenderError.cancelled) { _ = try renderer.render(given) }
        }
        // The first answer of a driver may be beyond belief.
        #expect(Set(told.dropFirst()).count == 1, "always, or never: \(told)")
        if !renderer.backend.isHardware { #expect(!told.contains(true)) }
        #expect(renderer.debugMessages.isEmpty, "\(renderer.debugMessages)")
    }

    @Test("a frame beyond the device's limit is refused with the limit")
    func tooLarge() throws {
        let renderer = try #require(GLES.shared)
        let limit = renderer.backend.maximumSize
        let size = PixelSize(width: limit + 1, height: 16)
        #expect(throws: RenderError.tooLarge(size, limit: limit)) {
            _ = try renderer.render(RenderRequest(drawing: Drawing([]), transform: .identity, size: size))
        }
    }

    @Test("where no display gives a context, the reason of each is said")
    func unavailable() throws {
        #expect(throws: RenderError.unavailable("no OpenGL ES 3 context: no platform")) {
            _ = try GLESRenderer(platforms: [], debug: false)
        }
        do {
            _ = try GLESRenderer(platforms: [.device(999)], debug: false)
            Issue.record("there is no thousandth device")
        } catch {
            guard case .unavailable(let reason) = error else { throw error }
            #expect(reason.contains("EGL device 999"))
        }
    }

    @Test("edits leave nothing behind: a thousand of them, each drawn, and memory stays flat")
    func editing() async {
        await #expect(processExitsWith: .success) {
            let renderer = try GLESRenderer()
            var drawing = Drawing()
            func add(_ i: Int) throws {
                let line = try path("M \(i % 50) 5 L 60 \(i % 50)")
                drawing.append(.stroke(try Stroke(line, width: .uniform(2), paint: .solid(.black))))
                _ = try renderer.render(GLES.request(drawing, 64, 64, samples: 0))
            }
            for i in 0..<300 { try add(i) }
            let before = try residentBytes()
            for i in 300..<1300 { try add(i) }
            #expect(try residentBytes() - before < 24 << 20)
        }
    }

    @Test("requests that no renderer can draw are refused")
    func invalid() throws {
        let renderer = try #require(GLES.shared)
        let size = PixelSize(width: 0, height: 16)
        #expect(throws: RenderError.self) {
            _ = try renderer.render(RenderRequest(drawing: Drawing([]), transform: .identity, size: size))
        }
        let flat = Transform2D<CanvasSpace, FrameSpace>(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
        #expect(throws: RenderError.self) {
            _ = try renderer.render(
                RenderRequest(drawing: Drawing([]), transform: flat, size: PixelSize(width: 16, height: 16)))
        }
    }
}

/// Makes a renderer, has it draw and compose, and lets it go.
private func useRenderer() throws {
    let line = try path("M 5 30 Q 40 90 75 30")
    let request = GLES.request(
        Drawing([.stroke(try Stroke(line, width: .uniform(10), paint: .solid(.black)))]), 64, 64)
    let renderer = try GLESRenderer()
    let frame = try renderer.render(request)
    let layer = try Composition.Layer(
        frame, current: frame.transform.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self))
    _ = try renderer.compose(Composition(size: request.size, layers: [layer]))
}

/// Makes, uses and drops fifty renderers, two at a time, and expects the process to be as it was.
private func useMany() async throws {
    for _ in 0..<3 { try useRenderer() }
    let before = (threads: try count("/proc/self/task"), files: try count("/proc/self/fd"))
    for _ in 0..<25 {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { try useRenderer() } }
            try await group.waitForAll()
        }
    }
    // The runtime's own pools may have started a thread for each core, twice, by now; a leak would be 50.
    let slack = 2 * ProcessInfo.processInfo.activeProcessorCount
    let (threads, files) = (before.threads + slack, before.files + 2)
    // The driver's threads end in their own time, on a busy machine not at once.
    for _ in 0..<100 {
        if try count("/proc/self/task") <= threads, try count("/proc/self/fd") <= files { break }
        try await Task.sleep(for: .milliseconds(100))
    }
    #expect(try count("/proc/self/task") <= threads)
    #expect(try count("/proc/self/fd") <= files)
}

private func count(_ folder: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: folder).count
}

private func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4096
}
