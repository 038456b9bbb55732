/// Which items of a chunk lie where: items that are neighbours on the canvas in groups, each with a box around it.
///
/// A chunk holds items that follow one another in painter's order, and they may lie all over the canvas. A query looks at
/// some boxes of groups and at the items of a few, not at every item, and answers in painter's order.
///
/// Groups are runs of a Z-order curve (Morton, "A computer oriented geodetic data base", 1966).
struct ItemIndex: Sendable {
    private struct Group {
        var bounds: Rect<CanvasSpace>
        var items: Range<Int>
    }

    /// The most items in a group.
    private static let groupSize = 16

    private let groups: [Group]
    /// Indices of items, group by group.
    private let order: [UInt16]

    init(_ itemBounds: [Rect<CanvasSpace>], within whole: Rect<CanvasSpace>) {
        precondition(itemBounds.count <= ItemChunk.capacity, "the query marks items in as many bits")
        let (width, height) = (max(whole.width, .leastNormalMagnitude), max(whole.height, .leastNormalMagnitude))
        var keys: [UInt64] = []
        keys.reserveCapacity(itemBounds.count)
        for (i, bounds) in itemBounds.enumerated() {
            let center = bounds.center
            let x = Self.spread(Self.cell((center.x - whole.minX) / width))
            let y = Self.spread(Self.cell((center.y - whole.minY) / height))
            keys.append((x | y << 1) << 16 | UInt64(i))
        }
        keys.sort()
        order = keys.map { UInt16(truncatingIfNeeded: $0) }
        groups = stride(from: 0, to: order.count, by: Self.groupSize).map { [order] first in
            let items = first..<min(first + Self.groupSize, order.count)
            return Group(
                bounds: order[items].reduce(.empty) { $0.union(itemBounds[Int($1)]) }, items: items)
        }
    }

    /// A coordinate in 0…1 as one of 65,536 cells; what has no finite place is in the first.
    private static func cell(_ v: Double) -> UInt64 { v.isFinite ? UInt64(min(max(v, 0), 1) * 65535) : 0 }

    /// The bits of a 16-bit number, a zero between each two.
    private static func spread(_ v: UInt64) -> UInt64 {
        var v = v
        v = (v | v << 8) & 0x00FF_00FF
        v = (v | v << 4) & 0x0F0F_0F0F
        v = (v | v << 2) & 0x3333_3333
        return (v | v << 1) & 0x5555_5555
    }

    /// Calls `body` with each item whose bounds intersect `rect`, in painter's order.
    func forEachItem(
        intersecting rect: Rect<CanvasSpace>, _ itemBounds: [Rect<CanvasSpace>], _ body: (Int) -> Void
    ) {
        let words = (itemBounds.count + 63) / 64
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { marks in
            marks.initialize(repeating: 0)
            itemBounds.withUnsafeBufferPointer { itemBounds in
                for group in groups where rect.intersects(group.bounds) {
                    let isInside = rect.contains(group.bounds)
                    for k in group.items {
                        let i = Int(order[k])
                        if isInside || rect.intersects(itemBounds[i]) { marks[i >> 6] |= 1 << UInt64(i & 63) }
                    }
                }
            }
            for word in 0..<words {
                var rest = marks[word]
                while rest != 0 {
                    body(word << 6 + rest.trailingZeroBitCount)
                    rest &= rest &- 1
                }
            }
        }
    }
}
