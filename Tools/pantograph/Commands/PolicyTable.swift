import Foundation
import Pantograph

/// Comparisons of the two policies, to read.
struct PolicyTable {
    private let rows: [PolicyComparison]

    init(_ rows: [PolicyComparison]) { self.rows = rows }

    private static let header = [
        "gesture", "cost", "blank", "overview", "soft", "age ms", "full ms", "gap ms", "wasted %", "true", "missed",
    ]

    var text: String {
        let cells = [Self.header] + rows.map(Self.cells)
        let widths = Self.header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let lines = cells.map { row in
            zip(row, widths).enumerated().map { index, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                // Words to the left, numbers to the right.
                return index == 0 || index == row.count - 1 ? cell.0 + (index == 0 ? space : "") : space + cell.0
            }.joined(separator: "  ")
        }
        let done = rows.count { $0.missed.isEmpty }
        return lines.joined(separator: "\n") + "\n\n\(done) of \(rows.count) meet every goal\n"
    }

    private static func cells(_ row: PolicyComparison) -> [String] {
        let (a, p) = (row.adaptive, row.plain)
        return [
            row.gesture, cost(row.cost),
            pair(a.coverage.blankPixelMs / 1000, p.coverage.blankPixelMs / 1000),
            number(a.coverage.fallbackPixelMs / 1000),
            pair(a.sharpness.underResolution, p.sharpness.underResolution),
            pair(a.staleness.frameAgeMs?.p95, p.staleness.frameAgeMs?.p95),
            a.sharpness.timeToFullQualityMs.map { "\(number($0)) ≤ \(number(row.fullQualityLimit))" } ?? "–",
            pair(a.staleness.maxSwapGapMs, p.staleness.maxSwapGapMs), number(a.renders.wastedPercent),
            row.endsWithTruth.map { $0 ? "yes" : "NO" } ?? "–", row.missed.map(\.rawValue).joined(separator: ", "),
        ]
    }

    private static func cost(_ cost: RenderCost) -> String {
        guard case .fixed(let full, let plain) = cost else { return "measured" }
        return "\(number(full)),\(number(plain))"
    }

    private static func pair(_ a: Double?, _ b: Double?) -> String { "\(number(a)) / \(number(b))" }

    private static func number(_ value: Double?) -> String {
        guard let value else { return "–" }
        if value == value.rounded() { return "\(Int(value))" }
        let digits = abs(value) >= 100 ? 0 : abs(value) >= 1 ? 1 : abs(value) >= 0.01 ? 3 : 5
        return String(format: "%.\(digits)f", value)
    }

    /// An array with an object a row: the gesture, the cost, both `metrics`, and the goals missed.
    var json: String {
        let objects = rows.map { row in
            "{\"gesture\":\(JSONScalar.string(row.gesture)),\"cost\":\(JSONScalar.string(Self.cost(row.cost))),"
                + "\"endsWithTruth\":\(row.endsWithTruth.map { "\($0)" } ?? "null"),"
                + "\"fullQualityLimitMs\":\(row.fullQualityLimit),"
                + "\"missed\":[\(row.missed.map { JSONScalar.string($0.rawValue) }.joined(separator: ","))],"
                + "\"adaptive\":\(row.adaptive.json),\"plain\":\(row.plain.json)}"
        }
        return "[" + objects.joined(separator: ",\n") + "]\n"
    }
}
