/// A contact as a device reported it, in the device's units.
package struct ReportedContact: Hashable {
    /// The same for all reports of one contact, and for no other contact of the recording.
    package var key: Int
    package var x: Int32
    package var y: Int32
    package var pressure: Int32?
    package var tool: TraceEvent.Tool
}

extension ReportedContact {
    /// A contact of a multi-touch device, or `nil` for one that the device itself takes for a palm.
    init?(touch key: Int, x: Int32, y: Int32, pressure: Int32?, toolType: Int32) {
        // MT_TOOL_FINGER 0, MT_TOOL_PEN 1, MT_TOOL_PALM 2.
        guard toolType != 2 else { return nil }
        self.init(key: key, x: x, y: y, pressure: pressure, tool: toolType == 1 ? .pen : .finger)
    }
}

/// Everything that touched a device at one time: the state after a `SYN_REPORT`.
package struct TouchReport {
    /// Microseconds since the recording's first event.
    package var time: Int64
    /// In the order in which they came down.
    package var contacts: [ReportedContact]
}

/// How the contacts of a recording are encoded.
enum TouchProtocol: Hashable {
    /// Anonymous contacts, each ended by `SYN_MT_REPORT`.
    case a
    /// Slots with tracking ids.
    case b
    /// One position: `ABS_X`, `ABS_Y` and a button or a pressure.
    case single

    /// The protocol that `events` are written in. A device may emulate a single touch beside its multi-touch axes;
    /// the latter count.
    init(of events: [KernelEvent]) {
        var sawMultiTouch = false
        for event in events {
            if event.type == InputCode.Kind.synchronize, event.code == InputCode.Synchronize.multiTouchReport {
                self = .a
                return
            }
            if event.type == InputCode.Kind.absolute, InputCode.Absolute.isMultiTouch(event.code) {
                sawMultiTouch = true
            }
        }
        self = sawMultiTouch ? .b : .single
    }
}
