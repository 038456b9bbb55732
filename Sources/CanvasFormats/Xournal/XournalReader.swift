/// Reads Xournal++ and Xournal documents (`.xopp`, `.xoj`): strokes on layers on pages.
///
/// The canvas is in points, as the file is. Pages lie side by side from left to right with their tops at y = 0, layers
/// and strokes in the file's order. What is drawn follows Xournal++:
/// - A **pen** has round joins, its cap style, its dashes, and its colour's alpha. A `fill` fills the stroke's path
///   below it, at that alpha of 255.
/// - A **highlighter** is translucent: its colour's alpha or, if that says opaque, 0.47; one that is filled takes the
///   fill's alpha for both. Xournal++ multiplies it with what is below, here it is laid over, which is the same on
///   white paper. It has no pressure.
/// - An **eraser** stroke is a pen's, in the paper's white.
/// - **Pressure**: `width="w s1 s2 …"` gives each segment between two points its own width. Xournal++ draws every
///   segment by itself with a constant width; here the width runs linearly from point to point, where it is the mean
///   of the segments that meet (at the ends, the segment's own), so that it has no steps.
/// - **Bad widths**: a segment's width that is not a number, not finite, zero or negative is replaced by the last good
///   one before it, and before any by the stroke's own width `w`. If `w` itself is bad, the first good segment's is
///   taken for it, or Xournal++'s medium pen (1.41) if there is none. If there are fewer widths than segments the
///   stroke has the width `w` throughout, as in Xournal++.
///
/// Source: Xournal++'s `LoadHandler`, `Stroke`, `StrokeView` and background views.
final class XournalReader: XMLDocumentReader {
    /// Xournal++'s medium pen, in points.
    static let mediumWidth = 1.41
    /// The alpha of a highlighter whose colour says that it is opaque.
    static let highlighterAlpha: Float = 0.47
    /// A4, in points: for a page whose size is missing.
    static let defaultPage = (width: 595.27559, height: 841.88976)

    private let source: String
    private let options: DrawingReader.Options
    private var log = WarningLog()
    private var items: [Item] = []
    private var pages = Rect<CanvasSpace>.empty
    private var page: (origin: Double, width: Double, height: Double)?
    private var pageHasPaper = false
    private var stroke: XournalStroke?
    private var skipped = 0
    private var depth = 0

    init(source: String, options: DrawingReader.Options) {
        self.source = source
        self.options = options
    }

    var wantsText: Bool { stroke != nil && skipped == 0 }

    func startElement(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes, line: Int) {
        if skipped > 0 || stroke != nil {
            skipped += 1
            return
        }
        let name = bytes(of: name)
        depth += 1
        if depth == 1 { return }
        let attributes = XournalAttributes(attributes)
        if name.equals("page") {
            beginPage(attributes, line: line)
        } else if name.equals("layer") {
            ensurePaper()
        } else if name.equals("background") {
            background(attributes, line: line)
            skip()
        } else if name.equals("stroke") {
            ensurePaper()
            stroke = XournalStroke(attributes, line: line, log: &log)
        } else {
            noteUnsupported(name, line: line)
            skip()
        }
    }

    func endElement() {
        if skipped > 0 {
            skipped -= 1
            return
        }
        if let finished = stroke {
            stroke = nil
            add(finished)
        }
        depth -= 1
        if depth == 1, page != nil {
            ensurePaper()
            page = nil
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) { stroke?.points.append(contentsOf: bytes) }

    func result() -> ReadResult {
        let drawing = Drawing(items, page: pages.isEmpty ? nil : pages)
        return ReadResult(drawing: drawing, format: .xournal, warnings: log.warnings(source: source))
    }

    /// Skips the content of the element that has just begun; its own end is then taken for the last of it.
    private func skip() {
        skipped = 1
        depth -= 1
    }

    private func noteUnsupported(_ name: UnsafeBufferPointer<UInt8>, line: Int) {
        if name.equals("text") {
            log.note(.text, line: line)
        } else if name.equals("image") {
            log.note(.image, line: line)
        } else if name.equals("teximage") {
            log.note(.textImage, line: line)
        } else if !name.equals("title"), !name.equals("preview"), !name.equals("audio"), !name.equals("timestamp") {
            log.note(.element, line: line, "<\(name.excerpt)>")
        }
    }

    // MARK: Pages

    private func beginPage(_ attributes: XournalAttributes, line: Int) {
        func size(_ name: StaticString, _ fallback: Double) -> Double {
            let text = attributes[name]?.trimmed
            var cursor = ByteCursor(text ?? UnsafeBufferPointer(start: nil, count: 0))
            guard let value = cursor.number(), value > 0, value < 1e9
            else {
                log.note(.length, line: line, "the \(name) of a page")
                return fallback
            }
            return value
        }
        let origin = pages.isEmpty ? 0 : pages.maxX + options.pageGap
        let (width, height) = (size("width", Self.defaultPage.width), size("height", Self.defaultPage.height))
        page = (origin, width, height)
        pageHasPaper = false
        pages = pages.union(Rect(x: origin, y: 0, width: width, height: height))
    }

    /// White paper, for a page that has no background of its own.
    private func ensurePaper() {
        if page != nil, !pageHasPaper { paper(.white) }
    }

    private func paper(_ color: Color) {
        guard let page else { return }
        pageHasPaper = true
        let corners = Rect<ItemSpace>(x: 0, y: 0, width: page.width, height: page.height).corners
        let path = Path(checkedVerbs: [.move, .line, .line, .line, .close], points: corners)
        append { () throws(SceneError) in
            .fill(try Fill(path, paint: .solid(color), transform: Transform2D(translationX: page.origin, y: 0)))
        }
    }

    private func background(_ attributes: XournalAttributes, line: Int) {
        guard let page, !pageHasPaper else { return }
        guard let type = attributes["type"], type.equals("solid") else {
            paper(.white)
            log.note(.background, line: line, attributes["type"].map { "type \($0.excerpt)" } ?? "")
            return
        }
        let color = attributes["color"].flatMap { XournalColors.parse($0, .papers) }
        if color == nil { log.note(.color, line: line, attributes["color"]?.excerpt ?? "the colour of a page") }
        paper(color ?? .white)
        guard
            let ruling = XournalRuling(
                style: attributes["style"], config: attributes["config"], paper: color ?? .white, width: page.width,
                height: page.height)
        else {
            log.note(.background, line: line, attributes["style"].map { "style \($0.excerpt)" } ?? "")
            return
        }
        let transform = Transform2D<ItemSpace, CanvasSpace>(translationX: page.origin, y: 0)
        for lines in ruling.lines where !lines.path.isEmpty {
            append { () throws(SceneError) in
                .stroke(
                    try Stroke(
                        lines.path, width: .uniform(lines.width), style: StrokeStyle(cap: lines.cap),
                        paint: .solid(lines.color), transform: transform))
            }
        }
    }

    // MARK: Strokes

    private func add(_ stroke: XournalStroke) {
        let transform = Transform2D<ItemSpace, CanvasSpace>(translationX: page?.origin ?? 0, y: 0)
        guard let shape = stroke.shape(log: &log) else { return }
        if let fill = shape.fill {
            append(line: stroke.line) { () throws(SceneError) in
                .fill(try Fill(shape.path, paint: .solid(fill), transform: transform))
            }
            // Fill and stroke of a highlighter are one translucent whole.
            if fill.alpha < 1, stroke.tool == .highlighter { log.note(.groupOpacity, line: stroke.line) }
        }
        append(line: stroke.line) { () throws(SceneError) in
            .stroke(
                try Stroke(
                    shape.path, width: shape.width, style: shape.style, paint: .solid(shape.color),
                    transform: transform))
        }
    }

    private func append(line: Int = 0, _ make: () throws(SceneError) -> Item) {
        guard let item = try? make(), item.bounds.isWithin(1e12) else {
            log.note(.outOfRange, line: line)
            return
        }
        items.append(item)
    }
}

extension Rect {
    /// Whether all edges are less than `reach` from zero.
    fileprivate func isWithin(_ reach: Double) -> Bool {
        max(max(abs(minX), abs(maxX)), max(abs(minY), abs(maxY))) < reach
    }
}

/// The attributes of an element.
struct XournalAttributes {
    private let list: XMLAttributes

    init(_ list: XMLAttributes) { self.list = list }

    subscript(name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        var i = 0
        while let key = list[i], let value = list[i + 1] {
            if bytes(of: key).equals(name) { return bytes(of: value) }
            i += 2
        }
        return nil
    }
}
