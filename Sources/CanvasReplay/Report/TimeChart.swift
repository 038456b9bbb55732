#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A value over the time of a replay, as an SVG element: an area under a line, gestures shaded behind it.
struct TimeChart {
    let title: String
    let unit: String
    /// Time in milliseconds and value, by increasing time.
    let points: [(t: Double, value: Double)]
    /// Whether the value holds until the next point, rather than changing evenly towards it.
    let isStepped: Bool
    /// Times during which a gesture was under way.
    let gestures: [ClosedRange<Double>]
    let end: Double
    /// The class that gives the line its colour.
    let tint: String

    static let width = 960.0
    static let left = 64.0
    static let right = 12.0
    private static let height = 176.0
    private static let top = 14.0
    private static let bottom = 26.0

    /// The x coordinate of a time, the same for all charts of one length.
    static func x(_ time: Double, end: Double) -> Double {
        left + (width - left - right) * min(max(time / max(end, 1e-9), 0), 1)
    }

    var svg: String {
        let most = points.map(\.value).max() ?? 0
        let scale = AxisScale(upTo: most)
        func y(_ value: Double) -> Double {
            Self.height - Self.bottom - (Self.height - Self.top - Self.bottom) * min(value / scale.limit, 1)
        }
        var text = "<figure class=\"chart \(tint)\"><figcaption><b>\(title)</b> <span>\(unit)</span>"
        text += "<em>most \(Self.short(most)) \(unit)</em></figcaption>\n"
        text += "<svg viewBox=\"0 0 \(Self.short(Self.width)) \(Self.short(Self.height))\" role=\"img\" "
        text += "aria-label=\"\(title), at most \(Self.short(most)) \(unit)\">\n"
        text += Self.shading(gestures, end: end, from: Self.top, to: Self.height - Self.bottom)
        for tick in scale.ticks {
            text += Self.line(Self.left, y(tick), Self.width - Self.right, y(tick), "grid")
            text += Self.label(Self.left - 8, y(tick) + 4, Self.short(tick), "end")
        }
        text += Self.timeAxis(end: end, y: Self.height - Self.bottom)
        let path = outline(y)
        if let first = points.first, !path.isEmpty {
            let x0 = Self.x(first.t, end: end)
            text += "<path class=\"area\" d=\"\(path)V\(Self.short(y(0)))H\(Self.short(x0))Z\"/>\n"
            text += "<path class=\"line\" d=\"\(path)\"/>\n"
        }
        return text + "</svg></figure>\n"
    }

    private func outline(_ y: (Double) -> Double) -> String {
        var path = ""
        for (index, point) in points.enumerated() {
            let (px, py) = (Self.short(Self.x(point.t, end: end)), Self.short(y(point.value)))
            if index == 0 {
                path = "M\(px) \(py)"
            } else if isStepped {
                path += "H\(px)V\(py)"
            } else {
                path += "L\(px) \(py)"
            }
        }
        return path
    }

    /// The shaded times of gestures.
    static func shading(_ gestures: [ClosedRange<Double>], end: Double, from top: Double, to bottom: Double) -> String {
        gestures.map { gesture in
            let (x0, x1) = (x(gesture.lowerBound, end: end), x(gesture.upperBound, end: end))
            return "<rect class=\"gesture\" x=\"\(short(x0))\" y=\"\(short(top))\" width=\"\(short(max(x1 - x0, 1)))\" "
                + "height=\"\(short(bottom - top))\"/>\n"
        }.joined()
    }

    /// The line along the bottom, with the time in seconds.
    static func timeAxis(end: Double, y: Double) -> String {
        var text = line(left, y, width - right, y, "axis")
        let scale = AxisScale(upTo: end / 1000, about: 8)
        for tick in scale.ticks where tick * 1000 <= end {
            let x = x(tick * 1000, end: end)
            text += line(x, y, x, y + 4, "axis") + label(x, y + 17, "\(short(tick)) s", "middle")
        }
        return text
    }

    private static func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ name: String) -> String {
        "<line class=\"\(name)\" x1=\"\(short(x0))\" y1=\"\(short(y0))\" x2=\"\(short(x1))\" y2=\"\(short(y1))\"/>\n"
    }

    static func label(_ x: Double, _ y: Double, _ text: String, _ anchor: String) -> String {
        "<text x=\"\(short(x))\" y=\"\(short(y))\" text-anchor=\"\(anchor)\">\(text)</text>\n"
    }

    /// A number as people like to read it: at most two digits after the point, or two that count for a small one;
    /// thousands set apart.
    static func short(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        if abs(value) >= 10_000 { return grouped(Int(min(max(value, -9e18), 9e18).rounded())) }
        let digits = abs(value) < 0.1 && value != 0 ? 1 - log10(abs(value)).rounded(.down) : 2
        let scale = pow(10, min(digits, 12))
        return JSONScalar.number((value * scale).rounded() / scale)
    }

    private static func grouped(_ value: Int) -> String {
        var digits = Array("\(abs(value))")
        var index = digits.count - 3
        while index > 0 {
            digits.insert("\u{202F}", at: index)
            index -= 3
        }
        return (value < 0 ? "−" : "") + String(digits)
    }
}

/// Round numbers for the ticks of an axis that begins at 0.
package struct AxisScale {
    /// The axis's end: the last tick, not below the value asked for.
    package let limit: Double
    package let ticks: [Double]

    /// - Parameter about: how many ticks there should be, at most twice as many.
    package init(upTo most: Double, about count: Int = 4) {
        guard most > 0, most.isFinite else {
            limit = 1
            ticks = [0]
            return
        }
        let rough = most / Double(count)
        let power = pow(10, log10(rough).rounded(.down))
        let step = power * ([1, 2, 5, 10].first { $0 * power >= rough * 0.999999 } ?? 10)
        let steps = max(Int((most / step * 0.999999).rounded(.up)), 1)
        ticks = (0...steps).map { Double($0) * step }
        limit = Double(steps) * step
    }
}
