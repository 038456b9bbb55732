/// Draws and erases on a drawing what a pen of a trace does, as edits.
struct InkPlayer {
    private var drawing: Drawing
    private var pens: [Int: (pen: LiveInk.Pen, index: Int)] = [:]

    /// Width of a stroke and reach of an eraser, in pixels of the view.
    private static let penWidth = 3.0
    private static let eraserRadius = 4.0

    init(_ drawing: Drawing) { self.drawing = drawing }

    /// Does what the pen did under `camera`.
    ///
    /// - Returns: the drawing, if that changed it.
    mutating func play(_ ink: InkEvent, camera: Camera) -> Drawing? {
        let point = camera.canvasPoint(at: ink.position)
        let before = drawing.stamp
        if ink.erases {
            let radius = Self.eraserRadius / camera.zoom
            if let hit = HitTest.topmost(in: drawing, at: point, within: radius) { try? drawing.remove(at: hit) }
        } else {
            draw(ink, at: point, camera)
        }
        return drawing.stamp == before ? nil : drawing
    }

    private mutating func draw(_ ink: InkEvent, at point: Point<CanvasSpace>, _ camera: Camera) {
        if ink.phase == .began {
            var pen = LiveInk.Pen(width: Self.penWidth / camera.zoom, paint: .solid(.black))
            pen.add(point, pressure: ink.pressure)
            guard let item = pen.item else { return }
            pens[ink.id] = (pen, drawing.count)
            drawing.append(item)
            return
        }
        guard var stroke = pens[ink.id] else { return }
        if ink.phase == .cancelled {
            try? drawing.remove(at: stroke.index)
        } else {
            stroke.pen.add(point, pressure: ink.pressure)
            if let item = stroke.pen.item { try? drawing.replace(at: stroke.index, with: item) }
        }
        pens[ink.id] = ink.phase == .moved ? stroke : nil
    }
}
