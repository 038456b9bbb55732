import CanvasReplay
import Foundation

/// What a recording holds report by report, in the device's units, as the corpus's table counts it.
struct RecordedContacts {
    /// A run of reports with the same two contacts, relative to its first report.
    struct Pair {
        var frames: Int
        var spanRatio: Double
        var least: Double
        var most: Double
        var degrees: Double
        /// The way of the midpoint.
        var dx: Double
        var dy: Double
    }

    private let reports: [TouchReport]
    /// Vertical units in horizontal ones, for devices whose units a millimetre differ.
    private let verticalScale: Double

    init(contentsOf url: URL, verticalScale: Double = 1) throws {
        self.verticalScale = verticalScale
        reports = try TouchReport.all(inRecording: [UInt8](Data(contentsOf: url)))
    }

    var counts: [Int] { reports.map(\.contacts.count) }

    /// The run of most time with the same two contacts.
    var longestPair: Pair? {
        var best: Range<Int>?
        var start = 0
        while start < reports.count {
            guard reports[start].contacts.count == 2 else {
                start += 1
                continue
            }
            let keys = reports[start].contacts.map(\.key)
            var end = start + 1
            while end < reports.count, reports[end].contacts.map(\.key) == keys { end += 1 }
            func length(_ r: Range<Int>) -> Int64 { reports[r.upperBound - 1].time - reports[r.lowerBound].time }
            if best.map({ length(start..<end) > length($0) }) ?? true { best = start..<end }
            start = end
        }
        return best.map(pair)
    }

    private func pair(_ run: Range<Int>) -> Pair {
        func vector(_ i: Int) -> (x: Double, y: Double) {
            let c = reports[i].contacts
            return (Double(c[1].x) - Double(c[0].x), (Double(c[1].y) - Double(c[0].y)) * verticalScale)
        }
        func middle(_ i: Int) -> (x: Double, y: Double) {
            let c = reports[i].contacts
            return ((Double(c[1].x) + Double(c[0].x)) / 2, (Double(c[1].y) + Double(c[0].y)) / 2)
        }
        let (first, last) = (run.lowerBound, run.upperBound - 1)
        let span = run.map { hypot(vector($0).x, vector($0).y) }
        let (u, v) = (vector(first), vector(last))
        let angle = atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y)
        return Pair(
            frames: run.count, spanRatio: span.last! / span[0], least: span.min()! / span[0],
            most: span.max()! / span[0], degrees: angle * 180 / .pi, dx: middle(last).x - middle(first).x,
            dy: middle(last).y - middle(first).y)
    }
}
