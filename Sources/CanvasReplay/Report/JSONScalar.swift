/// The text of JSON's numbers and strings, for every file and answer the project writes.
package enum JSONScalar {
    /// The shortest number that reads back as the same double, whole ones without a fraction; `null` for what is not a
    /// finite number, since JSON has no word for it.
    package static func number(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        if let whole = Int(exactly: value), abs(whole) < 1 << 53 { return "\(whole)" }
        return "\(value)"
    }

    /// A string in quotes, safe inside a script element of a page as well.
    package static func string(_ text: String) -> String {
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
