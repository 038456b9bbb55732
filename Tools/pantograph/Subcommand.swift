/// A subcommand of `pantograph`: what it takes, described once for the parser and the help, and what it does.
protocol Subcommand: Sendable {
    static var name: String { get }
    /// What it does, in a few words that begin with a small letter and end without a full stop.
    static var summary: String { get }
    static var examples: [CommandExample] { get }
    static var positionals: [PositionalDeclaration] { get }
    static var optionGroups: [OptionGroup] { get }
    /// Paragraphs at the end of the help.
    static var notes: [String] { get }

    /// Reads its arguments, all of them, before anything is done.
    init(_ arguments: ParsedArguments) throws(UsageError)

    func run(_ console: Console) throws -> ExitStatus
}

extension Subcommand {
    static var positionals: [PositionalDeclaration] { [] }
    static var optionGroups: [OptionGroup] { [] }
    static var notes: [String] { [] }
}

/// A command line to copy, and what it does.
struct CommandExample: Sendable {
    let command: String
    let meaning: String

    init(_ command: String, _ meaning: String = "") {
        self.command = command
        self.meaning = meaning
    }
}

/// How a run ended, for scripts.
enum ExitStatus: Int32, Sendable {
    case done = 0
    /// Done, and the answer is no.
    case answerIsNo = 1
    case usage = 2
    case unreadableInput = 3
    case backendUnavailable = 4
    case failed = 5
}

/// An error that ends the run: its status, and one line for people.
struct CommandError: Error {
    let status: ExitStatus
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
