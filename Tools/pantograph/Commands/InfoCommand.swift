import Pantograph

/// `pantograph info`: what this machine can do.
struct InfoCommand: Subcommand {
    static let name = "info"
    static let summary = "version, backends and what each can do, the default and why"
    static let examples = [
        CommandExample("pantograph info"),
        CommandExample("pantograph info --json", "the same for programs"),
    ]
    static let optionGroups = [OptionGroup("Options", [FileOptions.json.declaration])]

    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) { asJSON = arguments.has(FileOptions.json) }

    func run(_ console: Console) throws -> ExitStatus {
        let gles = Renderers.probe(.gles)
        let backends = [(BackendDescription.Kind.cpu, Renderers.probe(.cpu)), (.gles, gles)]
        let chosen = Renderers.automatic(gles: gles)
        if asJSON {
            console.print(json(backends, chosen).text)
            return .done
        }
        console.print("pantograph \(PantographVersion.current)\n")
        for (kind, result) in backends { console.print(line(kind, result)) }
        console.print("\ndefault: \(chosen.renderer.backend.kind.rawValue), because \(chosen.reason)")
        return .done
    }

    private func line(_ kind: BackendDescription.Kind, _ result: Result<any FrameRenderer, RenderError>) -> String {
        let name = kind.rawValue + String(repeating: " ", count: 6 - kind.rawValue.count)
        switch result {
        case .failure(let error): return "\(name)not available: \(error)"
        case .success(let renderer):
            let b = renderer.backend
            let samples =
                switch (kind, b.sampleCounts.isEmpty) {
                case (.cpu, _): "antialiased by exact area"
                case (_, true): "no multisampling"
                case (_, false): "\(b.sampleCounts.map(String.init).joined(separator: ", ")) samples a pixel"
                }
            let place = kind == .cpu ? "" : b.isHardware ? ", hardware" : ", software"
            return "\(name)\(b.device)\(place); \(b.version); \(samples); frames up to \(b.maximumSize) pixels a side"
        }
    }

    private func json(
        _ backends: [(BackendDescription.Kind, Result<any FrameRenderer, RenderError>)], _ chosen: Renderers.Selection
    ) -> JSONValue {
        .object([
            ("version", .string(PantographVersion.current)),
            ("backends", .array(backends.map(json))),
            ("default", .string(chosen.renderer.backend.kind.rawValue)),
            ("reason", .string(chosen.reason)),
        ])
    }

    private func json(_ kind: BackendDescription.Kind, _ result: Result<any FrameRenderer, RenderError>) -> JSONValue {
        switch result {
        case .failure(let error):
            return .object([
                ("name", .string(kind.rawValue)), ("available", .bool(false)), ("reason", .string("\(error)")),
            ])
        case .success(let renderer):
            let b = renderer.backend
            return .object([
                ("name", .string(kind.rawValue)), ("available", .bool(true)), ("device", .string(b.device)),
                ("version", .string(b.version)), ("hardware", .bool(b.isHardware)),
                ("samples", .array(b.sampleCounts.map(JSONValue.int))), ("maximumSize", .int(b.maximumSize)),
            ])
        }
    }
}
