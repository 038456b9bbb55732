import Foundation

/// Reads drawings of every known format, recognised by what is in them and not by their names.
///
/// ```swift
/// let result = try DrawingReader.read(contentsOf: URL(filePath: "tiger.svg"))
/// for warning in result.warnings { print(warning) }
/// renderer.render(result.drawing, …)
/// ```
///
/// What is broken in a way that can be skipped, or not supported yet, is one warning a kind. What cannot be understood
/// at all is an error. Reading needs little stack and is bounded in time and memory whatever the file holds.
public enum DrawingReader {
    /// What a caller may want otherwise.
    public struct Options: Sendable {
        /// How far, in canvas units, a drawn curve may lie from the file's cubics and arcs, which become quadratics.
        public var tolerance = 0.005
        /// The most bytes that a compressed file may unpack to, and the most that a plain one may have.
        public var maximumBytes = 1 << 30
        /// The most elements that references (`use`) may multiply a drawing to.
        public var maximumInstances = 1_000_000
        /// The gap, in canvas units, between the pages of a document, which lie side by side.
        public var pageGap = 20.0

        public init() {}
    }

    /// Reads the drawing in the file at `url`.
    ///
    /// - Throws: `FormatError` if the file cannot be read or understood.
    public static func read(contentsOf url: URL, options: Options = Options()) throws(FormatError) -> ReadResult {
        try read(FileStream(path: url.path), source: url.path, options)
    }

    /// Reads the drawing in `data`, which messages call `name`.
    ///
    /// - Throws: `FormatError` if the bytes cannot be understood.
    public static func read(
        data: Data, name: String = "the data", options: Options = Options()
    ) throws(FormatError) -> ReadResult {
        let result: Result<ReadResult, FormatError> = data.withUnsafeBytes { bytes in
            Result { () throws(FormatError) in try read(MemoryStream(bytes), source: name, options) }
        }
        return try result.get()
    }

    private static func read(
        _ stream: any ByteStream, source: String, _ options: Options
    ) throws(FormatError) -> ReadResult {
        var stream = try PeekableStream(stream)
        if stream.head.starts(with: [0x1f, 0x8b]) {
            stream = try PeekableStream(
                try InflateStream(stream, source: source, limit: options.maximumBytes))
        }
        switch ContentKind(head: stream.head) {
        case .empty:
            throw FormatError(
                .empty, source: source, problem: "there is nothing in it", remedy: "get a whole copy of the file")
        case .xml:
            let document = DocumentHandler(source: source, options: options)
            try XMLReader.read(
                LimitedStream(stream, source: source, limit: options.maximumBytes), source: source, handler: document)
            return try document.result()
        case .known(let what):
            throw FormatError(
                .notSupported, source: source, problem: "\(what) cannot be read yet",
                remedy: "export the drawing as SVG")
        case .unknown:
            throw FormatError(
                .unknownFormat, source: source, problem: "it is not a drawing of a known format",
                remedy: "give an SVG, SVGZ or Xournal++ file")
        }
    }
}

/// What a file's first bytes say it is.
private enum ContentKind {
    case empty, xml, known(String), unknown

    init(head: [UInt8]) {
        if head.isEmpty {
            self = .empty
            return
        }
        let images: [(prefix: [UInt8], name: String)] = [
            ([0x89, 0x50, 0x4e, 0x47], "a PNG image"), ([0xff, 0xd8, 0xff], "a JPEG image"),
            (Array("GIF8".utf8), "a GIF image"), (Array("%PDF".utf8), "a PDF document"),
            (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"), (Array("RNOTE".utf8), "an rnote document"),
        ]
        for image in images where head.starts(with: image.prefix) {
            self = .known(image.name)
            return
        }
        // UTF-16 with a byte order mark: expat reads it.
        if head.starts(with: [0xfe, 0xff]) || head.starts(with: [0xff, 0xfe]) {
            self = .xml
            return
        }
        let text = head.starts(with: [0xef, 0xbb, 0xbf]) ? head[3...] : head[...]
        guard let first = text.first(where: { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }) else {
            self = .empty
            return
        }
        switch first {
        case UInt8(ascii: "<"): self = .xml
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = Self.json(String(decoding: text, as: UTF8.self))
        default: self = .unknown
        }
    }

    private static func json(_ head: String) -> ContentKind {
        if head.contains("excalidraw") { return .known("an Excalidraw drawing") }
        let geoTypes = [
            "FeatureCollection", "Feature", "Geometry", "Point", "LineString", "Polygon", "MultiPolygon",
        ]
        if geoTypes.contains(where: { head.contains("\"\($0)\"") }) { return .known("GeoJSON") }
        if head.contains("\"strokes_components\"") || head.contains("\"engine_snapshot\"") {
            return .known("an rnote document")
        }
        if head.contains("\"library\"") { return .known("an Excalidraw library") }
        return .known("JSON of this kind")
    }
}

/// A stream that is an error once it has given more than a number of bytes.
private final class LimitedStream: ByteStream {
    private let inner: any ByteStream
    private let source: String
    private let limit: Int
    private var total = 0

    init(_ inner: any ByteStream, source: String, limit: Int) {
        self.inner = inner
        self.source = source
        self.limit = limit
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        let n = try inner.read(into: buffer)
        total += n
        guard total <= limit else {
            throw FormatError(
                .tooLarge, source: source, problem: "it is larger than \(limit >> 20) MiB",
                remedy: "split the drawing into several files")
        }
        return n
    }
}

/// Finds out by the root element which format an XML document is of, and hands it on to that format's reader.
private final class DocumentHandler: XMLHandler {
    private let source: String
    private let options: DrawingReader.Options
    private var reader: (any XMLDocumentReader)?

    init(source: String, options: DrawingReader.Options) {
        self.source = source
        self.options = options
    }

    var wantsText: Bool { reader?.wantsText ?? false }

    func startElement(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes, line: Int) throws(FormatError) {
        if reader == nil { reader = try makeReader(root: String(cString: name), line: line) }
        try reader?.startElement(name, attributes, line: line)
    }

    func endElement() throws(FormatError) { try reader?.endElement() }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(FormatError) { try reader?.text(bytes) }

    func result() throws(FormatError) -> ReadResult {
        guard let reader else {
            throw FormatError(
                .truncated, source: source, problem: "the XML has no root element",
                remedy: "get a whole copy of the file")
        }
        return try reader.result()
    }

    private func makeReader(root: String, line: Int) throws(FormatError) -> any XMLDocumentReader {
        switch root.split(separator: ":").last {
        case "svg": return SVGReader(source: source, options: options)
        case "xournal", "MrWriter": return XournalReader(source: source, options: options)
        default:
            throw FormatError(
                .unknownFormat, source: source, line: line,
                problem: "its root element <\(root.prefix(40))> is not that of a known drawing format",
                remedy: "give an SVG, SVGZ or Xournal++ file")
        }
    }
}

/// A reader of one XML format: told about the document, then asked for the drawing.
protocol XMLDocumentReader: XMLHandler {
    func result() throws(FormatError) -> ReadResult
}
