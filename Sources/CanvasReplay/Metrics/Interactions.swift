/// When somebody was at it, as the event log tells: from the first change from outside until the engine had settled.
struct Interactions {
    /// A stretch of time during which any gesture was under way.
    struct Gesture {
        var begin: Double
        /// When the last of its gestures ended; infinite if none did.
        var end: Double
        /// When the next began; infinite if none did.
        var next: Double
    }

    /// Stretches from a change to `settled`, both included.
    private(set) var spans: [ClosedRange<Double>] = []
    private(set) var gestures: [Gesture] = []

    init(_ events: [EventRecord]) {
        var begin: Double?
        for event in events {
            switch event.kind {
            case .gestureBegin, .cameraSet, .edit, .resize:
                begin = begin ?? event.t
                if event.kind == .gestureBegin, event.active == 1 {
                    if !gestures.isEmpty { gestures[gestures.count - 1].next = event.t }
                    gestures.append(Gesture(begin: event.t, end: .infinity, next: .infinity))
                }
            case .gestureEnd:
                if event.active == 0, !gestures.isEmpty { gestures[gestures.count - 1].end = event.t }
            case .settled:
                if let start = begin { spans.append(start...max(start, event.t)) }
                begin = nil
            default: break
            }
        }
        if let begin { spans.append(begin...Double.infinity) }
    }

    /// Whether a composition made at `time` belongs to an interaction.
    ///
    /// Times must be asked for in increasing order.
    mutating func contains(_ time: Double) -> Bool {
        while let first = spans.first, first.upperBound < time { spans.removeFirst() }
        return spans.first?.contains(time) ?? false
    }
}
