/// Reads what `libinput record` writes: YAML of a fixed shape, of which the device's name, its axes, properties and
/// its evdev events are needed.
///
/// ```yaml
/// devices:
/// - node: /dev/input/event5
///   evdev:
///     name: "a touchscreen"
///     absinfo:
///       53: [0, 3264, 0, 0, 16]
///     properties: [1]
///   events:
///   - evdev:
///     - [  0,   1234,   3,  53,     812] # EV_ABS / ABS_MT_POSITION_X
/// ```
///
/// An event is seconds, microseconds, type, code, value, all decimal. Source: libinput, `tools/libinput-record.c`.
enum LibinputReader {
    static func recognizes(_ bytes: [UInt8]) -> Bool {
        for line in TraceLines(bytes).prefix(60) {
            let text = String(decoding: line.bytes, as: UTF8.self)
            if text == "# libinput record" || text.hasPrefix("ndevices:") || text.hasPrefix("libinput:") { return true }
        }
        return false
    }

    static func read(_ bytes: [UInt8]) throws(TraceError) -> KernelRecording {
        var recordings: [KernelRecording] = []
        var section = Section.none
        for line in TraceLines(bytes) {
            let text = String(decoding: line.bytes, as: UTF8.self)
            let content = text.drop { $0 == " " }
            if content.hasPrefix("#") { continue }
            if content.hasPrefix("- node:") {
                recordings.append(KernelRecording())
                section = .none
                continue
            }
            guard !recordings.isEmpty else { continue }
            let device = recordings.count - 1
            if content.hasPrefix("- [") || content.hasPrefix("- evdev: [") {
                guard section == .events else { continue }
                recordings[device].events.append(try event(content, line: line.number))
            } else if content.hasPrefix("events:") {
                section = .events
            } else if content.hasPrefix("absinfo:") {
                section = .axes
            } else if section == .axes, content.first?.isNumber == true {
                let (code, axis) = try axis(content, line: line.number)
                recordings[device].device.axes[code] = axis
            } else if section != .events {
                if section == .axes { section = .none }
                if content.hasPrefix("name:"), recordings[device].device.name.isEmpty {
                    recordings[device].device.name = unquoted(content.dropFirst(5))
                } else if content.hasPrefix("properties: [") {
                    recordings[device].device.properties.formUnion(numbers(content).map(Int.init))
                }
            }
        }
        return KernelRecording.mostTouched(recordings, warnings: TraceWarnings())
    }

    private enum Section { case none, axes, events }

    private static func event(_ text: Substring, line: Int) throws(TraceError) -> KernelEvent {
        let fields = numbers(text)
        guard fields.count == 5, fields[0] >= 0, fields[0] < 1 << 40, (0..<1_000_000).contains(fields[1]),
            let type = UInt16(exactly: fields[2]), let code = UInt16(exactly: fields[3]),
            let value = Int32(exactly: fields[4])
        else {
            throw TraceError(
                line: line, "not an event of libinput record; \"- [seconds, microseconds, type, code, value]\" expected"
            )
        }
        return KernelEvent(time: fields[0] * 1_000_000 + fields[1], type: type, code: code, value: value, line: line)
    }

    private static func axis(_ text: Substring, line: Int) throws(TraceError) -> (UInt16, KernelAxis) {
        let parts = text.split(separator: ":", maxSplits: 1)
        let fields = parts.count == 2 ? numbers(parts[1]) : []
        guard let code = UInt16(parts[0]), fields.count >= 2, let low = Int32(exactly: fields[0]),
            let high = Int32(exactly: fields[1])
        else {
            throw TraceError(line: line, "not an axis of libinput record; \"code: [minimum, maximum, …]\" expected")
        }
        let resolution = fields.count > 4 ? Int32(exactly: fields[4]) ?? 0 : 0
        return (code, KernelAxis(minimum: low, maximum: high, resolution: max(0, resolution)))
    }

    /// The whole numbers between the first `[` and the next `]`; none if anything else stands there.
    private static func numbers(_ text: Substring) -> [Int64] {
        guard let open = text.firstIndex(of: "["), let close = text[open...].firstIndex(of: "]") else { return [] }
        let parts = text[text.index(after: open)..<close].split(separator: ",")
        let values = parts.compactMap { part in Int64(part.filter { $0 != " " }) }
        return values.count == parts.count ? values : []
    }

    private static func unquoted(_ text: Substring) -> String {
        let trimmed = text.drop { $0 == " " }
        let parts = trimmed.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count >= 3 ? String(parts[1]) : String(trimmed)
    }
}
