import Foundation
import Pantograph

/// `pantograph bench`: how fast, on this machine.
struct BenchCommand: Subcommand {
    static let name = "bench"
    static let summary = "measure, from outside, beside other renderers"
    static let examples = [
        CommandExample("pantograph bench --serve drawing.svg", "answer jobs on standard input with times in ms")
    ]
    static let serve = CommandOption(
        "--serve", value: "DRAWING", help: "read jobs from standard input, one a line, and answer each with its time",
        read: ValueReaders.text)
    static let optionGroups = [OptionGroup("Options", [serve.declaration])]
    static let notes = [
        "A job is 'render BACKEND SAMPLES a b c d tx ty' (a whole warm frame of 1366x1024) or 'compose BACKEND a b c d "
            + "tx ty' (the last frame, rendered with the 1.1 x margin, shown under a view changed by the matrix). "
            + "BACKEND is cpu or gles; x' = a x + c y + tx, y' = b x + d y + ty, the view's top-left corner being the "
            + "origin. Each line is answered by one: milliseconds until the pixels are complete, or 'error' and why."
    ]

    private let served: String

    init(_ arguments: ParsedArguments) throws(UsageError) {
        guard let served = try arguments.value(Self.serve) else {
            throw UsageError("bench without --serve is not available yet")
        }
        self.served = served
    }

    func run(_ console: Console) throws -> ExitStatus {
        var server = BenchServer(try FileOptions.readDrawing(served, console))
        var lines = LineReader(STDIN_FILENO)
        while let line = lines.next() { console.print(server.answer(line)) }
        return .done
    }
}
