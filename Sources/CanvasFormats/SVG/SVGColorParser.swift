/// Reads colours: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()` and names.
enum SVGColorParser {
    /// The colour that `text` is, or `nil` if it is none. White space around it is allowed.
    static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Color? {
        let text = text.trimmed
        guard let first = text.first else { return nil }
        if first == UInt8(ascii: "#") { return hex(UnsafeBufferPointer(rebasing: text[1...])) }
        if text.last == UInt8(ascii: ")") { return function(text) }
        if text.equals(ignoringCase: "transparent") { return .clear }
        return SVGColorNames.find(text)
    }

    private static func hex(_ digits: UnsafeBufferPointer<UInt8>) -> Color? {
        var value: UInt32 = 0
        guard [3, 4, 6, 8].contains(digits.count) else { return nil }
        for c in digits {
            guard let digit = hexDigit(c) else { return nil }
            value = value << 4 | digit
        }
        func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
        func nibble(_ shift: UInt32) -> UInt8 { UInt8(value >> shift & 15) * 17 }
        return switch digits.count {
        case 3: Color(red8: nibble(8), green8: nibble(4), blue8: nibble(0))
        case 4: Color(red8: nibble(12), green8: nibble(8), blue8: nibble(4), alpha8: nibble(0))
        case 6: Color(red8: byte(16), green8: byte(8), blue8: byte(0))
        default: Color(red8: byte(24), green8: byte(16), blue8: byte(8), alpha8: byte(0))
        }
    }

    static func hexDigit(_ c: UInt8) -> UInt32? {
        switch c {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(c - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(c - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(c - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    private static func function(_ text: UnsafeBufferPointer<UInt8>) -> Color? {
        var cursor = ByteCursor(text)
        let name = cursor.take { $0.isASCIILetter }
        guard cursor.take(UInt8(ascii: "(")) else { return nil }
        var values: [(value: Double, isPercent: Bool)] = []
        cursor.skipSpaces()
        while values.count < 4, let number = cursor.number() {
            guard number.isFinite else { return nil }
            let isPercent = cursor.take(UInt8(ascii: "%"))
            if !isPercent, values.isEmpty { _ = cursor.take { $0.isASCIILetter } }  // deg
            values.append((number, isPercent))
            cursor.skipSpaces()
            // A comma, the slash before an alpha, or just white space.
            if !cursor.take(UInt8(ascii: ",")) { _ = cursor.take(UInt8(ascii: "/")) }
            cursor.skipSpaces()
        }
        guard values.count >= 3, cursor.take(UInt8(ascii: ")")), cursor.isAtEnd else { return nil }
        let alpha = values.count < 4 ? 1 : values[3].isPercent ? values[3].value / 100 : values[3].value
        if name.equals(ignoringCase: "rgb") || name.equals(ignoringCase: "rgba") {
            func component(_ i: Int) -> Float {
                let v = values[i].isPercent ? values[i].value * 255 / 100 : values[i].value
                // Colours are 8-bit in every other notation, and rounded to that by browsers.
                return Float(min(max(v, 0), 255).rounded()) / 255
            }
            return Color(red: component(0), green: component(1), blue: component(2), alpha: Float(alpha))
        }
        guard name.equals(ignoringCase: "hsl") || name.equals(ignoringCase: "hsla") else { return nil }
        return hsl(values[0].value, values[1].value / 100, values[2].value / 100, alpha)
    }

    /// Source: CSS Color Module Level 4, "Converting HSL Colors to sRGB".
    private static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double, _ alpha: Double) -> Color {
        let s = min(max(saturation, 0), 1)
        let l = min(max(lightness, 0), 1)
        var h = hue.truncatingRemainder(dividingBy: 360)
        if h < 0 { h += 360 }
        func component(_ n: Double) -> Float {
            let k = (n + h / 30).truncatingRemainder(dividingBy: 12)
            let v = l - s * min(l, 1 - l) * max(-1, min(k - 3, 9 - k, 1))
            return Float((v * 255).rounded()) / 255
        }
        return Color(red: component(0), green: component(8), blue: component(4), alpha: Float(alpha))
    }
}
