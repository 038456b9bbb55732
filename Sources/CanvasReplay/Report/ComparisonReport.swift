import Foundation

/// Several replays beside each other as one web page that opens without a network.
public struct ComparisonReport: Sendable {
    /// A replay to show.
    public struct Replay: Sendable {
        /// The name it goes by: its folder's.
        public var name: String
        public var title: ReplayTitle
        public var logs: ReplayLogs

        /// Reads a folder that a replay wrote.
        ///
        /// - Throws: `ReplayError.unreadableLog`.
        public init(readingFrom folder: URL) throws(ReplayError) {
            name = folder.standardizedFileURL.lastPathComponent
            title = ReplayTitle(readingFrom: folder)
            logs = try ReplayLogs(readingFrom: folder)
        }
    }

    /// The page.
    public let html: String

    public init(_ replays: [Replay]) {
        let metrics = replays.map { Metrics($0.logs) }
        html = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(replays.count) replays – Pantograph</title>
            <style>
            \(ReportStyle.css)
            </style>
            </head>
            <body>
            <header>
            <p class="product">Pantograph replays</p>
            <h1>\(replays.count) replays</h1>
            </header>
            <main>
            \(Self.table(replays, metrics))
            \(Self.charts(replays))
            </main>
            <footer>All numbers follow from the logs in the replays' folders. Where one replay is better than the others, \
            its number is green.</footer>
            </body>
            </html>

            """
    }

    // MARK: - The numbers

    private static func table(_ replays: [Replay], _ metrics: [Metrics]) -> String {
        let rows = metrics.map { MetricsTable($0).rows }
        var html = "<section class=\"wide\"><table><thead><tr><th></th><th></th>"
        for replay in replays {
            let about = [replay.title.gesture, replay.title.drawing] + replay.title.settings.map(\.value)
            html += "<th class=\"replay\">\(ReplayReport.escaped(replay.name))"
            html += about.filter { !$0.isEmpty }.map { "<small>\(ReplayReport.escaped($0))</small>" }.joined() + "</th>"
        }
        html += "</tr></thead><tbody>\n"
        // The longest list has rows that the others lack: the ground truth, where it was asked for.
        let names = rows.max { $0.count < $1.count } ?? []
        var group = ""
        for row in names {
            group = row.group.isEmpty ? group : row.group
            html += "<tr\(row.group.isEmpty ? "" : " class=\"group\"")><th>\(row.group)</th><td>\(row.name)</td>"
            let best = bestIndex(group, row.name, metrics)
            for (index, own) in rows.enumerated() {
                let value = value(of: row, in: own, group: group)
                html += "<td class=\"value\(index == best ? " best" : "")\">\(value)</td>"
            }
            html += "</tr>\n"
        }
        return html + "</tbody></table></section>"
    }

    private static func value(of row: MetricsTable.Row, in rows: [MetricsTable.Row], group: String) -> String {
        var current = ""
        for own in rows {
            current = own.group.isEmpty ? current : own.group
            if current == group, own.name == row.name { return own.value }
        }
        return "–"
    }

    /// The replay that alone is best in a number of which less is better; `nil` where none is.
    private static func bestIndex(_ group: String, _ name: String, _ metrics: [Metrics]) -> Int? {
        let read: ((Metrics) -> Double?)? =
            switch (group, name) {
            case ("Frames", "dropped"): { $0.frames.droppedPercent }
            case ("Frames", "hitch"): { $0.frames.hitchMsPerSecond }
            case ("Latency", _): { $0.latency?.p95 }
            case ("Coverage", "blank, most"): { Double($0.coverage.blankPixelsMax) }
            case ("Coverage", "blank, integral"): { $0.coverage.blankPixelMs }
            case ("Coverage", "checkerboard severity"): { Double($0.coverage.checkerboardSeverity) }
            case ("Sharpness", "under-resolution"): { $0.sharpness.underResolution }
            case ("Sharpness", "time to full quality"): { $0.sharpness.timeToFullQualityMs }
            case ("Staleness", "frame age"): { $0.staleness.frameAgeMs?.p95 }
            case ("Staleness", "longest swap gap"): { $0.staleness.maxSwapGapMs }
            case ("Renders", "wasted"): { $0.renders.wastedPercent }
            default: nil
            }
        guard let read, metrics.count > 1 else { return nil }
        let values = metrics.map { read($0) ?? .infinity }
        guard let least = values.min(), values.count(where: { $0 == least }) == 1 else { return nil }
        return values.firstIndex(of: least)
    }

    // MARK: - Over time

    /// The same chart of every replay, side by side, to one scale of time.
    private static func charts(_ replays: [Replay]) -> String {
        let end = replays.compactMap { $0.logs.frames.last?.presented }.max() ?? 1
        func row(_ title: String, _ unit: String, _ tint: String, _ value: @escaping (FrameRecord) -> Double) -> String
        {
            let charts = replays.map { replay in
                let gestures = Interactions(replay.logs.events).gestures.map {
                    $0.begin...max($0.begin, min($0.end, end))
                }
                return TimeChart(
                    title: ReplayReport.escaped(replay.name), unit: unit,
                    points: replay.logs.frames.map { ($0.presented, value($0)) }, isStepped: true, gestures: gestures,
                    end: end, tint: tint
                ).svg
            }
            return "<h2>\(title)</h2><div class=\"beside\">\(charts.joined())</div>\n"
        }
        return "<section class=\"charts\">"
            + row("Blank pixels", "px", "blank") { Double($0.blankPixels) }
            + row("Older frames and the overview", "px", "under") { Double($0.backingPixels + $0.fallbackPixels) }
            + row("Frame age", "ms", "age") { $0.frameAge } + "</section>"
    }
}
