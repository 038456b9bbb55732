import CanvasRasterGLES
import CanvasTestSupport
import Foundation
import Testing

@Suite("The life of an OpenGL ES renderer", .enabled(if: GLES.isAvailable, GLES.message), .serialized)
struct LifetimeTests {
    private func count(_ folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
    }

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

    @Test("fifty renderers, made, used and destroyed on several threads, leak no thread and no descriptor")
    func noLeaks() async throws {
        let drawing = Drawing([
            .stroke(try Stroke(try path("M 5 30 Q 40 90 75 30"), width: .uniform(10), paint: .solid(.black)))
        ])
        let request = GLES.request(drawing, 64, 64)
        func cycle() throws {
            let renderer = try GLESRenderer()
            let frame = try renderer.render(request)
            let layer = try Composition.Layer(
                frame, current: frame.transform.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self))
            _ = try renderer.compose(Composition(size: request.size, layers: [layer]))
        }
        for _ in 0..<3 { try cycle() }
        let (threads, files) = (try count("/proc/self/task"), try count("/proc/self/fd"))
        for _ in 0..<25 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { try cycle() } }
                try await group.waitForAll()
            }
        }
        // The runtime's own pools may have started a thread for each core by now.
        let slack = ProcessInfo.processInfo.activeProcessorCount + 1
        #expect(try count("/proc/self/task") <= threads + slack)
        #expect(try count("/proc/self/fd") <= files + 2)
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

    @Test("a frame beyond the device's limit is refused with the limit")
    func tooLarge() throws {
        let renderer = try #require(GLES.shared)
        let limit = renderer.backend.maximumSize
        let size = PixelSize(width: limit + 1, height: 16)
        #expect(throws: RenderError.tooLarge(size, limit: limit)) {
            _ = try renderer.render(RenderRequest(drawing: Drawing([]), transform: .identity, size: size))
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
