/// Draws one layer of a composition, row by row.
///
/// Inside, the frame is sampled bilinearly. Its edge fades over one *view* pixel, as an antialiased edge does: a pixel
/// is covered as far as its centre lies inside the edge, plus half a pixel. A frame that covers the view exactly, at
/// whatever scale, therefore reaches its border undimmed, and a frame's edge is as sharp enlarged as it is reduced.
/// Beyond the edge the layer is transparent; no colour is taken from outside the frame.
struct LayerSampler {
    /// A range of columns of a row.
    typealias Columns = Range<Int>

    let frame: CPUFrame
    /// Whole-pixel displacement: the frame's pixel (0, 0) is drawn at this pixel of the view.
    private var copyOffset: (x: Int, y: Int)?
    /// From pixel coordinates of the view to those of `frame`, both with the origin at the top left.
    private let map: Transform2D<PixelSpace, PixelSpace>
    /// What of the frame is drawn, in its pixels.
    private let bounds: Rect<PixelSpace>
    /// 1 / the length of the gradients of u and v: from distances in the frame to distances in the view.
    private let perU: Double
    private let perV: Double
    /// The sampling position's step from a pixel to the next, with 32 fraction bits.
    private let stepU: Int64
    private let stepV: Int64
    /// How far from a sample, in pixels, lies that of four rows below: what is fetched into the cache ahead of its use.
    /// Rows that run across the frame's defeat the processor's own foresight; with this they take half the time.
    private let ahead: Int

    /// The sampler of a layer, or `nil` if nothing of it can be seen.
    ///
    /// - Parameter minify: gives a frame at 1 / 2ⁿ of its size. Below half size, where bilinear samples would skip
    ///   pixels, the layer is drawn from there.
    init?(
        _ frame: CPUFrame, coverage: Rect<FrameSpace>, delta: Transform2D<FrameSpace, ViewSpace>, viewSize: PixelSize,
        minify: (CPUFrame, Int) -> CPUFrame
    ) {
        let drawn = coverage.applying(frame.size.centerToTopLeft(from: FrameSpace.self))
            .intersection(Rect(x: 0, y: 0, width: Double(frame.size.width), height: Double(frame.size.height)))
        guard delta.isFinite, drawn.width > 0, drawn.height > 0 else { return nil }
        let toFrameCenter = Transform2D<PixelSpace, FrameSpace>(
            translationX: -Double(frame.size.width) / 2, y: -Double(frame.size.height) / 2)
        let forward = toFrameCenter.concatenating(delta).concatenating(viewSize.centerToTopLeft(from: ViewSpace.self))
        if delta.a == 1, delta.b == 0, delta.c == 0, delta.d == 1, let x = Int(exactly: forward.tx),
            let y = Int(exactly: forward.ty), abs(x) < 1 << 40, abs(y) < 1 << 40
        {
            copyOffset = (x, y)
        }
        guard let back = try? forward.inverted() else { return nil }
        let smallest = forward.scales.smallest
        var level = 0
        while level < 16, smallest * Double(1 << level) < 0.5 { level += 1 }
        // One level less: halving stops where the rest is between a half and the whole.
        let source = minify(frame, level)
        let shrink = 1 / Double(1 << level)
        self.frame = source
        map = back.concatenating(Transform2D(scaleX: shrink, y: shrink))
        bounds = Rect(
            minX: drawn.minX * shrink, minY: drawn.minY * shrink, maxX: drawn.maxX * shrink, maxY: drawn.maxY * shrink)
        perU = 1 / (map.a * map.a + map.c * map.c).squareRoot()
        perV = 1 / (map.b * map.b + map.d * map.d).squareRoot()
        guard perU.isFinite, perV.isFinite else { return nil }
        stepU = Self.fixed(map.a)
        stepV = Self.fixed(map.b)
        ahead = Int(Self.fixed(4 * map.d) >> 32) * source.size.width + Int(Self.fixed(4 * map.c) >> 32)
    }

    /// With 32 fraction bits. Steps beyond 2²⁰ pixels occur only where no row holds two pixels of the frame.
    private static func fixed(_ v: Double) -> Int64 { Int64(min(max(v, -1_048_576), 1_048_576) * 4_294_967_296) }

    /// Which columns of a row a layer touches.
    struct Span {
        /// All of them.
        var outer: Columns
        /// Those that are covered entirely.
        var inner: Columns

        /// Whether nothing below an opaque layer shows in a row of this width.
        func isWhole(_ width: Int) -> Bool { inner.count == width }
    }

    /// What the layer touches of row `y` of a view of this width.
    func span(row y: Int, width: Int) -> Span {
        if copyOffset != nil {
            let columns = copied(row: y, width: width)
            return Span(outer: columns, inner: columns)
        }
        let outer = columns(row: y, width: width, reach: 0.5)
        if outer.isEmpty { return Span(outer: outer, inner: outer) }
        return Span(outer: outer, inner: inner(row: y, width: width).clamped(to: outer))
    }

    /// Draws row `y` of the view.
    ///
    /// - Parameters:
    ///   - span: this row's.
    ///   - replaces: whether what lies below is transparent, so that pixels may be stored as they are; the row then
    ///     need hold nothing yet in `span.inner`.
    func draw(row y: Int, _ span: Span, onto out: UnsafeMutablePointer<UInt32>, replaces: Bool) {
        let (outer, inner) = (span.outer, span.inner)
        if outer.isEmpty { return }
        let replaces = replaces || frame.isOpaque
        if let copyOffset {
            let from = frame.store.pixels + ((y - copyOffset.y) * frame.size.width + outer.lowerBound - copyOffset.x)
            if replaces {
                (out + outer.lowerBound).update(from: from, count: outer.count)
            } else {
                PixelKernels.overRow(out + outer.lowerBound, from, count: outer.count)
            }
            return
        }
        if inner.isEmpty {
            drawEdge(outer, y, out)
            return
        }
        drawEdge(outer.lowerBound..<inner.lowerBound, y, out)
        drawInner(inner, y, out, replaces: replaces)
        drawEdge(inner.upperBound..<outer.upperBound, y, out)
    }

    // MARK: - Copying

    private func copied(row y: Int, width: Int) -> Columns {
        guard let copyOffset else { return 0..<0 }
        let v = Double(y - copyOffset.y) + 0.5
        guard v > bounds.minY, v < bounds.maxY else { return 0..<0 }
        let low = max(0, copyOffset.x + Int((bounds.minX - 0.5).rounded(.up)))
        let high = min(width, copyOffset.x + Int((bounds.maxX - 0.5).rounded(.down)) + 1)
        return low < high ? low..<high : 0..<0
    }

    @inline(__always)
    private static func blend(_ over: UInt32, onto out: UnsafeMutablePointer<UInt32>) {
        if over >> 24 == 255 {
            out.pointee = over
        } else if over != 0 {
            out.pointee = Blending.over(out.pointee, over)
        }
    }

    // MARK: - Columns

    /// Columns whose pixel centres lie at most `reach` view pixels outside the frame's edges (inside, if negative).
    private func columns(row y: Int, width: Int, reach: Double) -> Columns {
        let cy = Double(y) + 0.5
        let u = map.c * cy + map.tx
        let v = map.d * cy + map.ty
        var low = 0.5
        var high = Double(width) - 0.5
        Self.restrict(&low, &high, u, map.a, bounds.minX - reach / perU, bounds.maxX + reach / perU)
        Self.restrict(&low, &high, v, map.b, bounds.minY - reach / perV, bounds.maxY + reach / perV)
        guard low <= high else { return 0..<0 }
        return Int((low - 0.5).rounded(.up))..<Int((high - 0.5).rounded(.down)) + 1
    }

    /// Narrows `low…high` to where `start + slope · x` is between `from` and `to`.
    private static func restrict(
        _ low: inout Double, _ high: inout Double, _ start: Double, _ slope: Double, _ from: Double, _ to: Double
    ) {
        if slope == 0 {
            if !(start >= from && start <= to) { high = -1 }
            return
        }
        let (p, q) = ((from - start) / slope, (to - start) / slope)
        low = max(low, min(p, q))
        high = min(high, max(p, q))
    }

    /// Columns that are covered entirely and whose four neighbours all lie in the frame.
    private func inner(row y: Int, width: Int) -> Columns {
        var columns = columns(row: y, width: width, reach: -0.5)
        func isInside(_ x: Int) -> Bool {
            let (u, v) = position(x, y)
            let (column, row) = (u >> 32, v >> 32)
            return column >= 0 && column < Int64(frame.size.width - 1) && row >= 0
                && row < Int64(frame.size.height - 1)
        }
        while let first = columns.first, !isInside(first) { columns = first + 1..<columns.upperBound }
        while let last = columns.last, !isInside(last) { columns = columns.lowerBound..<last }
        return columns
    }

    /// The upper left of the four pixels around the centre of (x, y), with 32 fraction bits, the half of 1/256 added
    /// that rounds the fractions to 8 bits.
    private func position(_ x: Int, _ y: Int) -> (u: Int64, v: Int64) {
        let (cx, cy) = (Double(x) + 0.5, Double(y) + 0.5)
        let u = map.a * cx + map.c * cy + map.tx - 0.5
        let v = map.b * cx + map.d * cy + map.ty - 0.5
        return (Self.fixed(u) &+ 1 << 23, Self.fixed(v) &+ 1 << 23)
    }

    // MARK: - Sampling

    /// Pixels that are covered entirely: none of them can leave the frame, so nothing is checked.
    private func drawInner(_ columns: Columns, _ y: Int, _ out: UnsafeMutablePointer<UInt32>, replaces: Bool) {
        let (u, v) = clampedStart(columns, y)
        func sample(_ to: UnsafeMutablePointer<UInt32>, from first: Int, count: Int) {
            PixelKernels.bilinearRow(
                to, count: count, from: frame.store.pixels, size: frame.size, u: u &+ Int64(first) &* stepU,
                v: v &+ Int64(first) &* stepV, stepU: stepU, stepV: stepV, ahead: ahead)
        }
        let row = out + columns.lowerBound
        if replaces {
            sample(row, from: 0, count: columns.count)
            return
        }
        let portion = 256
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: portion) { over in
            let over = over.baseAddress!
            for first in Swift.stride(from: 0, to: columns.count, by: portion) {
                let count = min(portion, columns.count - first)
                sample(over, from: first, count: count)
                PixelKernels.overRow(row + first, over, count: count)
            }
        }
    }

    /// Where the first of `columns` samples, moved by at most a rounding error so that stepping to the last one, too,
    /// stays in the frame.
    private func clampedStart(_ columns: Columns, _ y: Int) -> (u: Int64, v: Int64) {
        var (u, v) = position(columns.lowerBound, y)
        let steps = Int64(columns.count - 1)
        func clamp(_ p: inout Int64, _ step: Int64, _ size: Int) {
            let limit = Int64(size - 1) << 32 - 1
            let end = p &+ step &* steps
            if end < 0 { p &-= end }
            if end > limit { p &-= end &- limit }
            p = min(max(p, 0), limit)
        }
        clamp(&u, stepU, frame.size.width)
        clamp(&v, stepV, frame.size.height)
        return (u, v)
    }

    /// Pixels at the frame's edge: neighbours outside repeat the border, and the result fades with the coverage.
    private func drawEdge(_ columns: Columns, _ y: Int, _ out: UnsafeMutablePointer<UInt32>) {
        let (width, height) = (frame.size.width, frame.size.height)
        for x in columns {
            let (cx, cy) = (Double(x) + 0.5, Double(y) + 0.5)
            let u = map.a * cx + map.c * cy + map.tx
            let v = map.b * cx + map.d * cy + map.ty
            let coverage =
                Self.coverage(u, bounds.minX, bounds.maxX, perU) * Self.coverage(v, bounds.minY, bounds.maxY, perV)
            let alpha = UInt32(coverage * 255 + 0.5)
            if alpha == 0 { continue }
            let (pu, pv) = position(x, y)
            func clamp(_ p: Int64, _ size: Int) -> Int { min(max(Int(p), 0), size - 1) }
            let (left, right) = (clamp(pu >> 32, width), clamp((pu >> 32) + 1, width))
            let top = frame.store.pixels + clamp(pv >> 32, height) * width
            let bottom = frame.store.pixels + clamp((pv >> 32) + 1, height) * width
            let pixel = Bilinear.mix(
                UInt64(top[left]), UInt64(top[right]), UInt64(bottom[left]), UInt64(bottom[right]),
                UInt64(truncatingIfNeeded: pu >> 24) & 255, UInt64(truncatingIfNeeded: pv >> 24) & 255)
            Self.blend(alpha == 255 ? pixel : Blending.scaled(pixel, by: alpha), onto: out + x)
        }
    }

    /// How much of a pixel around the position `p` lies between two edges; `scale` turns distances into view pixels.
    @inline(__always)
    private static func coverage(_ p: Double, _ from: Double, _ to: Double, _ scale: Double) -> Double {
        let low = min(max((p - from) * scale + 0.5, 0), 1)
        let high = min(max((to - p) * scale + 0.5, 0), 1)
        return max(0, low + high - 1)
    }
}
