/// Reads what `evemu-record` and `evemu-describe` write.
///
/// ```text
/// N: name            P: properties, 8 bytes a line         A: axis min max fuzz flat [resolution]
/// I: ids             B: type and 8 bytes of the codes      E: seconds.microseconds type code value
/// ```
///
/// Types, codes and axes are hexadecimal, values decimal. Files of before version 1.2 have no P lines, some have no
/// resolutions, and many have events only: their device is described in a `.desc` file beside them.
/// Source: evemu, `README` and `src/evemu.c`.
enum EvemuReader {
    /// Whether `bytes` look like a recording or a description of evemu's.
    static func recognizes(_ bytes: [UInt8]) -> Bool {
        for line in TraceLines(bytes).prefix(400) {
            let text = String(decoding: line.bytes, as: UTF8.self)
            if text.hasPrefix("# EVEMU") { return true }
            if text.hasPrefix("#") { continue }
            let words = Words(text)
            switch words[0] {
            case "E:": return words.count >= 5 && Words.microseconds(words[1]) != nil
            case "N:", "I:": return true
            default: return false
            }
        }
        return false
    }

    static func read(_ bytes: [UInt8]) throws(TraceError) -> KernelRecording {
        var recording = KernelRecording()
        var propertyByte = 0
        for line in TraceLines(bytes) {
            guard line.bytes.first != UInt8(ascii: "#") else { continue }
            let text = String(decoding: line.bytes, as: UTF8.self)
            let words = Words(text)
            switch words[0] {
            case "E:":
                guard words.count >= 5, let time = Words.microseconds(words[1]), let type = words.hex(2),
                    let code = words.hex(3), let value = words.decimal(4)
                else {
                    throw TraceError(
                        line: line.number, "not an evemu event; \"E: seconds.microseconds type code value\" expected")
                }
                recording.events.append(
                    KernelEvent(time: time, type: type, code: code, value: value, line: line.number))
            case "N:": recording.device.name = String(text.dropFirst(2).drop { $0 == " " })
            case "A:":
                guard let code = words.hex(1), let low = words.decimal(2), let high = words.decimal(3) else {
                    throw TraceError(line: line.number, "not an evemu axis; \"A: code minimum maximum …\" expected")
                }
                recording.device.axes[code] = KernelAxis(
                    minimum: low, maximum: high, resolution: max(0, words.decimal(6) ?? 0))
            case "P:":
                for index in 1..<words.count {
                    guard let byte = words.hex(index) else { continue }
                    for bit in 0..<8 where byte & (1 << bit) != 0 {
                        recording.device.properties.insert(propertyByte * 8 + bit)
                    }
                    propertyByte += 1
                }
            case "I:", "B:", "L:", "S:": break
            default: recording.warnings.add("lines that evemu does not write were left out", line: line.number)
            }
        }
        return recording
    }
}
