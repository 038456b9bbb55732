import Foundation
import Pantograph

/// `pantograph replay`: a gesture through the whole engine, in numbers and pictures.
struct ReplayCommand: Subcommand {
    static let name = "replay"
    static let summary = "play a gesture over a drawing through the whole engine; numbers, frames, a report"
    static let examples = [
        CommandExample("pantograph replay drawing.svg --gesture pinch-out -o replay/", "then open replay/report.html"),
        CommandExample(
            "pantograph replay drawing.svg --gesture pad.evemu --render-cost 40,15 --frames every -o replay/",
            "as on a machine that needs 40 ms a frame and 15 in motion: the same files, byte for byte, every time"),
        CommandExample("pantograph replay map.svg --gesture fling --hz 120 --overdraw 1.3 --ground-truth -o replay/"),
    ]
    static let positionals = [FileOptions.drawing]

    static let gesture = CommandOption(
        "--gesture", value: "NAME|FILE",
        help: "a built-in gesture ('pantograph gesture list'), a trace (.jsonl) or a recording of another tool",
        read: ValueReaders.text)
    static let output = FileOptions.output("DIR", "the folder to write into; created if it is not there")
    static let clock = CommandOption(
        "--clock", value: "virtual|wall",
        help: "virtual: nothing waits (default); wall: input, display and renderer on their own threads, in real time",
        read: ValueReaders.choice(of: ReplayOptions.Clock.self))
    static let hz = CommandOption(
        "--hz", value: "HZ", help: "refreshes of the display a second (60)", read: ValueReaders.number(in: 1...1000))
    static let renderCost = CommandOption(
        "--render-cost", value: "measured|MS[,MS]",
        help: "what a 1.1 x frame takes: as measured (default), or milliseconds with and without multisampling",
        read: cost)
    static let policy = CommandOption(
        "--policy", value: "plain|adaptive",
        help: "adaptive: ahead of the hand, margins by need, over an overview (default); "
            + "plain: one in flight, one queued, a fixed margin, nothing more",
        read: ValueReaders.choice(of: Policy.self))
    static let overdraw = CommandOption(
        "--overdraw", value: "FACTOR",
        help: "a frame's size as a multiple of the view's (1.1; adaptive, at rest: 1.06)",
        read: ValueReaders.number(in: 1...4))
    static let slop = CommandOption(
        "--slop", value: "PX", help: "movement before a gesture is recognised; 0: at once (8)",
        read: ValueReaders.number(in: 0...1e6))
    static let frames = CommandOption(
        "--frames", value: "none|every|N",
        help: "refreshes to write as PNG files: none (default), every one, every Nth",
        read: pictures)
    static let groundTruth = CommandOption<Bool>(
        flag: "--ground-truth", help: "compare what is shown with a synchronous render of the same camera")

    static let optionGroups = [
        OptionGroup(
            "Replay",
            [
                gesture.declaration, output.declaration, clock.declaration, hz.declaration, renderCost.declaration,
                policy.declaration, overdraw.declaration, slop.declaration, frames.declaration,
                groundTruth.declaration, FileOptions.json.declaration,
            ]),
        CameraOptions.group, RenderingOptions.group,
    ]
    static let notes = [
        "Written into DIR: frames.jsonl (one object a refresh), events.jsonl (what the engine did), metrics.json, "
            + "report.html, trace.json (Chrome's trace format), and frames/, truth/ and diff/ where asked for.",
        "The replay begins settled, at the camera of the camera options (default: --size 1366x1024, the drawing "
            + "fitted), and ends when the engine has settled after the last event. The background is white by default.",
    ]

    enum Policy: String, CaseIterable, Sendable { case plain, adaptive }

    private let drawing: String
    private let gesture: String
    private let outputPath: String
    private let slop: Double
    private let clock: ReplayOptions.Clock
    private let camera: CameraOptions
    private let rendering: RenderingOptions
    private let asJSON: Bool
    private var options = ReplayOptions()

    init(_ arguments: ParsedArguments) throws(UsageError) {
        drawing = arguments.positionals[0]
        gesture = try arguments.required(Self.gesture)
        outputPath = try arguments.required(Self.output)
        clock = try arguments.value(Self.clock) ?? .virtual
        for (name, isGiven) in [
            ("--render-cost", try arguments.value(Self.renderCost) != nil),
            ("--frames", try arguments.value(Self.frames) ?? .none != .none),
            ("--ground-truth", arguments.has(Self.groundTruth)),
        ] where isGiven && clock == .wall {
            throw UsageError("--clock: the wall clock goes by what really happens; leave \(name) out")
        }
        slop = try arguments.value(Self.slop) ?? TouchRecognizer.defaultSlop
        let overdraw = try arguments.value(Self.overdraw)
        camera = try CameraOptions(arguments)
        rendering = try RenderingOptions(arguments, defaultBackground: .white)
        asJSON = arguments.has(FileOptions.json)
        options.hz = try arguments.value(Self.hz) ?? options.hz
        options.cost = try arguments.value(Self.renderCost) ?? options.cost
        options.pictures = try arguments.value(Self.frames) ?? options.pictures
        options.comparesWithTruth = arguments.has(Self.groundTruth)
        options.background = rendering.background
        options.policy =
            switch try arguments.value(Self.policy) ?? .adaptive {
            case .plain:
                PlainPolicy(overdraw: overdraw ?? PlainPolicy.defaultOverdraw, settledSamples: rendering.samples)
            case .adaptive:
                AdaptivePolicy(overdraw: overdraw ?? AdaptivePolicy.defaultOverdraw, settledSamples: rendering.samples)
            }
    }

    @Sendable static func cost(_ text: String) throws(UsageError) -> RenderCost {
        do throws(ReplayError) { return try RenderCost(parsing: text) } catch { throw UsageError("\(error)") }
    }

    @Sendable private static func pictures(_ text: String) throws(UsageError) -> ReplayOptions.Pictures {
        do throws(ReplayError) { return try ReplayOptions.Pictures(parsing: text) } catch {
            throw UsageError("\(error)")
        }
    }

    func run(_ console: Console) throws -> ExitStatus {
        let content = try FileOptions.readDrawing(drawing, console)
        var options = options
        let (size, start) = try camera.view(of: content, defaultSize: options.viewSize)
        options.viewSize = size
        let trace = try GestureSource.read(gesture, size: size, console).scaled(to: size)
        let timeline = InputTimeline(
            trace, through: TouchRecognizer(viewSize: size, slop: slop), initialCamera: start, hz: options.hz,
            drawing: content)
        let renderer = try rendering.renderer(console)
        let (result, title) = try play(content, timeline, options, renderer, console)
        if asJSON {
            console.write(result.metrics.json)
        } else {
            console.print("\(title.drawing), \(title.gesture): \(FileOptions.url(outputPath).path)/report.html")
        }
        return .done
    }

    /// Plays it. If `auto` chose OpenGL ES and that fails, it is played again by the CPU, with a warning.
    private func play(
        _ content: Drawing, _ timeline: InputTimeline, _ options: ReplayOptions, _ renderer: any FrameRenderer,
        _ console: Console
    ) throws(CommandError) -> (ReplayResult, ReplayTitle) {
        rendering.warnIfReduced(renderer.backend, console)
        do throws(ReplayError) {
            let folder = try ReplayFolder(FileOptions.url(outputPath))
            let title = ReplayTitle(
                drawing: FileOptions.url(drawing).lastPathComponent,
                gesture: BuiltInGesture(rawValue: gesture) != nil
                    ? gesture : FileOptions.url(gesture).lastPathComponent,
                options: options, clock: clock, backend: renderer.backend)
            let result: ReplayResult
            switch clock {
            case .wall:
                result = try WallRun(
                    drawing: content, timeline: timeline, renderer: renderer, options: options,
                    progress: { console.progress($0, "playing") }
                ).run()
            case .virtual:
                let clock = ContinuousClock()
                let origin = clock.now
                let replay = try ReplayRun(
                    drawing: content, timeline: timeline, renderer: renderer, options: options,
                    stopwatch: { (clock.now - origin) / .milliseconds(1) },
                    progress: { console.progress($0, "replaying") })
                result = try replay.run(into: folder)
            }
            try folder.write(result, titled: title)
            return (result, title)
        } catch {
            guard rendering.backend == .auto, renderer.backend.kind == .gles, error.isRendering else {
                throw CommandError(error)
            }
            console.warning("OpenGL ES failed, so the CPU renderer draws: \(error)")
        }
        return try play(content, timeline, options, CPURenderer(), console)
    }
}

extension ReplayError {
    /// Whether the renderer is to blame.
    fileprivate var isRendering: Bool {
        switch self {
        case .render, .compose: true
        default: false
        }
    }
}

extension CommandError {
    init(_ error: ReplayError) {
        switch error {
        case .invalidOption: self.init(.usage, "\(error)")
        case .render(.unavailable), .compose(.unavailable): self.init(.backendUnavailable, "\(error)")
        default: self.init(.failed, "\(error)")
        }
    }
}
