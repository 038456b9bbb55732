import CanvasReplay
import CanvasTestSupport
import Testing

@Suite("Traces")
struct TraceTests {
    static let header = #"{"pantographTrace":1,"width":800,"height":600,"device":"x"}"#

    static func read(_ lines: String...) throws -> TraceReading {
        try GestureTrace.read(jsonLines: Array(([header] + lines).joined(separator: "\n").utf8))
    }

    static func error(_ lines: String...) -> TraceError? {
        do {
            _ = try GestureTrace.read(jsonLines: Array(lines.joined(separator: "\n").utf8))
            return nil
        } catch { return error }
    }

    @Test("a trace reads as written, field by field")
    func reading() throws {
        let r = try Self.read(
            #"{"t":0,"type":"down","id":3,"x":412.0,"y":300.5,"pressure":0.4,"tool":"pen"}"#,
            #" { "type" : "move", "t" : 12.5, "id":3, "x":-1e1, "y":2E+1, "later":{"a":[1,"\"",{}]} } "#,
            #"{"t":13,"type":"wheel","x":1,"y":2,"dx":3,"dy":-4,"ctrl":true}"#,
            #"{"t":14,"type":"cancel","id":3}"#)
        #expect(r.warnings.isEmpty)
        #expect(r.trace.width == 800 && r.trace.height == 600 && r.trace.device == "x")
        #expect(
            r.trace.events == [
                TraceEvent(time: 0, .down, id: 3, x: 412, y: 300.5, pressure: 0.4, tool: .pen),
                TraceEvent(time: 12.5, .move, id: 3, x: -10, y: 20, tool: .pen),
                TraceEvent(time: 13, .wheel(dx: 3, dy: -4, ctrl: true), x: 1, y: 2),
                TraceEvent(time: 14, .cancel, id: 3, x: -10, y: 20, tool: .pen),
            ])
    }

    @Test("what is written reads back the same, and twice the same bytes")
    func roundTrip() throws {
        var random = SplitMix64(seed: 11)
        var trace = GestureTrace(width: 1366.5, height: 1024, device: "a \"quoted\"\\ name\n\u{1}é✍️")
        for id in 1...40 {
            let t = Double(id) * 10.125
            func value() -> Double { Double.random(in: -1e4...1e4, using: &random) }
            let tool = TraceEvent.Tool.allCases[id % 3]
            trace.events.append(
                TraceEvent(time: t, .down, id: id, x: value(), y: value(), pressure: 1 / Double(id), tool: tool))
            trace.events.append(TraceEvent(time: t + 1e-7, .move, id: id, x: value(), y: value(), tool: tool))
            trace.events.append(
                TraceEvent(time: t + 5, .wheel(dx: value(), dy: value(), ctrl: id % 2 == 0), x: value(), y: value()))
            trace.events.append(
                TraceEvent(time: t + 5, id % 2 == 0 ? .up : .cancel, id: id, x: value(), y: 1e-9, tool: tool))
        }
        let text = trace.jsonLines()
        #expect(text == trace.jsonLines())
        let r = try GestureTrace.read(jsonLines: Array(text.utf8))
        #expect(r.trace == trace)
        #expect(r.warnings.isEmpty)
        #expect(r.trace.jsonLines() == text)
    }

    @Test("what is no trace is one error with its line")
    func errors() {
        #expect(Self.error("")?.description.contains("empty") == true)
        #expect(Self.error("noise")?.line == 1)
        #expect(Self.error(#"{"t":0,"type":"down"}"#)?.message.contains("header") == true)
        #expect(Self.error(#"{"pantographTrace":2,"width":8,"height":6}"#)?.message.contains("version 2") == true)
        for size in ["0", "-5", "1e400", "\"8\"", "null"] {
            #expect(Self.error("{\"pantographTrace\":1,\"width\":\(size),\"height\":6}")?.line == 1)
        }
        let bad = [
            "{", "{}", "[]", "null", #"{"t":0}"#, #"{"t":0,"type":"down","id":1,"x":1}"#,
            #"{"t":1e999,"type":"down","id":1,"x":1,"y":1}"#, #"{"t":0,"type":"down","id":1.5,"x":1,"y":1}"#,
            #"{"t":0,"type":"down","id":1,"x":NaN,"y":1}"#, #"{"t":0,"type":"down","id":1,"x":1,"y":1"#,
            #"{"t":0,"type":"down","id":1,"x":01,"y":1}"#, #"{"t":0,"type":"down","id":1,"x":1,"y":1} x"#,
            #"{"t":0,"type":"do"#, #"{"t":0,"type":"down","id":1,"x":"1","y":1}"#,
            "{\"a\":" + String(repeating: "[", count: 100_000),
        ]
        for line in bad {
            let error = Self.error(Self.header, "", line)
            #expect(error?.line == 3, "\(line.prefix(60))")
            #expect(error?.description.contains("\n") == false)
        }
    }

    @Test("an order of events that cannot have happened is repaired with one warning a kind")
    func repairs() throws {
        let r = try Self.read(
            #"{"t":5,"type":"move","id":1,"x":0,"y":0}"#,
            #"{"t":5,"type":"down","id":1,"x":0,"y":0}"#,
            #"{"t":3,"type":"move","id":1,"x":1,"y":0}"#,
            #"{"t":6,"type":"up","id":1,"x":1,"y":0}"#,
            #"{"t":7,"type":"down","id":1,"x":9,"y":9,"pressure":7,"tool":"brush"}"#,
            #"{"t":8,"type":"twirl","id":1,"x":9,"y":9}"#,
            #"{"t":9,"type":"down","id":1,"x":8,"y":8}"#)
        #expect(r.warnings.count == 8, "\(r.warnings)")
        #expect(r.trace.events.map(\.action) == [.down, .move, .up, .down, .cancel, .down, .up])
        #expect(r.trace.events.map(\.time) == [5, 5, 6, 7, 9, 9, 9])
        #expect(Set(r.trace.events.filter { $0.action == .down }.map(\.id)).count == 3)
        // Repaired once, nothing is left to repair.
        #expect(try GestureTrace.read(jsonLines: Array(r.trace.jsonLines().utf8)).warnings.isEmpty)
    }

    @Test("random damage to a trace is an error or a repaired trace, never a crash")
    func damage() {
        var random = SplitMix64(seed: 21)
        let good = Array(BuiltInGesture.pinchIn.trace(size: PixelSize(width: 640, height: 480)).jsonLines().utf8)
        for _ in 0..<400 {
            var bytes = Array(good.prefix(Int.random(in: 0...2000, using: &random)))
            for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let r = try? GestureTrace.read(jsonLines: bytes) else { continue }
            let again = try? GestureTrace.read(jsonLines: Array(r.trace.jsonLines().utf8))
            #expect(again?.trace == r.trace)
        }
    }

    @Test("a trace is scaled by the smaller factor of both axes and centred")
    func scaling() {
        let trace = GestureTrace(
            width: 800, height: 600,
            events: [
                TraceEvent(time: 0, .down, id: 1, x: 0, y: 0), TraceEvent(time: 1, .up, id: 1, x: 800, y: 600),
                TraceEvent(time: 2, .wheel(dx: 8, dy: 4, ctrl: false), x: 400, y: 300),
                TraceEvent(time: 2, .wheel(dx: 8, dy: 4, ctrl: true), x: 400, y: 300),
            ])
        let scaled = trace.scaled(to: PixelSize(width: 2000, height: 1200))
        #expect(scaled.width == 2000 && scaled.height == 1200)
        #expect(scaled.events[0].x == 200 && scaled.events[0].y == 0)
        #expect(scaled.events[1].x == 1800 && scaled.events[1].y == 1200)
        #expect(scaled.events[2].x == 1000 && scaled.events[2].y == 600)
        #expect(scaled.events[2].action == .wheel(dx: 16, dy: 8, ctrl: false))
        #expect(scaled.events[3].action == .wheel(dx: 8, dy: 4, ctrl: true))
    }

    @Test("events of one time are one report")
    func reports() {
        let times = [0.0, 0, 1, 2, 2, 2]
        let trace = GestureTrace(width: 1, height: 1, events: times.map { TraceEvent(time: $0, .move, x: 0, y: 0) })
        #expect(trace.reports.map(\.count) == [2, 1, 3])
    }
}
