import Pantograph

/// Readers of the values of options, each with a message that says what would be right.
enum ValueReaders {
    @Sendable static func text(_ text: String) throws(UsageError) -> String {
        guard !text.isEmpty else { throw UsageError("an empty value") }
        return text
    }

    /// A finite number in `range`.
    static func number(
        in range: ClosedRange<Double> = -1e12...1e12
    ) -> @Sendable (String) throws(UsageError) -> Double {
        { (text) throws(UsageError) in
            guard let value = finite(text) else { throw UsageError("'\(text)' is not a number") }
            guard range.contains(value) else {
                throw UsageError(
                    "\(text) is out of range; give a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
                )
            }
            return value
        }
    }

    /// A whole number in `range`.
    static func integer(in range: ClosedRange<Int>) -> @Sendable (String) throws(UsageError) -> Int {
        { (text) throws(UsageError) in
            guard let value = Int(text) else { throw UsageError("'\(text)' is not a whole number") }
            guard range.contains(value) else {
                throw UsageError(
                    "\(text) is out of range; give a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return value
        }
    }

    /// `1366x1024`.
    @Sendable static func size(_ text: String) throws(UsageError) -> PixelSize {
        let parts = text.split(whereSeparator: { "xX×".contains($0) })
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
            throw UsageError("'\(text)' is not a size; write WIDTHxHEIGHT in pixels, as 1366x1024")
        }
        guard width > 0, height > 0, width <= maximumSide, height <= maximumSide else {
            throw UsageError("\(text) is out of range; each side must be from 1 to \(maximumSide) pixels")
        }
        return PixelSize(width: width, height: height)
    }

    static let maximumSide = 1 << 20

    /// `12.5,-40`.
    @Sendable static func point(_ text: String) throws(UsageError) -> Point<CanvasSpace> {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
        guard parts.count == 2, let x = finite(parts[0]), let y = finite(parts[1]) else {
            throw UsageError("'\(text)' is not a point; write X,Y in canvas units, as 120,-40.5")
        }
        guard abs(x) <= 1e12, abs(y) <= 1e12 else { throw UsageError("\(text) is beyond 1e12 canvas units") }
        return Point(x, y)
    }

    /// One of the cases of an enumeration, by its raw value.
    static func choice<Choice>(
        of type: Choice.Type
    ) -> @Sendable (String) throws(UsageError) -> Choice
    where Choice: RawRepresentable<String> & CaseIterable & Sendable {
        { (text) throws(UsageError) in
            if let value = Choice(rawValue: text) { return value }
            throw UsageError("'\(text)' is none of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
    }

    static func finite(_ text: String) -> Double? {
        // Not the hexadecimal numbers, infinities and NaNs that `Double` reads too.
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func trimmed(_ text: Substring) -> String { String(text.filter { $0 != " " }) }

    private static func plain(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
}
