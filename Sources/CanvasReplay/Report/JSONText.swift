/// Writes one JSON object on one line, members in the order they are added.
///
/// The same values always give the same bytes: numbers are the shortest that read back as the same double, whole ones
/// without a fraction. What is not a finite number is `null`, as JSON has no word for it.
struct JSONText {
    private(set) var members = ""

    /// The object.
    var text: String { "{\(members)}" }

    mutating func add(_ key: String, raw value: String) {
        if !members.isEmpty { members += "," }
        members += "\"\(key)\":\(value)"
    }

    mutating func add(_ key: String, _ value: Double?) { add(key, raw: value.map(Self.number) ?? "null") }
    mutating func add(_ key: String, _ value: Int?) { add(key, raw: value.map { "\($0)" } ?? "null") }
    mutating func add(_ key: String, _ value: Bool) { add(key, raw: value ? "true" : "false") }
    mutating func add(_ key: String, _ value: String) { add(key, raw: Self.string(value)) }
    mutating func add(_ key: String, _ values: [Double]) {
        add(key, raw: "[" + values.map(Self.number).joined(separator: ",") + "]")
    }
    mutating func add(_ key: String, _ object: JSONText) { add(key, raw: object.text) }

    /// Adds nothing for `nil`.
    mutating func addIfPresent(_ key: String, _ value: Double?) { if let value { add(key, value) } }
    mutating func addIfPresent(_ key: String, _ value: Int?) { if let value { add(key, value) } }
    mutating func addIfPresent(_ key: String, _ value: Bool?) { if let value { add(key, value) } }
    mutating func addIfPresent(_ key: String, _ value: String?) { if let value { add(key, value) } }

    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        if let whole = Int(exactly: value), abs(whole) < 1 << 53 { return "\(whole)" }
        return "\(value)"
    }

    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // Also the two that end a line in JavaScript, and what could end a script element.
            case "\u{2028}", "\u{2029}", "<",
                _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
