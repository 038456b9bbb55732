import Foundation

/// What a line or an area is drawn with.
struct Ink: Equatable {
    var color: String
    var alpha = 1.0

    static let line = Ink(color: "#33292a")
    static let soft = Ink(color: "#33292a", alpha: 0.72)
    static let faint = Ink(color: "#4a4048", alpha: 0.45)
    static let paper = Ink(color: "#f8f2e4")

    func with(alpha: Double) -> Ink { Ink(color: color, alpha: alpha) }
}

/// Collects what is drawn and writes it as SVG, in the order drawn.
///
/// Coordinates are written as whole hundredths of a unit, relative to each other, under one scale: short, and exact
/// enough for any zoom at which a pen line is still a line.
struct Sheet {
    private var body = ""
    private var openGroup = ""
    private(set) var strokes = 0
    private(set) var fills = 0

    mutating func group(_ attributes: String, _ draw: (inout Sheet) -> Void) {
        closeRun()
        body += "<g \(attributes)>\n"
        draw(&self)
        closeRun()
        body += "</g>\n"
    }

    mutating func raw(_ text: String) {
        closeRun()
        body += text + "\n"
    }

    /// A pen line through `points`, rounded between them.
    mutating func line(_ points: [Vec], _ width: Double, _ ink: Ink = .line, dash: [Double] = [], cap: String = "round")
    {
        guard points.count > 1 else { return }
        strokes += 1
        open(
            "fill=\"none\" stroke=\"\(ink.color)\"\(opacity("stroke-", ink.alpha)) stroke-linecap=\"\(cap)\""
                + " stroke-linejoin=\"round\" stroke-width=\"\(whole(width))\"")
        let dashes = dash.isEmpty ? "" : " stroke-dasharray=\"\(dash.map(whole).joined(separator: " "))\""
        body += "<path\(dashes) d=\"\(data(points, closed: false))\"/>\n"
    }

    /// An area with the outline `points`, rounded between them unless `sharp`.
    mutating func area(_ points: [Vec], _ ink: Ink, sharp: Bool = false) {
        guard points.count > 2 else { return }
        fills += 1
        open("fill=\"\(ink.color)\"\(opacity("fill-", ink.alpha))")
        body += "<path d=\"\(sharp ? polygon(points) : data(points, closed: true))\"/>\n"
    }

    /// Several outlines as one area, with holes where they lie in each other.
    mutating func areaWithHoles(_ outlines: [[Vec]], _ ink: Ink) {
        fills += 1
        open("fill=\"\(ink.color)\"\(opacity("fill-", ink.alpha)) fill-rule=\"evenodd\"")
        body += "<path d=\"\(outlines.map(polygon).joined())\"/>\n"
    }

    /// A line that swells and fades like one drawn with a nib under pressure: its outline, filled.
    mutating func nib(
        _ points: [Vec], _ width: Double, _ ink: Ink = .line, pressure: (Double) -> Double = { sin($0 * .pi) }
    ) {
        guard points.count > 1 else { return }
        let dense = points.count == 2 ? [points[0], points[0].lerp(points[1], 0.5), points[1]] : points
        var (left, right): ([Vec], [Vec]) = ([], [])
        for (i, p) in dense.enumerated() {
            let way = dense[min(i + 1, dense.count - 1)] - dense[max(i - 1, 0)]
            let half = way.normal * (width / 2 * max(pressure(Double(i) / Double(dense.count - 1)), 0.02))
            left.append(p + half)
            right.append(p - half)
        }
        area(left + right.reversed(), ink)
    }

    mutating func circle(_ c: Vec, _ radius: Double, _ width: Double, _ ink: Ink = .line) {
        strokes += 1
        open("fill=\"none\" stroke=\"\(ink.color)\"\(opacity("stroke-", ink.alpha)) stroke-width=\"\(whole(width))\"")
        body += "<circle cx=\"\(whole(c.x))\" cy=\"\(whole(c.y))\" r=\"\(whole(radius))\"/>\n"
    }

    mutating func dot(_ c: Vec, _ radius: Double, _ ink: Ink = .line) {
        fills += 1
        open("fill=\"\(ink.color)\"\(opacity("fill-", ink.alpha))")
        body += "<circle cx=\"\(whole(c.x))\" cy=\"\(whole(c.y))\" r=\"\(whole(radius))\"/>\n"
    }

    /// The whole file. `definitions` is drawn nowhere by itself.
    func svg(width: Int, height: Int, title: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
        <title>\(title)</title>
        <g transform="scale(.01)">
        \(body)\(openGroup.isEmpty ? "" : "</g>\n")</g>
        </svg>

        """
    }

    // Items drawn alike one after the other share a group.
    private mutating func open(_ attributes: String) {
        if attributes == openGroup { return }
        closeRun()
        body += "<g \(attributes)>\n"
        openGroup = attributes
    }

    private mutating func closeRun() {
        if !openGroup.isEmpty { body += "</g>\n" }
        openGroup = ""
    }

    private func opacity(_ prefix: String, _ alpha: Double) -> String {
        alpha >= 1 ? "" : " \(prefix)opacity=\"\((alpha * 100).rounded() / 100)\""
    }

    private func whole(_ v: Double) -> String { String(Int((v * 100).rounded())) }

    private func polygon(_ points: [Vec]) -> String {
        var (text, x, y) = ("", 0, 0)
        for (i, p) in points.enumerated() {
            let (px, py) = (Int((p.x * 100).rounded()), Int((p.y * 100).rounded()))
            text += i == 0 ? "M\(px) \(py)" : "l\(px - x) \(py - y)"
            (x, y) = (px, py)
        }
        return text + "z"
    }

    /// Quadratics from middle to middle, with the points as control points: smooth, and as short as can be.
    private func data(_ points: [Vec], closed: Bool) -> String {
        let p = points.map { (Int(($0.x * 100).rounded()), Int(($0.y * 100).rounded())) }
        func middle(_ i: Int, _ j: Int) -> (Int, Int) { ((p[i].0 + p[j].0) / 2, (p[i].1 + p[j].1) / 2) }
        var at = closed ? middle(p.count - 1, 0) : p[0]
        var text = "M\(at.0) \(at.1)"
        func quad(_ c: (Int, Int), _ e: (Int, Int)) {
            text += "q\(c.0 - at.0) \(c.1 - at.1) \(e.0 - at.0) \(e.1 - at.1)"
            at = e
        }
        if closed {
            for i in p.indices { quad(p[i], middle(i, (i + 1) % p.count)) }
            return text + "z"
        }
        if p.count == 2 { return text + "l\(p[1].0 - at.0) \(p[1].1 - at.1)" }
        for i in 1..<(p.count - 1) { quad(p[i], i == p.count - 2 ? p[i + 1] : middle(i, i + 1)) }
        return text
    }
}
