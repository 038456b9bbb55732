/// The times one thing took, in milliseconds, in the order they were measured.
struct Timing: Sendable {
    private(set) var milliseconds: [Double] = []

    mutating func add(_ time: Double) { milliseconds.append(time) }

    /// The time that half of the runs did not exceed (between the two middle ones where their number is even); 0 if
    /// there was none.
    var median: Double {
        let sorted = milliseconds.sorted()
        guard !sorted.isEmpty else { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// The time that this part of the runs did not exceed; 0 if there was none.
    func quantile(_ part: Double) -> Double {
        let sorted = milliseconds.sorted()
        return sorted.isEmpty ? 0 : sorted[min(Int(part * Double(sorted.count)), sorted.count - 1)]
    }

    var minimum: Double { milliseconds.min() ?? 0 }

    /// Times several jobs in turn, round by round, so that a slow moment hits all alike.
    ///
    /// - Parameters:
    ///   - rounds: how many times each is timed, after one round that is not counted.
    ///   - jobs: each does its work and says how long it took.
    static func interleaved(
        rounds: Int, _ jobs: [() throws -> Double], progress: (Double) -> Void = { _ in }
    ) throws -> [Timing] {
        var timings = [Timing](repeating: Timing(), count: jobs.count)
        for round in 0...rounds {
            for (i, job) in jobs.enumerated() {
                let time = try job()
                if round > 0 { timings[i].add(time) }
                progress(Double(round * jobs.count + i + 1) / Double((rounds + 1) * jobs.count))
            }
        }
        return timings
    }
}
