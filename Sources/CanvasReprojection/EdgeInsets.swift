/// Pixels at each edge of a view: how far something reaches beyond it.
struct EdgeInsets: Hashable, Sendable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    static let zero = EdgeInsets(left: 0, top: 0, right: 0, bottom: 0)

    init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    init(all inset: Double) { self.init(left: inset, top: inset, right: inset, bottom: inset) }

    /// How far what `camera` shows lies beyond what `other` shows, in pixels of `other`'s view; no edge below 0.
    init(of camera: Camera, beyond other: Camera, size: PixelSize) {
        let box = camera.viewBox(in: other, size: size)
        let (w, h) = (Double(size.width) / 2, Double(size.height) / 2)
        self.init(
            left: max(0, -w - box.minX), top: max(0, -h - box.minY), right: max(0, box.maxX - w),
            bottom: max(0, box.maxY - h))
    }

    func scaled(by factor: Double) -> EdgeInsets {
        EdgeInsets(left: left * factor, top: top * factor, right: right * factor, bottom: bottom * factor)
    }

    /// The larger of the two at each edge.
    func union(_ other: EdgeInsets) -> EdgeInsets {
        EdgeInsets(
            left: max(left, other.left), top: max(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }
}

extension Camera {
    /// The box around what this camera shows in a view of this size, in the view coordinates of `other`.
    func viewBox(in other: Camera, size: PixelSize) -> Rect<ViewSpace> {
        var box = Rect<ViewSpace>.empty
        for corner in size.centeredRect(in: ViewSpace.self).corners {
            box = box.union(other.viewPoint(of: canvasPoint(at: corner)))
        }
        return box
    }
}
