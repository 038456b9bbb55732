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
    /// The pixels to draw. What lies outside is left alone; what lies inside does not depend on where it ends.
    let window: PixelRect
    /// A box on the canvas that holds everything the window shows.
    let visible: Rect<CanvasSpace>
    /// A box on the canvas that holds everything the whole frame shows.
    let visibleInFrame: Rect<CanvasSpace>
    /// The largest and smallest number of pixels that a canvas unit becomes.
    let scales: (largest: Double, smallest: Double)
    /// Pixels a canvas unit, as far as areas are concerned.
    let meanScale: Double

    /// - Parameters:
    ///   - window: the pixels to draw; `nil` for all.
    ///   - margin: pixels around the window that count as visible.
    init(_ request: RenderRequest, window: PixelRect? = nil, margin: Double = 4) throws(RenderError) {
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
        let window = window ?? PixelRect(size)
        self.window = window
        visible = Self.canvas(window, margin, inverse)
        visibleInFrame = Self.canvas(PixelRect(size), margin, inverse)
    }

    private static func canvas(
        _ pixels: PixelRect, _ margin: Double, _ inverse: Transform2D<PixelSpace, CanvasSpace>
    ) -> Rect<CanvasSpace> {
        let rect = Rect<PixelSpace>(
            minX: Double(pixels.minX), minY: Double(pixels.minY), maxX: Double(pixels.maxX),
            maxY: Double(pixels.maxY))
        let box = rect.outset(by: margin).applying(inverse)
        // Far from the origin the inverse is no better than the last bits of its translation.
        let far = max(max(abs(box.minX), abs(box.maxX)), max(abs(box.minY), abs(box.maxY)))
        return box.outset(by: far * 8 * .ulpOfOne)
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

    /// The pixels that a box around `place` touches, clipped to the window.
    @inline(__always)
    func pixels(around place: Placement, halfWidth: Double, halfHeight: Double) -> PixelRect {
        let width = abs(toPixels.a) * halfWidth + abs(toPixels.c) * halfHeight + Self.slack
        let height = abs(toPixels.b) * halfWidth + abs(toPixels.d) * halfHeight + Self.slack
        let (x, y) = (place.wholeX + place.restX, place.wholeY + place.restY)
        return pixels(x - width, y - height, x + width, y + height)
    }

    /// The pixels that a box touches, clipped to the window.
    @inline(__always)
    func pixels(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> PixelRect {
        let (left, top, right, bottom) = (
            Double(window.minX), Double(window.minY), Double(window.maxX), Double(window.maxY)
        )
        guard maxX > left, maxY > top, minX < right, minY < bottom else {
            return PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
        }
        return PixelRect(
            minX: Int32(max(minX, left)), minY: Int32(max(minY, top)), maxX: Int32(min(maxX, right).rounded(.up)),
            maxY: Int32(min(maxY, bottom).rounded(.up)))
    }

    /// Whether a box that was clipped to the window is certainly whole. One that touches the border may not be.
    @inline(__always)
    func isInside(_ box: PixelRect) -> Bool {
        isWithinColumns(box) && box.minY > window.minY && box.maxY < window.maxY
    }

    /// Whether a box that was clipped to the window is certainly whole in its width.
    @inline(__always)
    func isWithinColumns(_ box: PixelRect) -> Bool { box.minX > window.minX && box.maxX < window.maxX }

    /// What the rounding of positions may add to a box.
    private static let slack = 2 / Double(Fixed.one)
}
