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

/// Puts the events of a trace together, repairing what cannot have happened.
private struct TraceReader {
    private struct Contact {
        /// The number in the trace that is being made.
        var id: Int
        var line: Int
        var last: TraceEvent
    }

    private var trace: GestureTrace
    private var warnings = TraceWarnings()
    /// The contacts that are down, by their number in the file.
    private var contacts: [Int: Contact] = [:]
    private var usedIDs: Set<Int> = []
    private var largestID = 0

    init(trace: GestureTrace) { self.trace = trace }

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
            warnings.add("events of an unknown type were left out", line: line)
            return
        }
        var event = TraceEvent(time: try required("t"), action, x: 0, y: 0)
        if event.time < trace.duration {
            warnings.add("times that go back were taken as the time before", line: line)
            event.time = trace.duration
        }
        if event.isWheel {
            (event.x, event.y) = (try required("x"), try required("y"))
            trace.events.append(event)
            return
        }
        guard let id = Int(exactly: try required("id")) else {
            throw TraceError(line: line, "the \"id\" of a contact must be a whole number")
        }
        // A contact that ends need not say where: it is where it was.
        if event.endsContact, let last = contacts[id]?.last, fields["x"] == nil, fields["y"] == nil {
            (event.x, event.y) = (last.x, last.y)
        } else {
            (event.x, event.y) = (try required("x"), try required("y"))
        }
        event.pressure = pressure(fields["pressure"], line: line)
        event.tool = tool(fields["tool"], of: id, line: line)
        add(event, contact: id, line: line)
    }

    private mutating func pressure(_ value: FlatJSONValue?, line: Int) -> Double? {
        switch value {
        case nil, .null: return nil
        case .number(let p) where p.isFinite:
            if p < 0 || p > 1 { warnings.add("pressures outside 0…1 were clamped", line: line) }
            return min(max(p, 0), 1)
        default:
            warnings.add("pressures that are not numbers were left out", line: line)
            return nil
        }
    }

    private mutating func tool(_ value: FlatJSONValue?, of id: Int, line: Int) -> TraceEvent.Tool {
        if let contact = contacts[id] { return contact.last.tool }
        switch value {
        case nil, .null: return .finger
        case .string(let name):
            if let tool = TraceEvent.Tool(rawValue: name) { return tool }
        default: break
        }
        warnings.add("unknown tools were taken as fingers", line: line)
        return .finger
    }

    private mutating func add(_ event: TraceEvent, contact id: Int, line: Int) {
        var event = event
        if event.action == .down {
            if let open = contacts[id] {
                warnings.add("contacts that went down twice were ended before the second time", line: line)
                var end = open.last
                (end.time, end.action) = (event.time, .cancel)
                trace.events.append(end)
                contacts[id] = nil
            }
            event.id = unusedID(id, line: line)
            contacts[id] = Contact(id: event.id, line: line, last: event)
        } else {
            guard let contact = contacts[id] else {
                warnings.add("events of contacts that are not down were left out", line: line)
                return
            }
            event.id = contact.id
            contacts[id]?.last = event
            if event.endsContact { contacts[id] = nil }
        }
        trace.events.append(event)
    }

    private mutating func unusedID(_ id: Int, line: Int) -> Int {
        if usedIDs.insert(id).inserted {
            largestID = max(largestID, id)
            return id
        }
        warnings.add("numbers of contacts that were used again were replaced by new ones", line: line)
        repeat { largestID &+= 1 } while !usedIDs.insert(largestID).inserted
        return largestID
    }

    mutating func finish() -> TraceReading {
        for (_, contact) in contacts.sorted(by: { $0.value.line < $1.value.line }) {
            warnings.add("contacts that are still down at the end were lifted there", line: contact.line)
            var end = contact.last
            (end.time, end.action) = (trace.duration, .up)
            trace.events.append(end)
        }
        if trace.events.isEmpty { warnings.add("the trace has no events") }
        return TraceReading(trace: trace, warnings: warnings.list)
    }
}
