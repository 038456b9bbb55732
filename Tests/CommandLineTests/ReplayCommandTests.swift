import CanvasTestSupport
import Foundation
import Pantograph
import Testing

@Suite("Command line: replay", .enabled(if: CommandRun.program != nil, "the program is not built beside the tests"))
struct ReplayCommandTests {
    static let options = ["--backend", "cpu", "--size", "160x120", "--render-cost", "40,15", "--policy", "plain"]

    /// A scene of some strokes, and a replay over it into `DIR`.
    static func replay(_ gesture: String, _ more: [String] = [], into name: String = "r", in scratch: Scratch) throws
        -> CommandRun
    {
        let scene = scratch.path("s.svg")
        if !FileManager.default.fileExists(atPath: scene) {
            #expect(try CommandRun(["generate", "--strokes", "60", "-o", scene]).status == 0)
        }
        return try CommandRun(
            ["replay", scene, "--gesture", gesture, "-o", scratch.path(name)] + options + more)
    }

    static func lines(_ scratch: Scratch, _ name: String) throws -> [[String: Any]] {
        try String(decoding: scratch.bytes(name), as: UTF8.self).split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test("a replay writes logs, metrics, trace and report, and says where")
    func files() throws {
        let scratch = try Scratch()
        let run = try Self.replay("pinch-out", in: scratch)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output.contains("r/report.html"))
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path("r")).sorted()
        #expect(files == ["events.jsonl", "frames.jsonl", "metrics.json", "replay.json", "report.html", "trace.json"])
        let metrics = try #require(
            try JSONSerialization.jsonObject(with: scratch.bytes("r/metrics.json")) as? [String: Any])
        #expect(metrics["schema"] as? String == "pantograph.metrics/1")
        #expect((metrics["renders"] as? [String: Any])?["afterSettle"] as? Int == 0)
    }

    @Test("the log holds what the contract says of it")
    func logs() throws {
        let scratch = try Scratch()
        #expect(try Self.replay("pan-zoom-rotate", in: scratch).status == 0)
        let frames = try Self.lines(scratch, "r/frames.jsonl")
        var renderedOf: [Int: [Double]] = [:]
        for frame in frames {
            func transform(_ name: String) throws -> Transform2D<CanvasSpace, ViewSpace> {
                let e = try #require(frame[name] as? [Double])
                return Transform2D(a: e[0], b: e[1], c: e[2], d: e[3], tx: e[4], ty: e[5])
            }
            let (rendered, current, delta) = (
                try transform("rendered"), try transform("current"), try transform("delta")
            )
            let back = try rendered.inverted().concatenating(
                current.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self))
            let (e, f) = (
                [back.a, back.b, back.c, back.d, back.tx, back.ty],
                [delta.a, delta.b, delta.c, delta.d, delta.tx, delta.ty]
            )
            let largest = e.map(abs).max()!
            #expect(zip(e, f).allSatisfy { abs($0 - $1) <= 1e-9 * largest })
            let id = try #require(frame["frame"] as? Int)
            #expect(renderedOf[id, default: frame["rendered"] as! [Double]] == frame["rendered"] as! [Double])
            renderedOf[id] = frame["rendered"] as? [Double]
        }
        #expect(frames.last?["delta"] as? [Double] == [1, 0, 0, 1, 0, 0])
        var (inFlight, queued) = (0, 0)
        var lastStarted = 0
        for event in try Self.lines(scratch, "r/events.jsonl") {
            switch event["event"] as? String {
            case "request": queued += 1
            case "replace", "cancel": queued -= 1
            case "start":
                (inFlight, queued) = (inFlight + 1, queued - 1)
                lastStarted = event["samples"] as? Int ?? 0
            case "finish", "fail": inFlight -= 1
            default: break
            }
            #expect(inFlight <= 1 && queued <= 1)
        }
        #expect(lastStarted == 4)
    }

    @Test("twice the same replay: the same logs and pictures, byte for byte")
    func determinism() throws {
        let scratch = try Scratch()
        for name in ["1", "2"] {
            #expect(try Self.replay("fling", ["--frames", "4"], into: name, in: scratch).status == 0)
        }
        let pictures = try FileManager.default.contentsOfDirectory(atPath: scratch.path("1/frames")).sorted()
        #expect(pictures.count > 4 && pictures[0] == "000000.png")
        for file in ["frames.jsonl", "events.jsonl"] + pictures.map({ "frames/\($0)" }) {
            #expect(try scratch.bytes("1/\(file)") == scratch.bytes("2/\(file)"), "\(file)")
        }
        let picture = try PNG.read(contentsOf: URL(fileURLWithPath: scratch.path("1/frames/000000.png")))
        #expect(picture.size == PixelSize(width: 160, height: 120))
        #expect(picture.pixels.allSatisfy { $0 >> 24 == 255 })
    }

    @Test("--slop 0 follows the fingers from the first pixel (case C21, top-left origin)")
    func slop() throws {
        let scratch = try Scratch()
        let trace = try scratch.file(
            "t.jsonl",
            """
            {"pantographTrace":1,"width":500,"height":400}
            {"t":0,"type":"down","id":1,"x":100,"y":200}
            {"t":10,"type":"down","id":2,"x":300,"y":200}
            {"t":200,"type":"move","id":2,"x":400,"y":200}
            {"t":210,"type":"up","id":2,"x":400,"y":200}
            {"t":260,"type":"move","id":1,"x":110,"y":200}
            {"t":300,"type":"up","id":1,"x":110,"y":200}
            """)
        let run = try Self.replay(
            trace, ["--size", "500x400", "--zoom", "1", "--center", "250,200", "--slop", "0"], in: scratch)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let last = try #require(try Self.lines(scratch, "r/frames.jsonl").last?["current"] as? [Double])
        // The log's origin is the view's centre (250, 200).
        let topLeft = [last[0], last[1], last[2], last[3], last[4] + 250, last[5] + 200]
        #expect(zip(topLeft, [1.5, 0, 0, 1.5, -40, -100]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(topLeft)")
    }

    @Test("resting fingers and a drawing pen leave the camera where it is")
    func stillness() throws {
        let scratch = try Scratch()
        for gesture in ["rest", "scribble"] {
            #expect(try Self.replay(gesture, into: gesture, in: scratch).status == 0)
            let frames = try Self.lines(scratch, "\(gesture)/frames.jsonl")
            #expect(Set(frames.compactMap { $0["current"] as? [Double] }).count == 1)
        }
    }

    @Test("options that are not there yet, or make no sense, are usage errors before anything is read or written")
    func usage() throws {
        let scratch = try Scratch()
        for more in [
            ["--policy", "best"], ["--clock", "sun"], ["--hz", "0"], ["--frames", "0"],
            ["--frames", "some"], ["--render-cost", "x"], ["--render-cost", "1,2,3"], ["--render-cost", "-5"],
            ["--overdraw", "0.5"], ["--slop", "-1"],
        ] {
            let run = try CommandRun(
                ["replay", "/no/such.svg", "--gesture", "pan", "-o", scratch.path("r")] + Self.options + more)
            #expect(run.status == 2 && run.errorLines.count == 1, "\(more): \(run.status) \(run.errors)")
            #expect(run.errors.contains(more[0]), "\(more): \(run.errors)")
        }
        #expect(try CommandRun(["replay", "/no/such.svg", "-o", scratch.path("r")]).status == 2)
        #expect(try CommandRun(["replay", "/no/such.svg", "--gesture", "pan"]).status == 2)
        #expect(try CommandRun(["replay", "/no/such.svg", "--gesture", "pan", "-o", scratch.path("r")]).status == 3)
        #expect(try Self.replay("no-such-gesture", in: scratch).status == 3)
        #expect(scratch.contents == ["s.svg"])
        _ = try scratch.file("file", "x")
        #expect(try Self.replay("pan", into: "file", in: scratch).status == 5)
    }

    @Test("--ground-truth and --json")
    func groundTruth() throws {
        let scratch = try Scratch()
        let run = try Self.replay("pinch-in", ["--ground-truth", "--json", "--frames", "10"], in: scratch)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let metrics = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(metrics["groundTruth"] is [String: Any])
        #expect(try run.output == String(decoding: scratch.bytes("r/metrics.json"), as: UTF8.self))
        let frames = try Self.lines(scratch, "r/frames.jsonl")
        #expect(frames.allSatisfy { $0["psnr"] is Double || $0["psnr"] is Int })
        #expect(FileManager.default.fileExists(atPath: scratch.path("r/truth/000000.png")))
    }
}

@Suite("Command line: report", .enabled(if: CommandRun.program != nil, "the program is not built beside the tests"))
struct ReportCommandTests {
    @Test("two replays make one page; a folder that is none is an unreadable input")
    func report() throws {
        let scratch = try Scratch()
        #expect(try ReplayCommandTests.replay("pan", into: "one", in: scratch).status == 0)
        #expect(try ReplayCommandTests.replay("pan", ["--policy", "adaptive"], into: "two", in: scratch).status == 0)
        let page = scratch.path("all.html")
        let run = try CommandRun(["report", scratch.path("one"), scratch.path("two"), "-o", page])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let html = try String(decoding: scratch.bytes("all.html"), as: UTF8.self)
        #expect(html.contains(">one<small>pan</small>") && html.contains("<small>adaptive</small>"))
        #expect(!html.contains("http://") && !html.contains("https://"))
        #expect(try CommandRun(["report", scratch.path("none"), "-o", page]).status == 3)
        #expect(try CommandRun(["report", scratch.path("one")]).status == 2)
    }

    @Test("the policies compared: a row a gesture and cost, and the exit status says whether all goals are met")
    func policies() throws {
        let scratch = try Scratch()
        let scene = scratch.path("s.svg")
        #expect(try CommandRun(["generate", "--strokes", "60", "-o", scene]).status == 0)
        let run = try CommandRun([
            "policies", scene, "--backend", "cpu", "--size", "320x240", "--zoom", "0.4", "--gestures", "pan,rotate",
            "--render-cost", "60,25",
        ])
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 4 && lines[1].hasPrefix("pan") && lines[2].hasPrefix("rotate"), "\(run.output)")
        #expect(run.status == (lines[3].hasPrefix("2 of 2") ? 0 : 1))
        #expect(try CommandRun(["policies", scene, "--render-cost", "measured"]).status == 2)
        #expect(try CommandRun(["policies", scene, "--gestures", "no-such"]).status == 3)
    }
}
