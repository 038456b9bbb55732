import Foundation
import Pantograph

/// `pantograph policies`: what the adaptive policy gains over the plain one, gesture by gesture.
struct PoliciesCommand: Subcommand {
    static let name = "policies"
    static let summary = "the adaptive policy against the plain one: the same gestures by both, in one table"
    static let examples = [
        CommandExample("pantograph policies map.svg --zoom 2", "the built-in gestures, at two render costs"),
        CommandExample(
            "pantograph policies heavy.svg --zoom 1 --gestures pan,fling,recordings/ "
                + "--render-cost 80,30", "and every recording in a folder"),
    ]
    static let positionals = [FileOptions.drawing]

    static let gestures = CommandOption(
        "--gestures", value: "LIST",
        help: "built-in gestures, traces, recordings, or folders of these, with commas between "
            + "(pan,fling,pinch-in,pinch-out,rotate,pan-zoom-rotate,zoom-out-far,shake)",
        read: ValueReaders.text)
    static let renderCost = CommandOption(
        "--render-cost", value: "MS[,MS]",
        help: "what a 1.1 x frame takes, with and without multisampling (both 60,25 and 120,50)",
        read: ReplayCommand.cost)
    static let noTruth = CommandOption<Bool>(
        flag: "--no-truth", help: "do not draw the last frame of each replay to compare it with a cold render")

    static let optionGroups = [
        OptionGroup(
            "Policies",
            [
                gestures.declaration, renderCost.declaration, ReplayCommand.hz.declaration,
                ReplayCommand.slop.declaration, noTruth.declaration, FileOptions.json.declaration,
            ]),
        CameraOptions.group, RenderingOptions.group,
    ]
    static let notes = [
        "Played on the virtual clock, by each policy once. Of each pair of numbers the first is the adaptive policy's. "
            + "blank, overview: thousands of pixels times milliseconds that nothing covers, and that only the picture of "
            + "the whole drawing covers though it is coarser than the view; soft: octaves of resolution missing, times "
            + "seconds; age: of the frame shown, 95th percentile; full: from the end of a gesture to full quality, and "
            + "the most it may take; gap: the longest wait for a new frame in a gesture.",
        "Exit status 1 if a goal is missed: no blank pixel, a quarter of plain's blank pixels covered by the overview, "
            + "half the softness, 1.2 times the age, full quality after one render in flight, one at full quality and one "
            + "refresh, 10 % wasted, nothing after settling, the last picture true.",
    ]

    private static let builtIn: [BuiltInGesture] = [
        .pan, .fling, .pinchIn, .pinchOut, .rotate, .panZoomRotate, .zoomOutFar, .shake,
    ]

    private let drawing: String
    private let gestureNames: [String]
    private let costs: [RenderCost]
    private let slop: Double
    private let camera: CameraOptions
    private let rendering: RenderingOptions
    private let drawsTruth: Bool
    private let asJSON: Bool
    private var options = ReplayOptions()

    init(_ arguments: ParsedArguments) throws(UsageError) {
        drawing = arguments.positionals[0]
        gestureNames =
            try arguments.value(Self.gestures)?.split(separator: ",").map(String.init)
            ?? Self.builtIn.map(\.rawValue)
        let cost = try arguments.value(Self.renderCost)
        if cost == .measured { throw UsageError("--render-cost: give milliseconds; pixels are not drawn") }
        costs =
            cost.map { [$0] }
            ?? [.fixed(multisampled: 60, plain: 25), .fixed(multisampled: 120, plain: 50)]
        slop = try arguments.value(ReplayCommand.slop) ?? TouchRecognizer.defaultSlop
        camera = try CameraOptions(arguments)
        rendering = try RenderingOptions(arguments, defaultBackground: .white)
        drawsTruth = !arguments.has(Self.noTruth)
        asJSON = arguments.has(FileOptions.json)
        options.hz = try arguments.value(ReplayCommand.hz) ?? options.hz
        options.background = rendering.background
    }

    func run(_ console: Console) throws -> ExitStatus {
        let content = try FileOptions.readDrawing(drawing, console)
        var options = options
        let (size, start) = try camera.view(of: content, defaultSize: options.viewSize)
        options.viewSize = size
        let renderer = drawsTruth ? try rendering.renderer(console) : nil
        let traces = try gestureNames.flatMap { try Self.traces(of: $0, size: size, console) }
        var rows: [PolicyComparison] = []
        for cost in costs {
            options.cost = cost
            for (name, trace) in traces {
                let timeline = InputTimeline(
                    trace.scaled(to: size), through: TouchRecognizer(viewSize: size, slop: slop), initialCamera: start,
                    hz: options.hz)
                do throws(ReplayError) {
                    rows.append(
                        try PolicyComparison(
                            content, timeline: timeline, gesture: name, options: options,
                            adaptive: AdaptivePolicy(settledSamples: rendering.samples), truth: renderer))
                } catch {
                    throw CommandError(error)
                }
                console.progress(Double(rows.count) / Double(costs.count * max(traces.count, 1)), "comparing")
            }
        }
        console.write(asJSON ? PolicyTable(rows).json : PolicyTable(rows).text)
        return rows.allSatisfy(\.missed.isEmpty) ? .done : .answerIsNo
    }

    /// The gesture, or those in the folder, that `name` names.
    private static func traces(
        of name: String, size: PixelSize, _ console: Console
    ) throws(CommandError) -> [(String, GestureTrace)] {
        let url = FileOptions.url(name)
        var isFolder: ObjCBool = false
        guard BuiltInGesture(rawValue: name) == nil,
            FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue
        else { return [(url.lastPathComponent, try GestureSource.read(name, size: size, console))] }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        var traces: [(String, GestureTrace)] = []
        for file in files.sorted() {
            // A folder of recordings has other files too: descriptions of devices, for one.
            guard let reading = try? GestureTrace.read(contentsOf: url.appendingPathComponent(file)) else { continue }
            traces.append((file, reading.trace))
        }
        return traces
    }
}
