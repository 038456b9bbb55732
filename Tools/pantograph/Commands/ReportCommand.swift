import Foundation
import Pantograph

/// `pantograph report`: several replays beside each other.
struct ReportCommand: Subcommand {
    static let name = "report"
    static let summary = "one report of several replays, number by number and chart by chart"
    static let examples = [
        CommandExample("pantograph report plain/ adaptive/ -o compared.html", "two folders that 'replay' wrote")
    ]
    static let positionals = [
        PositionalDeclaration(name: "DIR", help: "a folder that 'pantograph replay' wrote", repeats: true)
    ]
    static let output = FileOptions.output("HTML", "the page to write")
    static let optionGroups = [OptionGroup("Report", [output.declaration])]

    private let folders: [String]
    private let outputPath: String

    init(_ arguments: ParsedArguments) throws(UsageError) {
        folders = arguments.positionals
        outputPath = try arguments.required(Self.output)
    }

    func run(_ console: Console) throws -> ExitStatus {
        do throws(ReplayError) {
            var replays: [ComparisonReport.Replay] = []
            for folder in folders { replays.append(try ComparisonReport.Replay(readingFrom: FileOptions.url(folder))) }
            do throws(FileWriteError) {
                try AtomicFile.write(ComparisonReport(replays).html, to: FileOptions.url(outputPath))
            } catch {
                throw .write(error)
            }
        } catch {
            if case .unreadableLog = error { throw CommandError(.unreadableInput, "\(error)") }
            throw CommandError(error)
        }
        return .done
    }
}
