import Pantograph

/// A JSON value to print, with the fields of objects in the order given.
indirect enum JSONValue {
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    case null
    case array([JSONValue])
    case object([(String, JSONValue)])

    /// The value as text, indented, without a newline at the end.
    var text: String {
        var result = ""
        append(to: &result, indent: "")
        return result
    }

    private func append(to text: inout String, indent: String) {
        switch self {
        case .string(let value): text += JSONScalar.string(value)
        case .int(let value): text += "\(value)"
        case .double(let value): text += JSONScalar.number(value)
        case .bool(let value): text += value ? "true" : "false"
        case .null: text += "null"
        case .array(let values): Self.append(values.map { (nil, $0) }, "[", "]", to: &text, indent: indent)
        case .object(let fields): Self.append(fields.map { ($0, $1) }, "{", "}", to: &text, indent: indent)
        }
    }

    private static func append(
        _ items: [(name: String?, value: JSONValue)], _ open: String, _ close: String, to text: inout String,
        indent: String
    ) {
        text += open
        let inner = indent + "  "
        for (i, item) in items.enumerated() {
            text += (i == 0 ? "\n" : ",\n") + inner
            if let name = item.name { text += JSONScalar.string(name) + ": " }
            item.value.append(to: &text, indent: inner)
        }
        text += items.isEmpty ? close : "\n" + indent + close
    }
}
