/// One stroke of a Xournal++ document while it is read: its attributes, then the text of its points.
struct XournalStroke {
    enum Tool {
        case pen, highlighter, eraser
    }

    /// What is drawn of it.
    struct Shape {
        var path: Path<ItemSpace>
        var width: StrokeWidth
        var style: StrokeStyle
        var color: Color
        var fill: Color?
    }

    let line: Int
    let tool: Tool
    /// The text of the points, `x y x y …`.
    var points: [UInt8] = []
    private let color: Color
    private let fillAlpha: Float?
    private var style = StrokeStyle(cap: .round, join: .round)
    /// As written: NaN where a word is not a number.
    private var widths: [Double] = []

    init(_ attributes: XournalAttributes, line: Int, log: inout WarningLog) {
        self.line = line
        tool =
            switch attributes["tool"] {
            case let name? where name.equals("highlighter"): .highlighter
            case let name? where name.equals("eraser"): .eraser
            default: .pen
            }
        let named = attributes["color"].flatMap { XournalColors.parse($0, .pens) }
        if named == nil { log.note(.color, line: line, attributes["color"]?.excerpt ?? "the colour of a stroke") }
        color = named ?? .black
        fillAlpha = attributes["fill"].flatMap(Self.alpha)
        if let cap = attributes["capStyle"] {
            style.cap = cap.equals("butt") ? .butt : cap.equals("square") ? .square : .round
        }
        if let dashes = attributes["style"], let lengths = Self.dashes(dashes) {
            do { style.dash = try DashPattern(lengths) } catch { log.note(.property, line: line, dashes.excerpt) }
        }
        if let text = attributes["width"] { widths = Self.numbers(text) }
        // MrWriter writes the segments' widths apart.
        if let text = attributes["pressures"] { widths = Array(widths.prefix(1)) + Self.numbers(text) }
    }

    /// What there is to draw; `nil` for a stroke without a point.
    func shape(log: inout WarningLog) -> Shape? {
        guard let path = path(log: &log) else { return nil }
        var shape = Shape(path: path, width: width(segments: path.points.count - 1, &log), style: style, color: color)
        if let fillAlpha {
            // Two points enclose nothing.
            if path.points.count > 2 { shape.fill = color.withAlpha(fillAlpha) }
            if tool == .highlighter { shape.color = color.withAlpha(fillAlpha) }
        } else if tool == .highlighter, color.alpha >= 1 {
            shape.color = color.withAlpha(XournalReader.highlighterAlpha)
        }
        return shape
    }

    private func path(log: inout WarningLog) -> Path<ItemSpace>? {
        var out: [Point<ItemSpace>] = []
        let isWhole = points.withUnsafeBufferPointer { text in
            var cursor = ByteCursor(text)
            cursor.skipSpaces()
            while !cursor.isAtEnd {
                guard let x = cursor.number(), x.isFinite else { return false }
                cursor.skipSeparator()
                guard let y = cursor.number(), y.isFinite else { return false }
                cursor.skipSeparator()
                out.append(Point(x, y))
            }
            return !out.isEmpty
        }
        if !isWhole { log.note(.strokePoints, line: line) }
        guard let first = out.first else { return nil }
        // A lone point is a dot.
        if out.count == 1 { out.append(first) }
        return Path(checkedVerbs: [.move] + Array(repeating: .line, count: out.count - 1), points: out)
    }

    private func width(segments: Int, _ log: inout WarningLog) -> StrokeWidth {
        func isGood(_ w: Double) -> Bool { w > 0 && w < 1e9 }
        let given = widths.dropFirst().prefix(segments)
        let whole: Double
        if let first = widths.first, isGood(first) {
            whole = first
        } else {
            log.note(.strokeWidth, line: line, "the width of a stroke")
            whole = given.first(where: isGood) ?? XournalReader.mediumWidth
        }
        if tool == .highlighter || given.isEmpty { return .uniform(whole) }
        guard given.count == segments else {
            log.note(.strokeWidth, line: line, "\(given.count) widths for \(segments) segments")
            return .uniform(whole)
        }
        var last = whole
        let repaired = given.map { w in
            if isGood(w) { last = w } else { log.note(.strokeWidth, line: line, "the width of a segment") }
            return last
        }
        var atPoints = [repaired[0]]
        atPoints.reserveCapacity(segments + 1)
        for (a, b) in zip(repaired, repaired.dropFirst()) { atPoints.append((a + b) / 2) }
        atPoints.append(repaired[segments - 1])
        return .profile(atPoints)
    }

    /// The numbers in a list; NaN for each word that is not one.
    private static func numbers(_ text: UnsafeBufferPointer<UInt8>) -> [Double] {
        var cursor = ByteCursor(text)
        var out: [Double] = []
        cursor.skipSpaces()
        while !cursor.isAtEnd {
            let value = cursor.number()
            let rest = cursor.take { !$0.isXMLSpace }
            out.append(rest.isEmpty ? value ?? .nan : .nan)
            cursor.skipSpaces()
        }
        return out
    }

    private static func alpha(_ text: UnsafeBufferPointer<UInt8>) -> Float? {
        var cursor = ByteCursor(text.trimmed)
        guard let value = cursor.number(), value >= 0, value <= 255 else { return nil }
        return Float(value) / 255
    }

    /// Dash and gap lengths in points; `nil` for a solid line.
    private static func dashes(_ name: UnsafeBufferPointer<UInt8>) -> [Double]? {
        if name.equals("dash") { return [6, 3] }
        if name.equals("dashdot") { return [6, 3, 0.5, 3] }
        if name.equals("dot") { return [0.5, 3] }
        guard name.hasPrefix("cust:") else { return nil }
        return numbers(UnsafeBufferPointer(rebasing: name[5...]))
    }
}

extension Color {
    func withAlpha(_ alpha: Float) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}
