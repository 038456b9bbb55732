/// The numbers of the kernel's input events that touches and pens are made of.
///
/// Source: Linux `include/uapi/linux/input-event-codes.h`.
enum InputCode {
    enum Kind {
        static let synchronize: UInt16 = 0
        static let key: UInt16 = 1
        static let absolute: UInt16 = 3
    }

    enum Synchronize {
        static let report: UInt16 = 0
        static let multiTouchReport: UInt16 = 2
        static let dropped: UInt16 = 3
    }

    enum Key {
        static let left: UInt16 = 0x110
        static let toolPen: UInt16 = 0x140
        static let toolRubber: UInt16 = 0x141
        static let toolBrush: UInt16 = 0x142
        static let toolPencil: UInt16 = 0x143
        static let toolAirbrush: UInt16 = 0x144
        static let toolFinger: UInt16 = 0x145
        static let touch: UInt16 = 0x14A
        static let toolDoubleTap: UInt16 = 0x14D
    }

    enum Absolute {
        static let x: UInt16 = 0x00
        static let y: UInt16 = 0x01
        static let pressure: UInt16 = 0x18
        static let slot: UInt16 = 0x2F
        static let positionX: UInt16 = 0x35
        static let positionY: UInt16 = 0x36
        static let toolType: UInt16 = 0x37
        static let trackingID: UInt16 = 0x39
        static let touchPressure: UInt16 = 0x3A
        static let distance: UInt16 = 0x3B

        /// Whether `code` is one of the multi-touch axes, `ABS_MT_SLOT` included.
        static func isMultiTouch(_ code: UInt16) -> Bool { code >= slot && code <= 0x3D }
    }

    /// `INPUT_PROP_SEMI_MT`: the device reports the corners of the box around the fingers, not the fingers.
    static let propertySemiMultiTouch = 3

    /// The names `getevent -l` writes for the events above, and for their types.
    static let names: [String: UInt16] = [
        "EV_SYN": Kind.synchronize, "EV_KEY": Kind.key, "EV_ABS": Kind.absolute, "EV_REL": 2, "EV_MSC": 4, "EV_SW": 5,
        "EV_LED": 0x11, "EV_SND": 0x12, "EV_REP": 0x14, "EV_FF": 0x15,
        "SYN_REPORT": 0, "SYN_CONFIG": 1, "SYN_MT_REPORT": 2, "SYN_DROPPED": 3,
        "BTN_LEFT": Key.left, "BTN_MOUSE": Key.left, "BTN_TOUCH": Key.touch, "BTN_DIGI": Key.toolPen,
        "BTN_TOOL_PEN": Key.toolPen, "BTN_TOOL_RUBBER": Key.toolRubber, "BTN_TOOL_BRUSH": Key.toolBrush,
        "BTN_TOOL_PENCIL": Key.toolPencil, "BTN_TOOL_AIRBRUSH": Key.toolAirbrush,
        "BTN_TOOL_FINGER": Key.toolFinger, "BTN_TOOL_DOUBLETAP": Key.toolDoubleTap,
        "ABS_X": Absolute.x, "ABS_Y": Absolute.y, "ABS_PRESSURE": Absolute.pressure, "ABS_MT_SLOT": Absolute.slot,
        "ABS_MT_TOUCH_MAJOR": 0x30, "ABS_MT_TOUCH_MINOR": 0x31, "ABS_MT_WIDTH_MAJOR": 0x32,
        "ABS_MT_WIDTH_MINOR": 0x33, "ABS_MT_ORIENTATION": 0x34, "ABS_MT_POSITION_X": Absolute.positionX,
        "ABS_MT_POSITION_Y": Absolute.positionY, "ABS_MT_TOOL_TYPE": Absolute.toolType, "ABS_MT_BLOB_ID": 0x38,
        "ABS_MT_TRACKING_ID": Absolute.trackingID, "ABS_MT_PRESSURE": Absolute.touchPressure,
        "ABS_MT_DISTANCE": Absolute.distance, "ABS_MT_TOOL_X": 0x3C, "ABS_MT_TOOL_Y": 0x3D, "ABS_MISC": 0x28,
    ]
}
