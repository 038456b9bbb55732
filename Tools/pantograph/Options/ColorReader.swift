import Pantograph

extension ValueReaders {
    /// A background: `none`, or a colour as `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or one of CSS's sixteen basic names.
    @Sendable static func background(_ text: String) throws(UsageError) -> Color? {
        let name = text.lowercased()
        if name == "none" || name == "transparent" { return nil }
        if let hex = basicColors[name] { return color(hex: hex) }
        if name.hasPrefix("#"), let color = color(hex: String(name.dropFirst())) { return color }
        throw UsageError("'\(text)' is not a colour; write none, #rgb, #rrggbb, #rrggbbaa or a name such as white")
    }

    private static func color(hex: String) -> Color? {
        guard hex.allSatisfy(\.isHexDigit), [3, 4, 6, 8].contains(hex.count) else { return nil }
        let digits = hex.count < 5 ? hex.map { "\($0)\($0)" }.joined() : hex
        guard let value = UInt32(digits, radix: 16) else { return nil }
        let rgba = digits.count == 6 ? value << 8 | 0xFF : value
        func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rgba >> shift) }
        return Color(red8: byte(24), green8: byte(16), blue8: byte(8), alpha8: byte(0))
    }

    private static let basicColors = [
        "black": "000000", "silver": "c0c0c0", "gray": "808080", "grey": "808080", "white": "ffffff",
        "maroon": "800000", "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff", "green": "008000",
        "lime": "00ff00", "olive": "808000", "yellow": "ffff00", "navy": "000080", "blue": "0000ff",
        "teal": "008080", "aqua": "00ffff",
    ]
}
