import Foundation
import Pantograph

/// What edits cost in a small drawing and in a large one: each makes the drawing anew and the frame that shows it.
struct EditBench {
    /// One kind of edit, in both drawings.
    struct Row {
        let name: String
        let few: Timing
        let many: Timing
        /// How many times as long it takes in the large drawing.
        var ratio: Double { many.median / few.median }
    }

    let few: Int
    let many: Int
    let rows: [Row]
    let calls: CallBench

    private enum Edit: String, CaseIterable {
        case append = "a stroke is added"
        case undo = "the added stroke is taken back"
        case replace = "the topmost stroke changes"
        case extend = "the stroke under the pen grows"
    }

    /// - Parameters:
    ///   - few, many: how many strokes the two drawings have.
    init(few: Int = 1000, many: Int = 1_000_000, rounds: Int, threads: Int?) throws {
        (self.few, self.many) = (few, many)
        calls = try CallBench(few: few, many: many)
        let stages = try [few, many].map { try EditStage(strokes: $0, threads: threads) }
        let jobs = Edit.allCases.flatMap { edit in stages.map { stage in { () throws in try Self.time(edit, stage) } } }
        let timings = try Timing.interleaved(rounds: 5 * rounds, jobs)
        rows = Edit.allCases.enumerated().map { i, edit in
            Row(name: edit.rawValue, few: timings[2 * i], many: timings[2 * i + 1])
        }
    }

    private static func time(_ edit: Edit, _ stage: EditStage) throws -> Double {
        let start = ContinuousClock.now
        switch edit {
        case .append: try stage.append()
        case .undo: try stage.undo()
        case .replace: try stage.replaceTopmost()
        case .extend: try stage.extendStroke()
        }
        return (ContinuousClock.now - start) / .milliseconds(1)
    }
}

/// A drawing on display, which is edited. Adding and taking back are done in turn, so that it stays as it was.
private final class EditStage {
    private var engine: ReprojectionEngine
    private let renderer: CPURenderer
    private let session: CanvasSession
    private let strokes: [Item]
    private var next = 0
    private var time: Milliseconds = 0
    private var pen: Point<ViewSpace> = .zero

    init(strokes count: Int, threads: Int?) throws {
        let drawing = SceneGenerator(strokes: count).drawing()
        renderer = CPURenderer(threads: threads)
        let camera = try BenchView.camera(.b, of: drawing)
        let view: Rect<ViewSpace> = BenchView.size.centeredRect()
        let box = view.applying(try camera.transform.inverted())
        // Strokes such as the drawing has, within the view.
        strokes = SceneGenerator(strokes: 2000, seed: 7).drawing().items.filter { box.contains($0.bounds) }
        engine = ReprojectionEngine(
            drawing: drawing, camera: camera, viewSize: BenchView.size, background: .white, policy: PlainPolicy())
        // Its renderer has nothing to do: what is timed is the ink over the frames.
        session = CanvasSession(
            drawing, viewSize: BenchView.size, camera: camera, policy: PlainPolicy(),
            renderer: CPURenderer(threads: threads))
        try finish()
        while !session.isSettled {
            _ = try session.frame(at: session.time)
            Thread.sleep(forTimeInterval: 0.005)
        }
        session.beginStroke(at: pen, width: 3)
    }

    func append() throws { try edit { $0.append(strokes[next % strokes.count]) } }

    func undo() throws {
        try edit { try $0.remove(at: $0.count - 1) }
        next += 1
    }

    /// There and back, like the others.
    func replaceTopmost() throws {
        let top = engine.drawing[engine.drawing.count - 1]
        try edit { try $0.replace(at: $0.count - 1, with: strokes[next % strokes.count]) }
        try edit { try $0.replace(at: $0.count - 1, with: top) }
    }

    /// A little more of a stroke, and the picture that the display gets.
    func extendStroke() throws {
        pen = Point(pen.x + 1.5, pen.y + 1)
        session.extendStroke(to: pen)
        _ = try session.frame(at: session.time)
    }

    private func edit(_ change: (inout Drawing) throws -> Void) throws {
        var drawing = engine.drawing
        try change(&drawing)
        engine.setDrawing(drawing, at: time)
        try finish()
    }

    /// Renders what the engine wants until it is settled.
    private func finish() throws {
        while let request = engine.startNext(at: time) {
            engine.finish(try renderer.render(request), at: time)
            _ = engine.present(at: time)
            _ = engine.takeEvents()
            time += 20
        }
    }
}
