extension CoverageAccumulator {
    /// Paints what was accumulated, and leaves the accumulator empty.
    ///
    /// - Parameters:
    ///   - pixels: the pixel at the clip's top-left corner.
    ///   - pixelStride: pixels from one row to the next.
    @inline(__always)
    func paint(
        _ ink: Ink, rule: FillRule, onto pixels: UnsafeMutablePointer<UInt32>, pixelStride: Int
    ) {
        switch rule {
        case .nonzero: sweep(ink, evenOdd: false, pixels, pixelStride)
        case .evenOdd: sweep(ink, evenOdd: true, pixels, pixelStride)
        }
    }

    @inline(__always)
    private func sweep(
        _ ink: Ink, evenOdd: Bool, _ pixels: UnsafeMutablePointer<UInt32>, _ pixelStride: Int
    ) {
        let width = Int(self.width)
        for row in 0..<Int(height) {
            let extent = rows[row]
            if extent.last < 0 { continue }
            rows[row] = .none
            let line = cells + row &* stride
            let out = pixels + row &* pixelStride
            var x = Int(extent.first)
            let end = min(Int(extent.last) &+ 1, width)
            var sum: Int32 = 0
            while x < end {
                let change = line[x]
                if change == 0 {
                    // Nothing changes up to the next cell that holds something.
                    let from = x
                    x = Self.nextChange(line, x &+ 1, end)
                    let alpha = Self.alpha(sum, ink.alpha, evenOdd)
                    if alpha != 0 { Self.fillRun(out + from, x &- from, ink, alpha) }
                    continue
                }
                line[x] = 0
                sum &+= change
                let alpha = Self.alpha(sum, ink.alpha, evenOdd)
                if alpha == 255 {
                    out[x] = ink.opaque
                } else if alpha != 0 {
                    out[x] = Blending.mix(out[x], redBlue: ink.redBlue, greenAlpha: ink.greenAlpha, alpha: alpha)
                }
                x &+= 1
            }
            line[width] = 0
            line[width &+ 1] = 0
            if x < width {
                // Edges right of the clip were never added: what is open here stays so to the border.
                let alpha = Self.alpha(sum, ink.alpha, evenOdd)
                if alpha != 0 { Self.fillRun(out + x, width &- x, ink, alpha) }
            }
        }
    }

    /// The ink's alpha at a signed coverage, 0…255.
    @inline(__always)
    private static func alpha(_ sum: Int32, _ inkAlpha: UInt32, _ evenOdd: Bool) -> UInt32 {
        var cover = UInt32(bitPattern: sum)
        if evenOdd {
            cover &= UInt32(2 * Fixed.full - 1)
            if cover > UInt32(Fixed.full) { cover = UInt32(2 * Fixed.full) &- cover }
        } else {
            cover = min(sum.magnitude, UInt32(Fixed.full))
        }
        return (cover &* inkAlpha &+ 0x8000) >> 16
    }

    @inline(__always)
    private static func fillRun(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ ink: Ink, _ alpha: UInt32) {
        if count == 1 {
            pixels[0] = Blending.mix(pixels[0], redBlue: ink.redBlue, greenAlpha: ink.greenAlpha, alpha: alpha)
        } else {
            fillLongRun(pixels, count, ink, alpha)
        }
    }

    @inline(never)
    private static func fillLongRun(
        _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ ink: Ink, _ alpha: UInt32
    ) {
        Blending.fill(pixels, count: count, ink, alpha: alpha)
    }

    /// The index of the first cell from `x` on that is not zero, `end` if there is none.
    @inline(__always)
    private static func nextChange(_ line: UnsafeMutablePointer<Int32>, _ start: Int, _ end: Int) -> Int {
        var x = start
        let raw = UnsafeRawPointer(line)
        while x &+ 8 <= end {
            let a = raw.loadUnaligned(fromByteOffset: x &* 4, as: SIMD2<UInt64>.self)
            let b = raw.loadUnaligned(fromByteOffset: x &* 4 &+ 16, as: SIMD2<UInt64>.self)
            let any = a | b
            if any.x | any.y != 0 { break }
            x &+= 8
        }
        while x < end, line[x] == 0 { x &+= 1 }
        return x
    }
}
