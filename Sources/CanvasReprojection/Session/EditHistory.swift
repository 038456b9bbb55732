/// A drawing with all edits that led to it, so that they can be taken back and done again, to any depth.
struct EditHistory: Sendable {
    /// One edit, with what it takes to reverse it.
    enum Edit: Sendable {
        case insert(Item, at: Int)
        case remove(Item, at: Int)
        case replace(Item, by: Item, at: Int)

        var reversed: Edit {
            switch self {
            case .insert(let item, let index): .remove(item, at: index)
            case .remove(let item, let index): .insert(item, at: index)
            case .replace(let old, let new, let index): .replace(new, by: old, at: index)
            }
        }
    }

    private(set) var drawing: Drawing
    private var done: [Edit] = []
    private var undone: [Edit] = []

    init(_ drawing: Drawing) { self.drawing = drawing }

    var canUndo: Bool { !done.isEmpty }
    var canRedo: Bool { !undone.isEmpty }

    /// Makes an edit; what was undone before cannot be redone after it.
    mutating func perform(_ edit: Edit) throws(SceneError) {
        try apply(edit)
        done.append(edit)
        undone.removeAll()
    }

    /// - Returns: whether there was something to undo.
    mutating func undo() -> Bool {
        guard let last = done.popLast() else { return false }
        // What was done can be reversed: the indices are those of the drawing as it was left.
        try? apply(last.reversed)
        undone.append(last)
        return true
    }

    /// - Returns: whether there was something to redo.
    mutating func redo() -> Bool {
        guard let next = undone.popLast() else { return false }
        try? apply(next)
        done.append(next)
        return true
    }

    private mutating func apply(_ edit: Edit) throws(SceneError) {
        switch edit {
        case .insert(let item, let index): try drawing.insert(item, at: index)
        case .remove(_, let index): try drawing.remove(at: index)
        case .replace(_, let new, let index): try drawing.replace(at: index, with: new)
        }
    }
}
