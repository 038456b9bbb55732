import Foundation
import Testing

@Suite(
    "Command line: bench --serve", .enabled(if: CommandRun.program != nil, "the program is not built beside the tests"))
struct BenchServeTests {
    /// What `bench --serve` answers to these lines, given the drawing of the tests of `render`.
    static func answers(_ lines: String...) throws -> [Substring] {
        let scratch = try Scratch()
        _ = try scratch.file("a.svg", RenderTests.drawing)
        _ = try scratch.file("jobs", lines.joined(separator: "\n"))
        let run = try CommandRun.shell("$P bench --serve a.svg < jobs", in: scratch.url)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.status): \(run.errors)")
        return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    @Test("each job is answered by one number of milliseconds, in order, until the input ends")
    func times() throws {
        let answers = try Self.answers(
            "render cpu 4 1 0 0 1 0 0", "render cpu 0 0.5 0.1 -0.1 0.5 3.25 -7", "compose cpu 1 0 0 1 12 -7",
            "compose cpu 1.07 0.13 -0.13 1.07 23.5 -130.4", "  render\tcpu  4  1e0 0 0 1 0 0 ",
            "compose cpu 1 0 0 1 0 0")
        #expect(answers.count == 6)
        for answer in answers { #expect(Double(answer).map { $0 > 0 && $0 < 60_000 } == true, "\(answer)") }
    }

    @Test("what cannot be done is answered by a line that begins with error, and the next job is done")
    func errors() throws {
        let bad = [
            "", "   ", "render", "draw cpu 4 1 0 0 1 0 0", "render cpu 4 1 0 0 1 0", "render cpu 4 1 0 0 1 0 0 0",
            "render vulkan 4 1 0 0 1 0 0", "render cpu -1 1 0 0 1 0 0", "render cpu four 1 0 0 1 0 0",
            "render cpu 4 nan 0 0 1 0 0", "render cpu 4 1 0 0 inf 0 0", "render cpu 4 0x10 0 0 1 0 0",
            "render cpu 4 0 0 0 0 0 0", "render cpu 4 1 1 1 1 0 0", "compose cpu 1 0 0 1 0",
            "render cpu 99999999999999999999 1 0 0 1 0 0", "\u{0}\u{7}", "render cpu 4 1 0 0 1 0 0".uppercased(),
            String(repeating: "x", count: 300_000),
        ]
        for line in bad {
            let answers = try Self.answers(line, "render cpu 4 1 0 0 1 0 0")
            #expect(answers.count == 2, "\(line.prefix(60))")
            #expect(answers[0].hasPrefix("error"), "\(line.prefix(60)): \(answers[0])")
            #expect(Double(answers[1]) != nil, "\(line.prefix(60)): \(answers[1])")
        }
    }

    @Test("there is nothing to compose before a frame, and after one that failed")
    func nothingToCompose() throws {
        let compose = "compose cpu 1 0 0 1 0 0"
        let answers = try Self.answers(
            compose, "render cpu 4 1 0 0 1 0 0", compose, "render cpu 4 0 0 0 0 0 0", "render cpu 4 1 0 0 1 0 0",
            compose)
        #expect(answers.map { $0.hasPrefix("error") } == [true, false, false, true, false, false])
    }

    @Test("answers come line by line, not at the end")
    func isFlushed() throws {
        let scratch = try Scratch()
        _ = try scratch.file("a.svg", RenderTests.drawing)
        // The second job is only asked for once the first has been answered.
        let script = """
            coproc $P bench --serve a.svg
            echo 'render cpu 4 1 0 0 1 0 0' >&${COPROC[1]}; read -t 50 first <&${COPROC[0]}
            echo 'compose cpu 1 0 0 1 3 4' >&${COPROC[1]}; read -t 50 second <&${COPROC[0]}
            echo "$first $second"
            """
        let run = try CommandRun.shell(script, in: scratch.url)
        #expect(run.output.split(separator: " ").compactMap { Double($0.filter { !$0.isWhitespace }) }.count == 2)
    }

    @Test("a device that is not there is an error of its jobs alone")
    func withoutGLES() throws {
        let scratch = try Scratch()
        _ = try scratch.file("a.svg", RenderTests.drawing)
        let nowhere = BackendTests.withoutEGL.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let run = try CommandRun.shell(
            "printf 'render gles 4 1 0 0 1 0 0\\nrender cpu 4 1 0 0 1 0 0\\ncompose gles 1 0 0 1 0 0\\n' | "
                + "env \(nowhere) $P bench --serve a.svg", in: scratch.url)
        #expect(run.status == 0)
        #expect(run.output.split(separator: "\n").map { $0.hasPrefix("error") } == [true, false, true])
    }

    @Test("a drawing that cannot be read is status 3 before any job")
    func unreadable() throws {
        let run = try CommandRun(["bench", "--serve", "/nonexistent/a.svg"])
        #expect(run.status == 3 && run.output.isEmpty && run.errorLines.count == 1)
    }
}
