/// placeholder until the next step
final class XournalReader: XMLDocumentReader {
    init(source: String, options: DrawingReader.Options) {}
    var wantsText: Bool { false }
    func startElement(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes, line: Int) {}
    func endElement() {}
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
    func result() throws(FormatError) -> ReadResult { ReadResult(drawing: Drawing(), format: .xournal, warnings: []) }
}
