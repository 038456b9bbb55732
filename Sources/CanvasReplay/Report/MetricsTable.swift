/// All numbers of a replay, each with what it means, as an HTML table.
struct MetricsTable {
    /// A number with what it is called and what it means. The first of a group has the group's name.
    typealias Row = (group: String, name: String, value: String, meaning: String)

    let rows: [Row]

    var html: String {
        "<section><h2>All numbers</h2><table><tbody>\n"
            + rows.map { row in
                "<tr\(row.group.isEmpty ? "" : " class=\"group\"")><th>\(row.group)</th><td>\(row.name)</td>"
                    + "<td class=\"value\">\(row.value)</td><td class=\"meaning\">\(row.meaning)</td></tr>\n"
            }.joined() + "</tbody></table></section>"
    }

    init(_ m: Metrics) {
        func value(_ number: Double?, _ unit: String = "") -> String {
            guard let number else { return "–" }
            return TimeChart.short(number) + (unit.isEmpty ? "" : " \(unit)")
        }
        func quantiles(_ q: Quantiles?, _ unit: String) -> String {
            guard let q else { return "–" }
            return "\(value(q.p50)) / \(value(q.p95)) / \(value(q.max, unit))"
        }
        let rows: [Row] = [
            ("Frames", "expected", "\(m.frames.expected)", "refreshes whose picture should change"),
            ("", "produced", "\(m.frames.produced)", "those that did"),
            ("", "dropped", value(m.frames.droppedPercent, "%"), "those that did not"),
            ("", "late", value(m.frames.latePercent, "%"), "produced after their refresh"),
            ("", "hitch", value(m.frames.hitchMsPerSecond, "ms/s"), "milliseconds late per second of interaction"),
            (
                "Latency", "input to photon", quantiles(m.latency, "ms"),
                "from the last input to the screen: median / 95 % / most"
            ),
            ("Camera lag", "average", value(m.lag.averagePx, "px"), "corner distance between camera wanted and shown"),
            ("", "most", value(m.lag.maxPx, "px"), "the same at its worst"),
            ("Coverage", "blank, most", value(Double(m.coverage.blankPixelsMax), "px"), "drawing that nothing covered"),
            ("", "blank, integral", value(m.coverage.blankPixelMs, "px ms"), "blank pixels over time"),
            ("", "checkerboard severity", "\(m.coverage.checkerboardSeverity)", "root of the worst run's integral"),
            ("", "overview only", value(m.coverage.fallbackPixelMs, "px ms"), "pixels covered only at low resolution"),
            (
                "Sharpness", "under-resolution", value(m.sharpness.underResolution, "octave s"),
                "enlargement over area and time"
            ),
            ("", "time to full quality", value(m.sharpness.timeToFullQualityMs, "ms"), "after the gesture's end"),
            ("", "swap pop", value(m.sharpness.swapPop), "mean step of the picture at swaps, of 255"),
            ("Staleness", "frame age", quantiles(m.staleness.frameAgeMs, "ms"), "median / 95 % / most"),
            (
                "", "longest swap gap", value(m.staleness.maxSwapGapMs, "ms"),
                "in a gesture, out of date without a new frame"
            ),
            ("Renders", "requested", "\(m.renders.requested)", "pictures asked for"),
            ("", "replaced", "\(m.renders.replaced)", "gave way to a newer one while waiting"),
            ("", "started / finished", "\(m.renders.started) / \(m.renders.finished)", ""),
            ("", "never shown", "\(m.renders.discarded)", "finished in vain"),
            ("", "wasted", value(m.renders.wastedPercent, "%"), "of all render time"),
            ("", "after settling", "\(m.renders.afterSettle)", "must be 0"),
        ]
        self.rows = rows + Self.truth(m)
    }

    private static func truth(_ m: Metrics) -> [Row] {
        guard let truth = m.groundTruth else { return [] }
        return [
            ("Ground truth", "PSNR, least", "\(TimeChart.short(truth.psnrMin)) dB", "100 where equal"),
            ("", "PSNR, mean", "\(TimeChart.short(truth.psnrMean)) dB", ""),
            (
                "", "SSIM, least", truth.ssimMin.map { JSONScalar.number(($0 * 1e4).rounded() / 1e4) } ?? "–",
                "1 where equal"
            ),
            (
                "", "wrong pixels, most", truth.wrongPercentMax.map { "\(TimeChart.short($0)) %" } ?? "–",
                "a channel off by more than 24 of 255"
            ),
        ]
    }
}
