/// Reads SVG path data: every command, absolute and relative, with numbers as tightly packed as the grammar allows.
///
/// Source: SVG 1.1 and 2, "Paths", including the error rule: the path is drawn up to the first error.
struct SVGPathParser {
    private var cursor: ByteCursor

    init(_ data: UnsafeBufferPointer<UInt8>) { cursor = ByteCursor(data) }

    /// Adds the path to `out`. Returns whether all of it was understood; if not, `out` has what comes before the error.
    mutating func parse(into out: inout PathScratch) -> Bool {
        cursor.skipSpaces()
        var command: UInt8 = 0
        // The last control point, for the smooth commands; `nil` after any other command.
        var cubicControl: Point<ItemSpace>?
        var quadControl: Point<ItemSpace>?
        while let next = cursor.peek {
            if next.isASCIILetter {
                // An `e` cannot begin a number, so every letter here is a command.
                command = next
                cursor.advance()
                cursor.skipSpaces()
                if command | 0x20 == UInt8(ascii: "z") {
                    guard !out.isUnstarted else { return false }
                    out.close()
                    (cubicControl, quadControl) = (nil, nil)
                    command = 0
                    continue
                }
            } else if command == 0 {
                return false
            }
            if out.isUnstarted, command | 0x20 != UInt8(ascii: "m") { return false }
            let isRelative = command & 0x20 != 0
            let origin = isRelative ? out.current : .zero
            switch command | 0x20 {
            case UInt8(ascii: "m"):
                guard let p = point(origin) else { return false }
                out.move(to: p)
                (cubicControl, quadControl) = (nil, nil)
                // Further pairs are lines.
                command = isRelative ? UInt8(ascii: "l") : UInt8(ascii: "L")
            case UInt8(ascii: "l"):
                guard let p = point(origin) else { return false }
                out.line(to: p)
                (cubicControl, quadControl) = (nil, nil)
            case UInt8(ascii: "h"):
                guard let x = finite(), (origin.x + x).isFinite else { return false }
                out.line(to: Point(origin.x + x, out.current.y))
                (cubicControl, quadControl) = (nil, nil)
            case UInt8(ascii: "v"):
                guard let y = finite(), (origin.y + y).isFinite else { return false }
                out.line(to: Point(out.current.x, origin.y + y))
                (cubicControl, quadControl) = (nil, nil)
            case UInt8(ascii: "q"):
                guard let c = point(origin), let p = point(origin) else { return false }
                out.quad(c, to: p)
                (cubicControl, quadControl) = (nil, c)
            case UInt8(ascii: "t"):
                let c = reflection(of: quadControl, in: out.current)
                guard let p = point(origin), c.isFinite else { return false }
                out.quad(c, to: p)
                (cubicControl, quadControl) = (nil, c)
            case UInt8(ascii: "c"):
                guard let c1 = point(origin), let c2 = point(origin), let p = point(origin) else { return false }
                out.cubic(c1, c2, to: p)
                (cubicControl, quadControl) = (c2, nil)
            case UInt8(ascii: "s"):
                let c1 = reflection(of: cubicControl, in: out.current)
                guard let c2 = point(origin), let p = point(origin), c1.isFinite else { return false }
                out.cubic(c1, c2, to: p)
                (cubicControl, quadControl) = (c2, nil)
            case UInt8(ascii: "a"):
                guard arc(origin, into: &out) else { return false }
                (cubicControl, quadControl) = (nil, nil)
            default:
                return false
            }
            cursor.skipSeparator()
        }
        return true
    }

    private mutating func arc(_ origin: Point<ItemSpace>, into out: inout PathScratch) -> Bool {
        guard let rx = finite(), let ry = finite(), let degrees = finite(), let large = flag(), let sweep = flag(),
            let p = point(origin)
        else { return false }
        out.arc(
            radiusX: rx, radiusY: ry, rotation: degrees.truncatingRemainder(dividingBy: 360) * .pi / 180,
            largeArc: large, sweep: sweep, to: p)
        return true
    }

    @inline(__always)
    private func reflection(of control: Point<ItemSpace>?, in p: Point<ItemSpace>) -> Point<ItemSpace> {
        guard let control else { return p }
        return Point(2 * p.x - control.x, 2 * p.y - control.y)
    }

    /// The next number, and what separates it from its successor. `nil` if there is none or it is not finite.
    @inline(__always)
    private mutating func finite() -> Double? {
        guard let v = cursor.number(), v.isFinite else { return nil }
        cursor.skipSeparator()
        return v
    }

    @inline(__always)
    private mutating func flag() -> Bool? {
        guard let v = cursor.flag() else { return nil }
        cursor.skipSeparator()
        return v
    }

    @inline(__always)
    private mutating func point(_ origin: Point<ItemSpace>) -> Point<ItemSpace>? {
        guard let x = finite(), let y = finite() else { return nil }
        let p = Point<ItemSpace>(origin.x + x, origin.y + y)
        return p.isFinite ? p : nil
    }
}
