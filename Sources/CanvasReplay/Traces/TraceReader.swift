/// What reading a trace or a recording gives: the gesture, and what had to be repaired or left out.
public struct TraceReading: Sendable {
    public var trace: GestureTrace
    public var warnings: [TraceWarning]

    public init(trace: GestureTrace, warnings: [TraceWarning]) {
        self.trace = trace
        self.warnings = warnings
    }
}

extension GestureTrace {
    /// Reads a trace in the project's own form: JSON lines, the first of which is the header.
    ///
    /// ```text
    /// {"pantographTrace":1,"width":1366,"height":1024,"device":"a tablet"}
    /// {"t":0,"type":"down","id":1,"x":412,"y":300.5}
    /// ```
    ///
    /// A line that is not a JSON object, or an event without its numbers, is an error. An order of events that cannot
    /// have happened (a contact that moves before it is down, a time that goes back, a contact that never ends) is
    /// repaired, so that the trace is well formed, with a warning.
    ///
    /// - Throws: `TraceError` with the line's number.
    public static func read(jsonLines bytes: [UInt8]) throws(TraceError) -> TraceReading {
        var lines = TraceLines(bytes)
        guard let first = lines.next() else { throw TraceError("the trace is empty") }
        var reader = TraceReader(trace: try TraceReader.header(first.bytes, line: first.number))
        while let line = lines.next() { try reader.readEvent(line.bytes, line: line.number) }
        return reader.finish()
    }
}

/// Takes the lines of a trace apart.
private struct TraceReader {
    private var repair: TraceRepair

    init(trace: GestureTrace) { repair = TraceRepair(trace) }

    static func header(_ bytes: ArraySlice<UInt8>, line: Int) throws(TraceError) -> GestureTrace {
        let fields = try object(bytes, line: line)
        guard case .number(let version)? = fields["pantographTrace"] else {
            throw TraceError(
                line: line, "no trace header; the first line must be {\"pantographTrace\":1,\"width\":…,\"height\":…}")
        }
        guard version == 1 else {
            throw TraceError(line: line, "version \(number(version)) of the trace format; this program reads version 1")
        }
        func size(_ name: String) throws(TraceError) -> Double {
            guard case .number(let value)? = fields[name], value > 0, value <= 1e6 else {
                throw TraceError(line: line, "the header needs a \"\(name)\" above 0 and up to 1000000 pixels")
            }
            return value
        }
        var device = ""
        if case .string(let text)? = fields["device"] { device = text }
        return GestureTrace(width: try size("width"), height: try size("height"), device: device)
    }

    private static func object(_ bytes: ArraySlice<UInt8>, line: Int) throws(TraceError) -> [String: FlatJSONValue] {
        do throws(FlatJSON.Failure) {
            return try FlatJSON.object(bytes)
        } catch {
            throw TraceError(line: line, "not a JSON object: \(error.message) at column \(error.column)")
        }
    }

    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    mutating func readEvent(_ bytes: ArraySlice<UInt8>, line: Int) throws(TraceError) {
        let fields = try Self.object(bytes, line: line)
        guard case .string(let type)? = fields["type"] else {
            throw TraceError(line: line, "an event without \"type\"")
        }
        func required(_ name: String) throws(TraceError) -> Double {
            guard case .number(let value)? = fields[name], value.isFinite else {
                throw TraceError(line: line, "a \(type) event needs a finite number \"\(name)\"")
            }
            return value
        }
        func optional(_ name: String) throws(TraceError) -> Double {
            fields[name] == nil ? 0 : try required(name)
        }
        let action: TraceEvent.Action
        switch type {
        case "down": action = .down
        case "move": action = .move
        case "up": action = .up
        case "cancel": action = .cancel
        case "wheel":
            action = .wheel(dx: try optional("dx"), dy: try optional("dy"), ctrl: fields["ctrl"] == .bool(true))
        default:
            repair.warnings.add("events of an unknown type were left out", line: line)
            return
        }
        var event = TraceEvent(time: try required("t"), action, x: 0, y: 0)
        if event.isWheel {
            (event.x, event.y) = (try required("x"), try required("y"))
            repair.addWheel(event, line: line)
            return
        }
        guard let id = Int(exactly: try required("id")) else {
            throw TraceError(line: line, "the \"id\" of a contact must be a whole number")
        }
        // A contact that ends need not say where: it is where it was.
        if event.endsContact, let last = repair.lastEvent(of: id), fields["x"] == nil, fields["y"] == nil {
            (event.x, event.y) = (last.x, last.y)
        } else {
            (event.x, event.y) = (try required("x"), try required("y"))
        }
        event.pressure = pressure(fields["pressure"], line: line)
        event.tool = tool(fields["tool"], of: id, line: line)
        repair.add(event, contact: id, line: line)
    }

    private mutating func pressure(_ value: FlatJSONValue?, line: Int) -> Double? {
        switch value {
        case nil, .null: return nil
        case .number(let p) where p.isFinite:
            if p < 0 || p > 1 { repair.warnings.add("pressures outside 0…1 were clamped", line: line) }
            return min(max(p, 0), 1)
        default:
            repair.warnings.add("pressures that are not numbers were left out", line: line)
            return nil
        }
    }

    private mutating func tool(_ value: FlatJSONValue?, of id: Int, line: Int) -> TraceEvent.Tool {
        if let last = repair.lastEvent(of: id) { return last.tool }
        switch value {
        case nil, .null: return .finger
        case .string(let name):
            if let tool = TraceEvent.Tool(rawValue: name) { return tool }
        default: break
        }
        repair.warnings.add("unknown tools were taken as fingers", line: line)
        return .finger
    }

    consuming func finish() -> TraceReading { repair.finish() }
}
