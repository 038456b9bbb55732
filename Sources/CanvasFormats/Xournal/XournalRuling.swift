/// The printed lines of a page: ruled, lined, graph, dotted, staves, isometric, as Xournal++ draws them.
struct XournalRuling {
    /// Lines of one colour and width.
    struct Lines {
        var path: Path<ItemSpace>
        var width: Double
        var color: Color
        var cap: LineCap
    }

    private(set) var lines: [Lines] = []

    /// More lines or dots than this on a page are not drawn.
    private static let maximumCount = 100_000
    private static let header = 80.0
    private static let footer = 60.0

    private let config: [Substring: Substring]
    private let isDark: Bool
    private let width: Double
    private let height: Double

    /// The lines of a page of the given style. `nil` if the style is not known or has too many lines.
    init?(
        style: UnsafeBufferPointer<UInt8>?, config: UnsafeBufferPointer<UInt8>?, paper: Color, width: Double,
        height: Double
    ) {
        var pairs: [Substring: Substring] = [:]
        if let config {
            for part in String(decoding: config, as: UTF8.self).split(separator: ",") {
                let sides = part.split(separator: "=", maxSplits: 1)
                if sides.count == 2 { pairs[sides[0]] = sides[1] }
            }
        }
        self.config = pairs
        isDark = 0.3 * paper.red + 0.59 * paper.green + 0.11 * paper.blue < 0.5
        self.width = width
        self.height = height
        guard let style, !style.equals("plain") else { return }
        if style.equals("ruled") {
            guard addRules() else { return nil }
        } else if style.equals("lined") {
            guard addRules() else { return nil }
            addMargin()
        } else if style.equals("graph") {
            guard addGraph() else { return nil }
        } else if style.equals("dotted") {
            guard addDots() else { return nil }
        } else if style.equals("staves") {
            addStaves()
        } else if style.equals("isograph") || style.equals("isodotted") {
            guard addIsometric(dots: style.equals("isodotted")) else { return nil }
        } else {
            return nil
        }
    }

    private func number(_ key: Substring, _ fallback: Double) -> Double {
        guard let text = config[key], let value = Double(text), value.isFinite else { return fallback }
        return value
    }

    private func color(_ key: Substring, light: UInt32, dark: UInt32) -> Color {
        var rgb = isDark ? dark : light
        if let text = config[isDark ? "a" + key : key], let value = UInt32(text, radix: 16) { rgb = value }
        return Color(
            red8: UInt8(rgb >> 16 & 255), green8: UInt8(rgb >> 8 & 255), blue8: UInt8(rgb & 255))
    }

    private mutating func add(
        _ segments: [(Double, Double, Double, Double)], width: Double, color: Color, cap: LineCap
    ) {
        let verbs = Array(repeating: [PathVerb.move, .line], count: segments.count).flatMap(\.self)
        let points = segments.flatMap { [Point<ItemSpace>($0.0, $0.1), Point<ItemSpace>($0.2, $0.3)] }
        guard width > 0, points.allSatisfy(\.isFinite) else { return }
        lines.append(Lines(path: Path(checkedVerbs: verbs, points: points), width: width, color: color, cap: cap))
    }

    /// How many steps of `spacing` fit in `length`; `nil` if too many.
    private func steps(_ length: Double, _ spacing: Double) -> Int? {
        guard length >= 0 else { return -1 }
        let n = (length / spacing).rounded(.down)
        return spacing > 0 && n < Double(Self.maximumCount) ? Int(n) : nil
    }

    private mutating func addRules() -> Bool {
        let spacing = number("r1", 24)
        guard let n = steps(height - Self.header - Self.footer, spacing) else { return false }
        let rules = (0..<max(0, n + 1)).map { i in
            let y = Self.header + Double(i) * spacing
            return (0.0, y, width, y)
        }
        add(rules, width: number("lw", 0.5), color: color("f1", light: 0x40a0ff, dark: 0x434343), cap: .butt)
        return true
    }

    private mutating func addMargin() {
        let margin = number("m1", 72)
        let x = margin < 0 ? width + margin : margin
        add(
            [(x, 0, x, height)], width: number("lw", 0.5), color: color("f2", light: 0xff0080, dark: 0x220080),
            cap: .butt)
    }

    private mutating func addGraph() -> Bool {
        let spacing = number("r1", 14.17)
        let margin = max(0, number("m1", 0))
        let isRounded = margin > 0 && number("rm", 0) != 0
        guard let columns = steps(width, spacing), let rows = steps(height, spacing) else { return false }
        let xs = (1...max(1, columns)).map { Double($0) * spacing }.filter { $0 >= margin && $0 <= width - margin }
        let ys = (1...max(1, rows)).map { Double($0) * spacing }.filter { $0 >= margin && $0 <= height - margin }
        guard let firstX = xs.first, let lastX = xs.last, let firstY = ys.first, let lastY = ys.last else {
            return true
        }
        let (left, right) = isRounded ? (firstX, lastX) : (margin, width - margin)
        let (top, bottom) = isRounded ? (firstY, lastY) : (margin, height - margin)
        add(
            xs.map { ($0, top, $0, bottom) } + ys.map { (left, $0, right, $0) }, width: number("lw", 0.5),
            color: color("f1", light: 0xbdbdbd, dark: 0x434343), cap: .square)
        return true
    }

    private mutating func addDots() -> Bool {
        let spacing = number("r1", 14.17)
        guard let columns = steps(width, spacing), let rows = steps(height, spacing), columns > 0, rows > 0,
            columns * rows <= Self.maximumCount
        else { return false }
        var dots: [(Double, Double, Double, Double)] = []
        for column in 1...columns {
            for row in 1...rows {
                let (x, y) = (Double(column) * spacing, Double(row) * spacing)
                dots.append((x, y, x, y))
            }
        }
        add(dots, width: number("lw", 1.5), color: color("f1", light: 0xbdbdbd, dark: 0x434343), cap: .round)
        return true
    }

    private mutating func addStaves() {
        let lineWidth = number("lw", 0.5)
        let (margin, between) = (50.0, 5.0)
        // Xournal++ adds four line widths for the sake of old documents.
        let spacing = 40 + lineWidth + 4 * between + 4 * lineWidth
        guard let n = steps(height - Self.header - Self.footer, spacing), n >= 0 else { return }
        var segments: [(Double, Double, Double, Double)] = []
        for staff in 0...n {
            let top = Self.header + Double(staff) * spacing
            for i in 0..<5 {
                segments.append((margin, top + Double(i) * between, width - margin, top + Double(i) * between))
            }
            segments.append((margin, top, margin, top + 4 * between))
            segments.append((width - margin, top, width - margin, top + 4 * between))
        }
        add(segments, width: lineWidth, color: color("f1", light: 0x000000, dark: 0xffffff), cap: .square)
    }

    /// A grid of equilateral triangles with vertical sides, centred on the page: u columns and v half rows, its corners
    /// where u + v is odd.
    private mutating func addIsometric(dots: Bool) -> Bool {
        let size = number("r1", 14.17)
        let (stepX, stepY) = (3.0.squareRoot() / 2 * size, size / 2)
        guard let columns = steps(width - 2 * size, stepX), let rows = steps(height - 2 * size, stepY), columns > 0,
            rows > 0, columns * rows <= 2 * Self.maximumCount
        else { return false }
        let left = (width - Double(columns) * stepX) / 2
        let top = (height - Double(rows) * stepY) / 2
        func segment(_ u1: Int, _ v1: Int, _ u2: Int, _ v2: Int) -> (Double, Double, Double, Double) {
            (left + Double(u1) * stepX, top + Double(v1) * stepY, left + Double(u2) * stepX, top + Double(v2) * stepY)
        }
        var segments: [(Double, Double, Double, Double)] = []
        if dots {
            for u in 0...columns {
                for v in stride(from: 1 - u & 1, through: rows, by: 2) { segments.append(segment(u, v, u, v)) }
            }
        } else {
            segments.append(segment(0, 0, columns, 0))
            segments.append(segment(0, rows, columns, rows))
            for u in 0...columns { segments.append(segment(u, 0, u, rows)) }
            for k in stride(from: 1, to: columns + rows, by: 2) {
                let (u, v) = (min(k, columns), min(k, rows))
                segments.append(segment(u, k - u, k - v, v))
                // The other way: u − v = m, which is odd too.
                let m = k - rows - (rows & 1 == 0 ? 0 : 1)
                let (start, end) = (max(m, 0), min(columns, m + rows))
                if start < end { segments.append(segment(start, start - m, end, end - m)) }
            }
        }
        add(
            segments, width: number("lw", dots ? 1.5 : 0.5), color: color("f1", light: 0xbdbdbd, dark: 0x434343),
            cap: .round)
        return true
    }
}
