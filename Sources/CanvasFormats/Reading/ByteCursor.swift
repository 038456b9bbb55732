/// A place in a run of text bytes, with what readers of SVG and Xournal++ ask of it: spaces, words and numbers.
///
/// The bytes must outlive the cursor.
struct ByteCursor {
    private(set) var at: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // An empty buffer may have no address; any will do for an empty range.
        at = bytes.baseAddress ?? ("" as StaticString).utf8Start
        end = at + bytes.count
    }

    @inline(__always) var isAtEnd: Bool { at == end }
    @inline(__always) var peek: UInt8? { at < end ? at.pointee : nil }
    @inline(__always) mutating func advance() { at += 1 }

    /// The bytes not yet passed.
    var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: at, count: end - at) }

    @inline(__always)
    mutating func skipSpaces() {
        while at < end, at.pointee.isXMLSpace { at += 1 }
    }

    /// Skips spaces with at most one comma among them.
    @inline(__always)
    mutating func skipSeparator() {
        skipSpaces()
        if at < end, at.pointee == UInt8(ascii: ",") {
            at += 1
            skipSpaces()
        }
    }

    /// Passes `byte` if it is next.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard at < end, at.pointee == byte else { return false }
        at += 1
        return true
    }

    /// Passes the bytes as long as they satisfy `condition`, and returns them.
    mutating func take(while condition: (UInt8) -> Bool) -> UnsafeBufferPointer<UInt8> {
        let start = at
        while at < end, condition(at.pointee) { at += 1 }
        return UnsafeBufferPointer(start: start, count: at - start)
    }

    /// Passes a flag of an arc: one character, `0` or `1`.
    @inline(__always)
    mutating func flag() -> Bool? {
        guard at < end, at.pointee == UInt8(ascii: "0") || at.pointee == UInt8(ascii: "1") else { return nil }
        defer { at += 1 }
        return at.pointee == UInt8(ascii: "1")
    }

    /// Passes a number of SVG's grammar (sign, digits, point, digits, exponent) and returns the double nearest to it:
    /// infinite if it is beyond the range. `nil`, and nothing passed, if there is no number here.
    ///
    /// An `e` that no digits follow is not part of the number: it begins a unit such as `em`.
    mutating func number() -> Double? {
        var p = at
        var negative = false
        if p < end, p.pointee == UInt8(ascii: "-") || p.pointee == UInt8(ascii: "+") {
            negative = p.pointee == UInt8(ascii: "-")
            p += 1
        }
        var mantissa: UInt64 = 0
        var digits = 0  // significant ones; up to 19 fit the mantissa
        var exponent = 0
        var any = false
        while p < end, case let d = p.pointee &- 48, d < 10 {
            any = true
            if digits < 19 { mantissa = mantissa &* 10 &+ UInt64(d) } else { exponent += 1 }
            if mantissa != 0 { digits += 1 }
            p += 1
        }
        if p < end, p.pointee == UInt8(ascii: "."), any || (p + 1 < end && p[1] &- 48 < 10) {
            p += 1
            while p < end, case let d = p.pointee &- 48, d < 10 {
                any = true
                if digits < 19 {
                    mantissa = mantissa &* 10 &+ UInt64(d)
                    exponent -= 1
                }
                if mantissa != 0 { digits += 1 }
                p += 1
            }
        }
        guard any else { return nil }
        if p < end, p.pointee | 0x20 == UInt8(ascii: "e"), let (value, after) = Self.exponent(p + 1, end) {
            exponent += value
            p = after
        }
        defer { at = p }
        let size: Double
        if digits <= 19, let exact = Self.nearest(mantissa, exponent) {
            size = exact
        } else {
            // Rare: more digits or a larger exponent than the short way can round rightly.
            let text = String(decoding: UnsafeBufferPointer(start: at, count: p - at), as: UTF8.self)
            return Double(text.last == "." ? String(text.dropLast()) : text) ?? .nan
        }
        return negative ? -size : size
    }

    /// The digits of an exponent, from behind its `e`; clamped to ±100,000.
    private static func exponent(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> (Int, UnsafePointer<UInt8>)? {
        var p = start
        var negative = false
        if p < end, p.pointee == UInt8(ascii: "-") || p.pointee == UInt8(ascii: "+") {
            negative = p.pointee == UInt8(ascii: "-")
            p += 1
        }
        guard p < end, p.pointee &- 48 < 10 else { return nil }
        var value = 0
        while p < end, case let d = p.pointee &- 48, d < 10 {
            value = min(value * 10 + Int(d), 100_000)
            p += 1
        }
        return (negative ? -value : value, p)
    }

    /// The double nearest to `mantissa · 10^exponent`, or `nil` where that takes more than 128 bits to know.
    ///
    /// Up to 2⁵³ · 10^±22 both factors are doubles and one rounding does it (Clinger, "How to Read Floating Point
    /// Numbers Accurately", 1990). For other exponents from −19 to 0 the quotient of two 64-bit integers is taken to 62
    /// bits or more, with the rest folded into the lowest, and rounded once.
    @inline(__always)
    static func nearest(_ mantissa: UInt64, _ exponent: Int) -> Double? {
        if mantissa == 0 { return 0 }
        if mantissa <= 1 << 53 {
            if exponent == 0 { return Double(mantissa) }
            if exponent < 0, exponent >= -22 { return Double(mantissa) / Self.powersOfTen[-exponent] }
            if exponent > 0, exponent <= 22 { return Double(mantissa) * Self.powersOfTen[exponent] }
        }
        if exponent == 0 { return Double(mantissa) }
        guard exponent < 0, exponent >= -19 else { return nil }
        let divisor = Self.integerPowersOfTen[-exponent]
        let (mShift, dShift) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let (m, d) = (mantissa << UInt64(mShift), divisor << UInt64(dShift))
        // m / 2 < d, so that the quotient fits.
        let (quotient, rest) = d.dividingFullWidth((m >> 1, m << 63))
        let sticky = quotient | (rest == 0 ? 0 : 1)
        return Double(sign: .plus, exponent: dShift - mShift - 63, significand: Double(sticky))
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
    private static let integerPowersOfTen: [UInt64] = (0...19).map { n in (0..<n).reduce(1) { p, _ in p * 10 } }
}

extension UInt8 {
    /// Whether this is white space as XML and SVG's lists have it.
    @inline(__always) var isXMLSpace: Bool {
        self <= 0x20 && (self == 0x20 || self == 0x0a || self == 0x09 || self == 0x0d || self == 0x0c)
    }
    @inline(__always) var isASCIIDigit: Bool { self &- 48 < 10 }
    @inline(__always) var isASCIILetter: Bool { (self | 0x20) &- 97 < 26 }
}

extension UnsafeBufferPointer<UInt8> {
    /// Without white space at either end.
    var trimmed: UnsafeBufferPointer<UInt8> {
        var (low, high) = (0, count)
        while low < high, self[low].isXMLSpace { low += 1 }
        while high > low, self[high - 1].isXMLSpace { high -= 1 }
        return UnsafeBufferPointer(rebasing: self[low..<high])
    }

    /// Whether the bytes are this ASCII text, letter case ignored.
    func equals(ignoringCase text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for i in 0..<count {
            let (a, b) = (self[i], text.utf8Start[i])
            if a != b, a | 0x20 != b | 0x20 || !a.isASCIILetter { return false }
        }
        return true
    }

    /// Whether the bytes are exactly this text.
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for i in 0..<count where self[i] != text.utf8Start[i] { return false }
        return true
    }

    /// Whether the bytes begin with exactly this text.
    func hasPrefix(_ text: StaticString) -> Bool {
        let n = text.utf8CodeUnitCount
        return count >= n && UnsafeBufferPointer(rebasing: self[..<n]).equals(text)
    }

    /// The first bytes as text, for messages.
    var excerpt: String { String(decoding: prefix(40), as: UTF8.self) + (count > 40 ? "…" : "") }
}
