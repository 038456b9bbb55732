import CPixelKernels
import CanvasRasterCPU
import Testing

/// The kernels in C against their definitions in Swift, byte for byte.
@Suite("Pixel kernels")
struct PixelKernelTests {
    /// A processor without such vectors has nothing to compare: every kernel does 0 pixels there.
    static let hasVectors: Bool = {
        var (out, over) = ([UInt32](repeating: 0, count: 64), [UInt32](repeating: 0, count: 64))
        return pk_over_row(&out, &over, 64) > 0
    }()

    /// Pixels of any bytes, premultiplied or not: the arithmetic must agree on all of them.
    private static func noise(_ count: Int, _ random: inout Seeded) -> [UInt32] {
        (0..<count).map { _ in
            // Extremes are as frequent as everything between.
            switch Int.random(in: 0..<4, using: &random) {
            case 0: 0xFFFF_FFFF
            case 1: 0
            default: .random(in: 0...UInt32.max, using: &random)
            }
        }
    }

    /// A row that a kernel draws into, with words around it that it must not touch.
    private struct Guarded {
        static let margin = 9
        static let mark: UInt32 = 0xDEAD_BEEF
        var words: [UInt32]
        let count: Int

        init(_ row: [UInt32]) {
            count = row.count
            let margin = [UInt32](repeating: Self.mark, count: Self.margin)
            words = margin + row + margin
        }

        mutating func draw(_ body: (UnsafeMutablePointer<UInt32>) -> Int) -> Int {
            words.withUnsafeMutableBufferPointer { body($0.baseAddress! + Self.margin) }
        }

        var row: ArraySlice<UInt32> { words[Self.margin..<Self.margin + count] }
        /// Whether only the first `done` words were touched, given what the row held before.
        func isIntact(after done: Int, before: [UInt32]) -> Bool {
            words[..<Self.margin].allSatisfy { $0 == Self.mark }
                && words[(Self.margin + count)...].allSatisfy { $0 == Self.mark }
                && row.dropFirst(done).elementsEqual(before.dropFirst(done))
        }
    }

    @Test("bilinear rows under any matrix: the same bytes, in whole vectors", .enabled(if: hasVectors))
    func bilinear() {
        var random = Seeded(state: 41)
        for round in 0..<6000 {
            let (width, height) = (Int.random(in: 2...70, using: &random), Int.random(in: 2...50, using: &random))
            // No more memory than the frame has: what reads beyond it is found by the address sanitizer.
            let frame = Self.noise(width * height, &random)
            let count = Int.random(in: 1...90, using: &random)
            func line(_ size: Int) -> (start: Int64, step: Int64) {
                // Both ends where two neighbours are in the frame, at the edge of that as often as not.
                let limit = Int64(size - 1) << 32 - 1
                func end() -> Int64 {
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: 0
                    case 1: limit
                    default: .random(in: 0...limit, using: &random)
                    }
                }
                let (first, last) = (end(), end())
                return (first, count == 1 ? 12345 : (last - first) / Int64(count - 1))
            }
            let (u, stepU) = line(width)
            var (v, stepV) = line(height)
            if round % 4 == 0 { stepV = 0 }
            if round % 16 == 0, stepV >= 0 { v = (v >> 32) << 32 }
            var expected = [UInt32](repeating: 0, count: count)
            Bilinear.row(
                &expected, count: count, from: frame, stride: width, u: u, v: v, stepU: stepU, stepV: stepV)
            let before = [UInt32](repeating: 7, count: count)
            var actual = Guarded(before)
            let ahead = Int.random(in: -100_000...100_000, using: &random)
            let done = actual.draw { pk_bilinear_row($0, count, frame, width, u, v, stepU, stepV, ahead) }
            #expect(done > count - 8 && done <= count)
            #expect(actual.row.prefix(done).elementsEqual(expected.prefix(done)), "\(width) × \(height), \(count)")
            #expect(actual.isIntact(after: done, before: before))
        }
    }

    @Test("bilinear rows that stay rows: the same bytes, nothing read beyond the row", .enabled(if: hasVectors))
    func scaled() {
        var random = Seeded(state: 43)
        var vectors = 0
        for round in 0..<6000 {
            let width = Int.random(in: 2...90, using: &random)
            let (top, bottom) = (Self.noise(width, &random), Self.noise(width, &random))
            var step = round % 5 == 0 ? 1 << 32 : Int64.random(in: 1...1 << 32, using: &random)
            if round % 7 == 0 { step = max(1, step >> 5) }
            let limit = Int64(width - 1) << 32 - 1
            let most = Int(limit / step) + 1
            let count = min(most, Int.random(in: 1...90, using: &random))
            let u = Int64.random(in: 0...limit - step * Int64(count - 1), using: &random)
            let fy = UInt32.random(in: 0...255, using: &random)
            var expected = [UInt32](repeating: 0, count: count)
            Bilinear.row(
                &expected, count: count, from: top + bottom, stride: width, u: u, v: Int64(fy) << 24, stepU: step,
                stepV: 0)
            let before = [UInt32](repeating: 7, count: count)
            var actual = Guarded(before)
            let done = actual.draw { pk_bilinear_scaled_row($0, count, top, bottom, width, u, step, fy) }
            #expect(done >= 0 && done <= count)
            #expect(actual.row.prefix(done).elementsEqual(expected.prefix(done)), "\(width), \(count), \(step)")
            #expect(actual.isIntact(after: done, before: before))
            vectors += done
        }
        #expect(vectors > 50_000)
    }

    @Test("pixels over pixels: the same bytes", .enabled(if: hasVectors))
    func over() {
        var random = Seeded(state: 47)
        for _ in 0..<3000 {
            let count = Int.random(in: 0...90, using: &random)
            let (under, over) = (Self.noise(count, &random), Self.noise(count, &random))
            let expected = zip(under, over).map { Blending.over($0, $1) }
            var actual = Guarded(under)
            let done = actual.draw { pk_over_row($0, over, count) }
            #expect(done > count - 8 && done <= count)
            #expect(actual.row.prefix(done).elementsEqual(expected.prefix(done)))
            #expect(actual.isIntact(after: done, before: under))
        }
    }

    @Test("frames halved: the same bytes", .enabled(if: hasVectors))
    func halved() {
        var random = Seeded(state: 53)
        for _ in 0..<3000 {
            let count = Int.random(in: 0...60, using: &random)
            let (top, bottom) = (Self.noise(2 * count, &random), Self.noise(2 * count, &random))
            let expected = (0..<count).map {
                Bilinear.mean(top[2 * $0], top[2 * $0 + 1], bottom[2 * $0], bottom[2 * $0 + 1])
            }
            let before = [UInt32](repeating: 7, count: count)
            var actual = Guarded(before)
            let done = actual.draw { pk_halve_row($0, count, top, bottom) }
            #expect(done > count - 8 && done <= count)
            #expect(actual.row.prefix(done).elementsEqual(expected.prefix(done)))
            #expect(actual.isIntact(after: done, before: before))
        }
    }
}
