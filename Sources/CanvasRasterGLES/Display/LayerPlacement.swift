/// How a layer of a composition is drawn: copied, or resampled from one of the frame's sizes.
enum LayerPlacement {
    /// Every pixel of the view is a texel of the frame: pixel (x, y) is texel (x + shift.x, y + shift.y).
    case copy(shiftX: Int, shiftY: Int)
    /// Bilinear from the frame at 1/2^level of its size.
    case resampled(level: Int)

    /// The placement of a frame of `size` under `delta` in a view of `view` pixels.
    init(_ delta: Transform2D<FrameSpace, ViewSpace>, frame size: PixelSize, view: PixelSize) {
        if delta.a == 1, delta.b == 0, delta.c == 0, delta.d == 1 {
            let x = Double(size.width - view.width) / 2 - delta.tx
            let y = Double(size.height - view.height) / 2 - delta.ty
            if x == x.rounded(), y == y.rounded(), abs(x) < 1e9, abs(y) < 1e9 {
                self = .copy(shiftX: Int(x), shiftY: Int(y))
                return
            }
        }
        // The smallest level from which nothing has to shrink below a half: below that, bilinear filtering would
        // skip texels, and skip others in the next refresh.
        var level = 0
        var scale = delta.scales.largest
        while scale < 0.5, (max(size.width, size.height) - 1) >> level > 0 {
            scale *= 2
            level += 1
        }
        self = .resampled(level: level)
    }
}
