/// Finds the boxes that hold a point or touch a box, among many: a bounding volume hierarchy.
struct PieceIndex: Sendable {
    private struct Node: Sendable {
        var box: Box
        /// A leaf's range of `order`; an inner node has an empty one, and its children are the next node and `right`.
        var range: Range<Int32>
        var right: Int32
    }

    private var nodes: [Node] = []
    private var order: [Int32]
    private let boxes: [Box]

    init(_ boxes: [Box]) {
        self.boxes = boxes
        order = (0..<Int32(boxes.count)).map { $0 }
        if !boxes.isEmpty { build(0..<boxes.count) }
    }

    /// The box around all.
    var bounds: Box { nodes.first?.box ?? .empty }

    private mutating func build(_ range: Range<Int>) {
        var box = Box.empty
        var centers = Box.empty
        for i in range {
            let b = boxes[Int(order[i])]
            box = box.union(b)
            centers = centers.union(Box(around: [b.center]))
        }
        let at = nodes.count
        nodes.append(Node(box: box, range: Int32(range.lowerBound)..<Int32(range.upperBound), right: 0))
        if range.count <= 4 { return }
        let size = centers.high - centers.low
        let axis = size.x >= size.y ? 0 : 1
        let boxes = boxes
        order[range].sort { boxes[Int($0)].center[axis] < boxes[Int($1)].center[axis] }
        let middle = range.lowerBound + range.count / 2
        nodes[at].range = 0..<0
        build(range.lowerBound..<middle)
        nodes[at].right = Int32(nodes.count)
        build(middle..<range.upperBound)
    }

    /// Whether `test` says yes for one of the boxes that touch `area`; `test` is given the box's number.
    @inline(__always)
    func anyTouching(_ area: Box, _ test: (Int) -> Bool) -> Bool {
        if nodes.isEmpty { return false }
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) { stack in
            var depth = 1
            stack[0] = 0
            while depth > 0 {
                depth -= 1
                var at = Int(stack[depth])
                while nodes[at].box.intersects(area) {
                    let node = nodes[at]
                    if !node.range.isEmpty {
                        for i in node.range {
                            let piece = Int(order[Int(i)])
                            if boxes[piece].intersects(area), test(piece) { return true }
                        }
                        break
                    }
                    // Halving by count keeps the depth below 64 for any number of boxes.
                    stack[depth] = node.right
                    depth += 1
                    at += 1
                }
            }
            return false
        }
    }

    /// The numbers of the boxes that touch `area`.
    func touching(_ area: Box) -> [Int] {
        var out: [Int] = []
        _ = anyTouching(area) {
            out.append($0)
            return false
        }
        return out
    }
}
