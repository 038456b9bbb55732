import CanvasConcurrency
import CanvasEncoding
import CanvasRender

/// The pixels that a frame takes over from an earlier one.
struct ReusedPixels: Sendable {
    let plan: ReusePlan
    private let source: CPUFrame

    /// `nil` where the request must be drawn as a whole.
    ///
    /// - Throws: `RenderError.invalidRequest` for a camera that cannot be used.
    init?(_ request: RenderRequest) throws(RenderError) {
        guard let reuse = request.reuse, let source = reuse.frame.content as? CPUFrame else { return nil }
        guard let plan = request.reusePlan() else { return nil }
        if !plan.isSameView, try Self.dependsOnFrame(request) { return nil }
        self.plan = plan
        self.source = source
    }

    /// Whether the frame shows an item that is cut to the frame when it is flattened: its pixels may differ in their last
    /// bit in a frame of another place.
    private static func dependsOnFrame(_ request: RenderRequest) throws(RenderError) -> Bool {
        let view = try FrameView(request)
        let level = DetailLevel(tolerance: request.tolerance, scale: view.scales.largest)
        for chunk in request.drawing.chunks where !level.keeps(chunk.bounds, tolerance: request.tolerance) {
            var isFound = false
            chunk.forEachItem(intersecting: view.visible) { i in
                if !level.keeps(chunk.itemBounds[i], tolerance: request.tolerance) { isFound = true }
            }
            if isFound { return true }
        }
        return false
    }

    /// A part of a frame to draw.
    struct Part {
        let window: PixelRect
        let drawing: Drawing
        /// Whether it is drawn over what is there.
        let isOver: Bool

        init(_ window: PixelRect, _ drawing: Drawing, isOver: Bool = false) {
            self.window = window
            self.drawing = drawing
            self.isOver = isOver
        }
    }

    /// What to draw after the copy.
    func parts(of drawing: Drawing) -> [Part] {
        let exposed = plan.exposed.map { Part($0, drawing) }
        guard let added = plan.added else { return exposed + plan.edited.map { Part($0, drawing) } }
        if plan.edited.isEmpty { return exposed }
        // Each item blends with the pixels that those below it have left, so that nothing below need be drawn again.
        let top = Drawing(added)
        return exposed + plan.edited.map { Part($0, top, isOver: true) }
    }

    /// Copies what is kept to where it belongs in a frame of `width` columns.
    func copy(to pixels: UnsafeMutablePointer<UInt32>, width: Int, _ workers: Workers) {
        let target = Target(pixels: pixels)
        let kept = plan.kept
        let rowsAtOnce = 64
        workers.run((Int(kept.height) + rowsAtOnce - 1) / rowsAtOnce) { block, _ in
            let first = Int(kept.minY) + block * rowsAtOnce
            for y in first..<min(first + rowsAtOnce, Int(kept.maxY)) {
                let from = (y - Int(plan.shiftY)) * source.size.width + Int(kept.minX - plan.shiftX)
                (target.pixels + (y * width + Int(kept.minX))).update(
                    from: source.store.pixels + from, count: Int(kept.width))
            }
        }
    }

    /// `@unchecked Sendable`: each block of rows is written by one thread.
    private struct Target: @unchecked Sendable {
        let pixels: UnsafeMutablePointer<UInt32>
    }
}
