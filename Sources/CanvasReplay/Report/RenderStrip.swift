/// The renderer's time as an SVG element: a bar a render, those at full quality apart, and a mark at every swap.
struct RenderStrip {
    let events: [EventRecord]
    let gestures: [ClosedRange<Double>]
    let end: Double

    var svg: String {
        var bars = ""
        var (count, full) = (0, 0)
        var started: EventRecord?
        for event in events {
            switch event.kind {
            case .start: started = event
            case .finish, .fail:
                guard let begin = started, begin.request == event.request else { continue }
                count += 1
                let isFull = (begin.samples ?? 0) > 0
                if isFull { full += 1 }
                bars += bar(begin, to: event, isFull ? "full" : "moving")
                started = nil
            case .swap:
                let x = TimeChart.short(TimeChart.x(event.t, end: end))
                bars += "<path class=\"swap\" d=\"M\(x) 50l-4 7h8z\"/>\n"
            default: break
            }
        }
        return """
            <figure class="chart strip"><figcaption><b>Renders</b> <span>\(count) in all, \(full) at full quality; \
            a mark where a frame went on display</span></figcaption>
            <svg viewBox="0 0 960 92" role="img" aria-label="\(count) renders, \(full) of them at full quality">
            \(TimeChart.shading(gestures, end: end, from: 8, to: 66))\
            \(TimeChart.label(TimeChart.left - 8, 34, "renderer", "end"))\
            \(bars)\(TimeChart.timeAxis(end: end, y: 66))</svg></figure>

            """
    }

    private func bar(_ begin: EventRecord, to last: EventRecord, _ name: String) -> String {
        let x0 = TimeChart.x(begin.t, end: end)
        let width = max(TimeChart.x(last.t, end: end) - x0 - 1, 1)
        let outcome = last.kind == .fail ? " (failed)" : ""
        return "<rect class=\"\(last.kind == .fail ? "failed" : name)\" x=\"\(TimeChart.short(x0))\" y=\"20\" "
            + "width=\"\(TimeChart.short(width))\" height=\"24\" rx=\"2\"><title>request \(begin.request ?? 0), "
            + "\(begin.samples ?? 0) samples, \(TimeChart.short(last.t - begin.t)) ms\(outcome)</title></rect>\n"
    }
}
