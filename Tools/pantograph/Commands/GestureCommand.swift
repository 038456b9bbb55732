import Foundation
import Pantograph

/// `pantograph gesture`: the built-in gestures, pictures of gestures, and recordings of other tools.
struct GestureCommand: Subcommand {
    static let name = "gesture"
    static let summary = "list the built-in gestures, draw a picture of one, import recordings"
    static let examples = [
        CommandExample("pantograph gesture list"),
        CommandExample("pantograph gesture show pan-zoom-rotate -o gesture.png", "the ways of its fingers"),
        CommandExample("pantograph gesture show recording.evemu -o gesture.png"),
        CommandExample(
            "pantograph gesture import recording.events -o gesture.jsonl",
            "a recording of evemu, libinput record or Android's getevent -lt, as a trace"),
    ]
    static let positionals = [
        PositionalDeclaration(name: "list|show|import", help: "what to do"),
        PositionalDeclaration(
            name: "TRACE", help: "the name of a built-in gesture, a trace (.jsonl) or a recording", isOptional: true),
    ]
    static let output = FileOptions.output("FILE", "the file to write: a PNG file for show, a trace for import")
    static let size = CommandOption(
        "--size", value: "WxH", help: "the view: a gesture of another size is scaled to it, as for a replay",
        read: ValueReaders.size)
    static let description = CommandOption(
        "--desc", value: "FILE", help: "evemu's description of the device, if it does not lie beside the recording",
        read: ValueReaders.text)
    static let optionGroups = [
        OptionGroup(
            "Options",
            [output.declaration, size.declaration, description.declaration, FileOptions.json.declaration])
    ]

    private enum Action: String, CaseIterable { case list, show, `import` }

    private let action: Action
    private let source: String
    private let outputPath: String
    private let size: PixelSize?
    private let description: String?
    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let name = arguments.positionals[0]
        guard let action = Action(rawValue: name) else {
            let near = Suggestion.nearest(to: name, among: Action.allCases.map(\.rawValue))
            let hint = near.map { "; did you mean \($0)?" } ?? ""
            throw UsageError("'\(name)' is none of list, show, import\(hint)")
        }
        self.action = action
        size = try arguments.value(Self.size)
        description = try arguments.value(Self.description)
        asJSON = arguments.has(FileOptions.json)
        if action == .list {
            if arguments.positionals.count > 1 {
                throw UsageError("unexpected argument '\(arguments.positionals[1])'; gesture list takes none")
            }
            (source, outputPath) = ("", "")
        } else {
            guard arguments.positionals.count > 1 else {
                throw UsageError("gesture \(name) needs a gesture; see 'pantograph gesture --help'")
            }
            source = arguments.positionals[1]
            outputPath = try arguments.required(Self.output)
        }
    }

    func run(_ console: Console) throws -> ExitStatus {
        switch action {
        case .list: list(console)
        case .show: try show(console)
        case .import: try importRecording(console)
        }
        return .done
    }

    private func list(_ console: Console) {
        let size = size ?? Self.viewSize
        let gestures = BuiltInGesture.allCases.map { ($0, $0.trace(size: size)) }
        if asJSON {
            let values = gestures.map { gesture, trace in
                JSONValue.object([
                    ("name", .string(gesture.rawValue)), ("summary", .string(gesture.summary)),
                    ("durationMs", .double(trace.duration)), ("contacts", .int(trace.contactCount)),
                ])
            }
            console.print(JSONValue.array(values).text)
            return
        }
        let width = gestures.map(\.0.rawValue.count).max() ?? 0
        for (gesture, trace) in gestures {
            let padding = String(repeating: " ", count: width - gesture.rawValue.count + 2)
            let tenths = (trace.duration / 100).rounded() / 10
            console.print("\(gesture.rawValue)\(padding)\(tenths) s  \(gesture.summary)")
        }
    }

    private func show(_ console: Console) throws {
        var trace = try GestureSource.read(source, size: size ?? Self.viewSize, console)
        if let size { trace = trace.scaled(to: size) }
        let drawing = TracePicture(trace).drawing()
        let pictureSize = size ?? Self.pictureSize(trace)
        let camera = try Camera.fitting(drawing.extent, in: pictureSize)
        let request = RenderRequest(
            drawing: drawing, transform: camera.frameTransform, size: pictureSize, background: .white)
        let picture: PixelBuffer
        do throws(RenderError) {
            picture = try RenderedPicture(request, by: CPURenderer()).pixels
        } catch {
            throw CommandError(error)
        }
        try FileOptions.write(picture, to: outputPath)
    }

    private func importRecording(_ console: Console) throws {
        var trace = try GestureSource.readFile(source, description: description, console)
        if let size { trace = trace.scaled(to: size) }
        do throws(FileWriteError) {
            try AtomicFile.write(trace.jsonLines(), to: FileOptions.url(outputPath))
        } catch {
            throw CommandError(.failed, "\(error)")
        }
    }

    /// The view of built-in gestures where none is given: a replay's.
    private static let viewSize = PixelSize(width: 1366, height: 1024)

    /// The trace's shape at a handy size.
    private static func pictureSize(_ trace: GestureTrace) -> PixelSize {
        let scale = 1366 / max(trace.width, trace.height)
        return PixelSize(
            width: max(1, Int((trace.width * scale).rounded())), height: max(1, Int((trace.height * scale).rounded())))
    }
}
