import Foundation

/// The measurements as text for people.
struct BenchText {
    private(set) var text = ""

    init(_ result: BenchResult) {
        line("\(result.scene): \(result.items) items")
        line("")
        frames(result)
        line("")
        others(result)
        for pan in result.pans { self.pan(pan) }
        for row in result.givingWay { givingWay(row) }
        if let compose = result.compose { table(of: compose) }
        line("")
    }

    init(_ edits: EditBench) {
        line("edits: a frame of \(BenchView.size) after each, medians in ms")
        line("")
        line(
            "  \(Self.padded("", 40)) \(Self.right("\(edits.few)", 8)) \(Self.right("\(edits.many)", 9)) strokes   ratio"
        )
        for row in edits.rows {
            line(
                "  \(Self.padded(row.name, 40)) \(Self.time(row.few.median))  \(Self.time(row.many.median))         "
                    + Self.right(String(format: "%.2f", row.ratio), 7))
        }
        line("")
        table(of: edits.calls)
    }

    private mutating func table(of calls: CallBench) {
        line("  calls of a session, medians and 99 % in \u{b5}s")
        for row in calls.rows {
            let values = [row.few, row.many].map { timing in
                [0.5, 0.99].map { Self.right(String(format: "%.1f", 1000 * timing.quantile($0)), 8) }.joined()
            }
            line("  \(Self.padded(row.name, 32)) \(values.joined(separator: "  "))")
        }
        line("")
    }

    private mutating func pan(_ pan: PanBench) {
        line(
            "  \(pan.backend.rawValue), view b after a pan of \(Int(PanBench.distance)) pixels: "
                + "\(Self.number(pan.panned.median)) ms; drawn as a whole \(Self.number(pan.whole.median)) ms; ratio "
                + String(format: "%.2f", pan.ratio) + "; after another pan \(Self.number(pan.next.median)) ms, "
                + String(format: "%.2f", pan.nextRatio))
    }

    private mutating func givingWay(_ row: GiveWayBench) {
        line(
            "  \(row.backend.rawValue), view a with 4 samples, taken back at any moment of "
                + "\(Self.number(row.whole.median)) ms: the renderer is free after \(Self.number(row.left.median)) ms, in "
                + "95 % of tries after \(Self.number(row.left.quantile(0.95))) ms, at most "
                + "\(Self.number(row.left.quantile(1))) ms")
    }

    private mutating func line(_ content: String) { text += content + "\n" }

    private mutating func frames(_ result: BenchResult) {
        line(
            "  frames of \(BenchView.size), medians in ms     stages of the CPU, work of all threads; the GPU's own time"
        )
        line("  view backend samples     cold     warm     min   encode     cull   raster   device")
        for row in result.frames {
            var columns = "  \(Self.padded(row.view.rawValue, 4)) \(Self.padded(row.backend.rawValue, 7)) "
            columns += Self.right("\(row.samples)", 7)
            for value in [row.cold.median, row.warm.median, row.warm.minimum] { columns += " " + Self.time(value) }
            if let stages = row.stages {
                // Geometry is made in the first frame only; the other stages are those of later frames.
                for value in [stages.cold.encode.median, stages.warm.cull.median, stages.warm.raster.median] {
                    columns += " " + Self.time(value)
                }
            } else if let device = row.device {
                columns += String(repeating: " ", count: 27) + " " + Self.time(device.median)
            }
            line(columns)
        }
        for backend in Set(result.frames.map(\.backend)).sorted(by: { $0.rawValue < $1.rawValue }) {
            let ratios = BenchView.Name.allCases.compactMap { view in
                result.unsampledRatio(view, backend).map { "\(view.rawValue) \(Self.number($0))" }
            }
            if !ratios.isEmpty { line("  \(backend.rawValue), 0 samples against 4: \(ratios.joined(separator: ", "))") }
        }
    }

    private mutating func others(_ result: BenchResult) {
        let megabytes = Double(result.fileBytes) / 1e6
        line("  reading \(Self.number(megabytes)) MB: \(Self.number(result.reading.median)) ms")
        for (backend, bytes) in result.peakResidentBytes {
            line(
                "  peak resident memory, \(backend.rawValue), after frames at five zooms: "
                    + "\(Self.number(Double(bytes) / 1e6)) MB")
        }
        if let outside = result.outside {
            line(
                "  \(outside.visible) items in view b: \(Self.number(outside.fewTime.median)) ms with \(outside.few) "
                    + "outside it, \(Self.number(outside.manyTime.median)) ms with \(outside.many) "
                    + "(\(Self.number(outside.ratio)) x)")
        }
    }

    private mutating func table(of compose: ComposeBench) {
        line("")
        line("  re-projection of a frame with its margin         median ms      min  copies")
        for row in compose.rows {
            line(
                "  \(Self.padded("\(row.backend.rawValue), \(row.name)", 48))"
                    + " \(Self.time(row.time.median)) \(Self.time(row.time.minimum)) "
                    + Self.right(String(format: "%.2f", compose.ratio(row)), 7))
        }
        line(
            "  \(Self.padded("a copy of the view's bytes", 48)) \(Self.time(compose.copy.median)) "
                + Self.time(compose.copy.minimum))
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func time(_ milliseconds: Double) -> String { right(String(format: "%.2f", milliseconds), 8) }

    private static func number(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
}
