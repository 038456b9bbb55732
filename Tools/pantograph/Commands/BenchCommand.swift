import Foundation
import Pantograph

/// `pantograph bench`: how fast, on this machine.
struct BenchCommand: Subcommand {
    static let name = "bench"
    static let summary = "measure how fast it draws, stage by stage, or answer another program's timing jobs"
    static let examples = [
        CommandExample("pantograph bench", "both generated scenes, by the CPU"),
        CommandExample("pantograph bench S1 drawing.svg --backends cpu,gles --json figures.json"),
        CommandExample("pantograph bench --serve drawing.svg", "answer jobs on standard input with times in ms"),
    ]
    static let positionals = [
        PositionalDeclaration(
            name: "SCENE",
            help: "S1 (10,000 generated strokes), S2 (100,000), or a drawing's file (S1 S2)", isOptional: true,
            repeats: true)
    ]
    static let backends = CommandOption(
        "--backends", value: "A[,B]", help: "what to measure, of cpu and gles (cpu)", read: backendList)
    static let rounds = CommandOption(
        "--rounds", value: "N", help: "how often each thing is timed (5)", read: ValueReaders.integer(in: 1...1000))
    static let threads = CommandOption(
        "--threads", value: "N", help: "threads of the CPU renderer (one for each processor)",
        read: ValueReaders.integer(in: 1...256))
    static let json = CommandOption(
        "--json", value: "FILE", help: "also write every figure to this file", read: ValueReaders.text)
    static let edits = CommandOption(
        flag: "--edits",
        help: "also measure edits and the calls of a session, in drawings of 1,000 and 1,000,000 strokes; takes 1.5 GB "
            + "of memory")
    static let serve = CommandOption(
        "--serve", value: "DRAWING", help: "read jobs from standard input, one a line, and answer each with its time",
        read: ValueReaders.text)
    static let optionGroups = [
        OptionGroup(
            "Options",
            [
                backends.declaration, rounds.declaration, threads.declaration, edits.declaration, json.declaration,
                serve.declaration,
            ])
    ]
    static let notes = [
        "Frames are of \(BenchView.size) pixels, cleared to transparent: view a shows everything, b the middle four times "
            + "as large, c that turned by 30 degrees. A cold frame is the first of a new renderer, a warm one follows "
            + "one like it. What is compared is timed in turn, round by round, and medians are given. Stages: encode "
            + "makes geometry that is not there yet (figures of the cold frame), cull finds what is visible and where, "
            + "raster computes coverage and blends; their work is summed over the threads. Device is what a "
            + "hardware GPU says a warm frame took, where it tells.",
        "Peak memory is that of a process that reads the drawing and draws it at 0.4, 1, 4, 16 and 64 times the size at "
            + "which it fits. Strokes outside the view: view b of the drawing, and of one with a tenth of the strokes "
            + "outside it. A pan: view b without antialiasing, moved by whole pixels, the earlier frame at hand; after a frame "
            + "that was drawn as a whole, and after another pan. A frame taken back: from that moment until another, empty "
            + "one is drawn. Edits: view b of generated strokes; the drawing is edited "
            + "and the frame made that shows it. Calls of a session are timed one by one, while nothing is drawn. "
            + "Re-projections are timed beside a copy of the view's bytes by one thread.",
        "The JSON file has the schema '\(BenchJSON.schema)': for each scene the same figures with every single time; all "
            + "times are in ms.",
        "A job of --serve is 'render BACKEND SAMPLES a b c d tx ty' (a whole warm frame of \(BenchView.size)) or 'compose "
            + "BACKEND a b c d tx ty' (the last frame, rendered with the 1.1 x margin, shown under a view changed by the "
            + "matrix). BACKEND is cpu or gles; x' = a x + c y + tx, y' = b x + d y + ty, the view's top-left corner "
            + "being the origin. Each line is answered by one: milliseconds until the pixels are complete, or 'error' "
            + "and why.",
    ]

    private enum Action {
        case serve(String)
        case measure(scenes: [String], backends: [BackendDescription.Kind], edits: Bool, json: String?)
    }

    private let action: Action
    private let rounds: Int
    private let threads: Int?

    init(_ arguments: ParsedArguments) throws(UsageError) {
        rounds = try arguments.value(Self.rounds) ?? 5
        threads = try arguments.value(Self.threads)
        let backends = try arguments.value(Self.backends)
        let json = try arguments.value(Self.json)
        let edits = arguments.has(Self.edits)
        if let served = try arguments.value(Self.serve) {
            guard arguments.positionals.isEmpty, backends == nil, json == nil, !edits else {
                throw UsageError("--serve answers jobs and measures nothing of its own; give it alone")
            }
            action = .serve(served)
        } else {
            let scenes = arguments.positionals.isEmpty ? ["S1", "S2"] : arguments.positionals
            action = .measure(scenes: scenes, backends: backends ?? [.cpu], edits: edits, json: json)
        }
    }

    @Sendable private static func backendList(_ text: String) throws(UsageError) -> [BackendDescription.Kind] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let kinds = names.compactMap { BackendDescription.Kind(rawValue: String($0)) }
        guard kinds.count == names.count, Set(kinds).count == kinds.count else {
            throw UsageError("'\(text)' is no list of backends; write cpu, gles or cpu,gles")
        }
        return kinds
    }

    func run(_ console: Console) throws -> ExitStatus {
        switch action {
        case .serve(let drawing): try serve(drawing, console)
        case .measure(let scenes, let backends, let edits, let json?):
            // Opened first: it would be a pity to find out at the end that it cannot be written.
            var file = try Self.file(at: json)
            let text = try measure(scenes, backends, edits, console).text + "\n"
            do throws(FileWriteError) {
                try file.write(text)
                try file.commit()
            } catch {
                throw CommandError(.failed, "\(error)")
            }
        case .measure(let scenes, let backends, let edits, nil): _ = try measure(scenes, backends, edits, console)
        }
        return .done
    }

    private static func file(at path: String) throws(CommandError) -> AtomicFile {
        do throws(FileWriteError) { return try AtomicFile(at: FileOptions.url(path)) } catch {
            throw CommandError(.failed, "\(error)")
        }
    }

    private func serve(_ drawing: String, _ console: Console) throws(CommandError) {
        var server = BenchServer(try FileOptions.readDrawing(drawing, console), threads: threads)
        var lines = LineReader(STDIN_FILENO)
        while let line = lines.next() { console.print(server.answer(line)) }
    }

    private func measure(
        _ scenes: [String], _ backends: [BackendDescription.Kind], _ edits: Bool, _ console: Console
    ) throws -> JSONValue {
        var devices: [String] = []
        for kind in backends {
            switch kind == .cpu ? .success(CPURenderer(threads: threads)) : Renderers.probe(kind) {
            case .success(let renderer): devices.append("\(kind.rawValue): \(renderer.backend.device)")
            case .failure(let error):
                throw CommandError(.backendUnavailable, "the backend \(kind.rawValue) is not available: \(error)")
            }
        }
        console.print("pantograph \(PantographVersion.current), \(devices.joined(separator: "; "))\n")
        var results: [BenchResult] = []
        for name in scenes {
            let scene = try BenchScene(name, rounds: min(rounds, 3), console)
            do {
                let result = try BenchResult(scene, backends: backends, rounds: rounds, threads: threads, console)
                console.write(BenchText(result).text)
                results.append(result)
            } catch let error as RenderError {
                throw CommandError(error)
            }
        }
        let edits = try measureEdits(wanted: edits, console)
        let count = threads ?? ProcessInfo.processInfo.activeProcessorCount
        return BenchJSON.of(results, edits: edits, threads: count, rounds: rounds)
    }

    private func measureEdits(wanted: Bool, _ console: Console) throws -> EditBench? {
        guard wanted else { return nil }
        console.progress(0, "edits")
        let result = try EditBench(rounds: rounds, threads: threads)
        console.clearBar()
        console.write(BenchText(result).text)
        return result
    }
}
