/// An SVG document as the reader keeps it: the elements in document order, in flat arrays.
///
/// References may lead forwards, so the whole document is taken in before anything is drawn. Attribute values stay
/// bytes in one block until they are looked at.
struct SVGTree {
    struct Node {
        var element: SVGElement
        var attributeCount: UInt8
        var line: UInt32
        var firstAttribute: UInt32
        var parent: Int32
        /// The index behind the last node inside this one.
        var end: Int32
    }

    struct Attribute {
        var name: SVGName
        var length: UInt32
        var start: UInt32
    }

    var nodes: [Node] = []
    var attributes: [Attribute] = []
    var bytes: [UInt8] = []
    /// The first element of each id.
    var ids: [[UInt8]: Int32] = [:]
    /// The text of the style sheets, in order, with the line that each begins at.
    var styleSheets: [(line: Int, text: [UInt8])] = []
}

/// Takes in an SVG document, and then has it drawn.
final class SVGReader: XMLDocumentReader {
    /// More elements than this are an error: a guard against files made to exhaust memory.
    static let maximumElements = 20_000_000

    private let source: String
    private let options: DrawingReader.Options
    private var tree = SVGTree()
    private var open: [Int32] = []
    /// How deep inside an element whose content does not matter.
    private var skipped = 0
    private var sheetLine = 0
    private(set) var wantsText = false

    init(source: String, options: DrawingReader.Options) {
        self.source = source
        self.options = options
    }

    func startElement(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes, line: Int) throws(FormatError) {
        if skipped > 0 {
            skipped += 1
            return
        }
        let name = bytes(of: name)
        let (element, isForeign) = Self.element(name)
        if isForeign || element == .ignored {
            skipped = 1
            return
        }
        guard tree.nodes.count < Self.maximumElements else {
            throw FormatError(
                .tooLarge, source: source, line: line, problem: "it has more than \(Self.maximumElements) elements",
                remedy: "split the drawing into several files")
        }
        let index = Int32(tree.nodes.count)
        let first = tree.attributes.count
        var i = 0
        while let attribute = attributes[i], let value = attributes[i + 1] {
            i += 2
            guard let raw = SVGName.table.find(bytes(of: attribute)), let known = SVGName(rawValue: raw) else {
                continue
            }
            if known == .xmlns {
                // Another vocabulary's element that happens to have a name of SVG's.
                if index > 0, !bytes(of: value).equals("http://www.w3.org/2000/svg") {
                    tree.attributes.removeSubrange(first...)
                    skipped = 1
                    return
                }
                continue
            }
            add(known, bytes(of: value))
        }
        if element == .unknown { add(.elementName, name) }
        guard tree.bytes.count <= options.maximumBytes else {
            throw FormatError(
                .tooLarge, source: source, line: line,
                problem: "its attributes are larger than \(options.maximumBytes >> 20) MiB",
                remedy: "split the drawing into several files")
        }
        tree.nodes.append(
            SVGTree.Node(
                element: element, attributeCount: UInt8(tree.attributes.count - first), line: UInt32(clamping: line),
                firstAttribute: UInt32(first), parent: open.last ?? -1, end: index + 1))
        noteID(index, first)
        guard element.hasContent else {
            skipped = 1
            return
        }
        open.append(index)
        if element == .style {
            wantsText = true
            tree.styleSheets.append((line, []))
        }
    }

    func endElement() {
        if skipped > 0 {
            skipped -= 1
            return
        }
        let index = Int(open.removeLast())
        tree.nodes[index].end = Int32(tree.nodes.count)
        wantsText = false
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard skipped == 0 else { return }
        tree.styleSheets[tree.styleSheets.count - 1].text.append(contentsOf: bytes)
    }

    func result() throws(FormatError) -> ReadResult {
        let sheet = CSSStyleSheet(tree.styleSheets)
        let tree = tree
        self.tree = SVGTree()
        return tree.bytes.withUnsafeBufferPointer { bytes in
            var interpreter = SVGInterpreter(tree: tree, bytes: bytes, sheet: sheet, options: options)
            let drawing = interpreter.drawing()
            return ReadResult(drawing: drawing, format: .svg, warnings: interpreter.log.warnings(source: source))
        }
    }

    /// What an element of this name is. A prefix other than `svg:` is another vocabulary's.
    private static func element(_ name: UnsafeBufferPointer<UInt8>) -> (SVGElement, isForeign: Bool) {
        if let raw = SVGElement.table.find(name) { return (SVGElement(rawValue: raw) ?? .unknown, false) }
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return (.unknown, false) }
        guard UnsafeBufferPointer(rebasing: name[..<colon]).equals("svg") else { return (.unknown, true) }
        let local = UnsafeBufferPointer(rebasing: name[(colon + 1)...])
        return (SVGElement.table.find(local).flatMap(SVGElement.init(rawValue:)) ?? .unknown, false)
    }

    private func add(_ name: SVGName, _ value: UnsafeBufferPointer<UInt8>) {
        tree.attributes.append(
            SVGTree.Attribute(name: name, length: UInt32(value.count), start: UInt32(tree.bytes.count)))
        tree.bytes.append(contentsOf: value)
    }

    private func noteID(_ index: Int32, _ first: Int) {
        for attribute in tree.attributes[first...] where attribute.name == .id {
            let id = Array(tree.bytes[Int(attribute.start)..<Int(attribute.start) + Int(attribute.length)])
            if tree.ids[id] == nil { tree.ids[id] = index }
        }
    }
}
