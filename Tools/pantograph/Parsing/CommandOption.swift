/// An option of a subcommand: its names, its type, and the line about it in the help.
struct CommandOption<Value>: Sendable {
    /// All its names, the one for messages first.
    let names: [String]
    /// What stands for the value in the help; `nil` for a flag, which has none.
    let valueName: String?
    let help: String
    /// Reads the value.
    let read: @Sendable (String) throws(UsageError) -> Value

    init(
        _ names: String..., value valueName: String, help: String,
        read: @escaping @Sendable (String) throws(UsageError) -> Value
    ) {
        self.names = names
        self.valueName = valueName
        self.help = help
        self.read = read
    }

    /// What the parser and the help need to know, whatever the type of the value.
    var declaration: OptionDeclaration { OptionDeclaration(names: names, valueName: valueName, help: help) }
}

extension CommandOption where Value == Bool {
    /// A flag: an option without a value.
    init(flag names: String..., help: String) {
        self.names = names
        valueName = nil
        self.help = help
        read = { (_) throws(UsageError) in true }
    }
}

/// An option without its type.
struct OptionDeclaration: Sendable {
    let names: [String]
    let valueName: String?
    let help: String

    var takesValue: Bool { valueName != nil }
}

/// Options that are listed together in the help.
struct OptionGroup: Sendable {
    let title: String
    let options: [OptionDeclaration]

    init(_ title: String, _ options: [OptionDeclaration]) {
        self.title = title
        self.options = options
    }
}

/// What a subcommand takes beside options.
struct PositionalDeclaration: Sendable {
    let name: String
    let help: String
    var isOptional = false
    /// Whether any number of them may follow; only for the last one.
    var repeats = false

    var usage: String {
        let text = repeats ? "\(name)…" : name
        return isOptional ? "[\(text)]" : text
    }
}

/// A command line that cannot be understood: exit status 2.
struct UsageError: Error {
    var message: String

    init(_ message: String) { self.message = message }
}
