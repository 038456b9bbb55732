import CanvasFormats
import CanvasRasterCPU
import CanvasReplay
import CanvasTestSupport
import Testing

/// The stress scene's sheet: what it holds does not matter where no pixels are drawn.
private let sheet = Drawing(page: Rect(x: -60, y: -60, width: 4216, height: 4216))

private func compare(_ gesture: BuiltInGesture, _ cost: RenderCost) throws -> PolicyComparison {
    var options = ReplayOptions()
    options.cost = cost
    let timeline = InputTimeline(
        gesture.trace(size: options.viewSize), through: TouchRecognizer(viewSize: options.viewSize),
        initialCamera: try Camera(center: Point(2048, 2048), zoom: 1), hz: options.hz)
    return try PolicyComparison(sheet, timeline: timeline, gesture: gesture.rawValue, options: options)
}

@Suite("Policies compared")
struct PolicyComparisonTests {
    static let gestures: [BuiltInGesture] = [
        .pan, .fling, .pinchIn, .pinchOut, .rotate, .panZoomRotate, .zoomOutFar, .shake,
    ]
    private static let quick = RenderCost.fixed(multisampled: 60, plain: 25)
    private static let slow = RenderCost.fixed(multisampled: 120, plain: 50)

    @Test("with renders of 25 ms every gesture meets every goal", arguments: gestures)
    func quick(_ gesture: BuiltInGesture) throws {
        let result = try compare(gesture, Self.quick)
        #expect(result.missed.isEmpty, "\(result.missed)")
    }

    @Test("with renders of 50 ms nothing is ever blank, soft but for a trace, wasted or starved", arguments: gestures)
    func slow(_ gesture: BuiltInGesture) throws {
        let result = try compare(gesture, Self.slow)
        #expect(result.missed.allSatisfy { $0 == .age || $0 == .softness }, "\(result.missed)")
        #expect(result.adaptive.sharpness.underResolution <= 0.5 * result.plain.sharpness.underResolution + 0.001)
    }

    @Test("the gestures that count leave the plain policy with blank edges")
    func plainIsBlank() throws {
        for gesture in [BuiltInGesture.pan, .fling, .zoomOutFar, .shake] {
            #expect(try compare(gesture, Self.quick).plain.coverage.blankPixelMs > 0)
        }
    }

    @Test(
        "the recorded touches leave nothing blank",
        .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipMessage)))
    func recordings() throws {
        for name in ["isdv4_2f_circle", "isdv4_2f_swipe", "bamboo_2f_circle", "synaptics_semimt_2f_hscroll"] {
            let url = try #require(Corpus.url("gesture/evemu/\(name).events"))
            var options = ReplayOptions()
            options.cost = Self.slow
            let timeline = InputTimeline(
                try GestureTrace.read(contentsOf: url).trace.scaled(to: options.viewSize),
                through: TouchRecognizer(viewSize: options.viewSize),
                initialCamera: try Camera(center: Point(2048, 2048), zoom: 1), hz: options.hz)
            let result = try PolicyComparison(sheet, timeline: timeline, gesture: name, options: options)
            #expect(result.adaptive.coverage.blankPixelMs == 0 && result.plain.coverage.blankPixelMs > 0, "\(name)")
            #expect(result.missed.allSatisfy { ![.blank, .fallback, .wasted, .afterSettle].contains($0) }, "\(name)")
        }
    }

    @Test("pixels change no number: a replay that draws and one that does not write the same logs")
    func pixelless() throws {
        var options = smallOptions()
        options.policy = AdaptivePolicy()
        let drawing = SceneGenerator(strokes: 200).drawing()
        let input = InputTimeline(
            BuiltInGesture.panZoomRotate.trace(size: options.viewSize),
            through: TouchRecognizer(viewSize: options.viewSize),
            initialCamera: try Camera(center: Point(2048, 2048), zoom: 0.5), hz: 60)
        let drawn = try play(input, drawing: drawing, renderer: CPURenderer(), options: options)
        options.showsPictures = false
        let measured = try play(input, drawing: drawing, renderer: PixellessRenderer(), options: options)
        var logs = drawn.logs
        for i in logs.frames.indices { logs.frames[i].swapPop = nil }
        #expect(logs == measured.logs)
        #expect(drawn.logs.frames.contains { $0.swapPop != nil })
    }

    @Test("a replay ends with the cold render of its camera")
    func truth() throws {
        var options = smallOptions()
        options.cost = Self.quick
        let drawing = SceneGenerator(strokes: 300).drawing()
        let input = InputTimeline(
            BuiltInGesture.panZoomRotate.trace(size: options.viewSize),
            through: TouchRecognizer(viewSize: options.viewSize),
            initialCamera: try Camera(center: Point(2048, 2048), zoom: 0.5), hz: 60)
        let result = try PolicyComparison(
            drawing, timeline: input, gesture: "g", options: options, truth: CPURenderer())
        #expect(result.endsWithTruth == true)
    }
}
