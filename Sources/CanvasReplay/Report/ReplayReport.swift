import CanvasFormats
import Foundation

/// A replay as one web page that opens without a network: what it felt like, in numbers, charts and pictures.
public struct ReplayReport: Sendable {
    /// The page.
    public let html: String

    public init(_ result: ReplayResult, title: ReplayTitle) {
        let name = Self.escaped("\(title.gesture) on \(title.drawing)")
        html = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(name) – Pantograph</title>
            <style>
            \(ReportStyle.css)
            </style>
            </head>
            <body>
            <header>
            <p class="product">Pantograph replay</p>
            <h1>\(name)</h1>
            <dl class="settings">\(Self.settings(title))</dl>
            </header>
            <main>
            \(Self.tiles(result))
            \(Self.charts(result.logs))
            \(Self.pictures(result))
            \(MetricsTable(result.metrics).html)
            </main>
            <footer>All numbers follow from frames.jsonl and events.jsonl beside this page. A composition made at one \
            refresh counts as seen at the next.</footer>
            </body>
            </html>

            """
    }

    private static func settings(_ title: ReplayTitle) -> String {
        title.settings.map { "<div><dt>\(escaped($0.name))</dt><dd>\(escaped($0.value))</dd></div>" }.joined()
    }

    // MARK: - The numbers that matter first

    private static func tiles(_ result: ReplayResult) -> String {
        let m = result.metrics
        let view = result.logs.frames.last.map { Double(max($0.view.reduce(1, *), 1)) } ?? 1
        func ms(_ value: Double?) -> String {
            // To a tenth: a tile is no wider.
            value.map { "\(TimeChart.short(($0 * 10).rounded() / 10)) ms" } ?? "–"
        }
        let tiles: [(String, String, String, isGood: Bool)] = [
            (
                "Dropped", "\(TimeChart.short(m.frames.droppedPercent)) %",
                "\(m.frames.produced) of \(m.frames.expected) pictures", m.frames.produced == m.frames.expected
            ),
            ("Input to photon", ms(m.latency?.p95), "95th percentile", true),
            (
                "Blank at worst", "\(TimeChart.short(100 * Double(m.coverage.blankPixelsMax) / view)) %",
                "\(TimeChart.short(Double(m.coverage.blankPixelsMax))) px of the view", m.coverage.blankPixelsMax == 0
            ),
            ("Frame age", ms(m.staleness.frameAgeMs?.p95), "95th percentile", true),
            (
                "Full quality after", ms(m.sharpness.timeToFullQualityMs), "from the end of the gesture",
                m.sharpness.timeToFullQualityMs != nil
            ),
            (
                "Renders", "\(m.renders.started)",
                "\(m.renders.replaced) requests replaced, \(m.renders.afterSettle) after settling",
                m.renders.afterSettle == 0
            ),
        ]
        return "<section class=\"tiles\">"
            + tiles.map { name, value, note, isGood in
                "<div class=\"tile\(isGood ? "" : " bad")\"><h2>\(name)</h2><p>\(value)</p><small>\(note)</small></div>"
            }.joined() + "</section>"
    }

    // MARK: - Charts

    private static func charts(_ logs: ReplayLogs) -> String {
        let end = logs.frames.last?.presented ?? 1
        let gestures = Interactions(logs.events).gestures.map { $0.begin...max($0.begin, min($0.end, end)) }
        func chart(_ title: String, _ unit: String, _ tint: String, _ value: (FrameRecord) -> Double) -> String {
            TimeChart(
                title: title, unit: unit, points: logs.frames.map { ($0.presented, value($0)) }, isStepped: true,
                gestures: gestures, end: end, tint: tint
            ).svg
        }
        return "<section class=\"charts\"><h2>Over time</h2>"
            + "<p class=\"note\">Shaded: a gesture is under way.</p>\n"
            + RenderStrip(events: logs.events, gestures: gestures, end: end).svg
            + chart("Blank pixels", "px", "blank") { Double($0.blankPixels) }
            + chart("Older frames and the overview", "px", "under") {
                Double($0.backingPixels + $0.fallbackPixels)
            }
            + chart("Frame age", "ms", "age") { $0.frameAge }
            + chart("Camera lag", "px", "lag") { Metrics.cornerDistance($0) } + "</section>"
    }

    // MARK: - Pictures

    private static func pictures(_ result: ReplayResult) -> String {
        let figures = result.pictures.sorted { $0.n < $1.n }.compactMap { picture -> String? in
            guard let record = result.logs.frames.first(where: { $0.n == picture.n }),
                let png = try? PNG.encode(picture.pixels.reduced(toWidth: 640))
            else { return nil }
            let note =
                record.blankPixels > 0
                ? "<b>\(TimeChart.short(Double(record.blankPixels))) px blank</b>\(picture.isWorst ? ", the most" : "")"
                : record.isUnmoved && record.latest ? "as rendered" : "re-projected"
            return "<figure><img alt=\"The view \(TimeChart.short(record.t)) ms after the start\" "
                + "src=\"data:image/png;base64,\(Data(png).base64EncodedString())\">"
                + "<figcaption>\(TimeChart.short(record.t)) ms · frame \(record.frame) · \(note)</figcaption></figure>"
        }
        guard !figures.isEmpty else { return "" }
        return "<section class=\"pictures\"><h2>What was on screen</h2><div>" + figures.joined(separator: "\n")
            + "</div></section>"
    }

    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }
}

extension PixelBuffer {
    /// The picture at most `width` pixels wide, each pixel the mean of those it stands for; never enlarged.
    func reduced(toWidth most: Int) -> PixelBuffer {
        let factor = (width + most - 1) / max(most, 1)
        guard factor > 1 else { return self }
        let size = PixelSize(width: max(width / factor, 1), height: max(height / factor, 1))
        var result = PixelBuffer(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                var sums: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
                for dy in 0..<factor where y * factor + dy < height {
                    for dx in 0..<factor where x * factor + dx < width {
                        let p = pixels[(y * factor + dy) * width + x * factor + dx]
                        sums.0 += p & 255
                        sums.1 += (p >> 8) & 255
                        sums.2 += (p >> 16) & 255
                        sums.3 += p >> 24
                    }
                }
                let n = UInt32(min(factor, height - y * factor) * min(factor, width - x * factor))
                func mean(_ sum: UInt32) -> UInt32 { (sum + n / 2) / n }
                result.pixels[y * size.width + x] =
                    mean(sums.0) | mean(sums.1) << 8 | mean(sums.2) << 16 | mean(sums.3) << 24
            }
        }
        return result
    }
}
