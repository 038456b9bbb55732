extension GestureTrace {
    /// The trace as JSON lines, ended by a newline: the same trace always gives the same bytes, and reading them gives
    /// the same trace.
    public func jsonLines() -> String {
        var text =
            "{\"pantographTrace\":1,\"width\":\(Self.json(width)),\"height\":\(Self.json(height)),"
            + "\"device\":\(Self.json(device))}\n"
        text.reserveCapacity(events.count * 80)
        for event in events { Self.append(event, to: &text) }
        return text
    }

    private static func append(_ event: TraceEvent, to text: inout String) {
        text += "{\"t\":\(json(event.time)),\"type\":"
        if case .wheel(let dx, let dy, let ctrl) = event.action {
            text += "\"wheel\",\"x\":\(json(event.x)),\"y\":\(json(event.y)),\"dx\":\(json(dx)),\"dy\":\(json(dy))"
            text += ctrl ? ",\"ctrl\":true}\n" : "}\n"
            return
        }
        text += "\"\(event.action)\",\"id\":\(event.id),\"x\":\(json(event.x)),\"y\":\(json(event.y))"
        if let pressure = event.pressure { text += ",\"pressure\":\(json(pressure))" }
        if event.tool != .finger { text += ",\"tool\":\"\(event.tool.rawValue)\"" }
        text += "}\n"
    }

    /// The shortest number that reads back as the same double; whole ones without a fraction.
    private static func json(_ value: Double) -> String {
        if let whole = Int(exactly: value), abs(whole) < 1 << 53 { return "\(whole)" }
        return "\(value)"
    }

    private static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
