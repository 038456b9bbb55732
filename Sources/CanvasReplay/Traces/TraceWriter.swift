extension GestureTrace {
    /// The trace as JSON lines, ended by a newline: the same trace always gives the same bytes, and reading them gives
    /// the same trace.
    public func jsonLines() -> String {
        var text =
            "{\"pantographTrace\":1,\"width\":\(JSONScalar.number(width)),\"height\":\(JSONScalar.number(height)),"
            + "\"device\":\(JSONScalar.string(device))}\n"
        text.reserveCapacity(events.count * 80)
        for event in events { Self.append(event, to: &text) }
        return text
    }

    private static func append(_ event: TraceEvent, to text: inout String) {
        text += "{\"t\":\(JSONScalar.number(event.time)),\"type\":"
        if case .wheel(let dx, let dy, let ctrl) = event.action {
            text +=
                "\"wheel\",\"x\":\(JSONScalar.number(event.x)),\"y\":\(JSONScalar.number(event.y)),\"dx\":\(JSONScalar.number(dx)),\"dy\":\(JSONScalar.number(dy))"
            text += ctrl ? ",\"ctrl\":true}\n" : "}\n"
            return
        }
        text +=
            "\"\(event.action)\",\"id\":\(event.id),\"x\":\(JSONScalar.number(event.x)),\"y\":\(JSONScalar.number(event.y))"
        if let pressure = event.pressure { text += ",\"pressure\":\(JSONScalar.number(pressure))" }
        if event.tool != .finger { text += ",\"tool\":\"\(event.tool.rawValue)\"" }
        text += "}\n"
    }
}
