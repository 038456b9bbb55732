/// The middle, the 95th percentile and the largest of some values.
public struct Quantiles: Hashable, Sendable {
    public var p50: Double
    public var p95: Double
    public var max: Double

    /// `nil` for no values. A percentile is the smallest value that at least so many of a hundred do not exceed
    /// (nearest rank), so it is always one that occurred.
    public init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let last = sorted.last else { return nil }
        func rank(_ percent: Double) -> Double {
            sorted[Swift.max(Int((percent / 100 * Double(sorted.count)).rounded(.up)) - 1, 0)]
        }
        (p50, p95, max) = (rank(50), rank(95), last)
    }
}
