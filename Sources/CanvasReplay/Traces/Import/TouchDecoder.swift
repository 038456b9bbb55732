/// Turns the kernel's events into reports of contacts: multi-touch protocols A and B, single touches and pens.
///
/// Source: Linux, `Documentation/input/multi-touch-protocol.rst` and `event-codes.rst`.
struct TouchDecoder {
    private(set) var reports: [TouchReport] = []
    var warnings: TraceWarnings

    private var nextKey = 1
    private var slots = SlotState()
    private var anonymous: AnonymousState
    private var single: SingleTouchState
    private let kind: TouchProtocol

    init(_ recording: KernelRecording) {
        kind = TouchProtocol(of: recording.events)
        warnings = recording.warnings
        anonymous = AnonymousState(recording)
        single = SingleTouchState(events: recording.events)
        decode(recording.events)
    }

    private mutating func decode(_ events: [KernelEvent]) {
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
                    if !dropping { report(at: time, line: event.line) }
                    dropping = false
                case InputCode.Synchronize.dropped:
                    warnings.add("the kernel dropped events; contacts were kept as they were before", line: event.line)
                    dropping = true
                    anonymous.beginReport()
                case InputCode.Synchronize.multiTouchReport where kind == .a && !dropping:
                    anonymous.endContact()
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

    private mutating func report(at time: Int64, line: Int) {
        let contacts: [ReportedContact]
        switch kind {
        case .a: contacts = anonymous.report(nextKey: &nextKey)
        case .b: contacts = slots.report()
        case .single: contacts = single.report()
        }
        reports.append(TouchReport(time: time, contacts: contacts.sorted { $0.key < $1.key }))
    }
}

/// Protocol B: what each slot holds. A slot keeps its values until they are changed, from contact to contact.
private struct SlotState {
    static let limit = 256
    private struct Slot {
        var key: Int?
        var x: Int32?
        var y: Int32?
        var pressure: Int32?
        var toolType: Int32 = 0
        var distance: Int32 = 0
        /// Whether a tracking id was ever seen here. Positions before that belong to a contact that was down when
        /// the recording began.
        var sawTrackingID = false
    }
    private var slots: [Int: Slot] = [:]
    private var current = 0

    /// Takes an event in; `false` if its slot is beyond the limit.
    mutating func take(_ event: KernelEvent, nextKey: inout Int) -> Bool {
        guard event.type == InputCode.Kind.absolute else { return true }
        if event.code == InputCode.Absolute.slot { current = Int(event.value) }
        guard (0..<Self.limit).contains(current) else { return event.code != InputCode.Absolute.slot }
        var slot = slots[current] ?? Slot()
        func newKey() -> Int {
            defer { nextKey += 1 }
            return nextKey
        }
        switch event.code {
        case InputCode.Absolute.trackingID:
            slot.sawTrackingID = true
            slot.key = event.value < 0 ? nil : newKey()
        case InputCode.Absolute.positionX, InputCode.Absolute.positionY:
            if event.code == InputCode.Absolute.positionX { slot.x = event.value } else { slot.y = event.value }
            if slot.key == nil, !slot.sawTrackingID { slot.key = newKey() }
        case InputCode.Absolute.touchPressure: slot.pressure = event.value
        case InputCode.Absolute.toolType: slot.toolType = event.value
        case InputCode.Absolute.distance: slot.distance = event.value
        default: return true
        }
        slots[current] = slot
        return true
    }

    /// The contacts that touch. One that never said where it is waits until it does.
    func report() -> [ReportedContact] {
        slots.values.compactMap { slot in
            guard let key = slot.key, let x = slot.x, let y = slot.y, slot.distance <= 0 else { return nil }
            return ReportedContact(touch: key, x: x, y: y, pressure: slot.pressure, toolType: slot.toolType)
        }
    }
}

extension ReportedContact {
    /// A contact of a multi-touch device, or `nil` for one that the device itself takes for a palm.
    fileprivate init?(touch key: Int, x: Int32, y: Int32, pressure: Int32?, toolType: Int32) {
        // MT_TOOL_FINGER 0, MT_TOOL_PEN 1, MT_TOOL_PALM 2.
        guard toolType != 2 else { return nil }
        self.init(key: key, x: x, y: y, pressure: pressure, tool: toolType == 1 ? .pen : .finger)
    }
}

/// Protocol A: each report lists all contacts anew; who is who is found by tracking ids, or else by nearness.
private struct AnonymousState {
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

    mutating func endContact() {
        sawContacts = true
        if !pending.isEmpty, pending.x != nil, pending.y != nil, pending.distance <= 0 { listed.append(pending) }
        pending = Contact()
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

/// One position: touchscreens that know no second finger, and pens.
private struct SingleTouchState {
    /// What tells that the tool touches: the button if the recording has it, else the pressure, else the left button.
    private enum Contact { case button(UInt16), pressure }
    private let contact: Contact
    private var touching = false
    private var key: Int?
    private var x: Int32?
    private var y: Int32?
    private var pressure: Int32?
    private var tool = TraceEvent.Tool.finger

    init(events: [KernelEvent]) {
        func has(_ type: UInt16, _ code: UInt16) -> Bool { events.contains { $0.type == type && $0.code == code } }
        if has(InputCode.Kind.key, InputCode.Key.touch) {
            contact = .button(InputCode.Key.touch)
        } else if has(InputCode.Kind.absolute, InputCode.Absolute.pressure) {
            contact = .pressure
        } else {
            contact = .button(InputCode.Key.left)
        }
    }

    mutating func take(_ event: KernelEvent, nextKey: inout Int) {
        if event.type == InputCode.Kind.absolute {
            switch event.code {
            case InputCode.Absolute.x: x = event.value
            case InputCode.Absolute.y: y = event.value
            case InputCode.Absolute.pressure:
                pressure = event.value
                if case .pressure = contact { touch(event.value > 0, nextKey: &nextKey) }
            default: break
            }
        } else if event.type == InputCode.Kind.key {
            if case .button(let code) = contact, event.code == code { touch(event.value != 0, nextKey: &nextKey) }
            takeTool(event)
        }
    }

    private mutating func takeTool(_ event: KernelEvent) {
        guard event.value != 0 else { return }
        switch event.code {
        case InputCode.Key.toolRubber: tool = .eraser
        case InputCode.Key.toolPen, InputCode.Key.toolBrush, InputCode.Key.toolPencil, InputCode.Key.toolAirbrush:
            tool = .pen
        case InputCode.Key.toolFinger: tool = .finger
        default: break
        }
    }

    private mutating func touch(_ down: Bool, nextKey: inout Int) {
        if down, !touching {
            key = nextKey
            nextKey += 1
        }
        touching = down
    }

    func report() -> [ReportedContact] {
        guard touching, let key, let x, let y else { return [] }
        return [ReportedContact(key: key, x: x, y: y, pressure: pressure, tool: tool)]
    }
}
