/// The colours of Xournal and Xournal++: by name, or as `#rrggbbaa`.
enum XournalColors {
    enum Palette {
        case pens, papers
    }

    static func parse(_ text: UnsafeBufferPointer<UInt8>, _ palette: Palette) -> Color? {
        if text.first == UInt8(ascii: "#") { return SVGColorParser.parse(text) }
        let name = String(decoding: text, as: UTF8.self)
        let rgb = (palette == .papers ? papers[name] : nil) ?? pens[name]
        return rgb.map { Color(red8: UInt8($0 >> 16), green8: UInt8($0 >> 8 & 255), blue8: UInt8($0 & 255)) }
    }

    private static let pens: [String: UInt32] = [
        "black": 0x000000, "blue": 0x3333cc, "red": 0xff0000, "green": 0x008000, "gray": 0x808080,
        "lightblue": 0x00c0ff, "lightgreen": 0x00ff00, "magenta": 0xff00ff, "orange": 0xff8000, "yellow": 0xffff00,
        "white": 0xffffff,
    ]
    private static let papers: [String: UInt32] = [
        "white": 0xffffff, "yellow": 0xffffa0, "pink": 0xffc0d4, "orange": 0xffc080, "blue": 0xa0e8ff,
        "green": 0x80ffc0,
    ]
}
