import Foundation

/// Makes the deterministic stress scenes that the benchmarks are stated in: handwriting-like strokes over a square of
/// 4096 canvas units.
///
/// One seed and one number of strokes give the same drawing, and the same SVG text byte for byte, on every machine:
/// only IEEE additions, subtractions, multiplications, divisions and floors are used. Strokes are made one at a time,
/// so that writing a million of them needs no memory to speak of.
public struct SceneGenerator: Sendable {
    /// The side of the square canvas.
    public static let side = 4096.0
    /// The seed of the scenes S1 (10,000 strokes) and S2 (100,000).
    public static let defaultSeed: UInt64 = 20_260_101

    public let strokes: Int
    public let seed: UInt64

    /// A scene of `strokes` strokes. A negative number is taken as zero.
    public init(strokes: Int, seed: UInt64 = defaultSeed) {
        self.strokes = max(0, strokes)
        self.seed = seed
    }

    /// The scene as a drawing.
    public func drawing() -> Drawing {
        let items = sequence(state: (hand: Hand(seed: seed), left: strokes)) { state -> Item? in
            guard state.left > 0 else { return nil }
            state.left -= 1
            return .stroke(state.hand.next().stroke)
        }
        return Drawing(items, page: Rect(x: 0, y: 0, width: Self.side, height: Self.side))
    }

    /// Writes the scene as SVG text, whole or not at all.
    public func writeSVG(to url: URL) throws(FileWriteError) {
        var file = try AtomicFile(at: url)
        try svg { (piece) throws(FileWriteError) in try file.write(piece) }
        try file.commit()
    }

    /// Hands the scene's SVG text to `write` in pieces: the header, each stroke's line, the end.
    public func svg<E: Error>(_ write: ([UInt8]) throws(E) -> Void) throws(E) {
        try write(
            Array(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="4096" height="4096" viewBox="0 0 4096 4096">
                <g fill="none" stroke-linecap="round" stroke-linejoin="round">

                """.utf8))
        let opacities = (0...255).map { Array(String(format: "%.6g", Double($0) / 255).utf8) }
        var hand = Hand(seed: seed)
        var line: [UInt8] = []
        for _ in 0..<strokes {
            line.removeAll(keepingCapacity: true)
            hand.next().appendSVG(to: &line, opacities: opacities)
            try write(line)
        }
        try write(Array("</g></svg>\n".utf8))
    }
}

/// One stroke of a scene: p0, c0, p1, c1, p2, …; all numbers are multiples of 1/64.
private struct GeneratedStroke {
    var width = 0.0
    var red: UInt8 = 0
    var green: UInt8 = 0
    var blue: UInt8 = 0
    var alpha: UInt8 = 0
    var points: [(x: Double, y: Double)] = []

    var stroke: Stroke {
        var path = Path<ItemSpace>()
        path.reserveCapacity(verbs: 1 + points.count / 2, points: points.count)
        do {
            try path.move(to: Point(points[0].x, points[0].y))
            for i in stride(from: 1, to: points.count, by: 2) {
                try path.quad(
                    Point(points[i].x, points[i].y), to: Point(points[i + 1].x, points[i + 1].y))
            }
            return try Stroke(
                path, width: .uniform(width), style: .round,
                paint: .solid(Color(red8: red, green8: green, blue8: blue, alpha8: alpha)))
        } catch {
            // All coordinates are within some thousands of units, and the widths between 1.5 and 6.
            preconditionFailure("a generated stroke is always valid: \(error)")
        }
    }

    func appendSVG(to out: inout [UInt8], opacities: [[UInt8]]) {
        out.append(contentsOf: "<path d=\"M".utf8)
        for (i, p) in points.enumerated() {
            if i > 0 { out.append(i & 1 == 1 ? UInt8(ascii: "Q") : UInt8(ascii: " ")) }
            appendDecimal(p.x, to: &out)
            out.append(UInt8(ascii: " "))
            appendDecimal(p.y, to: &out)
        }
        out.append(contentsOf: "\" stroke=\"#".utf8)
        for component in [red, green, blue] {
            for digit in [component >> 4, component & 15] {
                out.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
        out.append(contentsOf: "\" stroke-opacity=\"".utf8)
        out.append(contentsOf: opacities[Int(alpha)])
        out.append(contentsOf: "\" stroke-width=\"".utf8)
        appendDecimal(width, to: &out)
        out.append(contentsOf: "\"/>\n".utf8)
    }

    /// C's `%.9g` for a multiple of 1/64 below 10⁸ in size, without the cost of `printf`.
    private func appendDecimal(_ value: Double, to out: inout [UInt8]) {
        if value < 0 { out.append(UInt8(ascii: "-")) }
        // A sixty-fourth has six decimals, so millionths are exact.
        var scaled = UInt64(abs(value) * 64) * 15625
        var decimals = 6
        // Nine significant digits; what is dropped is rounded half to even, as printf does.
        var limit: UInt64 = 1_000_000_000
        var divisor: UInt64 = 1
        while scaled >= limit {
            limit *= 10
            divisor *= 10
            decimals -= 1
        }
        if divisor > 1 {
            let (quotient, rest) = scaled.quotientAndRemainder(dividingBy: divisor)
            let up = rest * 2 > divisor || (rest * 2 == divisor && quotient & 1 == 1)
            scaled = quotient + (up ? 1 : 0)
        }
        while decimals > 0, scaled % 10 == 0 {
            scaled /= 10
            decimals -= 1
        }
        var digits: [UInt8] = []
        repeat {
            digits.append(UInt8(ascii: "0") + UInt8(scaled % 10))
            scaled /= 10
            if digits.count == decimals { digits.append(UInt8(ascii: ".")) }
        } while scaled > 0 || (decimals > 0 && digits.count <= decimals + 1)
        out.append(contentsOf: digits.reversed())
    }
}

/// Draws the strokes of a scene one after the other.
private struct Hand {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number in 0..<1 with 24 bits.
    private mutating func uniform() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / 16_777_216
    }

    private func quantized(_ v: Double) -> Double { (v * 64 + 0.5).rounded(.down) / 64 }

    mutating func next() -> GeneratedStroke {
        var stroke = GeneratedStroke()
        let segments = 4 + Int(uniform() * 9)
        var x = uniform() * SceneGenerator.side
        var y = uniform() * SceneGenerator.side
        let length = 20 + uniform() * 100
        let step = length / Double(2 * segments)
        var (dx, dy) = turn(by: uniform() * 2 - 1)
        if uniform() < 0.5 { (dx, dy) = (-dx, -dy) }
        let bias = (uniform() - 0.5) * 0.8
        stroke.width = quantized(1.5 + uniform() * 4.5)
        stroke.red = UInt8(uniform() * 224)
        stroke.green = UInt8(uniform() * 224)
        stroke.blue = UInt8(uniform() * 224)
        stroke.alpha = UInt8(153 + uniform() * 103)
        stroke.points.reserveCapacity(1 + 2 * segments)
        stroke.points.append((quantized(x), quantized(y)))
        for _ in 0..<segments {
            x += dx * step
            y += dy * step
            stroke.points.append((quantized(x), quantized(y)))
            let (c, s) = turn(by: bias + (uniform() - 0.5))
            (dx, dy) = (dx * c - dy * s, dx * s + dy * c)
            x += dx * step
            y += dy * step
            stroke.points.append((quantized(x), quantized(y)))
        }
        return stroke
    }

    /// The unit vector at twice the angle whose tangent is `t`.
    private func turn(by t: Double) -> (Double, Double) {
        let k = 1 / (1 + t * t)
        return ((1 - t * t) * k, 2 * t * k)
    }
}
