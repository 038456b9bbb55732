/// A value in a line of a trace.
enum FlatJSONValue: Hashable {
    case number(Double)
    case string(String)
    case bool(Bool)
    case null
    /// An array or an object, whose content no field of a trace needs.
    case nested
}

/// Reads one JSON object from one line (RFC 8259), for traces, whose objects hold numbers, strings and booleans.
///
/// Written out because a line is read a hundred thousand times and its errors must name a column.
struct FlatJSON {
    struct Failure: Error {
        var column: Int
        var message: String
    }

    private let bytes: ArraySlice<UInt8>
    private var at: Int
    private static let maximumDepth = 32

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
    }

    /// The fields of the object that `line` holds. Of a repeated name the last value counts.
    static func object(_ line: ArraySlice<UInt8>) throws(Failure) -> [String: FlatJSONValue] {
        var reader = FlatJSON(line)
        let fields = try reader.readObject()
        reader.skipSpace()
        if reader.at < reader.bytes.endIndex { throw reader.failure("text after the end of the object") }
        return fields
    }

    private func failure(_ message: String) -> Failure {
        Failure(column: at - bytes.startIndex + 1, message: message)
    }

    private var next: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let c = next, c == 0x20 || c == 0x09 || c == 0x0D || c == 0x0A { at += 1 }
    }

    private mutating func expect(_ c: UInt8, _ what: String) throws(Failure) {
        skipSpace()
        guard next == c else { throw failure("\(what) expected") }
        at += 1
    }

    private mutating func readObject() throws(Failure) -> [String: FlatJSONValue] {
        var fields: [String: FlatJSONValue] = [:]
        try expect(UInt8(ascii: "{"), "a JSON object")
        skipSpace()
        if next == UInt8(ascii: "}") {
            at += 1
            return fields
        }
        while true {
            skipSpace()
            let name = try readString()
            try expect(UInt8(ascii: ":"), "':'")
            fields[name] = try readValue(depth: 0)
            skipSpace()
            guard let c = next else { throw failure("the line ends inside the object") }
            at += 1
            if c == UInt8(ascii: "}") { return fields }
            guard c == UInt8(ascii: ",") else {
                at -= 1
                throw failure("',' or '}' expected")
            }
        }
    }

    private mutating func readValue(depth: Int) throws(Failure) -> FlatJSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try skipNested(depth: depth)
            return .nested
        case UInt8(ascii: "t"):
            try readWord("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try readWord("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try readWord("null")
            return .null
        default: return .number(try readNumber())
        }
    }

    private mutating func readWord(_ word: StaticString) throws(Failure) {
        let matches = word.withUTF8Buffer { bytes[at...].starts(with: $0) }
        guard matches else { throw failure("a value expected") }
        at += word.utf8CodeUnitCount
    }

    private mutating func skipNested(depth: Int) throws(Failure) {
        guard depth < Self.maximumDepth else { throw failure("values nested too deeply") }
        let isObject = next == UInt8(ascii: "{")
        let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        at += 1
        skipSpace()
        if next == end {
            at += 1
            return
        }
        while true {
            if isObject {
                skipSpace()
                _ = try readString()
                try expect(UInt8(ascii: ":"), "':'")
            }
            _ = try readValue(depth: depth + 1)
            skipSpace()
            guard let c = next else { throw failure("the line ends inside a value") }
            at += 1
            if c == end { return }
            guard c == UInt8(ascii: ",") else {
                at -= 1
                throw failure("',' expected")
            }
        }
    }

    private mutating func readNumber() throws(Failure) -> Double {
        let start = at
        func isDigit(_ c: UInt8?) -> Bool { c.map { $0 >= 0x30 && $0 <= 0x39 } ?? false }
        if next == UInt8(ascii: "-") { at += 1 }
        guard isDigit(next) else {
            at = start
            throw failure("a value expected")
        }
        if next == UInt8(ascii: "0") { at += 1 } else { while isDigit(next) { at += 1 } }
        if next == UInt8(ascii: ".") {
            at += 1
            guard isDigit(next) else { throw failure("a digit expected") }
            while isDigit(next) { at += 1 }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            at += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
            guard isDigit(next) else { throw failure("a digit expected") }
            while isDigit(next) { at += 1 }
        }
        guard let value = Double(String(decoding: bytes[start..<at], as: UTF8.self)) else {
            throw failure("a number expected")
        }
        return value
    }

    private mutating func readString() throws(Failure) -> String {
        guard next == UInt8(ascii: "\"") else { throw failure("a string expected") }
        at += 1
        var text: [UInt16] = []
        var plain = at
        var result = ""
        while let c = next {
            if c == UInt8(ascii: "\"") {
                result += String(decoding: bytes[plain..<at], as: UTF8.self)
                at += 1
                return result
            }
            if c < 0x20 { throw failure("a control character in a string") }
            if c != UInt8(ascii: "\\") {
                at += 1
                continue
            }
            result += String(decoding: bytes[plain..<at], as: UTF8.self)
            text.removeAll(keepingCapacity: true)
            while next == UInt8(ascii: "\\") { text.append(try readEscape()) }
            result += String(decoding: text, as: UTF16.self)
            plain = at
        }
        throw failure("the line ends inside a string")
    }

    private mutating func readEscape() throws(Failure) -> UInt16 {
        at += 1
        guard let c = next else { throw failure("the line ends inside a string") }
        at += 1
        switch c {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(c)
        case UInt8(ascii: "b"): return 8
        case UInt8(ascii: "f"): return 12
        case UInt8(ascii: "n"): return 10
        case UInt8(ascii: "r"): return 13
        case UInt8(ascii: "t"): return 9
        case UInt8(ascii: "u"):
            guard bytes.endIndex - at >= 4,
                let unit = UInt16(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
            else { throw failure("four hexadecimal digits expected") }
            at += 4
            return unit
        default: throw failure("an unknown escape in a string")
        }
    }
}
