/// Turns the kernel's events into reports of contacts: multi-touch protocols A and B, single touches and pens.
///
/// Source: Linux, `Documentation/input/multi-touch-protocol.rst` and `event-codes.rst`.
struct TouchDecoder {
    private var warnings: TraceWarnings
    private var nextKey = 1
    private var slots = SlotState()
    private var anonymous: AnonymousState
    private var single: SingleTouchState
    private let kind: TouchProtocol

    private init(_ recording: KernelRecording) {
        kind = TouchProtocol(of: recording.events)
        warnings = recording.warnings
        anonymous = AnonymousState(recording)
        single = SingleTouchState(events: recording.events)
    }

    /// Hands each report to `body`, one at a time: a recording may hold many more contacts, counted at all reports,
    /// than it has bytes.
    ///
    /// - Returns: the recording's own warnings and those of its contacts.
    static func forEachReport(of recording: KernelRecording, _ body: (TouchReport) -> Void) -> TraceWarnings {
        var decoder = TouchDecoder(recording)
        decoder.decode(recording.events, body)
        return decoder.warnings
    }

    private mutating func decode(_ events: [KernelEvent], _ body: (TouchReport) -> Void) {
        guard let start = events.first?.time else { return }
        var time: Int64 = 0
        var dropping = false
        for event in events {
            if event.time - start < time {
                warnings.add("times that go back were taken as the time before", line: event.line)
            }
            time = max(time, event.time - start)
            if event.type == InputCode.Kind.synchronize {
                switch event.code {
                case InputCode.Synchronize.report:
                    // After a drop everything up to and with the next report is to be ignored.
                    if !dropping { body(report(at: time)) }
                    dropping = false
                case InputCode.Synchronize.dropped:
                    warnings.add("the kernel dropped events; contacts were kept as they were before", line: event.line)
                    dropping = true
                    anonymous.beginReport()
                case InputCode.Synchronize.multiTouchReport where kind == .a && !dropping:
                    if !anonymous.endContact() {
                        warnings.add(
                            "contacts beyond the \(AnonymousState.limit)th of a report were left out", line: event.line)
                    }
                default: break
                }
            } else if !dropping {
                take(event)
            }
        }
    }

    private mutating func take(_ event: KernelEvent) {
        switch kind {
        case .a: anonymous.take(event)
        case .b:
            if !slots.take(event, nextKey: &nextKey) {
                warnings.add("slots beyond the \(SlotState.limit)th were left out", line: event.line)
            }
        case .single: single.take(event, nextKey: &nextKey)
        }
    }

    private mutating func report(at time: Int64) -> TouchReport {
        let contacts =
            switch kind {
            case .a: anonymous.report(nextKey: &nextKey)
            case .b: slots.report()
            case .single: single.report()
            }
        return TouchReport(time: time, contacts: contacts.sorted { $0.key < $1.key })
    }
}
