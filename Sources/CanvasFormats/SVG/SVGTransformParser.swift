#if canImport(Glibc)
    import Glibc
#else
    import Foundation
#endif

/// Reads the `transform` attribute: a list of functions, applied from the last to the first.
///
/// White space before the bracket and commas between functions are allowed; CSS units (`deg`, `px`…) are not.
enum SVGTransformParser {
    /// The list as one transform, or `nil` if it has an error or an entry is not finite.
    static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Transform2D<ItemSpace, ItemSpace>? {
        var cursor = ByteCursor(text)
        var result = Transform2D<ItemSpace, ItemSpace>.identity
        cursor.skipSpaces()
        if cursor.rest.equals("none") { return result }
        while !cursor.isAtEnd {
            guard let function = function(&cursor) else { return nil }
            result = function.concatenating(result)
            cursor.skipSeparator()
        }
        return result.isFinite ? result : nil
    }

    private static func function(_ cursor: inout ByteCursor) -> Transform2D<ItemSpace, ItemSpace>? {
        let name = cursor.take { $0.isASCIILetter }
        cursor.skipSpaces()
        guard cursor.take(UInt8(ascii: "(")) else { return nil }
        cursor.skipSpaces()
        var v: (Double, Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0, 0)
        var count = 0
        withUnsafeMutableBytes(of: &v) { raw in
            let numbers = raw.bindMemory(to: Double.self)
            while count < 6, let number = cursor.number() {
                numbers[count] = number
                count += 1
                cursor.skipSeparator()
            }
        }
        guard cursor.take(UInt8(ascii: ")")) else { return nil }
        return transform(name, v, count)
    }

    private static func transform(
        _ name: UnsafeBufferPointer<UInt8>, _ v: (Double, Double, Double, Double, Double, Double), _ count: Int
    ) -> Transform2D<ItemSpace, ItemSpace>? {
        switch count {
        case 6 where name.equals("matrix"):
            return Transform2D(a: v.0, b: v.1, c: v.2, d: v.3, tx: v.4, ty: v.5)
        case 1 where name.equals("translate"), 2 where name.equals("translate"):
            return Transform2D(translationX: v.0, y: v.1)
        case 1 where name.equals("scale"):
            return Transform2D(scaleX: v.0, y: v.0)
        case 2 where name.equals("scale"):
            return Transform2D(scaleX: v.0, y: v.1)
        case 1 where name.equals("rotate"):
            return Transform2D(rotationAngle: radians(v.0))
        case 3 where name.equals("rotate"):
            return Transform2D<ItemSpace, ItemSpace>(translationX: -v.1, y: -v.2)
                .concatenating(Transform2D<ItemSpace, ItemSpace>(rotationAngle: radians(v.0)))
                .concatenating(Transform2D(translationX: v.1, y: v.2))
        case 1 where name.equals("skewX"):
            return Transform2D(a: 1, b: 0, c: tangent(v.0), d: 1, tx: 0, ty: 0)
        case 1 where name.equals("skewY"):
            return Transform2D(a: 1, b: tangent(v.0), c: 0, d: 1, tx: 0, ty: 0)
        default:
            return nil
        }
    }

    /// Reduced first, so that whole quarter turns stay exact.
    private static func radians(_ degrees: Double) -> Double {
        degrees.truncatingRemainder(dividingBy: 360) / 90 * (.pi / 2)
    }

    private static func tangent(_ degrees: Double) -> Double {
        let reduced = degrees.truncatingRemainder(dividingBy: 180)
        // Exact where people write it.
        if reduced == 45 || reduced == -135 { return 1 }
        if reduced == -45 || reduced == 135 { return -1 }
        return tan(reduced * .pi / 180)
    }
}
