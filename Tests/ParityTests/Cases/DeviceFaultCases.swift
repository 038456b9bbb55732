import CanvasConcurrency
import CanvasRasterGLES
import CanvasTestSupport
import Foundation
import Pantograph
import Testing

/// A session on OpenGL ES whose device fails in the middle of a gesture, at a stage of its work.
private struct FaultySession {
    static let view = PixelSize(width: 320, height: 240)

    /// What a fault is.
    enum Fault: CaseIterable, CustomTestStringConvertible {
        case memoryOnce, memoryForLong, refusal, loss, lossForGood

        var testDescription: String { "\(self)" }

        var error: RenderError {
            switch self {
            case .memoryOnce, .memoryForLong: .outOfMemory("provoked")
            case .refusal: .device("provoked")
            case .loss, .lossForGood: .contextLost("provoked")
            }
        }
    }

    let faults = GLFaults()
    let session: CanvasSession
    let seen = Monitor<[CanvasNotification]>([])
    private let listener: Task<Void, Never>

    /// - Parameter fault: with `loss` another context can be had, else none.
    init(_ fault: Fault) throws {
        let faults = faults
        let drawing = RandomScene(seed: 21, reach: 300).drawing(items: 150)
        let another: @Sendable () -> (any FrameRenderer)? = { try? GLESRenderer(debug: true, strokes: .arcs) }
        session = CanvasSession(
            drawing, viewSize: Self.view, camera: .identity,
            renderer: try GLESRenderer(debug: true, strokes: .arcs, faults: faults),
            recovery: fault == .loss ? another : nil, fallback: { CPURenderer() })
        let (stream, seen) = (session.notifications(), seen)
        listener = Task {
            for await event in stream { seen.withLock { $0.append(event) } }
        }
    }

    /// The display loop until all is settled, and a loss got over. Returns the last picture that could be shown.
    func settle(_ shown: any FrameContent, after fault: Fault? = nil) throws -> any FrameContent {
        var shown = shown
        let deadline = Date(timeIntervalSinceNow: 30)
        func isOver() -> Bool {
            guard session.isSettled, !session.needsFrame else { return false }
            switch fault {
            case .loss?, .lossForGood?: return seen.withLock { $0.contains(.recovered) || $0.contains(.fellBack) }
            default: return true
            }
        }
        while !isOver(), Date() < deadline {
            if session.needsFrame { shown = (try? session.frame(at: session.time)) ?? shown }
            Thread.sleep(forTimeInterval: 0.004)
        }
        #expect(isOver(), "it settles")
        return shown
    }

    /// Plays a gesture with the fault in the middle. Returns what is shown at the end, and the longest call in seconds.
    func play(_ stage: GLStage, _ fault: Fault) throws -> (picture: any FrameContent, longest: Double) {
        var shown = try settle(session.frame(at: session.time))
        var longest = 0.0
        session.beginGesture(1)
        for step in 0..<40 {
            // The shaders of a moving frame are compiled for the first one.
            if step == (stage == .compiling ? 0 : 10) {
                for _ in 0..<(fault == .memoryForLong ? 40 : 1) { faults.provoke(stage, fault.error) }
            }
            let start = ContinuousClock.now
            if step % 4 == 0 { session.zoom(by: step < 16 ? 0.8 : 1.2, about: .zero) }
            session.pan(by: Vector(3, 1))
            if step % 7 == 0 {
                session.append(Array(RandomScene(seed: UInt64(step), reach: 60).drawing(items: 1).items)[0])
            }
            if session.needsFrame, let next = try? session.frame(at: session.time) { shown = next }
            // Reading is a stage too, and its failing no more than that.
            if step % 5 == 0 { _ = try? shown.readPixels() }
            longest = max(longest, (ContinuousClock.now - start) / .seconds(1))
            Thread.sleep(forTimeInterval: 0.006)
        }
        session.endGesture(1)
        return (try settle(shown, after: fault), longest)
    }

    /// The notifications, once all are in.
    func end() async -> [CanvasNotification] {
        session.stop()
        await listener.value
        return seen.withLock { $0 }
    }
}

@Suite("A device that fails in a gesture", .enabled(if: Renderers.gles != nil, Renderers.glesSkipMessage), .serialized)
struct DeviceFaultCases {
    private static let stages = GLStage.allCases.filter { ![.setup, .waiting].contains($0) }

    @Test("at every stage: nothing blocks, what is shown stays, and the end is a cold render", arguments: stages)
    private func faults(stage: GLStage) async throws {
        for fault in runsLongTests ? FaultySession.Fault.allCases : [.refusal, .loss] {
            let faulty = try FaultySession(fault)
            let (picture, longest) = try faulty.play(stage, fault)
            let session = faulty.session
            let seen = await faulty.end()
            #expect(longest < 2, "\(fault): a call took \(longest) s")
            let changes = seen.filter { $0 == .recovered || $0 == .fellBack }
            switch fault {
            case .memoryOnce, .refusal:
                #expect(faulty.faults.areOver, "\(fault) was provoked")
                #expect(changes.isEmpty, "\(fault): \(changes)")
            case .loss: #expect(changes == [.recovered], "\(fault): \(changes)")
            case .lossForGood: #expect(changes == [.fellBack], "\(fault): \(changes)")
            case .memoryForLong: #expect(changes.isEmpty || changes == [.fellBack], "\(fault): \(changes)")
            }
            let told = seen.count { if case .failed = $0 { true } else { false } }
            // Again where renders succeeded in between.
            #expect(fault == .memoryForLong || told <= 1, "\(fault): one warning, \(seen)")
            // What the program holds at the end is what a renderer of the kind that is left makes of the last camera.
            let request = RenderRequest(
                drawing: session.drawing, transform: session.camera.frameTransform,
                size: FaultySession.view.overdrawn(by: AdaptivePolicy.defaultOverdraw), background: .white,
                tolerance: AdaptivePolicy().settledTolerance)
            let isLeft = session.renderer.backend.kind == .gles
            let renderer: any FrameRenderer = isLeft ? try #require(Renderers.glesArcs) : CPURenderer()
            let frame = try renderer.render(request)
            let layer = try Composition.Layer(frame, current: session.camera.transform)
            let cold = try renderer.compose(
                Composition(size: FaultySession.view, background: .white, layers: [layer])
            ).readPixels()
            #expect(try read(picture) == cold, "\(fault)")
            #expect(isLeft == (changes != [.fellBack]))
        }
    }

    /// Reading may be what fails, and as often as was provoked.
    private func read(_ picture: any FrameContent) throws -> PixelBuffer {
        for _ in 0..<50 {
            if let pixels = try? picture.readPixels() { return pixels }
        }
        return try picture.readPixels()
    }

    @Test(
        "a device that fails when it is opened is not used, and the reason is said",
        arguments: [GLStage.setup, .compiling])
    private func opening(stage: GLStage) throws {
        for error in [RenderError.outOfMemory("provoked"), .device("provoked"), .contextLost("provoked")] {
            let faults = GLFaults()
            faults.provoke(stage, error)
            do {
                _ = try GLESRenderer(debug: false, faults: faults)
                Issue.record("it was opened")
            } catch {
                let selection = Pantograph.Renderers.automatic(gles: .failure(error))
                #expect(selection.renderer.backend.kind == .cpu)
                #expect(try #require(selection.warning).contains(error.description))
                if stage == .compiling, case .device(let text) = error {
                    #expect(text.contains("does not compile"), "\(text)")
                }
            }
        }
    }
}
