/// What was given on the command line: options by name, and the rest in order.
struct ParsedArguments: Sendable {
    /// The raw value of each option given, by its first name; of one given twice the last counts.
    private var options: [String: String] = [:]
    private(set) var positionals: [String] = []

    /// Takes `arguments` apart.
    ///
    /// `--name value` and `--name=value` mean the same; what follows `--` is no option. A value may begin with a minus
    /// sign if a digit, a point or nothing follows it.
    ///
    /// - Parameter usage: the command that was meant, for messages: `pantograph render`.
    init(
        _ arguments: ArraySlice<String>, options declared: [OptionDeclaration],
        positionals expected: [PositionalDeclaration],
        usage: String
    ) throws(UsageError) {
        var index = arguments.startIndex
        var onlyPositionals = false
        while index < arguments.endIndex {
            let argument = arguments[index]
            index += 1
            if onlyPositionals || argument == "-" || !argument.hasPrefix("-") || Self.isNegativeNumber(argument) {
                positionals.append(argument)
                continue
            }
            if argument == "--" {
                onlyPositionals = true
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = declared.first(where: { $0.names.contains(name) }) else {
                throw Self.unknown(name, declared, usage)
            }
            let key = option.names[0]
            if !option.takesValue {
                guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
                options[key] = ""
            } else if parts.count == 2 {
                options[key] = String(parts[1])
            } else {
                guard index < arguments.endIndex, !Self.looksLikeOption(arguments[index]) else {
                    throw UsageError("\(name) needs a value: \(name) \(option.valueName ?? "")")
                }
                options[key] = arguments[index]
                index += 1
            }
        }
        try checkCount(expected, usage)
    }

    private static func isNegativeNumber(_ text: String) -> Bool {
        text.count > 1 && text.first == "-" && (text.dropFirst().first!.isNumber || text.dropFirst().first == ".")
    }

    private static func looksLikeOption(_ text: String) -> Bool {
        text.count > 1 && text.hasPrefix("-") && !isNegativeNumber(text)
    }

    private static func unknown(_ name: String, _ declared: [OptionDeclaration], _ usage: String) -> UsageError {
        let help = "see '\(usage) --help'"
        guard let near = Suggestion.nearest(to: name, among: declared.flatMap(\.names)) else {
            return UsageError("unknown option \(name); \(help)")
        }
        return UsageError("unknown option \(name); did you mean \(near)? (\(help))")
    }

    private func checkCount(_ expected: [PositionalDeclaration], _ usage: String) throws(UsageError) {
        if positionals.count < expected.count, !expected[positionals.count].isOptional {
            throw UsageError("\(expected[positionals.count].name) is missing; see '\(usage) --help'")
        }
        if positionals.count > expected.count, expected.last?.repeats != true {
            throw UsageError("unexpected argument '\(positionals[expected.count])'; see '\(usage) --help'")
        }
    }

    /// The value given for an option, or `nil` if it was not given.
    func value<Value>(_ option: CommandOption<Value>) throws(UsageError) -> Value? {
        guard let text = options[option.names[0]] else { return nil }
        do throws(UsageError) {
            return try option.read(text)
        } catch {
            throw UsageError("\(option.names[0]): \(error.message)")
        }
    }

    /// The value given for an option that must be given.
    func required<Value>(_ option: CommandOption<Value>) throws(UsageError) -> Value {
        guard let value = try value(option) else {
            throw UsageError("\(option.names[0]) \(option.valueName ?? "") is missing")
        }
        return value
    }

    /// Whether a flag was given.
    func has(_ flag: CommandOption<Bool>) -> Bool { options[flag.names[0]] != nil }
}
