/// Makes one contact of the box that a semi-multi-touch device reports.
///
/// The centre of the box follows the fingers, but where a corner comes or goes it jumps; the jump is taken out, so
/// that a finger more or less moves nothing.
struct BoxMerger {
    /// Whether any report had more than one contact.
    private(set) var didMerge = false

    private var key = 0
    private var count = 0
    private var last = (x: 0.0, y: 0.0)
    private var offset = (x: 0.0, y: 0.0)

    mutating func merged(_ report: TouchReport) -> TouchReport {
        let contacts = report.contacts
        defer { count = contacts.count }
        guard let first = contacts.first else { return report }
        if contacts.count > 1 { didMerge = true }
        let n = Double(contacts.count)
        let centre = (
            x: contacts.reduce(0) { $0 + Double($1.x) } / n, y: contacts.reduce(0) { $0 + Double($1.y) } / n
        )
        if count == 0 {
            key += 1
            offset = (0, 0)
        } else if count != contacts.count {
            offset = (last.x - centre.x, last.y - centre.y)
        }
        last = (centre.x + offset.x, centre.y + offset.y)
        var result = report
        result.contacts = [
            ReportedContact(
                key: key, x: Self.unit(last.x), y: Self.unit(last.y), pressure: first.pressure, tool: first.tool)
        ]
        return result
    }

    private static func unit(_ value: Double) -> Int32 {
        Int32(min(max(value.rounded(), Double(Int32.min)), Double(Int32.max)))
    }
}
