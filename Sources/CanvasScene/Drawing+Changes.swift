extension Drawing {
    /// The items that lie on top of all of `old`, if that is all that this drawing has beyond it.
    ///
    /// The cost follows the edits and the number of chunks, as that of `changedAreas` does.
    ///
    /// - Parameter limit: how many items are compared at most.
    /// - Returns: `nil` if anything else differs, or might.
    public func itemsAdded(to old: Drawing, limit: Int = 2 * ItemChunk.capacity) -> [Item]? {
        if stamp == old.stamp { return [] }
        guard count >= old.count else { return nil }
        let shared = sharedChunks(with: old)
        let before = old.chunks[shared...].reduce(0) { $0 + $1.items.count }
        let after = chunks[shared...].reduce(0) { $0 + $1.items.count }
        guard before <= limit, after - before <= limit else { return nil }
        var rest = chunks[shared...].lazy.flatMap(\.items).makeIterator()
        for item in old.chunks[shared...].lazy.flatMap(\.items) where rest.next() != item { return nil }
        return Array(IteratorSequence(rest))
    }

    /// Boxes around everything that looks different in this drawing and in `old`: what only one of them has, and what
    /// has come to lie in another order.
    ///
    /// The cost follows the edits and the number of chunks, not that of items: chunks that both drawings share are the
    /// same by their stamps.
    ///
    /// - Parameter limit: how many items are compared at most.
    /// - Returns: `nil` where more would have to be compared; draw everything anew then.
    public func changedAreas(since old: Drawing, limit: Int = 16 * ItemChunk.capacity) -> [Rect<CanvasSpace>]? {
        if stamp == old.stamp { return [] }
        var changes = ItemChanges(limit: limit)
        var start = sharedChunks(with: old)
        var oldStart = start
        var (end, oldEnd) = (chunks.count, old.chunks.count)
        while end > start, oldEnd > oldStart, chunks[end - 1] === old.chunks[oldEnd - 1] {
            end -= 1
            oldEnd -= 1
        }
        // Between them, chunks that both have divide what is to be compared into runs.
        var places: [UInt64: Int] = [:]
        for i in oldStart..<oldEnd { places[old.chunks[i].stamp] = i }
        for i in start..<end {
            guard let place = places[chunks[i].stamp], place >= oldStart else { continue }
            guard changes.compare(old.chunks[oldStart..<place], chunks[start..<i]) else { return nil }
            (start, oldStart) = (i + 1, place + 1)
        }
        guard changes.compare(old.chunks[oldStart..<oldEnd], chunks[start..<end]) else { return nil }
        return changes.areas
    }

    /// How many chunks the two drawings have in common from the lowest on.
    private func sharedChunks(with old: Drawing) -> Int {
        // As words: there may be thousands, and none need be retained to be told apart.
        chunks.withUnsafeBytes { new in
            old.chunks.withUnsafeBytes { old in
                let (a, b) = (new.bindMemory(to: UInt.self), old.bindMemory(to: UInt.self))
                let count = min(a.count, b.count)
                return (0..<count).first { a[$0] != b[$0] } ?? count
            }
        }
    }
}

/// Collects where two runs of items differ.
private struct ItemChanges {
    private(set) var areas: [Rect<CanvasSpace>] = []
    private var left: Int

    /// How far ahead an item is looked for that is not where it was.
    private static let lookahead = 32

    init(limit: Int) { left = limit }

    /// - Returns: whether the runs were short enough to be compared.
    mutating func compare(_ old: ArraySlice<ItemChunk>, _ new: ArraySlice<ItemChunk>) -> Bool {
        left -= (old + new).reduce(0) { $0 + $1.items.count }
        guard left >= 0 else { return false }
        let (a, b) = (old.flatMap(\.items), new.flatMap(\.items))
        let (boundsA, boundsB) = (old.flatMap(\.itemBounds), new.flatMap(\.itemBounds))
        // Any items that occur in both in the same order may be taken for unchanged; all others are changes.
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            if a[i] == b[j] {
                (i, j) = (i + 1, j + 1)
            } else if let next = (i + 1..<min(i + Self.lookahead, a.count)).first(where: { a[$0] == b[j] }) {
                areas += boundsA[i..<next]
                i = next
            } else if let next = (j + 1..<min(j + Self.lookahead, b.count)).first(where: { b[$0] == a[i] }) {
                areas += boundsB[j..<next]
                j = next
            } else {
                areas += [boundsA[i], boundsB[j]]
                (i, j) = (i + 1, j + 1)
            }
        }
        areas += boundsA[i...] + boundsB[j...]
        areas.removeAll(where: \.isEmpty)
        return true
    }
}
