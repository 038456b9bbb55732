/// Puts the events of a trace together, repairing what cannot have happened, with one warning a kind: times that go
/// back, contacts that move before they are down, go down twice, never end, or have another one's number.
struct TraceRepair {
    private struct Contact {
        /// The number in the trace that is being made.
        var id: Int
        var line: Int
        var last: TraceEvent
    }

    private var trace: GestureTrace
    var warnings = TraceWarnings()
    /// The contacts that are down, by their number in the file.
    private var contacts: [Int: Contact] = [:]
    private var usedIDs: Set<Int> = []
    private var largestID = 0

    /// - Parameter trace: a trace without events.
    init(_ trace: GestureTrace) { self.trace = trace }

    /// The last event of the contact that the file calls `id`, if it is down.
    func lastEvent(of id: Int) -> TraceEvent? { contacts[id]?.last }

    /// Adds a turn of a wheel.
    mutating func addWheel(_ event: TraceEvent, line: Int) { trace.events.append(inOrder(event, line: line)) }

    private mutating func inOrder(_ event: TraceEvent, line: Int) -> TraceEvent {
        guard event.time < trace.duration else { return event }
        warnings.add("times that go back were taken as the time before", line: line)
        var event = event
        event.time = trace.duration
        return event
    }

    /// Adds an event of the contact that the file calls `id`.
    mutating func add(_ event: TraceEvent, contact id: Int, line: Int) {
        var event = inOrder(event, line: line)
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

    /// The trace, with every contact ended.
    consuming func finish() -> TraceReading {
        var trace = trace
        var warnings = warnings
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
