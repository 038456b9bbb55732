import Foundation
import Testing

@Suite("Command line: bench", .enabled(if: CommandRun.program != nil, "the program is not built beside the tests"))
struct BenchCommandTests {
    @Test("a drawing's figures: text for people, and every one in the JSON file")
    func figures() throws {
        let scratch = try Scratch()
        let scene = scratch.path("s.svg")
        #expect(try CommandRun(["generate", "--strokes", "1500", "-o", scene]).status == 0)
        let run = try CommandRun(["bench", scene, "--rounds", "2", "--json", scratch.path("figures.json")])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(scratch.contents == ["figures.json", "s.svg"])
        for text in ["1500 items", "reading 0.65 MB", "peak resident memory, cpu", "a copy of the view's bytes"] {
            #expect(run.output.contains(text), "\(text) in \(run.output)")
        }
        let object = try #require(
            try JSONSerialization.jsonObject(with: try scratch.bytes("figures.json")) as? [String: Any])
        #expect(object["schema"] as? String == "pantograph.bench/1")
        let scenes = try #require(object["scenes"] as? [[String: Any]])
        #expect(scenes.count == 1 && scenes[0]["items"] as? Int == 1500 && scenes[0]["scene"] as? String == scene)
        let frames = try #require(scenes[0]["frames"] as? [[String: Any]])
        #expect(frames.map { "\($0["view"]!)\($0["samples"]!)" } == ["a4", "a0", "b4", "b0", "c4", "c0"])
        for frame in frames {
            let warm = try #require(frame["warmMs"] as? [String: Any])
            let all = try #require(warm["all"] as? [Double])
            #expect(all.count == 2 && all.allSatisfy { $0 > 0 })
            #expect(abs(try #require(warm["median"] as? Double) - (all[0] + all[1]) / 2) < 1e-9)
            #expect(warm["min"] as? Double == all.min())
            // The first frame makes geometry. (That later ones find it made is for renderers' tests: time is no witness here.)
            let cold = try #require(frame["coldStagesMs"] as? [String: Double])
            let later = try #require(frame["warmStagesMs"] as? [String: Double])
            #expect(cold["encode"]! > 0 && later["raster"]! > 0 && later["cull"]! > 0)
        }
        let compose = try #require(scenes[0]["compose"] as? [String: Any])
        #expect((compose["rows"] as? [[String: Any]])?.count == 6)
        let memory = try #require(scenes[0]["peakResidentBytes"] as? [String: Int])
        #expect(memory["cpu"]! > 5_000_000 && memory["cpu"]! < 300_000_000)
        let outside = try #require(scenes[0]["outside"] as? [String: Any])
        let (few, many) = (outside["few"] as? Int ?? 0, outside["many"] as? Int ?? 0)
        #expect(many + (outside["visible"] as? Int ?? 0) == 1500 && few == (many + 9) / 10)
    }

    @Test("the generated scenes are made where they are asked for by name, and leave nothing behind")
    func generatedScene() throws {
        let scratch = try Scratch()
        let temporary = try Scratch()
        let run = try CommandRun(
            ["bench", "S1", "--rounds", "1", "--threads", "1"], in: scratch.url,
            environment: ["TMPDIR": temporary.url.path])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output.contains("S1: 10000 items") && run.output.contains("cpu: 1 thread\n"))
        #expect(scratch.contents.isEmpty && temporary.contents.isEmpty)
    }

    @Test("wrong usage and what cannot be read, written or had ends before anything is measured")
    func errors() throws {
        let scratch = try Scratch()
        let drawing = try scratch.file("a.svg", RenderTests.drawing)
        for (arguments, status) in [
            (["bench", "--serve", drawing, "S1"], 2), (["bench", "--serve", drawing, "--json", "x"], 2),
            (["bench", "--rounds", "0"], 2), (["bench", "--backends", "cpu,gpu"], 2),
            (["bench", "--backends", "cpu,cpu"], 2), (["bench", "--backends="], 2),
            (["bench", scratch.path("none.svg")], 3),
            (["bench", drawing, "--json", scratch.path("no/folder.json")], 5),
        ] {
            let run = try CommandRun(arguments)
            #expect(run.status == status && run.errorLines.count == 1, "\(arguments): \(run.status) \(run.errors)")
        }
        let without = try CommandRun(["bench", drawing, "--backends", "gles"], environment: BackendTests.withoutEGL)
        #expect(without.status == 4 && without.output.isEmpty)
        #expect(scratch.contents == ["a.svg"])
    }

    @Test("a drawing with nothing in it has figures too")
    func emptyDrawing() throws {
        let scratch = try Scratch()
        let drawing = try scratch.file("a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        let run = try CommandRun(["bench", drawing, "--rounds", "1"])
        #expect(run.status == 0 && run.output.contains("0 items"), "\(run.errors)")
    }
}
