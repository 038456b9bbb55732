/// The camera of a frame, taken apart for the scan converter, and what of the canvas it shows.
struct FrameView {
    let size: PixelSize
    /// Canvas to frame pixels, origin at the frame's top left.
    let toPixels: Transform2D<CanvasSpace, PixelSpace>
    /// The translation of `toPixels` as whole pixels and a rest in 0..<1. Positions are computed with the rest alone and
    /// the whole pixels added last, so that a camera that moves by whole pixels moves the picture exactly.
    let wholeX: Double
    let wholeY: Double
    let restX: Double
    let restY: Double
    /// A box on the canvas that holds everything the frame shows.
    let visible: Rect<CanvasSpace>
    /// The largest and smallest number of pixels that a canvas unit becomes.
    let scales: (largest: Double, smallest: Double)
    /// Pixels a canvas unit, as far as areas are concerned.
    let meanScale: Double

    /// - Parameter margin: pixels around the frame that count as visible.
    init(_ request: RenderRequest, margin: Double = 4) throws(RenderError) {
        size = request.size
        toPixels = request.transform.concatenating(request.size.centerToTopLeft(from: FrameSpace.self))
        scales = request.transform.scales
        guard toPixels.isFinite, scales.largest.isFinite, scales.largest > 0 else {
            throw .invalidRequest("camera: its entries leave the range of a double")
        }
        meanScale = (scales.largest * scales.smallest).squareRoot()
        wholeX = toPixels.tx.rounded(.down)
        wholeY = toPixels.ty.rounded(.down)
        restX = toPixels.tx - wholeX
        restY = toPixels.ty - wholeY
        let inverse: Transform2D<PixelSpace, CanvasSpace>
        do { inverse = try toPixels.inverted() } catch { throw .invalidRequest("camera: \(error)") }
        let pixels = Rect<PixelSpace>(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let box = pixels.outset(by: margin).applying(inverse)
        // Far from the origin the inverse is no better than the last bits of its translation.
        let far = max(max(abs(box.minX), abs(box.maxX)), max(abs(box.minY), abs(box.maxY)))
        visible = box.outset(by: far * 8 * .ulpOfOne)
    }

    /// Where a point of the canvas lies, as whole pixels and a rest in 0..<1.
    @inline(__always)
    func place(_ x: Double, _ y: Double) -> Placement {
        let px = toPixels.a * x + toPixels.c * y + restX
        let py = toPixels.b * x + toPixels.d * y + restY
        let (fx, fy) = (px.rounded(.down), py.rounded(.down))
        return Placement(wholeX: fx + wholeX, wholeY: fy + wholeY, restX: px - fx, restY: py - fy)
    }

    struct Placement {
        var wholeX: Double
        var wholeY: Double
        var restX: Double
        var restY: Double
    }

    /// The pixels that a box around `place` touches, clipped to the frame.
    @inline(__always)
    func pixels(around place: Placement, halfWidth: Double, halfHeight: Double) -> PixelRect {
        let width = abs(toPixels.a) * halfWidth + abs(toPixels.c) * halfHeight + Self.slack
        let height = abs(toPixels.b) * halfWidth + abs(toPixels.d) * halfHeight + Self.slack
        let (x, y) = (place.wholeX + place.restX, place.wholeY + place.restY)
        return pixels(x - width, y - height, x + width, y + height)
    }

    /// The pixels that a box touches, clipped to the frame.
    @inline(__always)
    func pixels(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> PixelRect {
        let (w, h) = (Double(size.width), Double(size.height))
        guard maxX > 0, maxY > 0, minX < w, minY < h else { return PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
        return PixelRect(
            minX: Int32(max(minX, 0)), minY: Int32(max(minY, 0)), maxX: Int32(min(maxX, w).rounded(.up)),
            maxY: Int32(min(maxY, h).rounded(.up)))
    }

    /// Whether a box that was clipped to the frame is certainly whole. One that touches the frame's border may not be.
    @inline(__always)
    func isInside(_ box: PixelRect) -> Bool {
        isWithinColumns(box) && box.minY > 0 && Int(box.maxY) < size.height
    }

    /// Whether a box that was clipped to the frame is certainly whole in its width.
    @inline(__always)
    func isWithinColumns(_ box: PixelRect) -> Bool { box.minX > 0 && Int(box.maxX) < size.width }

    /// What the rounding of positions may add to a box.
    private static let slack = 2 / Double(Fixed.one)
}
