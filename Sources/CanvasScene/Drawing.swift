import Synchronization

/// A drawing: items in painter's order, the later ones on top.
///
/// A value: copies are cheap and independent, so that a renderer keeps the copy it was given while the drawing is
/// edited. Items are held in chunks (`ItemChunk`) that copies share.
public struct Drawing: Sendable {
    /// The items in chunks, in order; none of the chunks is empty.
    public private(set) var chunks: [ItemChunk] = []
    /// The bounds of each chunk, side by side, so that a look at all of them is quick.
    public private(set) var chunkBounds: [Rect<CanvasSpace>] = []
    /// The index of each chunk's first item.
    private var starts: [Int] = []
    /// How many items the drawing has.
    public private(set) var count = 0

    /// How many edits the drawing has seen since it was made.
    public private(set) var revision = 0

    /// Unique in the process for each content: equal stamps mean equal items. Caches key on it, since two copies that
    /// were edited apart have the same `revision` but different items.
    public private(set) var stamp: UInt64 = 0

    /// The sheet the drawing was made on, if its author or file named one. Nothing is clipped to it.
    public var page: Rect<CanvasSpace>?

    public init(page: Rect<CanvasSpace>? = nil) {
        self.page = page
    }

    /// A drawing of `items`, at revision 0.
    public init(_ items: some Sequence<Item>, page: Rect<CanvasSpace>? = nil) {
        self.page = page
        var batch: [Item] = []
        batch.reserveCapacity(ItemChunk.capacity)
        for item in items {
            batch.append(item)
            if batch.count == ItemChunk.capacity {
                add(batch)
                batch.removeAll(keepingCapacity: true)
            }
        }
        if !batch.isEmpty { add(batch) }
        stamp = Self.nextStamp.add(1, ordering: .relaxed).newValue
    }

    private mutating func add(_ items: [Item]) {
        starts.append(count)
        replaceChunks(chunks.count..<chunks.count, by: [ItemChunk(items: items, itemBounds: items.map(\.bounds))])
        count += items.count
    }

    private mutating func replaceChunks(_ range: Range<Int>, by new: [ItemChunk]) {
        chunks.replaceSubrange(range, with: new)
        chunkBounds.replaceSubrange(range, with: new.map(\.bounds))
    }

    /// The union of all items' bounds; empty for a drawing without items.
    public var bounds: Rect<CanvasSpace> { chunkBounds.reduce(.empty) { $0.union($1) } }

    /// The rectangle that "the whole drawing" means: the page, or where there is none the items' bounds.
    public var extent: Rect<CanvasSpace> {
        if let page, page.width > 0, page.height > 0 { return page }
        return bounds
    }

    public var isEmpty: Bool { count == 0 }

    /// The item at `index`, 0 being the lowest.
    public subscript(index: Int) -> Item {
        let (chunk, offset) = locate(index)
        return chunks[chunk].items[offset]
    }

    /// All items in painter's order.
    public var items: some Sequence<Item> & Sendable { chunks.lazy.flatMap(\.items) }

    private func locate(_ index: Int) -> (chunk: Int, offset: Int) {
        precondition(index >= 0 && index < count, "item index out of range")
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle } else { high = middle }
        }
        return (low, index - starts[low])
    }

    /// Adds `item` on top.
    ///
    /// Items come in one by one while a hand draws, so the newest lie in small chunks: an append makes anew a chunk of
    /// at most `ItemChunk.tailCapacity` items, with what caches hang on it, and not one of 512.
    public mutating func append(_ item: Item) {
        if let last = chunks.last, last.items.count < ItemChunk.tailCapacity {
            replaceChunks(
                chunks.count - 1..<chunks.count,
                by: [ItemChunk(items: last.items + [item], itemBounds: last.itemBounds + [item.bounds])])
        } else {
            joinTail()
            starts.append(count)
            replaceChunks(chunks.count..<chunks.count, by: [ItemChunk(items: [item], itemBounds: [item.bounds])])
        }
        count += 1
        edited()
    }

    /// Makes one chunk of the small ones at the end, once they together fill it.
    private mutating func joinTail() {
        var (first, total) = (chunks.count, 0)
        while first > 0, chunks[first - 1].items.count <= ItemChunk.tailCapacity {
            let more = total + chunks[first - 1].items.count
            if more > ItemChunk.capacity { break }
            (first, total) = (first - 1, more)
        }
        guard total > ItemChunk.capacity - ItemChunk.tailCapacity else { return }
        let tail = chunks[first...]
        let whole = ItemChunk(items: tail.flatMap(\.items), itemBounds: tail.flatMap(\.itemBounds))
        replaceChunks(first..<chunks.count, by: [whole])
        starts.removeSubrange((first + 1)...)
    }

    /// Puts `item` in the place of the one at `index`.
    ///
    /// - Throws: `SceneError.noSuchItem` if there is none.
    public mutating func replace(at index: Int, with item: Item) throws(SceneError) {
        guard index >= 0, index < count else { throw .noSuchItem(index) }
        let (chunk, offset) = locate(index)
        var items = chunks[chunk].items
        var bounds = chunks[chunk].itemBounds
        items[offset] = item
        bounds[offset] = item.bounds
        replaceChunks(chunk..<chunk + 1, by: [ItemChunk(items: items, itemBounds: bounds)])
        edited()
    }

    /// Removes the item at `index`.
    ///
    /// - Throws: `SceneError.noSuchItem` if there is none.
    public mutating func remove(at index: Int) throws(SceneError) {
        guard index >= 0, index < count else { throw .noSuchItem(index) }
        let (chunk, offset) = locate(index)
        var items = chunks[chunk].items
        var bounds = chunks[chunk].itemBounds
        items.remove(at: offset)
        bounds.remove(at: offset)
        replaceChunks(
            chunk..<chunk + 1, by: items.isEmpty ? [] : [ItemChunk(items: items, itemBounds: bounds)])
        renumber(from: chunk)
        edited()
    }

    /// Puts `item` below the one now at `index`, or on top if `index` is `count`.
    ///
    /// - Throws: `SceneError.noSuchItem` if `index` is neither.
    public mutating func insert(_ item: Item, at index: Int) throws(SceneError) {
        guard index >= 0, index <= count else { throw .noSuchItem(index) }
        if index == count { return append(item) }
        let (chunk, offset) = locate(index)
        var items = chunks[chunk].items
        items.insert(item, at: offset)
        let half = items.count / 2
        let parts = items.count > ItemChunk.capacity ? [items[..<half], items[half...]] : [items[...]]
        replaceChunks(
            chunk..<chunk + 1, by: parts.map { ItemChunk(items: Array($0), itemBounds: $0.map(\.bounds)) })
        renumber(from: chunk)
        edited()
    }

    /// Counts the items of the chunks from `first` on, which are new or follow new ones.
    private mutating func renumber(from first: Int) {
        count = first == 0 ? 0 : starts[first - 1] + chunks[first - 1].items.count
        starts.removeSubrange(min(first, starts.count)...)
        for chunk in chunks[first...] {
            starts.append(count)
            count += chunk.items.count
        }
    }

    private mutating func edited() {
        revision += 1
        stamp = Self.nextStamp.add(1, ordering: .relaxed).newValue
    }

    private static let nextStamp = Atomic<UInt64>(0)
}
