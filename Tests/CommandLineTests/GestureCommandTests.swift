import CanvasTestSupport
import Foundation
import Pantograph
import Testing

@Suite(
    "Command line: gesture and generate",
    .enabled(if: CommandRun.program != nil, "the program is not built beside the tests"))
struct GestureCommandTests {
    static let names = [
        "pan", "fling", "pinch-in", "pinch-out", "rotate", "pan-zoom-rotate", "zoom-out-far", "deep-zoom", "shake",
        "scribble", "rest",
    ]

    @Test("gesture list names the gestures of the contract, in its order")
    func list() throws {
        let run = try CommandRun(["gesture", "list"])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.split(separator: "\n").map { String($0.split(separator: " ")[0]) } == Self.names)
        let json = try CommandRun(["gesture", "list", "--json"])
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(list.map { $0["name"] as? String } == Self.names)
    }

    @Test("gesture show draws every built-in gesture, and the same way twice")
    func show() throws {
        let scratch = try Scratch()
        var pictures = Set<[UInt32]>()
        for name in Self.names {
            let run = try CommandRun(["gesture", "show", name, "--size", "320x240", "-o", scratch.path("\(name).png")])
            #expect(run.status == 0 && run.errors.isEmpty, "\(name): \(run.errors)")
            let picture = try PNG.read(contentsOf: URL(fileURLWithPath: scratch.path("\(name).png")))
            #expect(picture.size == PixelSize(width: 320, height: 240))
            pictures.insert(picture.pixels)
        }
        #expect(pictures.count == Self.names.count)
        #expect(
            try CommandRun(["gesture", "show", "pan", "--size", "320x240", "-o", scratch.path("2.png")]).status == 0)
        #expect(try scratch.bytes("2.png") == scratch.bytes("pan.png"))
    }

    @Test("gesture import writes a trace that reads back, the same every time")
    func importRecording() throws {
        let scratch = try Scratch()
        let recording = try scratch.file(
            "pad_2f.events",
            "E: 0.0 0003 0039 1\nE: 0.0 0003 0035 10\nE: 0.0 0003 0036 20\nE: 0.0 0000 0000 0\n"
                + "E: 0.5 0003 0035 90\nE: 0.5 0000 0000 0\nE: 0.6 0003 0039 -1\nE: 0.6 0000 0000 0\n")
        let bare = try CommandRun(["gesture", "import", recording, "-o", scratch.path("1.jsonl")])
        #expect(bare.status == 0 && bare.output.isEmpty)
        #expect(
            bare.errorLines.count == 1 && bare.errors.contains("pantograph: warning: ")
                && bare.errors.contains("observed"))
        _ = try scratch.file("pad.desc", "N: pad\nA: 35 0 99 0 0\nA: 36 0 49 0 0\n")
        for name in ["2.jsonl", "3.jsonl"] {
            let run = try CommandRun(["gesture", "import", recording, "-o", scratch.path(name)])
            #expect(run.status == 0 && run.errors.isEmpty)
        }
        #expect(try scratch.bytes("2.jsonl") == scratch.bytes("3.jsonl"))
        let text = try String(decoding: scratch.bytes("2.jsonl"), as: UTF8.self)
        #expect(text.hasPrefix("{\"pantographTrace\":1,\"width\":100,\"height\":50,\"device\":\"pad\"}\n"))
        #expect(text.contains("{\"t\":500,\"type\":\"move\",\"id\":1,\"x\":90,\"y\":20}"))
        // A trace imports as itself.
        let again = try CommandRun(["gesture", "import", scratch.path("2.jsonl"), "-o", scratch.path("4.jsonl")])
        #expect(again.status == 0)
        #expect(try scratch.bytes("4.jsonl") == scratch.bytes("2.jsonl"))
    }

    @Test("gestures that cannot be read are status 3, with a line that says where")
    func badGestures() throws {
        let scratch = try Scratch()
        let trace = try scratch.file(
            "t.jsonl", "{\"pantographTrace\":1,\"width\":9,\"height\":9}\n{\"t\":0,\"type\":\"down\"}\n")
        let before = scratch.contents
        for (source, expected) in [
            ("pinch-inn", "did you mean pinch-in?"), ("/no/such/file", "no such file"), (trace, "line 2"),
            (try scratch.file("e", ""), "empty"), ("/dev/null", "empty"), (scratch.url.path, "folder"),
        ] {
            let run = try CommandRun(["gesture", "show", source, "-o", scratch.path("o.png")])
            #expect(run.status == 3 && run.errorLines.count == 1, "\(source): \(run.status)")
            #expect(run.errors.contains(expected), "\(source): \(run.errors)")
        }
        #expect(scratch.contents == (before + ["e"]).sorted())
    }

    @Test(
        "every recording of the corpus imports and shows",
        .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipMessage)))
    func corpus() throws {
        let scratch = try Scratch()
        let folders = ["evemu", "getevent", "flutter"]
        let files = folders.flatMap { Corpus.files(in: "gesture/\($0)") }.filter { !$0.hasSuffix(".desc") }
        #expect(files.count > 15)
        for file in files {
            let path = try #require(Corpus.url(file)).path
            let run = try CommandRun(["gesture", "import", path, "-o", scratch.path("t.jsonl")])
            #expect(run.status == 0, "\(file): \(run.errors)")
            #expect(
                try CommandRun(["gesture", "show", path, "-o", scratch.path("p.png"), "--size", "200x150"]).status == 0)
        }
    }

    @Test("generate writes the same scene every time, another one for another seed, and nothing half")
    func generate() throws {
        let scratch = try Scratch()
        for (name, seed) in [("1", "5"), ("2", "5"), ("3", "6")] {
            let run = try CommandRun(["generate", "--strokes", "50", "--seed", seed, "-o", scratch.path(name)])
            #expect(run.status == 0 && run.errors.isEmpty && run.output.isEmpty)
        }
        #expect(try scratch.bytes("1") == scratch.bytes("2"))
        #expect(try scratch.bytes("1") != scratch.bytes("3"))
        let full = try CommandRun(["generate", "--strokes", "50", "-o", "/dev/full"])
        #expect(full.status == 5 && full.errorLines.count == 1)
        #expect(try CommandRun(["generate", "--strokes", "0", "-o", scratch.path("0")]).status == 0)
        #expect(scratch.contents == ["0", "1", "2", "3"])
    }
}
