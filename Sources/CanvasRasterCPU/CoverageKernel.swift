import CPixelKernels
import CanvasScene

/// Turns coverage differences into pixels, in the processor's vectors where it has them.
package enum CoverageKernel {
    /// Whether the processor has the vectors that the C kernels need.
    package static let hasVectors = pk_has_vectors()

    /// Paints coverage differences over premultiplied pixels, and sets them to zero.
    ///
    /// - Parameters:
    ///   - cells: `height` rows of `cellStride` cells (a multiple of 8, at least `width + 2`). The sum of a row's cells up
    ///     to a pixel is its signed coverage, `Fixed.full` being all of it.
    ///   - extents: what each row uses of its cells, which is reset; `nil` if that is not known.
    ///   - room: pixels from the clip's left border to the end of the pixel row.
    ///   - pixels: the pixel at the clip's top-left corner.
    ///   - usesVectors: whether it is done by the kernel in C; only where `hasVectors`.
    @inline(__always)
    static func paint(
        _ cells: UnsafeMutablePointer<Int32>, cellStride: Int, _ extents: UnsafeMutablePointer<pk_extent>?,
        width: Int32, height: Int32, room: Int, _ ink: pk_ink, isEvenOdd: Bool,
        onto pixels: UnsafeMutablePointer<UInt32>, pixelStride: Int, usesVectors: Bool
    ) {
        if usesVectors {
            pk_paint_coverage(
                cells, cellStride, extents, width, height, Int32(truncatingIfNeeded: room), ink, isEvenOdd, pixels,
                pixelStride)
        } else {
            paintPlainly(
                cells, cellStride: cellStride, extents, width: width, height: height, ink, isEvenOdd: isEvenOdd,
                onto: pixels, pixelStride: pixelStride)
        }
    }

    /// What `pk_paint_coverage` does, pixel by pixel: its definition, and its substitute where there are no vectors.
    package static func paintPlainly(
        _ cells: UnsafeMutablePointer<Int32>, cellStride: Int, _ extents: UnsafeMutablePointer<pk_extent>?,
        width: Int32, height: Int32, _ ink: pk_ink, isEvenOdd: Bool, onto pixels: UnsafeMutablePointer<UInt32>,
        pixelStride: Int
    ) {
        for row in 0..<Int(height) {
            let extent = extents?[row] ?? pk_extent(first: 0, last: width &+ 1)
            if extent.last < 0 { continue }
            extents?[row] = pk_extent.none
            let line = cells + row &* cellStride
            let out = pixels + row &* pixelStride
            var open: Int32 = 0
            for x in Int(extent.first)..<Int(max(width, extent.last &+ 1)) {
                // Edges right of the clip were never added: what is open there stays so to the border.
                if x <= Int(extent.last) {
                    open &+= line[x]
                    line[x] = 0
                }
                let alpha = alpha(open, ink.alpha, isEvenOdd)
                guard x < Int(width), alpha != 0 else { continue }
                out[x] = Blending.mix(out[x], redBlue: ink.red_blue, greenAlpha: ink.green_alpha, alpha: alpha)
            }
        }
    }

    /// The ink's alpha at a signed coverage, 0…255.
    @inline(__always)
    private static func alpha(_ sum: Int32, _ inkAlpha: UInt32, _ isEvenOdd: Bool) -> UInt32 {
        var cover = UInt32(bitPattern: sum)
        if isEvenOdd {
            cover &= UInt32(2 * Fixed.full - 1)
            if cover > UInt32(Fixed.full) { cover = UInt32(2 * Fixed.full) &- cover }
        } else {
            cover = min(sum.magnitude, UInt32(Fixed.full))
        }
        return (cover &* inkAlpha &+ 0x8000) >> 16
    }
}

extension pk_ink {
    @inline(__always)
    init(_ ink: Ink) {
        self.init(red_blue: ink.redBlue, green_alpha: ink.greenAlpha, alpha: ink.alpha)
    }
}

extension pk_extent {
    /// Nothing of a row.
    static let none = pk_extent(first: .max, last: -1)
}
