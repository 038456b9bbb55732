/// Reads what Android's `getevent -lt` writes, with or without the names (`-l`), the devices (`-p`, `-i`) and the
/// device's path on each line.
///
/// ```text
/// [    1807.354865] EV_ABS       ABS_MT_POSITION_X    00000004
/// [    1807.354865] /dev/input/event2: 0003 0035 00000004
/// ```
///
/// Values are hexadecimal, of 32 bits with a sign. Source: Android, `toolbox/getevent.c`.
enum GeteventReader {
    static func recognizes(_ bytes: [UInt8]) -> Bool {
        for line in TraceLines(bytes).prefix(400) {
            let text = String(decoding: line.bytes, as: UTF8.self)
            if text.hasPrefix("add device ") { return true }
            if text.hasPrefix("[") { return event(text, line: line.number) != nil }
            // Words of the shell around it, or of `getevent -p`.
            if text.hasPrefix("could not get") { continue }
            return false
        }
        return false
    }

    static func read(_ bytes: [UInt8]) throws(TraceError) -> KernelRecording {
        var recordings: [String: KernelRecording] = [:]
        var order: [String] = []
        var described = ""
        func change(_ path: String, _ body: (inout KernelRecording) -> Void) {
            if recordings[path] == nil { order.append(path) }
            body(&recordings[path, default: KernelRecording()])
        }
        var unread = TraceWarnings()
        for line in TraceLines(bytes) {
            let text = String(decoding: line.bytes, as: UTF8.self)
            if let (path, event) = event(text, line: line.number) {
                change(path) { $0.events.append(event) }
            } else if text.hasPrefix("add device ") {
                described = text.split(separator: " ").last.map(String.init) ?? ""
                change(described) { _ in }
            } else if let name = quoted(text, after: "name:") {
                change(described) { $0.device.name = name }
            } else if let (code, axis) = axis(text) {
                change(described) { $0.device.axes[code] = axis }
            } else if text.hasPrefix("[") {
                throw TraceError(line: line.number, "not a getevent event; \"[time] type code value\" expected")
            } else if !text.hasPrefix(" "), !text.hasPrefix("\t"), !text.hasPrefix("could not get") {
                unread.add("lines that getevent does not write were left out", line: line.number)
            }
        }
        // With one device listed and events without a path, the two belong together.
        if let bare = recordings[""], order.count == 2, let other = order.first(where: { !$0.isEmpty }),
            recordings[other]?.events.isEmpty == true
        {
            recordings[other]?.events = bare.events
            recordings[""] = nil
        }
        return KernelRecording.mostTouched(order.compactMap { recordings[$0] }, warnings: unread)
    }

    private static func event(_ text: String, line: Int) -> (path: String, event: KernelEvent)? {
        guard text.hasPrefix("["), let close = text.firstIndex(of: "]") else { return nil }
        let time = text[text.index(after: text.startIndex)..<close].drop { $0 == " " }
        guard let microseconds = Words.microseconds(time) else { return nil }
        var words = Words(String(text[text.index(after: close)...])).list
        var path = ""
        if let first = words.first, first.hasSuffix(":") {
            path = String(first.dropLast())
            words.removeFirst()
        }
        guard words.count >= 3, let type = number(words[0]), let value = value(words[2]) else { return nil }
        // Names that are not in the table belong to keys and axes that no contact is made of.
        let code = number(words[1]) ?? UInt16.max
        return (path, KernelEvent(time: microseconds, type: type, code: code, value: value, line: line))
    }

    private static func number(_ word: Substring) -> UInt16? {
        InputCode.names[String(word)] ?? UInt16(word, radix: 16)
    }

    private static func value(_ word: Substring) -> Int32? {
        switch word {
        case "DOWN": 1
        case "UP": 0
        case "REPEAT": 2
        default: UInt32(word, radix: 16).map { Int32(bitPattern: $0) }
        }
    }

    private static func quoted(_ text: String, after label: String) -> String? {
        let trimmed = text.drop { $0 == " " || $0 == "\t" }
        guard trimmed.hasPrefix(label) else { return nil }
        let parts = trimmed.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count >= 3 ? String(parts[1]) : nil
    }

    /// `    ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0`, the first one of a device
    /// after `ABS (0003): `.
    private static func axis(_ text: String) -> (code: UInt16, axis: KernelAxis)? {
        guard let marker = text.firstRange(of: ": value ") else { return nil }
        let head = text[..<marker.lowerBound].split(whereSeparator: { $0 == " " || $0 == ":" })
        guard let name = head.last, let code = number(name) else { return nil }
        var fields: [Substring: Int32] = [:]
        for field in text[marker.lowerBound...].split(separator: ",") {
            let words = field.split(separator: " ")
            if words.count >= 2, let value = Int32(words[words.count - 1]) { fields[words[words.count - 2]] = value }
        }
        guard let low = fields["min"], let high = fields["max"] else { return nil }
        return (code, KernelAxis(minimum: low, maximum: high, resolution: max(0, fields["resolution"] ?? 0)))
    }
}

extension KernelRecording {
    /// The recording whose device was touched most, with a warning if others were left out.
    static func mostTouched(_ recordings: [KernelRecording], warnings: TraceWarnings) -> KernelRecording {
        var best = KernelRecording()
        var bestCount = -1
        for recording in recordings where recording.positionCount > bestCount {
            best = recording
            bestCount = recording.positionCount
        }
        let others = recordings.count { !$0.events.isEmpty } - (best.events.isEmpty ? 0 : 1)
        best.warnings = warnings
        if others > 0 {
            let name = best.device.name.isEmpty ? "the device with most touches" : "“\(best.device.name)”"
            best.warnings.add("of several devices recorded only \(name) was read")
        }
        return best
    }
}
