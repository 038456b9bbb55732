/// A subcommand whose name is kept for what is not there yet.
protocol FutureSubcommand: Subcommand {}

extension FutureSubcommand {
    static var examples: [CommandExample] { [] }
    static var positionals: [PositionalDeclaration] {
        [PositionalDeclaration(name: "ARGUMENT", help: "not read yet", isOptional: true, repeats: true)]
    }
    static var notes: [String] { ["Not available yet: \(name) ends with exit status 2."] }

    static var unavailable: UsageError {
        UsageError("\(name) is not available yet; 'pantograph --help' lists what is")
    }

    func run(_ console: Console) throws -> ExitStatus { throw Self.unavailable }
}

struct ViewCommand: FutureSubcommand {
    static let name = "view"
    static let summary = "an interactive window (not available yet)"
    init(_ arguments: ParsedArguments) throws(UsageError) { throw Self.unavailable }
}
