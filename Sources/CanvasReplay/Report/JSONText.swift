/// Writes one JSON object on one line, members in the order they are added.
///
/// The same values always give the same bytes.
struct JSONText {
    private(set) var members = ""

    /// The object.
    var text: String { "{\(members)}" }

    mutating func add(_ key: String, raw value: String) {
        if !members.isEmpty { members += "," }
        members += "\"\(key)\":\(value)"
    }

    mutating func add(_ key: String, _ value: Double?) { add(key, raw: value.map(JSONScalar.number) ?? "null") }
    mutating func add(_ key: String, _ value: Int?) { add(key, raw: value.map { "\($0)" } ?? "null") }
    mutating func add(_ key: String, _ value: Bool) { add(key, raw: value ? "true" : "false") }
    mutating func add(_ key: String, _ value: String) { add(key, raw: JSONScalar.string(value)) }
    mutating func add(_ key: String, _ values: [Double]) {
        add(key, raw: "[" + values.map(JSONScalar.number).joined(separator: ",") + "]")
    }
    mutating func add(_ key: String, _ object: JSONText) { add(key, raw: object.text) }

    /// Adds nothing for `nil`.
    mutating func addIfPresent(_ key: String, _ value: Double?) { if let value { add(key, value) } }
    mutating func addIfPresent(_ key: String, _ value: Int?) { if let value { add(key, value) } }
    mutating func addIfPresent(_ key: String, _ value: Bool?) { if let value { add(key, value) } }
    mutating func addIfPresent(_ key: String, _ value: String?) { if let value { add(key, value) } }
}
