/// Counts which pixels of a view a frame covers, exactly, by pixel centres.
///
/// A rectangle under an affine map is convex, so that in each row of pixels it covers one run, whose ends follow from
/// the four inequalities that the rectangle is.
package struct ViewCoverage {
    package let size: PixelSize

    package init(size: PixelSize) { self.size = size }

    /// The run of pixels in each row whose centres lie in `rect`, which lives in a space that `toRect` carries view
    /// coordinates to.
    package func runs<S>(of rect: Rect<S>, _ toRect: Transform2D<ViewSpace, S>) -> [Range<Int>] {
        guard !rect.isEmpty, toRect.isFinite else { return [Range<Int>](repeating: 0..<0, count: size.height) }
        return (0..<size.height).map { row in
            let y = Double(row) + 0.5 - Double(size.height) / 2
            var low = -Double.infinity
            var high = Double.infinity
            // min ≤ k x + m ≤ max, for x' and y'.
            clip(k: toRect.a, m: toRect.c * y + toRect.tx, rect.minX, rect.maxX, &low, &high)
            clip(k: toRect.b, m: toRect.d * y + toRect.ty, rect.minY, rect.maxY, &low, &high)
            return pixels(low, high)
        }
    }

    private func clip(k: Double, m: Double, _ least: Double, _ most: Double, _ low: inout Double, _ high: inout Double)
    {
        if k == 0 {
            if m < least || m > most { (low, high) = (.infinity, -.infinity) }
            return
        }
        let (p, q) = ((least - m) / k, (most - m) / k)
        low = max(low, min(p, q))
        high = min(high, max(p, q))
    }

    /// The pixels of a row whose centres lie in `low...high`.
    private func pixels(_ low: Double, _ high: Double) -> Range<Int> {
        let origin = 0.5 - Double(size.width) / 2
        let first = (low - origin).rounded(.up)
        let last = (high - origin).rounded(.down)
        guard first <= last, last >= 0, first < Double(size.width) else { return 0..<0 }
        let start = first > 0 ? Int(first) : 0
        let end = last < Double(size.width - 1) ? Int(last) + 1 : size.width
        return start..<max(start, end)
    }

    /// Pixels in the runs.
    package static func count(_ runs: [Range<Int>]) -> Int { runs.reduce(0) { $0 + $1.count } }

    /// Pixels in the runs of `a` and not in those of `b`.
    package static func count(_ a: [Range<Int>], outside b: [Range<Int>]) -> Int {
        zip(a, b).reduce(0) { $0 + $1.0.count - $1.0.clamped(to: $1.1).count }
    }
}
