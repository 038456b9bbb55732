import CanvasTestSupport
import Foundation
import Testing

@Suite("Command line: usage", .enabled(if: CommandRun.program != nil, "the program is not built beside the tests"))
struct UsageTests {
    static let subcommands = [
        "info", "render", "replay", "policies", "compare", "bench", "generate", "gesture", "report", "view",
    ]

    @Test("help begins with what it does and examples, on standard output, with status 0")
    func help() throws {
        for arguments in [["--help"], ["-h"], ["help"]] {
            let run = try CommandRun(arguments)
            #expect(run.status == 0 && run.errors.isEmpty)
            let lines = run.output.split(separator: "\n")
            #expect(lines.firstIndex(of: "Examples:")! < lines.firstIndex(of: "Subcommands:")!)
            for name in Self.subcommands { #expect(run.output.contains("\n  \(name) "), "\(name)") }
        }
        for name in ["info", "render", "replay", "policies", "compare", "bench", "generate", "gesture"] {
            for arguments in [[name, "--help"], [name, "x", "-h"], ["help", name]] {
                let run = try CommandRun(arguments)
                #expect(run.status == 0 && run.errors.isEmpty, "\(arguments)")
                #expect(run.output.split(separator: "\n")[1] == "Examples:", "\(arguments)")
            }
        }
    }

    @Test("every line of help fits a terminal of a hundred columns")
    func helpWidth() throws {
        for name in Self.subcommands {
            let run = try CommandRun([name, "--help"])
            #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(name)")
        }
    }

    @Test("the version is one line")
    func version() throws {
        let run = try CommandRun(["--version"])
        #expect(run.status == 0)
        #expect(run.output.wholeMatch(of: /pantograph \d+\.\d+\.\d+\n/) != nil)
    }

    @Test("wrong usage is one line on standard error and status 2")
    func usageErrors() throws {
        let lines: [([String], String)] = [
            ([], "subcommand is missing"), (["--quiet"], "subcommand is missing"),
            (["rendr"], "did you mean render?"), (["--verison"], "unknown option"), (["xyzzy"], "unknown subcommand"),
            (["render"], "DRAWING is missing"), (["render", "a.svg"], "-o OUT.png is missing"),
            (["render", "a.svg", "-o"], "needs a value"), (["render", "a.svg", "-o", "--fit"], "needs a value"),
            (["render", "a.svg", "b.svg", "-o", "x"], "unexpected argument 'b.svg'"),
            (["render", "a.svg", "-o", "x", "--sizze", "3x3"], "did you mean --size?"),
            (["render", "a.svg", "-o", "x", "--fit=yes"], "takes no value"),
            (["render", "a.svg", "-o", "x", "--overlay", "damage"], "not available yet"),
            (["compare", "a.svg", "--with", "cpu"], "two backends"),
            (["compare", "a.svg", "--with", "cpu,gpu"], "two backends"),
            (["generate", "-o", "x"], "--strokes N is missing"),
            (["generate", "--strokes", "many", "-o", "x"], "not a whole number"),
            (["generate", "--strokes", "-1", "-o", "x"], "out of range"),
            (["generate", "--strokes", "1", "--seed", "-1", "-o", "x"], "not a seed"),
            (["gesture"], "is missing"), (["gesture", "shw"], "did you mean show?"),
            (["gesture", "show"], "needs a gesture"), (["gesture", "show", "pan"], "-o FILE is missing"),
            (["gesture", "list", "more"], "unexpected argument"),
            (["bench", "--serve"], "needs a value"), (["bench", "--rounds", "none"], "not a whole number"),
            (["report", "a"], "-o HTML is missing"), (["report"], "is missing"), (["view", "a"], "not available yet"),
        ]
        for (arguments, expected) in lines {
            let run = try CommandRun(arguments)
            #expect(run.status == 2, "\(arguments): \(run.status)")
            #expect(run.output.isEmpty, "\(arguments)")
            #expect(run.errorLines.count == 1 && run.errors.hasPrefix("pantograph: error: "), "\(arguments)")
            #expect(run.errors.contains(expected), "\(arguments): \(run.errors)")
        }
    }

    @Test("values that make no sense are refused, with the option's name")
    func values() throws {
        let bad: [String: [String]] = [
            "--size": ["", "3", "3x", "x3", "0x5", "-3x4", "3x4x5", "1e3x4", "99999999999999999999x1", "1048577x1"],
            "--zoom": ["", "0", "-1", "nan", "inf", "0x10", "1e99", "two"],
            "--rotate": ["", "nan", "1e300", "30deg"],
            "--center": ["", "5", "5,", ",5", "5,6,7", "nan,0", "1e13,0", "a,b"],
            "--samples": ["", "-1", "1.5", "x", "99999999"],
            "--backend": ["", "opengl", "CPU "],
            "--background": ["", "#12", "#ggg", "chartreusey", "12,12,12"],
        ]
        for (option, values) in bad {
            for value in values {
                let run = try CommandRun(["render", "a.svg", "-o", "x.png", "\(option)=\(value)"])
                #expect(run.status == 2, "\(option)=\(value)")
                #expect(run.errors.hasPrefix("pantograph: error: \(option): "), "\(option)=\(value): \(run.errors)")
                #expect(run.errorLines.count == 1)
            }
        }
        for pair in [["--fit", "--zoom", "2"], ["--fit", "--center", "1,2"]] {
            #expect(try CommandRun(["render", "a.svg", "-o", "x.png"] + pair).status == 2)
        }
    }

    @Test("a reader that goes away is no error")
    func brokenPipe() throws {
        for command in ["--help", "gesture list", "gesture list --json"] {
            let run = try CommandRun.shell("$P \(command) | head -c 1")
            #expect(run.status == 0 && run.errors.isEmpty, "\(command): \(run.errors)")
            let gone = try CommandRun.shell("$P \(command) | true; test ${PIPESTATUS[0]} = 0")
            #expect(gone.status == 0 && gone.errors.isEmpty, "\(command): \(gone.errors)")
        }
    }

    @Test("standard output that cannot be written is an error")
    func fullDevice() throws {
        let run = try CommandRun.shell("$P --help > /dev/full")
        #expect(run.status == 5 && run.errorLines.count == 1)
    }

    @Test("messages are not coloured where standard error is no terminal")
    func noColor() throws {
        #expect(try !CommandRun(["xyzzy"]).errors.contains("\u{1B}"))
    }
}
