import CPixelKernels
import CanvasRasterCPU
import CanvasTestSupport
import Testing

@Suite("Coverage kernel")
struct CoverageKernelTests {
    @Test(
        "vectors and plain Swift paint the same bytes, and both leave the cells empty", .enabled(if: pk_has_vectors()))
    func twins() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<3000 {
            let job = Job(&random)
            let vectors = job.run { cells, extents, pixels in
                pk_paint_coverage(
                    cells, job.cellStride, extents, Int32(job.width), Int32(job.height), Int32(job.room), job.ink,
                    job.isEvenOdd, pixels, job.pixelStride)
            }
            let plain = job.run { cells, extents, pixels in
                CoverageKernel.paintPlainly(
                    cells, cellStride: job.cellStride, extents, width: Int32(job.width), height: Int32(job.height),
                    job.ink, isEvenOdd: job.isEvenOdd, onto: pixels, pixelStride: job.pixelStride)
            }
            #expect(vectors.pixels == plain.pixels, "\(job)")
            #expect(vectors.cells.allSatisfy { $0 == 0 } && plain.cells.allSatisfy { $0 == 0 }, "\(job)")
            #expect(vectors.lastCells == plain.lastCells, "\(job)")
        }
    }

    @Test("what the kernel paints is the running sum, capped or folded, of the ink over the pixel")
    func definition() {
        let half = Int32(1 << 15)
        var cells: [Int32] = [half, half, 2 * half, -6 * half, 0, 2 * half, 0, 0]
        var pixels = [UInt32](repeating: 0xFFFF_FFFF, count: 5)
        let black = pk_ink(red_blue: 0, green_alpha: 255 << 16, alpha: 255)
        CoverageKernel.paintPlainly(
            &cells, cellStride: 8, nil, width: 5, height: 1, black, isEvenOdd: false, onto: &pixels, pixelStride: 5)
        #expect(pixels.map { $0 & 255 } == [127, 0, 0, 0, 0])
        cells = [half, half, 2 * half, -3 * half, 0, -half, 0, 0]
        pixels = [UInt32](repeating: 0xFFFF_FFFF, count: 5)
        CoverageKernel.paintPlainly(
            &cells, cellStride: 8, nil, width: 5, height: 1, black, isEvenOdd: true, onto: &pixels, pixelStride: 5)
        #expect(pixels.map { $0 & 255 } == [127, 0, 255, 127, 127])
    }
}

/// One call of the kernel on random input: small and wide clips, sparse and dense cells, any winding.
private struct Job: CustomStringConvertible {
    let width: Int
    let height: Int
    let room: Int
    let isTracked: Bool
    let isEvenOdd: Bool
    let ink: pk_ink
    let cells: [Int32]
    let extents: [pk_extent]
    let pixels: [UInt32]

    var cellStride: Int { (width + 9) & ~7 }
    var pixelStride: Int { room }
    var description: String { "\(width) × \(height), room \(room), tracked \(isTracked), even-odd \(isEvenOdd)" }

    init(_ random: inout SplitMix64) {
        width = Int.random(in: 1...(random.next() % 4 == 0 ? 200 : 20), using: &random)
        height = Int.random(in: 1...6, using: &random)
        room = width + (Bool.random(using: &random) ? 0 : Int.random(in: 0...20, using: &random))
        isTracked = Bool.random(using: &random)
        isEvenOdd = Bool.random(using: &random)
        ink = pk_ink(
            red_blue: UInt32.random(in: 0...255, using: &random) | UInt32.random(in: 0...255, using: &random) << 16,
            green_alpha: UInt32.random(in: 0...255, using: &random) | 255 << 16,
            alpha: UInt32.random(in: 0...255, using: &random))
        let stride = (width + 9) & ~7
        var cells = [Int32](repeating: 0, count: stride * height)
        var extents = [pk_extent](repeating: pk_extent(first: .max, last: -1), count: height)
        let density = [1, 2, 8, 40][Int(random.next() % 4)]
        for row in 0..<height {
            for x in 0..<(width + 2) where Int(random.next() % UInt64(density)) == 0 {
                let whole = Int32(1 << 16)
                cells[row * stride + x] =
                    Bool.random(using: &random) ? whole : Int32.random(in: -2 * whole...2 * whole, using: &random)
                extents[row].first = min(extents[row].first, Int32(x))
                extents[row].last = max(extents[row].last, Int32(x))
            }
        }
        self.cells = cells
        self.extents = extents
        pixels = (0..<room * height).map { _ in
            // Premultiplied: no channel above alpha.
            let alpha = UInt32.random(in: 0...255, using: &random)
            func channel() -> UInt32 { UInt32.random(in: 0...alpha, using: &random) }
            return channel() | channel() << 8 | channel() << 16 | alpha << 24
        }
    }

    typealias Kernel = (
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<pk_extent>?, UnsafeMutablePointer<UInt32>
    ) -> Void

    func run(_ kernel: Kernel) -> (pixels: [UInt32], cells: [Int32], lastCells: [Int32]) {
        var (cells, extents, pixels) = (cells, extents, pixels)
        cells.withUnsafeMutableBufferPointer { cells in
            extents.withUnsafeMutableBufferPointer { extents in
                pixels.withUnsafeMutableBufferPointer { pixels in
                    kernel(cells.baseAddress!, isTracked ? extents.baseAddress : nil, pixels.baseAddress!)
                }
            }
        }
        return (pixels, cells, isTracked ? extents.map(\.last) : [])
    }
}
