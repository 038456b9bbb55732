/// Protocol B: what each slot holds. A slot keeps its values until they are changed, from contact to contact.
struct SlotState {
    static let limit = 64
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
