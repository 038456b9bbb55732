// Edits, ink, and what is where.

extension CanvasSession {
    /// The drawing as it was last edited.
    public var drawing: Drawing { content.withLock { $0.history.drawing } }

    /// Puts `item` on top.
    public func append(_ item: Item) {
        edit { try? $0.perform(.insert(item, at: $0.drawing.count)) }
    }

    /// Puts `item` below the one now at `index`, or on top if `index` is the drawing's count.
    ///
    /// - Throws: `SceneError.noSuchItem`; so for the other edits.
    public func insert(_ item: Item, at index: Int) throws(SceneError) {
        try edit { (history) throws(SceneError) in try history.perform(.insert(item, at: index)) }
    }

    /// Puts `item` in the place of the one at `index`.
    public func replace(at index: Int, with item: Item) throws(SceneError) {
        try edit { (history) throws(SceneError) in
            guard index >= 0, index < history.drawing.count else { throw .noSuchItem(index) }
            try history.perform(.replace(history.drawing[index], by: item, at: index))
        }
    }

    /// Removes the item at `index`.
    public func remove(at index: Int) throws(SceneError) {
        try edit { (history) throws(SceneError) in
            guard index >= 0, index < history.drawing.count else { throw .noSuchItem(index) }
            try history.perform(.remove(history.drawing[index], at: index))
        }
    }

    /// Shows another drawing. What was done to the one before cannot be undone.
    public func setDrawing(_ drawing: Drawing) {
        content.withLock { content in
            content.history = EditHistory(drawing)
            content.ink.removeAll()
            loop.setDrawing(drawing)
        }
    }

    /// Whether there is an edit to take back.
    public var canUndo: Bool { content.withLock { $0.history.canUndo } }

    /// Whether there is an edit to do again.
    public var canRedo: Bool { content.withLock { $0.history.canRedo } }

    /// Takes the last edit back. Without one, nothing happens.
    public func undo() { edit { _ = $0.undo() } }

    /// Does the edit again that was taken back last. Without one, nothing happens.
    public func redo() { edit { _ = $0.redo() } }

    private func edit<E: Error>(_ change: (inout EditHistory) throws(E) -> Void) throws(E) {
        let result: Result<Void, E> = content.withLock { content in
            do throws(E) {
                try change(&content.history)
            } catch {
                return .failure(error)
            }
            loop.setDrawing(content.history.drawing)
            return .success(())
        }
        try result.get()
    }

    // MARK: - Ink

    /// A pen came down at `point`. The stroke is seen at the next refresh, whatever is being rendered.
    ///
    /// - Parameters:
    ///   - width: of the stroke, in canvas units, at a pressure of a half or where there is none.
    ///   - pressure: 0…1.
    public func beginStroke(
        at point: Point<ViewSpace>, width: Double, paint: Paint = .solid(.black), pressure: Double? = nil
    ) {
        let start = camera.canvasPoint(at: point)
        content.withLock { content in
            var pen = LiveInk.Pen(width: width, paint: paint)
            pen.add(start, pressure: pressure)
            content.ink.pen = pen
        }
    }

    /// The pen moved to `point`.
    public func extendStroke(to point: Point<ViewSpace>, pressure: Double? = nil) {
        let next = camera.canvasPoint(at: point)
        content.withLock { $0.ink.pen?.add(next, pressure: pressure) }
    }

    /// The pen was lifted: the stroke becomes the drawing's topmost item, an edit like others.
    public func endStroke() {
        content.withLock { content in
            guard let item = content.ink.pen?.item else { return content.ink.pen = nil }
            try? content.history.perform(.insert(item, at: content.history.drawing.count))
            content.ink.finish(item, revision: content.history.drawing.revision)
            loop.setDrawing(content.history.drawing)
        }
    }

    /// The stroke under the pen is none: a palm, or the system took the pen away.
    public func cancelStroke() { content.withLock { $0.ink.pen = nil } }

    // MARK: - What is where

    /// The topmost item that paints within `radius` pixels of a point of the view: what a tap there is meant for.
    public func topmostItem(at point: Point<ViewSpace>, within radius: Double = 0) -> Int? {
        let camera = camera
        guard point.isFinite, radius >= 0 else { return nil }
        return HitTest.topmost(in: drawing, at: camera.canvasPoint(at: point), within: radius / camera.zoom)
    }

    /// The items that lie inside a line drawn around them on the view, in painter's order.
    public func items(inside lasso: [Point<ViewSpace>]) -> [Int] {
        let camera = camera
        return HitTest.items(in: drawing, inside: lasso.filter(\.isFinite).map { camera.canvasPoint(at: $0) })
    }
}

extension LiveInk.Pen {
    package mutating func add(_ point: Point<CanvasSpace>, pressure: Double?) {
        let place = point.reinterpreted(as: ItemSpace.self)
        guard place.isFinite, path.currentPoint != place else { return }
        do {
            if path.isEmpty { try path.move(to: place) } else { try path.line(to: place) }
            widths.append(width * (0.4 + 1.2 * min(max(pressure ?? 0.5, 0), 1)))
            // A dot needs a step to be one.
            if widths.count == 1 {
                try path.line(to: place)
                widths.append(widths[0])
            }
        } catch {}
    }
}
