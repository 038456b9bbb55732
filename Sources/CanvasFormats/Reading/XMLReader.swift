import CExpat

/// What an `XMLReader` tells about, in document order. Pointers are valid during the call only.
protocol XMLHandler: AnyObject {
    /// An element begins. `attributes` is expat's list: name, value, name, value, …, `nil`; all UTF-8.
    func startElement(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes, line: Int) throws(FormatError)
    func endElement() throws(FormatError)
    /// Text in the current element; may come in several pieces. Only where `wantsText`.
    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(FormatError)
    /// Whether the text of the current element is of interest.
    var wantsText: Bool { get }
}

typealias XMLAttributes = UnsafeMutablePointer<UnsafePointer<CChar>?>

/// Reads XML as a stream, by expat.
///
/// Bounded against hostile files: elements nest to `maximumDepth` at most, entities that refer to other entities are
/// few (expat follows them recursively), their expansion is limited by expat, and nothing outside the file is loaded.
final class XMLReader {
    /// Deeper than any drawing program nests; the readers keep their own stacks on the heap.
    static let maximumDepth = 4096
    /// How many declared entities may refer to others.
    static let maximumNestedEntities = 64

    private let parser: XML_Parser
    private let source: String
    private unowned let handler: any XMLHandler
    private var failure: FormatError?
    private var depth = 0
    private var nestedEntities = 0

    private init(source: String, handler: any XMLHandler) throws(FormatError) {
        guard let parser = XML_ParserCreate(nil) else {
            throw FormatError(
                .unreadable, source: source, problem: "expat cannot start", remedy: "free some memory and try again")
        }
        self.parser = parser
        self.source = source
        self.handler = handler
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        setHandlers()
    }

    deinit { XML_ParserFree(parser) }

    /// Reads the whole of `stream`, telling `handler`.
    static func read(_ stream: any ByteStream, source: String, handler: any XMLHandler) throws(FormatError) {
        let reader = try XMLReader(source: source, handler: handler)
        try withExtendedLifetime(handler) { () throws(FormatError) in try reader.run(stream) }
    }

    private func run(_ stream: any ByteStream) throws(FormatError) {
        // A token that spans pieces is scanned again with each; pieces that grow with it keep that linear.
        var piece = 1 << 18
        var position = XML_GetCurrentByteIndex(parser)
        while true {
            guard let buffer = XML_GetBuffer(parser, CInt(piece)) else {
                if let failure { throw failure }
                throw error()
            }
            let n = try stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: piece))
            let status = XML_ParseBuffer(parser, CInt(n), n == 0 ? 1 : 0)
            if let failure { throw failure }
            guard status == XML_STATUS_OK else { throw error() }
            if n == 0 { return }
            let now = XML_GetCurrentByteIndex(parser)
            if now == position, piece < 1 << 28 { piece *= 2 }
            position = now
        }
    }

    private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    /// The error that expat stopped with.
    private func error() -> FormatError {
        let code = XML_GetErrorCode(parser)
        let line = max(1, line)
        switch code {
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
            return FormatError(
                .truncated, source: source, line: line, problem: "the XML ends too early",
                remedy: "get a whole copy of the file")
        case XML_ERROR_AMPLIFICATION_LIMIT_BREACH:
            return FormatError(
                .tooLarge, source: source, line: line, problem: "its entities expand without bound",
                remedy: "replace the entities by what they stand for")
        case XML_ERROR_NO_MEMORY:
            return FormatError(
                .tooLarge, source: source, line: line, problem: "there is not enough memory to read it",
                remedy: "free some memory and try again")
        default:
            let what = XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
            return FormatError(
                .malformed, source: source, line: line, problem: "the XML is not well-formed: \(what)",
                remedy: "repair that line or save the drawing again")
        }
    }

    private func setHandlers() {
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name, let attributes else { return }
                reader(data).attempt { r throws(FormatError) in
                    try r.enter()
                    try r.handler.startElement(name, attributes, line: r.line)
                }
            },
            { data, _ in
                reader(data).attempt { r throws(FormatError) in
                    r.depth -= 1
                    try r.handler.endElement()
                }
            })
        XML_SetCharacterDataHandler(parser) { data, text, length in
            let r = reader(data)
            guard let text, length > 0, r.failure == nil, r.handler.wantsText else { return }
            text.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { bytes in
                let piece = UnsafeBufferPointer(start: bytes, count: Int(length))
                r.attempt { r throws(FormatError) in try r.handler.text(piece) }
            }
        }
        XML_SetEntityDeclHandler(parser) { data, _, _, value, length, _, _, _, _ in
            guard let value, (0..<Int(length)).contains(where: { value[$0] == 0x26 }) else { return }
            reader(data).attempt { r throws(FormatError) in try r.countNestedEntity() }
        }
        // Text is not drawn, so in an 8-bit encoding unknown to expat only ASCII matters: the rest is taken as Latin-1.
        XML_SetUnknownEncodingHandler(
            parser,
            { _, _, encoding in
                guard let encoding else { return CInt(XML_STATUS_ERROR.rawValue) }
                withUnsafeMutablePointer(to: &encoding.pointee.map) { map in
                    map.withMemoryRebound(to: CInt.self, capacity: 256) { codes in
                        for i in 0..<256 { codes[i] = i >= 0x80 && i < 0xA0 ? 0xFFFD : CInt(i) }
                    }
                }
                encoding.pointee.convert = nil
                encoding.pointee.release = nil
                return CInt(XML_STATUS_OK.rawValue)
            }, nil)
    }

    private func enter() throws(FormatError) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw FormatError(
                .tooLarge, source: source, line: line,
                problem: "elements are nested more than \(Self.maximumDepth) deep", remedy: "flatten its groups")
        }
    }

    private func countNestedEntity() throws(FormatError) {
        nestedEntities += 1
        guard nestedEntities <= Self.maximumNestedEntities else {
            throw FormatError(
                .tooLarge, source: source, line: line, problem: "too many of its entities refer to others",
                remedy: "replace the entities by what they stand for")
        }
    }

    /// Runs `body`; its error stops the parser and is thrown from `run`.
    private func attempt(_ body: (XMLReader) throws(FormatError) -> Void) {
        guard failure == nil else { return }
        do { try body(self) } catch {
            failure = error
            XML_StopParser(parser, XML_Bool(0))
        }
    }
}

private func reader(_ data: UnsafeMutableRawPointer?) -> XMLReader {
    Unmanaged<XMLReader>.fromOpaque(data!).takeUnretainedValue()
}
