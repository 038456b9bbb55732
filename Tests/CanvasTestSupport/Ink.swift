import CanvasRender

/// How dark each pixel of a picture is, from 0 (paper) to 1 (full ink): for tests that measure shapes.
public struct Ink: Sendable {
    public let width: Int
    public let height: Int
    /// Row by row.
    public let values: [Double]

    /// Ink of a picture that was drawn in black on opaque white: what red lacks to full.
    public init(darknessOf buffer: PixelBuffer) {
        width = buffer.width
        height = buffer.height
        values = buffer.pixels.map { 1 - Double($0 & 0xff) / 255 }
    }

    /// Ink of a picture on a transparent ground: its alpha.
    public init(alphaOf buffer: PixelBuffer) {
        width = buffer.width
        height = buffer.height
        values = buffer.pixels.map { Double($0 >> 24) / 255 }
    }

    public subscript(x: Int, y: Int) -> Double { values[y * width + x] }

    /// Whether the pixel is darker than half.
    public func isInk(_ x: Int, _ y: Int) -> Bool { self[x, y] > 0.5 }

    /// The summed ink, in pixels.
    public var area: Double { values.reduce(0, +) }

    /// How many pixels are darker than half.
    public var inkedPixels: Int { values.reduce(0) { $0 + ($1 > 0.5 ? 1 : 0) } }

    /// The summed ink of each column.
    public var columnSums: [Double] {
        (0..<width).map { x in (0..<height).reduce(0) { $0 + self[x, $1] } }
    }

    /// The summed ink of each row.
    public var rowSums: [Double] {
        (0..<height).map { y in (0..<width).reduce(0) { $0 + self[$1, y] } }
    }

    /// The columns and rows from the first to the last with a pixel darker than `threshold`; `nil` if there is none.
    public func bounds(above threshold: Double = 0.5) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        var columns: ClosedRange<Int>?
        var rows: ClosedRange<Int>?
        for y in 0..<height {
            for x in 0..<width where self[x, y] > threshold {
                columns = min(columns?.lowerBound ?? x, x)...max(columns?.upperBound ?? x, x)
                rows = min(rows?.lowerBound ?? y, y)...max(rows?.upperBound ?? y, y)
            }
        }
        guard let columns, let rows else { return nil }
        return (columns, rows)
    }

    /// The runs of touching pixels with ink in row `y`, each with its summed ink: its length to a fraction of a pixel.
    public func runs(inRow y: Int, above threshold: Double = 0.02) -> [(range: Range<Int>, length: Double)] {
        Self.runs((0..<width).map { self[$0, y] }, threshold)
    }

    /// The runs of touching pixels with ink in column `x`.
    public func runs(inColumn x: Int, above threshold: Double = 0.02) -> [(range: Range<Int>, length: Double)] {
        Self.runs((0..<height).map { self[x, $0] }, threshold)
    }

    private static func runs(_ line: [Double], _ threshold: Double) -> [(range: Range<Int>, length: Double)] {
        var out: [(range: Range<Int>, length: Double)] = []
        var begin: Int?
        for i in 0...line.count {
            let isInk = i < line.count && line[i] > threshold
            if isInk, begin == nil { begin = i }
            if !isInk, let from = begin {
                out.append((from..<i, line[from..<i].reduce(0, +)))
                begin = nil
            }
        }
        return out
    }
}
