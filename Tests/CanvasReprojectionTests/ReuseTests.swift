import CanvasRasterCPU
import CanvasReprojection
import CanvasTestSupport
import Testing

private let view = PixelSize(width: 200, height: 150)

/// An engine that a renderer answers at once, and every frame of which is compared with one drawn as a whole.
private struct Stage {
    var engine: ReprojectionEngine
    let renderer = CPURenderer(threads: 2)
    let plain = CPURenderer(threads: 1)
    var time: Milliseconds = 0
    /// What share of each frame was drawn.
    var shares: [Double] = []

    init(policy: any RenderPolicy) throws {
        engine = ReprojectionEngine(
            drawing: RandomScene(seed: 3, reach: 200).drawing(items: 120),
            camera: try Camera(center: .zero, zoom: 1.25), viewSize: view, background: .white, policy: policy)
    }

    mutating func turn() throws {
        if let request = engine.startNext(at: time) {
            var whole = request
            whole.reuse = nil
            let frame = try renderer.render(request)
            #expect(try frame.content.readPixels() == plain.render(whole).content.readPixels())
            shares.append(Double(frame.drawnPixelCount) / Double(frame.size.pixelCount))
            time += 20
            engine.finish(frame, at: time)
        }
        _ = engine.present(at: time)
        time += 16
    }

    mutating func settle() throws {
        for _ in 0..<20 where !engine.isSettled { try turn() }
        #expect(engine.isSettled)
    }

    mutating func edit(_ change: (inout Drawing) throws -> Void) throws {
        var drawing = engine.drawing
        try change(&drawing)
        engine.setDrawing(drawing, at: time)
        shares = []
        try settle()
    }
}

@Suite("The engine takes pixels over")
struct ReuseTests {
    @Test("in a pan every frame but the first is mostly taken over, and the last is drawn as a whole")
    func pan() throws {
        var stage = try Stage(policy: AdaptivePolicy())
        try stage.settle()
        stage.shares = []
        stage.engine.beginGesture(1, at: stage.time)
        for i in 0..<20 {
            let camera = try stage.engine.camera.panned(by: Vector(7.3 + Double(i % 3), -3.1))
            stage.engine.setCamera(camera, at: stage.time)
            try stage.turn()
        }
        #expect(stage.shares.count >= 15)
        #expect(stage.shares[0] == 1)
        // The first frames are those of a view that hardly moves yet; a frame that is larger than the one before shows
        // more than the pan uncovers.
        let shares = stage.shares.dropFirst(3)
        #expect(shares.allSatisfy { $0 < 0.5 }, "\(shares)")
        #expect(shares.sorted()[shares.count / 2] < 0.2, "\(shares)")
        stage.shares = []
        stage.engine.endGesture(1, at: stage.time)
        try stage.settle()
        #expect(stage.shares.first == 1)
    }

    @Test("frames of a zoom are drawn as a whole")
    func zoom() throws {
        var stage = try Stage(policy: AdaptivePolicy())
        try stage.settle()
        stage.shares = []
        stage.engine.beginGesture(1, at: stage.time)
        for _ in 0..<10 {
            stage.engine.setCamera(try stage.engine.camera.zoomed(by: 1.03, about: .zero), at: stage.time)
            try stage.turn()
        }
        #expect(stage.shares.allSatisfy { $0 == 1 })
    }

    @Test("an edit at rest draws the place of it, in the view and in the overview", arguments: [true, false])
    func edits(isAdaptive: Bool) throws {
        var stage = try Stage(policy: isAdaptive ? AdaptivePolicy() : PlainPolicy())
        try stage.settle()
        let item = RandomScene(seed: 9, reach: 20).drawing(items: 1)[0]
        try stage.edit { $0.append(item) }
        #expect(stage.shares.count == (isAdaptive ? 2 : 1))
        #expect(stage.shares.allSatisfy { $0 < 0.5 })
        let small = try #require(
            Array(stage.engine.drawing.items).firstIndex { $0.bounds.width * $0.bounds.height < 1500 })
        try stage.edit { try $0.remove(at: small) }
        #expect(stage.shares.allSatisfy { $0 < 0.5 })
    }

    @Test("an edit that is taken back draws nothing")
    func undo() throws {
        var stage = try Stage(policy: PlainPolicy())
        try stage.settle()
        let before = stage.engine.drawing
        let items = RandomScene(seed: 9, reach: 100).drawing(items: 3)
        for i in 0..<3 { try stage.edit { $0.append(items[i]) } }
        for i in 0..<3 {
            try stage.edit { try $0.remove(at: $0.count - 1) }
            #expect(stage.shares == [0])
            #expect(stage.engine.drawing.count == before.count + 2 - i)
        }
    }

    @Test("frames from before an edit count as held, and leave when the view moves")
    func memory() throws {
        var stage = try Stage(policy: PlainPolicy())
        try stage.settle()
        let one = stage.engine.heldByteCount
        for i in 0..<9 { try stage.edit { try $0.remove(at: 8 * i) } }
        #expect(stage.engine.heldByteCount == 5 * one)
        stage.engine.setCamera(try stage.engine.camera.panned(by: Vector(100, 0)), at: stage.time)
        try stage.settle()
        #expect(stage.engine.heldByteCount == one)
    }

    @Test("another renderer takes nothing over from a frame that it has not drawn")
    func fallback() throws {
        var stage = try Stage(policy: PlainPolicy())
        try stage.settle()
        let shown = try #require(stage.engine.displayed)
        stage.engine.rendererChanged(displayed: shown.frame, at: stage.time)
        stage.shares = []
        try stage.edit { try $0.remove(at: 5) }
        #expect(stage.shares == [1])
    }
}
