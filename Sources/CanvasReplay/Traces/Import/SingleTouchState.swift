/// One position: touchscreens that know no second finger, and pens.
struct SingleTouchState {
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
