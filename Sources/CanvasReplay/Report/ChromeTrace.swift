/// A replay as a timeline for trace viewers (Perfetto, chrome://tracing): `trace.json`.
///
/// Source: "Trace Event Format", Google, JSON object format. Times there are in microseconds.
public struct ChromeTrace: Sendable {
    /// The file's text.
    public let json: String

    private enum Track: Int, CaseIterable {
        case input = 1
        case renderer
        case display
        var name: String { ["input", "renderer", "display"][rawValue - 1] }
    }

    /// - Parameter deviceTimes: how long the graphics device was at work on frames, in milliseconds, by their numbers.
    public init(_ logs: ReplayLogs, deviceTimes: [Int: Double] = [:]) {
        var lines = Track.allCases.map { track in
            var arguments = JSONText()
            arguments.add("name", track.name)
            return Self.event("thread_name", "M", track, extra: [("args", arguments.text)])
        }
        lines += Self.renders(logs.events, deviceTimes) + Self.marks(logs.events) + Self.refreshes(logs.frames)
        json = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
    }

    /// Renders as bars from start to end.
    private static func renders(_ events: [EventRecord], _ deviceTimes: [Int: Double]) -> [String] {
        var started: EventRecord?
        var lines: [String] = []
        for event in events {
            switch event.kind {
            case .start: started = event
            case .finish, .fail:
                guard let begin = started, begin.request == event.request else { continue }
                var arguments = JSONText()
                arguments.addIfPresent("samples", begin.samples)
                arguments.addIfPresent("width", begin.width)
                arguments.addIfPresent("height", begin.height)
                arguments.addIfPresent("error", event.error)
                arguments.addIfPresent("deviceMs", event.frame.flatMap { deviceTimes[$0] })
                let kind = event.kind == .fail ? "failed render" : (begin.samples ?? 0) > 0 ? "full render" : "render"
                lines.append(
                    self.event(
                        "\(kind) \(begin.request ?? 0)", "X", .renderer, at: begin.t,
                        extra: [("dur", JSONScalar.number((event.t - begin.t) * 1000)), ("args", arguments.text)]))
                started = nil
            default: break
            }
        }
        return lines
    }

    /// Everything else the engine did, as marks, and gestures as spans.
    private static func marks(_ events: [EventRecord]) -> [String] {
        events.compactMap { event in
            switch event.kind {
            case .start, .finish, .fail: return nil
            case .gestureBegin, .gestureEnd:
                return self.event(
                    "gesture", event.kind == .gestureBegin ? "b" : "e", .input, at: event.t,
                    extra: [("cat", "\"input\""), ("id", "\(event.gesture ?? 0)")])
            case .swap:
                return self.event("swap \(event.frame ?? 0)", "i", .display, at: event.t, extra: [("s", "\"t\"")])
            default:
                var arguments = JSONText()
                arguments.addIfPresent("request", event.request)
                arguments.addIfPresent("by", event.by)
                return self.event(
                    event.event, "i", .renderer, at: event.t, extra: [("s", "\"t\""), ("args", arguments.text)])
            }
        }
    }

    /// Refreshes that changed the picture, as bars, and what they showed as counters.
    private static func refreshes(_ frames: [FrameRecord]) -> [String] {
        frames.flatMap { record in
            var lines: [String] = []
            if record.new {
                lines.append(
                    event(
                        "refresh \(record.n)", "X", .display, at: record.t,
                        extra: [("dur", JSONScalar.number((record.presented - record.t) * 1000))]))
            }
            let counters = [
                ("blank pixels", Double(record.blankPixels)), ("frame age (ms)", record.frameAge),
                ("camera lag (px)", Metrics.cornerDistance(record)),
            ]
            for (name, value) in counters {
                var arguments = JSONText()
                arguments.add("value", value)
                lines.append(event(name, "C", .display, at: record.presented, extra: [("args", arguments.text)]))
            }
            return lines
        }
    }

    private static func event(
        _ name: String, _ phase: String, _ track: Track, at time: Double = 0, extra: [(String, String)]
    ) -> String {
        var json = JSONText()
        json.add("name", name)
        json.add("ph", phase)
        json.add("pid", 1)
        json.add("tid", track.rawValue)
        json.add("ts", time * 1000)
        for (key, value) in extra { json.add(key, raw: value) }
        return json.text
    }
}
