import CanvasReplay
import Foundation
import Testing

@Suite("Report")
struct ReportTests {
    private func result() throws -> ReplayResult {
        let options = smallOptions()
        let input = InputTimeline(
            BuiltInGesture.shake.trace(size: options.viewSize),
            through: TouchRecognizer(viewSize: options.viewSize, slop: 0), initialCamera: .identity, hz: 60)
        return try play(input, options: options)
    }

    @Test("the page needs nothing from elsewhere, names no script, and escapes the names it is given")
    func selfContained() throws {
        let html = ReplayReport(
            try result(), title: ReplayTitle(drawing: "<b>&\"x\".svg", gesture: "shake", settings: [.init("<i>", "&")])
        ).html
        for forbidden in ["http:", "https:", "<script", "url(", "@import", "<b>&\"x\"", "<dt><i>"] {
            #expect(!html.contains(forbidden), "\(forbidden)")
        }
        #expect(html.contains("data:image/png;base64,"))
        #expect(html.contains("shake on &lt;b&gt;&amp;&quot;x&quot;.svg"))
        #expect(html.contains("prefers-color-scheme: dark"))
        #expect(!html.contains("nan") && !html.contains("inf\""))
        for tag in ["svg", "figure", "section", "table", "div", "tr"] {
            let opened =
                html.components(separatedBy: "<\(tag)>").count + html.components(separatedBy: "<\(tag) ").count - 2
            #expect(opened == html.components(separatedBy: "</\(tag)>").count - 1, "\(tag)")
        }
    }

    @Test("a replay in which nothing happened has a report too")
    func nothing() throws {
        let result = try play(timeline(.identity, []))
        #expect(result.logs.frames.count == 1)
        let html = ReplayReport(result, title: ReplayTitle(drawing: "a", gesture: "none")).html
        #expect(html.contains("All numbers") && !html.contains("nan"))
    }

    @Test("the trace is JSON that trace viewers read: a bar a render, spans for gestures")
    func trace() throws {
        let logs = try result().logs
        let timed = try #require(logs.events.first { $0.kind == .finish }?.frame)
        let text = ChromeTrace(logs, deviceTimes: [timed: 12.5]).json
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let events = try #require((object as? [String: Any])?["traceEvents"] as? [[String: Any]])
        let renders = events.filter { $0["tid"] as? Int == 2 && $0["ph"] as? String == "X" }
        #expect(renders.count == logs.events.filter { $0.kind == .start }.count)
        let times = renders.compactMap { ($0["args"] as? [String: Any])?["deviceMs"] as? Double }
        #expect(times == [12.5])
        for event in events {
            #expect(event["name"] is String && event["ph"] is String)
            #expect(event["pid"] is Int && event["ts"] is Double)
        }
        #expect(events.filter { $0["ph"] as? String == "b" }.count == 1)
        #expect(events.filter { $0["ph"] as? String == "e" }.count == 1)
    }

    @Test("axis ticks are round numbers from 0 to just beyond the largest value")
    func axis() {
        #expect(AxisScale(upTo: 37).ticks == [0, 10, 20, 30, 40])
        #expect(AxisScale(upTo: 1).limit == 1)
        #expect(AxisScale(upTo: 0).ticks == [0])
        for most in [0.003, 4.7, 99, 100, 101, 12_345, 8e9] {
            let scale = AxisScale(upTo: most)
            #expect(scale.limit >= most * 0.99999 && scale.limit <= most * 2 && scale.ticks.count <= 9)
        }
    }
}
