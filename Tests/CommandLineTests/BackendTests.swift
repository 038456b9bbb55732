import CanvasTestSupport
import Foundation
import Pantograph
import Testing

@Suite("Command line: backends", .enabled(if: CommandRun.program != nil, "the program is not built beside the tests"))
struct BackendTests {
    /// Variables with which EGL finds no driver.
    static let withoutEGL = [
        "__EGL_VENDOR_LIBRARY_DIRS": "/nonexistent", "__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent",
    ]

    static func hasGLES() throws -> Bool { try backends()["gles"]?["available"] as? Bool == true }

    static func info(_ environment: [String: String] = [:]) throws -> [String: Any] {
        let run = try CommandRun(["info", "--json"], environment: environment)
        #expect(run.status == 0)
        return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    static func backends(_ environment: [String: String] = [:]) throws -> [String: [String: Any]] {
        let list = try #require(try info(environment)["backends"] as? [[String: Any]])
        return Dictionary(uniqueKeysWithValues: list.map { ($0["name"] as? String ?? "", $0) })
    }

    @Test("info names both backends, the default and the reason")
    func info() throws {
        let object = try Self.info()
        #expect(object["version"] as? String == PantographVersion.current)
        let backends = try Self.backends()
        #expect(Set(backends.keys) == ["cpu", "gles"])
        #expect(backends["cpu"]?["available"] as? Bool == true)
        let isHardware = backends["gles"]?["hardware"] as? Bool == true
        #expect(object["default"] as? String == (isHardware ? "gles" : "cpu"))
        #expect((object["reason"] as? String)?.isEmpty == false)
        let text = try CommandRun(["info"])
        #expect(text.status == 0 && text.errors.isEmpty)
        #expect(
            text.output.contains("\ndefault: ") && text.output.contains("\ncpu ") && text.output.contains("\ngles "))
    }

    @Test("without EGL: gles is status 4, auto draws by the CPU with a warning, info says why")
    func withoutGLES() throws {
        let scratch = try Scratch()
        let input = try scratch.file("a.svg", RenderTests.drawing)
        let gles = try CommandRun(
            ["render", input, "-o", scratch.path("o.png"), "--backend", "gles"], environment: Self.withoutEGL)
        #expect(gles.status == 4 && gles.errorLines.count == 1, "\(gles.status): \(gles.errors)")
        #expect(scratch.contents == ["a.svg"])
        let compare = try CommandRun(["compare", input], environment: Self.withoutEGL)
        #expect(compare.status == 4 && compare.errorLines.count == 1)
        let auto = try CommandRun(["render", input, "-o", scratch.path("o.png")], environment: Self.withoutEGL)
        #expect(auto.status == 0 && auto.errorLines.count == 1)
        #expect(auto.errors.hasPrefix("pantograph: warning: ") && scratch.contents == ["a.svg", "o.png"])
        let backends = try Self.backends(Self.withoutEGL)
        #expect(backends["gles"]?["available"] as? Bool == false)
        #expect((backends["gles"]?["reason"] as? String)?.isEmpty == false)
        #expect(try Self.info(Self.withoutEGL)["default"] as? String == "cpu")
    }

    @Test("more samples than the device has: its most, with a warning")
    func tooManySamples() throws {
        guard try Self.hasGLES() else { return }
        let scratch = try Scratch()
        let input = try scratch.file("a.svg", RenderTests.drawing)
        let run = try CommandRun(
            ["render", input, "-o", scratch.path("o.png"), "--backend", "gles", "--samples", "1024", "--json"])
        #expect(run.status == 0 && run.errorLines.count == 1)
        #expect(run.errors.contains("1024 samples"))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let most = (try Self.backends()["gles"]?["samples"] as? [Int])?.max() ?? 0
        #expect(object["samples"] as? Int == most)
    }

    @Test("compare prints three figures; a backend is the same as itself")
    func compare() throws {
        let scratch = try Scratch()
        let scene = scratch.path("s.svg")
        #expect(try CommandRun(["generate", "--strokes", "200", "-o", scene]).status == 0)
        let same = try CommandRun(["compare", scene, "--with", "cpu,cpu", "--size", "300x300"])
        #expect(same.status == 0 && same.errors.isEmpty)
        let lines = same.output.split(separator: "\n")
        #expect(lines.count == 4 && lines[0].hasSuffix(": same"))
        for (line, label) in zip(lines.dropFirst(), ["mean difference", "off by more than 96", "away from edges"]) {
            #expect(line.contains(label) && line.contains(" 0 "), "\(line)")
        }
        guard try Self.hasGLES() else { return }
        let both = try CommandRun(
            ["compare", scene, "--size", "300x300", "--json", "--diff", scratch.path("d.png")])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(both.output.utf8)) as? [String: Any])
        #expect(both.status == 0, "\(both.output)")
        #expect(object["same"] as? Bool == true && object["with"] as? [String] == ["cpu", "gles"])
        #expect((object["meanDifference"] as? Double ?? 99) <= 4 && object["percentOver96"] is Double)
        #expect(scratch.contents == ["d.png", "s.svg"])
    }

    @Test("compare answers no with status 1 where the pictures differ")
    func compareDiffers() throws {
        let scratch = try Scratch()
        let input = try scratch.file("a.svg", RenderTests.drawing)
        let other = try scratch.file("b.svg", RenderTests.drawing.replacing("#ff0000", with: "#f00a00"))
        #expect(try CommandRun(["render", input, "--backend", "cpu", "-o", scratch.path("a.png")]).status == 0)
        func compare(_ drawing: String, _ options: String...) throws -> CommandRun {
            try CommandRun(["compare", drawing, "--against", scratch.path("a.png")] + options)
        }
        #expect(try compare(input).status == 0)
        let run = try compare(other, "--diff", scratch.path("d.png"))
        #expect(run.status == 1 && run.errors.isEmpty)
        #expect(run.output.contains(": different") && run.output.contains("15 levels"))
        let difference = try PNG.read(contentsOf: URL(fileURLWithPath: scratch.path("d.png")))
        #expect(difference[20, 30] == Pixel(red: 60, green: 40, blue: 0, alpha: 255))
        #expect(difference[5, 5] == Pixel(red: 0, green: 0, blue: 0, alpha: 255))
        // Another size is no answer but a failure, and what is no picture is bad input.
        #expect(try compare(input, "--size", "50x50").status == 5)
        #expect(try CommandRun(["compare", input, "--against", input]).status == 3)
    }
}
