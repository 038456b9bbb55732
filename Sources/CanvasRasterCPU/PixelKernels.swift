import CPixelKernels

/// Loops over rows of pixels: in the processor's vectors as far as they go, the rest by their definitions in Swift,
/// which give the same bytes.
enum PixelKernels {
    /// `Bilinear.row`.
    ///
    /// - Parameter ahead: where, in pixels from each sample, lies what a row that comes soon will need.
    @inline(__always)
    static func bilinearRow(
        _ out: UnsafeMutablePointer<UInt32>, count: Int, from pixels: UnsafePointer<UInt32>, size: PixelSize, u: Int64,
        v: Int64, stepU: Int64, stepV: Int64, ahead: Int
    ) {
        var done = 0
        if stepV == 0, stepU > 0, stepU <= 1 << 32 {
            let top = pixels + Int(v >> 32) &* size.width
            done = pk_bilinear_scaled_row(
                out, count, top, top + size.width, size.width, u, stepU, UInt32(truncatingIfNeeded: v >> 24) & 255)
        }
        // What is left of a scaled row is what lies too near its end to be loaded eight pixels at a time.
        done += pk_bilinear_row(
            out + done, count - done, pixels, size.width, u &+ Int64(done) &* stepU, v &+ Int64(done) &* stepV, stepU,
            stepV, ahead)
        Bilinear.row(
            out + done, count: count - done, from: pixels, stride: size.width, u: u &+ Int64(done) &* stepU,
            v: v &+ Int64(done) &* stepV, stepU: stepU, stepV: stepV)
    }

    /// `Blending.over`, pixel by pixel.
    @inline(__always)
    static func overRow(_ out: UnsafeMutablePointer<UInt32>, _ over: UnsafePointer<UInt32>, count: Int) {
        for i in pk_over_row(out, over, count)..<count { out[i] = Blending.over(out[i], over[i]) }
    }

    /// `Bilinear.mean` of 2 × 2 pixels each.
    @inline(__always)
    static func halveRow(
        _ out: UnsafeMutablePointer<UInt32>, count: Int, _ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>
    ) {
        for i in pk_halve_row(out, count, top, bottom)..<count {
            out[i] = Bilinear.mean(top[2 * i], top[2 * i + 1], bottom[2 * i], bottom[2 * i + 1])
        }
    }
}
