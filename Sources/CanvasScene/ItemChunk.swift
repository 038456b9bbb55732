import Synchronization

/// A run of consecutive items of a drawing, immutable and shared by every copy of the drawing that holds it.
///
/// Chunks are what caches hang on: an edit makes a new chunk, with a new `stamp`, and leaves all others as they are,
/// so that whatever was derived from them stays valid.
public final class ItemChunk: Sendable {
    /// How many items a chunk holds at most.
    public static let capacity = 512

    /// How many items a chunk holds at most while items are appended one by one.
    static let tailCapacity = 16

    /// Unique in the process: two chunks with one stamp are the same chunk.
    public let stamp: UInt64
    public let items: [Item]
    /// The bounds of each item, parallel to `items`.
    public let itemBounds: [Rect<CanvasSpace>]
    /// The union of `itemBounds`.
    public let bounds: Rect<CanvasSpace>
    /// `nil` where there are so few items that looking at each is cheaper.
    private let index: ItemIndex?

    init(items: [Item], itemBounds: [Rect<CanvasSpace>]) {
        stamp = Self.nextStamp.add(1, ordering: .relaxed).newValue
        self.items = items
        self.itemBounds = itemBounds
        bounds = itemBounds.reduce(.empty) { $0.union($1) }
        index = items.count > Self.tailCapacity * 2 ? ItemIndex(itemBounds, within: bounds) : nil
    }

    /// Calls `body` with the index of each item whose bounds intersect `rect`, in painter's order. The cost follows what
    /// intersects, not what there is.
    public func forEachItem(intersecting rect: Rect<CanvasSpace>, _ body: (Int) -> Void) {
        guard rect.intersects(bounds) else { return }
        if let index {
            index.forEachItem(intersecting: rect, itemBounds, body)
        } else {
            for i in itemBounds.indices where rect.intersects(itemBounds[i]) { body(i) }
        }
    }

    private static let nextStamp = Atomic<UInt64>(0)
}
