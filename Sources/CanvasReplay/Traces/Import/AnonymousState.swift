/// Protocol A: each report lists all contacts anew; who is who is found by tracking ids, or else by nearness.
struct AnonymousState {
    /// The most contacts of a report that are told apart.
    static let limit = 64

    private struct Contact {
        var x: Int32?
        var y: Int32?
        var pressure: Int32?
        var toolType: Int32 = 0
        var distance: Int32 = 0
        var trackingID: Int32?
        var isEmpty = true
    }
    private var pending = Contact()
    private var listed: [Contact] = []
    private var sawContacts = false
    private var released = false
    /// The contacts of the report before, with the tracking id each had.
    private var before: [(contact: ReportedContact, trackingID: Int32?)] = []
    /// How far a finger can get from one report to the next: a third of the surface.
    private let reach: Double

    init(_ recording: KernelRecording) {
        func extent(_ code: UInt16) -> Double {
            if let axis = recording.device.axes[code], axis.isUsable {
                return Double(axis.maximum) - Double(axis.minimum)
            }
            var (low, high) = (Int32.max, Int32.min)
            for event in recording.events where event.type == InputCode.Kind.absolute && event.code == code {
                (low, high) = (min(low, event.value), max(high, event.value))
            }
            return high >= low ? Double(high) - Double(low) : 0
        }
        // Where only a corner of the surface was touched and its size is not known, the third is at least 50 units.
        reach = max(50, extent(InputCode.Absolute.positionX) / 3, extent(InputCode.Absolute.positionY) / 3)
    }

    mutating func beginReport() {
        pending = Contact()
        listed = []
        sawContacts = false
        released = false
    }

    mutating func take(_ event: KernelEvent) {
        if event.type == InputCode.Kind.key, event.code == InputCode.Key.touch { released = event.value == 0 }
        guard event.type == InputCode.Kind.absolute else { return }
        switch event.code {
        case InputCode.Absolute.positionX: pending.x = event.value
        case InputCode.Absolute.positionY: pending.y = event.value
        case InputCode.Absolute.touchPressure: pending.pressure = event.value
        case InputCode.Absolute.toolType: pending.toolType = event.value
        case InputCode.Absolute.distance: pending.distance = event.value
        case InputCode.Absolute.trackingID: pending.trackingID = event.value
        default: return
        }
        pending.isEmpty = false
    }

    /// Ends the contact that is being listed; `false` if there are too many.
    mutating func endContact() -> Bool {
        defer { pending = Contact() }
        sawContacts = true
        guard !pending.isEmpty, pending.x != nil, pending.y != nil, pending.distance <= 0 else { return true }
        guard listed.count < Self.limit else { return false }
        listed.append(pending)
        return true
    }

    mutating func report(nextKey: inout Int) -> [ReportedContact] {
        defer { beginReport() }
        // A report about other things says nothing about contacts, unless the last finger was lifted with it.
        guard sawContacts || released else { return before.map(\.contact) }
        let keys = match()
        var now: [(contact: ReportedContact, trackingID: Int32?)] = []
        for (contact, known) in zip(listed, keys) {
            let key = known ?? nextKey
            if known == nil { nextKey += 1 }
            guard
                let reported = ReportedContact(
                    touch: key, x: contact.x!, y: contact.y!, pressure: contact.pressure, toolType: contact.toolType)
            else { continue }
            now.append((reported, contact.trackingID))
        }
        before = now
        return now.map(\.contact)
    }

    /// The key of the contact before that each listed one continues, if any.
    private func match() -> [Int?] {
        var keys = [Int?](repeating: nil, count: listed.count)
        var free = Array(before.indices)
        for (i, contact) in listed.enumerated() {
            guard let id = contact.trackingID, let j = free.firstIndex(where: { before[$0].trackingID == id })
            else { continue }
            keys[i] = before[free.remove(at: j)].contact.key
        }
        // The nearest pairs first.
        var pairs: [(distance: Double, listed: Int, before: Int)] = []
        for i in listed.indices where keys[i] == nil && listed[i].trackingID == nil {
            for j in free where before[j].trackingID == nil {
                let other = before[j].contact
                let dx = Double(listed[i].x!) - Double(other.x)
                let dy = Double(listed[i].y!) - Double(other.y)
                let distance = (dx * dx + dy * dy).squareRoot()
                if distance <= reach { pairs.append((distance, i, j)) }
            }
        }
        for pair in pairs.sorted(by: { ($0.distance, $0.listed, $0.before) < ($1.distance, $1.listed, $1.before) })
        where keys[pair.listed] == nil && free.contains(pair.before) {
            keys[pair.listed] = before[pair.before].contact.key
            free.removeAll { $0 == pair.before }
        }
        return keys
    }
}
