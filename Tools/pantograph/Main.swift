import Foundation
import Pantograph

/// The command line: finds the subcommand, runs it, and turns what goes wrong into one line and an exit status.
@main
enum Main {
    static let subcommands: [any Subcommand.Type] = [
        InfoCommand.self, RenderCommand.self, ReplayCommand.self, PoliciesCommand.self, CompareCommand.self,
        BenchCommand.self,
        GenerateCommand.self, GestureCommand.self, ReportCommand.self, ViewCommand.self,
    ]

    static let help = CommandOption<Bool>(flag: "--help", "-h", help: "show this text")
    static let quiet = CommandOption<Bool>(flag: "--quiet", "-q", help: "show neither warnings nor progress")
    static let commonOptions = OptionGroup("Common options", [quiet.declaration, help.declaration])

    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        let console = Console(isQuiet: arguments.contains("--quiet") || arguments.contains("-q"))
        let status = run(arguments[...], console)
        console.clearBar()
        exit(status.rawValue)
    }

    private static func run(_ arguments: ArraySlice<String>, _ console: Console) -> ExitStatus {
        do {
            return try dispatch(arguments, console)
        } catch let error as UsageError {
            console.error(error.message)
            return .usage
        } catch let error as CommandError {
            console.error(error.message)
            return error.status
        } catch {
            console.error("\(error)")
            return .failed
        }
    }

    private static func dispatch(_ arguments: ArraySlice<String>, _ console: Console) throws -> ExitStatus {
        guard let name = arguments.first(where: { $0 != "--quiet" && $0 != "-q" }) else {
            throw UsageError("a subcommand is missing; see 'pantograph --help'")
        }
        if name == "--help" || name == "-h" || name == "help" {
            let topic = name == "help" ? arguments.drop { $0 != "help" }.dropFirst().first : nil
            console.write(try topic.map { HelpText.of(try subcommand($0)) } ?? HelpText.overview())
            return .done
        }
        if name == "--version" {
            console.print("pantograph \(PantographVersion.current)")
            return .done
        }
        let command = try subcommand(name)
        var rest = Array(arguments)
        rest.remove(at: rest.firstIndex(of: name)!)
        let wantsHelp = rest.prefix { $0 != "--" }.contains { help.names.contains($0) }
        if wantsHelp {
            console.write(HelpText.of(command))
            return .done
        }
        if let future = command as? any FutureSubcommand.Type { throw future.unavailable }
        let options = command.optionGroups.flatMap(\.options) + commonOptions.options
        let parsed = try ParsedArguments(
            rest[...], options: options, positionals: command.positionals, usage: "pantograph \(command.name)")
        return try command.init(parsed).run(console)
    }

    private static func subcommand(_ name: String) throws(UsageError) -> any Subcommand.Type {
        if let found = subcommands.first(where: { $0.name == name }) { return found }
        if name.hasPrefix("-") { throw UsageError("unknown option \(name); see 'pantograph --help'") }
        guard let near = Suggestion.nearest(to: name, among: subcommands.map { $0.name }) else {
            throw UsageError("unknown subcommand '\(name)'; see 'pantograph --help'")
        }
        throw UsageError("unknown subcommand '\(name)'; did you mean \(near)? (see 'pantograph --help')")
    }
}
