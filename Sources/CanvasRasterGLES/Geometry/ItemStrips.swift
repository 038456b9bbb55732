/// Triangle strips of some items, with where each item's begin.
package struct ItemStrips {
    /// How an item gets onto the frame.
    enum Kind: UInt8 {
        /// Not at all.
        case nothing
        /// Its strips cover it, perhaps more than once: by depth, each sample once.
        case covered
        /// Its strips wind around it, to be counted by the stencil; the last one is its bounds.
        case nonzero, evenOdd
        /// Its arcs, which are not here but in a list of their own, cover it, perhaps more than once.
        case arcs
        /// The same, of a pen that changes its radius.
        case taperingArcs
        /// It is expanded for each frame anew.
        case perFrame
        /// Nobody has asked for it yet.
        case unknown

        var isArcs: Bool { self == .arcs || self == .taperingArcs }
    }

    struct Entry {
        var kind: Kind
        /// Its strips in `firsts` and `counts`.
        var firstStrip: Int32 = 0
        var stripCount: Int32 = 0
        /// Its vertices; those of its arcs if it has such.
        var firstVertex: Int32 = 0
        var vertexCount: Int32 = 0
    }

    package var vertices: [SceneVertex] = []
    package var firsts: [Int32] = []
    package var counts: [Int32] = []

    package init() {}

    /// Begins an item.
    func begin() -> Entry {
        Entry(
            kind: .nothing, firstStrip: Int32(firsts.count), stripCount: 0, firstVertex: Int32(vertices.count),
            vertexCount: 0)
    }

    /// Ends an item that `entry` was begun for.
    func end(_ entry: Entry, _ kind: Kind) -> Entry {
        var entry = entry
        entry.stripCount = Int32(firsts.count) - entry.firstStrip
        entry.vertexCount = Int32(vertices.count) - entry.firstVertex
        entry.kind = entry.stripCount == 0 ? .nothing : kind
        return entry
    }

    /// Makes a strip of the vertices from `first` on; fewer than three are taken back.
    @inline(__always)
    mutating func endStrip(from first: Int) {
        let count = vertices.count - first
        if count < 3 {
            vertices.removeLast(count)
        } else {
            firsts.append(Int32(first))
            counts.append(Int32(count))
        }
    }

    mutating func removeAll() {
        vertices.removeAll(keepingCapacity: true)
        firsts.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
    }
}
