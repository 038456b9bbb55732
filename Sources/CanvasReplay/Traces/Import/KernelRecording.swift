/// One event of the kernel's input interface, as the recording tools write them.
struct KernelEvent {
    /// Microseconds since the recording's own epoch.
    var time: Int64
    var type: UInt16
    var code: UInt16
    var value: Int32
    /// The line of the file it stands on.
    var line: Int
}

/// The range of an axis.
struct KernelAxis: Hashable {
    var minimum: Int32
    var maximum: Int32
    /// Units a millimetre; 0 where the device does not say.
    var resolution: Int32 = 0

    var isUsable: Bool { maximum > minimum }
}

/// What a recording says about the device it was made on.
struct KernelDevice {
    var name = ""
    var axes: [UInt16: KernelAxis] = [:]
    var properties: Set<Int> = []
}

/// A recording as read, whatever tool made it: a device and its events.
struct KernelRecording {
    var device = KernelDevice()
    var events: [KernelEvent] = []
    var warnings = TraceWarnings()

    /// How many of the events can move a contact: what tells the touchscreen from the keyboard beside it.
    var positionCount: Int {
        events.count { event in
            event.type == InputCode.Kind.absolute
                && [
                    InputCode.Absolute.x, InputCode.Absolute.y, InputCode.Absolute.positionX,
                    InputCode.Absolute.positionY,
                ].contains(event.code)
        }
    }
}

/// A line cut into words, and numbers made of them, without going through the locale or a regular expression.
struct Words {
    private(set) var list: [Substring]

    init(_ line: String) { list = line.split(whereSeparator: { $0 == " " || $0 == "\t" }) }

    var count: Int { list.count }
    subscript(index: Int) -> Substring { list[index] }

    func decimal(_ index: Int) -> Int32? { index < count ? Int32(list[index]) : nil }

    func hex(_ index: Int) -> UInt16? { index < count ? UInt16(list[index], radix: 16) : nil }

    /// Seconds with a fraction, as microseconds; digits after the sixth are cut off.
    static func microseconds(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let seconds = Int64(parts[0]), seconds >= 0, seconds < 1 << 40 else { return nil }
        guard parts.count == 2 else { return seconds * 1_000_000 }
        let digits = parts[1].prefix(6)
        guard !digits.isEmpty, digits.allSatisfy(\.isNumber), var fraction = Int64(digits) else { return nil }
        for _ in digits.count..<6 { fraction *= 10 }
        return seconds * 1_000_000 + fraction
    }
}
