/// Lays out the help of a subcommand: examples first, then what each argument is.
struct HelpText {
    private var lines: [String] = []

    static func of(_ command: any Subcommand.Type) -> String {
        var text = HelpText()
        text.lines.append(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
        text.section("Examples")
        for example in command.examples {
            text.lines.append("  \(example.command)")
            if !example.meaning.isEmpty { text.paragraph(example.meaning, indent: 6) }
        }
        text.section("Usage")
        text.paragraph(usage(command), indent: 2, hanging: 6)
        if !command.positionals.isEmpty {
            text.section("Arguments")
            text.table(command.positionals.map { ($0.usage, $0.help) })
        }
        for group in command.optionGroups + [Main.commonOptions] {
            text.section(group.title)
            text.table(group.options.map { (label($0), $0.help) })
        }
        for note in command.notes {
            text.lines.append("")
            text.paragraph(note, indent: 0)
        }
        return text.lines.joined(separator: "\n") + "\n"
    }

    static func overview() -> String {
        var text = HelpText()
        text.lines.append("Pantograph keeps a heavy drawing under the finger: it renders offscreen and shows the last")
        text.lines.append("finished frame re-projected to where the hand is now.")
        text.section("Examples")
        for example in [
            "pantograph render drawing.svg -o drawing.png",
            "pantograph render drawing.svg --size 1366x1024 --zoom 2 --center 300,200 -o detail.png",
            "pantograph replay drawing.svg --gesture pan-zoom-rotate --frames every -o replay/",
            "pantograph compare drawing.svg --with cpu,gles",
            "pantograph gesture import recording.evemu -o gesture.jsonl",
        ] { text.lines.append("  \(example)") }
        text.section("Subcommands")
        text.table(Main.subcommands.map { ($0.name, $0.summary) })
        text.section("Options")
        text.table([
            ("--help, -h", "show this text, or with a subcommand that one's"), ("--version", "show the version"),
        ])
        text.section("Exit status")
        text.table([
            ("0", "done"), ("1", "done, and the answer is no: a comparison differs"), ("2", "wrong usage"),
            ("3", "the input cannot be read or understood"), ("4", "the backend asked for is not available"),
            ("5", "anything else that failed"),
        ])
        text.lines.append("")
        text.lines.append("'pantograph SUBCOMMAND --help' says more about each.")
        return text.lines.joined(separator: "\n") + "\n"
    }

    private static func usage(_ command: any Subcommand.Type) -> String {
        let positionals = command.positionals.map(\.usage).joined(separator: " ")
        return "pantograph \(command.name) \(positionals) [options]".replacing("  ", with: " ")
    }

    private static func label(_ option: OptionDeclaration) -> String {
        option.names.joined(separator: ", ") + (option.valueName.map { " \($0)" } ?? "")
    }

    private mutating func section(_ title: String) { lines += ["", "\(title):"] }

    private mutating func table(_ rows: [(label: String, text: String)]) {
        let width = min(rows.map(\.label.count).max() ?? 0, 26)
        for row in rows {
            let indent = width + 4
            var wrapped = Self.wrap(row.text, width: 96 - indent)
            var head = "  " + row.label
            if row.label.count > width {
                lines.append(head)
                head = ""
            }
            head += String(repeating: " ", count: indent - head.count) + (wrapped.isEmpty ? "" : wrapped.removeFirst())
            lines.append(head)
            lines += wrapped.map { String(repeating: " ", count: indent) + $0 }
        }
    }

    private mutating func paragraph(_ text: String, indent: Int, hanging: Int? = nil) {
        for (i, line) in Self.wrap(text, width: 96 - indent).enumerated() {
            lines.append(String(repeating: " ", count: i == 0 ? indent : hanging ?? indent) + line)
        }
    }

    private static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
