import CanvasRender
import Dispatch
import Synchronization

extension Oracle {
    /// The frame as it is at one point of every pixel: what one sample of a multisampled frame holds.
    ///
    /// Items are blended in order, each once, on 8-bit components rounded to nearest at every item.
    ///
    /// - Parameter position: where in the pixel the point lies, from its top-left corner, 0…1.
    public func sampled(at position: Point<PixelSpace>) -> PixelBuffer {
        rendered { entry, center in
            let s = center + (V2(position) - 0.5)
            guard entry.shape.contains(s) else { return 0 }
            let strength = entry.shape.strength(at: s, reach: 0)
            return (strength.lowerBound + strength.upperBound) / 2
        }
    }

    /// The frame at full coverage: each item's coverage of a pixel is the fraction of `count` points it covers, and the
    /// items are blended in order with it.
    ///
    /// Pixels that are seen to be covered wholly or not at all are not sampled. Of the others, each has points of its
    /// own (`OwenSobol`), so that errors do not add up from pixel to pixel.
    public func covered(samples count: Int = 1024) -> PixelBuffer {
        let sets = SampleSets(count)
        return rendered { entry, center in
            entry.shape.coverage(ofPixelAt: center, sets.points(at: center))
        }
    }

    /// The coverage, 0…1, of each pixel by one item alone, row by row.
    public func coverage(ofItem item: Int, samples count: Int = 1024) -> [Double] {
        let sets = SampleSets(count)
        let shape = entries[item].shape
        return parallelRows(size.height) { y in
            var row = [Double](repeating: 0, count: size.width)
            for x in columns(shape.bounds, y) {
                let center = center(x, y)
                row[x] = shape.coverage(ofPixelAt: center, sets.points(at: center))
            }
            return row
        }
    }

    /// The centre of a pixel in frame space.
    func center(_ x: Int, _ y: Int) -> V2 {
        V2(Double(x) + 0.5 - Double(size.width) / 2, Double(y) + 0.5 - Double(size.height) / 2)
    }

    /// Blends all items into a picture; `coverage` is asked for each item's share of a pixel.
    private func rendered(_ coverage: @Sendable (Entry, V2) -> Double) -> PixelBuffer {
        let blank = Self.packed(background.rounded(.toNearestOrAwayFromZero))
        let pixels = parallelRows(size.height) { y in
            var row = [UInt32](repeating: blank, count: size.width)
            for entry in entries {
                for x in columns(entry.shape.bounds, y) {
                    let share = coverage(entry, center(x, y))
                    if share != 0 { row[x] = Self.blend(entry, share, over: row[x]) }
                }
            }
            return row
        }
        return PixelBuffer(size: size, pixels: pixels)
    }

    /// `entry` over a pixel, rounded to nearest.
    static func blend(_ entry: Entry, _ share: Double, over pixel: UInt32) -> UInt32 {
        let below = unpacked(pixel)
        let mixed = entry.premultiplied * share + below * (1 - entry.alpha * share)
        return packed(mixed.rounded(.toNearestOrAwayFromZero))
    }

    static func unpacked(_ pixel: UInt32) -> SIMD4<Double> {
        SIMD4<Double>(unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
    }

    static func packed(_ value: SIMD4<Double>) -> UInt32 {
        unsafeBitCast(
            SIMD4<UInt8>(value.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))), to: UInt32.self)
    }

    /// The pixels of row `y` that touch a box in frame space.
    private func columns(_ box: Box, _ y: Int) -> Range<Int> {
        let half = Double(size.width) / 2
        let top = Double(y) - Double(size.height) / 2
        guard !box.isEmpty, box.high.y >= top, box.low.y <= top + 1 else { return 0..<0 }
        let from = (box.low.x + half).rounded(.down)
        let to = (box.high.x + half).rounded(.down) + 1
        let low = Int(min(max(from, 0), Double(size.width)))
        return low..<max(low, Int(min(max(to, 0), Double(size.width))))
    }
}

/// The rows that `body` makes for each index, computed on all cores, one after the other.
private func parallelRows<Element: Sendable>(
    _ count: Int, _ body: @Sendable (Int) -> [Element]
) -> [Element] {
    let rows = Mutex([[Element]](repeating: [], count: count))
    DispatchQueue.concurrentPerform(iterations: count) { y in
        let row = body(y)
        rows.withLock { $0[y] = row }
    }
    return rows.withLock { Array($0.joined()) }
}

extension OracleShape {
    /// The covered part of the pixel around `center`, counted over `points` of the unit square.
    func coverage(ofPixelAt center: V2, _ points: [V2]) -> Double {
        // The disc around a pixel that holds its corners.
        let radius = 0.7071067811865476
        if let all = uniform(around: center, radius: radius) { return all ? 1 : 0 }
        let samples = points.map { center + ($0 - 0.5) }
        return Double(count(of: samples, around: center, radius: radius)) / Double(samples.count)
    }
}

/// Sets of points, one of which each pixel uses: enough of them that neighbours never share one.
private struct SampleSets: Sendable {
    private let sets: [[V2]]

    init(_ count: Int) { sets = (0..<61).map { OwenSobol.points(count, seed: UInt64($0)) } }

    func points(at center: V2) -> [V2] {
        let (x, y) = (Int(center.x.rounded(.down)), Int(center.y.rounded(.down)))
        // 61 is prime: the pattern repeats along no row, column or diagonal before 61 pixels.
        return sets[(((x &+ 17 &* y) % 61) + 61) % 61]
    }
}
