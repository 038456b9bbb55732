/// Which pixels of each row of a view are covered by several convex shapes: the union of their runs.
struct RowSpans {
    /// In each row, runs that do not touch, from left to right.
    private var rows: [[Range<Int>]]

    init(_ runs: [Range<Int>]) { rows = runs.map { $0.isEmpty ? [] : [$0] } }

    /// Adds a shape's runs.
    ///
    /// - Returns: how many pixels were not covered before.
    mutating func add(_ runs: [Range<Int>]) -> Int {
        var added = 0
        for (row, run) in runs.enumerated() where !run.isEmpty {
            added += Self.missing(run, rows[row])
            var (low, high) = (run.lowerBound, run.upperBound)
            var kept: [Range<Int>] = []
            for old in rows[row] {
                if old.upperBound < low || old.lowerBound > high {
                    kept.append(old)
                } else {
                    (low, high) = (min(low, old.lowerBound), max(high, old.upperBound))
                }
            }
            kept.append(low..<high)
            rows[row] = kept.sorted { $0.lowerBound < $1.lowerBound }
        }
        return added
    }

    /// How many pixels of a shape are not covered.
    func count(missingFrom runs: [Range<Int>]) -> Int {
        zip(runs, rows).reduce(0) { $0 + Self.missing($1.0, $1.1) }
    }

    private static func missing(_ run: Range<Int>, _ covered: [Range<Int>]) -> Int {
        covered.reduce(run.count) { $0 - run.clamped(to: $1).count }
    }
}
