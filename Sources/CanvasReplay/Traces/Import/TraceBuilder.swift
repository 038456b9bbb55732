/// Writes reports in a device's units as the events of a trace: what changed from one to the next.
struct TraceBuilder {
    private(set) var trace: GestureTrace
    private let origin: (x: Double, y: Double)
    /// Pixels of the trace's view in a device's unit.
    private let scale: (x: Double, y: Double)
    private let pressure: ClosedRange<Double>?
    private var before: [ReportedContact] = []
    private var time: Int64 = 0

    /// The longest side that a trace's view has: as much as a trace may say.
    private static let longestSide = 1e6

    /// - Parameters:
    ///   - x: the range of the horizontal axis; its units become the view's pixels.
    ///   - y: the range of the vertical axis. Where both say how many units make a millimetre, its units are brought
    ///     to the horizontal ones.
    ///   - pressure: the range that maps to 0…1.
    init(x: KernelAxis, y: KernelAxis, pressure: ClosedRange<Double>?, device: String) {
        // A range of 0…1279 is 1280 units wide.
        let width = Double(x.maximum) - Double(x.minimum) + 1
        let height = Double(y.maximum) - Double(y.minimum) + 1
        let isPhysical = x.resolution > 0 && y.resolution > 0
        let vertical = isPhysical ? Double(x.resolution) / Double(y.resolution) : 1
        let all = min(1, Self.longestSide / max(width, height * vertical))
        scale = (all, all * vertical)
        origin = (Double(x.minimum), Double(y.minimum))
        self.pressure = pressure
        trace = GestureTrace(width: width * scale.x, height: height * scale.y, device: device)
    }

    mutating func add(_ report: TouchReport) {
        time = report.time
        let now = Dictionary(uniqueKeysWithValues: report.contacts.map { ($0.key, $0) })
        let known = Set(before.map(\.key))
        // The contacts that end first: where they ended is older than this report, and a contact that moves in it must
        // not be seen together with them. The new ones last.
        for contact in before where now[contact.key] == nil { add(.up, contact) }
        for contact in before {
            if let moved = now[contact.key], moved != contact { add(.move, moved) }
        }
        for contact in report.contacts where !known.contains(contact.key) { add(.down, contact) }
        before = report.contacts
    }

    /// Lifts the contacts that are still down.
    ///
    /// - Returns: whether there were any.
    mutating func finish() -> Bool {
        defer { before = [] }
        for contact in before { add(.up, contact) }
        return !before.isEmpty
    }

    private mutating func add(_ action: TraceEvent.Action, _ contact: ReportedContact) {
        trace.events.append(
            TraceEvent(
                time: Double(time) / 1000, action, id: contact.key, x: (Double(contact.x) - origin.x) * scale.x,
                y: (Double(contact.y) - origin.y) * scale.y, pressure: normalized(contact.pressure),
                tool: contact.tool))
    }

    private func normalized(_ value: Int32?) -> Double? {
        guard let value, let pressure else { return nil }
        let p = (Double(value) - pressure.lowerBound) / (pressure.upperBound - pressure.lowerBound)
        // Four digits are more than any sensor has.
        return (min(max(p, 0), 1) * 10_000).rounded() / 10_000
    }
}
