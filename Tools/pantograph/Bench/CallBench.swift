import Foundation
import Pantograph

/// What the calls of a session take, in a small drawing and in a large one. Its renderer answers at once and without pixels, so
/// that it takes no processor from whoever calls.
struct CallBench {
    /// One kind of call, in both drawings.
    struct Row {
        let name: String
        let few: Timing
        let many: Timing
    }

    let rows: [Row]

    /// How often each is called.
    private static let rounds = 200

    /// - Parameters:
    ///   - few, many: how many strokes the two drawings have.
    init(few: Int, many: Int) throws {
        let stages = try [few, many].map { try CallStage(strokes: $0) }
        let names = stages[0].calls.map(\.name)
        let jobs = names.indices.flatMap { i in stages.map { stage in { () throws in try stage.time(i) } } }
        let timings = try Timing.interleaved(rounds: Self.rounds, jobs)
        for stage in stages { stage.end() }
        rows = names.enumerated().map { i, name in Row(name: name, few: timings[2 * i], many: timings[2 * i + 1]) }
    }
}

/// A session whose calls are timed. They come in an order in which each finds what it needs, and leave it as it was.
private final class CallStage {
    let calls: [(name: String, body: (CanvasSession) throws -> Void)]
    private let session: CanvasSession

    init(strokes count: Int) throws {
        let drawing = SceneGenerator(strokes: count).drawing()
        let camera = try BenchView.camera(.b, of: drawing)
        session = CanvasSession(drawing, viewSize: BenchView.size, camera: camera, renderer: PixellessRenderer())
        let stroke = SceneGenerator(strokes: 1, seed: 7).drawing()[0]
        let lasso = [Point<ViewSpace>(-20, -20), Point(20, -25), Point(25, 20), Point(-15, 25)]
        calls = [
            ("a gesture begins", { $0.beginGesture(1) }),
            ("pan", { $0.pan(by: Vector(3, 1)) }),
            ("zoom", { $0.zoom(by: 1.02, about: Point(40, 10)) }),
            ("rotate", { $0.rotate(by: 0.01, about: .zero) }),
            ("the camera is set", { $0.setCamera(camera) }),
            ("a gesture ends", { $0.endGesture(1) }),
            ("a pen comes down", { $0.beginStroke(at: .zero, width: 3) }),
            ("the pen moves", { $0.extendStroke(to: Point(5, 3)) }),
            ("the pen is lifted", { $0.endStroke() }),
            ("undo", { $0.undo() }),
            ("redo", { $0.redo() }),
            ("undo again", { $0.undo() }),
            ("a stroke is added on top", { $0.append(stroke) }),
            ("the topmost one changes", { try $0.replace(at: count, with: stroke) }),
            ("the topmost one goes", { try $0.remove(at: count) }),
            ("one is added in the middle", { try $0.insert(stroke, at: count / 2) }),
            ("one in the middle goes", { try $0.remove(at: count / 2) }),
            ("the view is resized", { $0.resize(to: PixelSize(width: 1300, height: 1000)) }),
            ("and back", { $0.resize(to: BenchView.size) }),
            ("the topmost item at a point", { _ = $0.topmostItem(at: Point(10, 10), within: 3) }),
            ("the items inside a lasso", { _ = $0.items(inside: lasso) }),
            ("whether there is anything to show", { _ = $0.needsFrame }),
        ]
    }

    /// How long a call takes, in milliseconds.
    func time(_ call: Int) throws -> Double {
        let start = ContinuousClock.now
        try calls[call].body(session)
        return (ContinuousClock.now - start) / .milliseconds(1)
    }

    func end() { session.stop() }
}
