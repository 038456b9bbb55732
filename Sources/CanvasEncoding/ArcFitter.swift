/// Replaces a finely flattened path by as few circular arcs as a tolerance allows.
///
/// Arcs begin and end at vertices of the path and need not touch each other's directions: a round pen is drawn along them,
/// whose discs close every joint. It is a greedy walk. An arc from vertex i is prolonged as long as one circle through
/// both its ends passes all vertices between within the tolerance. With the chord as x-axis, L long, a circle through both
/// ends is `b (x² + y² − L x) = y`, and a point's distance from it is at most `|b (x² + y² − L x) − y|`: so each
/// vertex confines b to an interval, and what all have in common is what can be chosen.
///
/// Between two vertices the path is as good as straight and the arc is not; that too bounds b, the more the longer the step.
struct ArcFitter {
    /// A piece of the result, from one vertex to another.
    struct Piece {
        var first: Int
        var last: Int
        /// See `SweptArc.bend`, in item space.
        var bend: Double
    }

    /// How far vertices may lie from an arc, and an arc from the path's steps, in item units.
    private let vertexTolerance: Double
    private let stepTolerance: Double

    /// How the tolerance is shared; the rest is the flattening's, whose chords depart from curves by half of what it was
    /// given.
    private static let vertexShare = 0.86
    private static let stepShare = 0.12
    static let flatteningShare = 0.04
    /// The tangent of half the angle that an arc may turn by.
    private static let largestTangent = 1.0
    /// The most vertices between the ends of an arc.
    private static let window = 48

    /// - Parameter tolerance: how far arcs may lie from the true path, in item units, flattening included.
    init(tolerance: Double) {
        vertexTolerance = tolerance * Self.vertexShare
        stepTolerance = tolerance * Self.stepShare
    }

    /// Replaces `pieces` by arcs along `nodes`; of a closed path, back to the first one, which is number `nodes.count` then.
    func fit(_ nodes: [SpineNode], isClosed: Bool, into pieces: inout [Piece]) {
        pieces.removeAll(keepingCapacity: true)
        nodes.withUnsafeBufferPointer { nodes in
            let end = isClosed ? nodes.count : nodes.count - 1
            var first = 0
            while first < end {
                var last = first + 1
                var bend = 0.0
                while last < end, last - first <= Self.window, let longer = self.bend(nodes, first, last + 1) {
                    last += 1
                    bend = longer
                }
                pieces.append(Piece(first: first, last: last, bend: bend))
                first = last
            }
        }
    }

    /// The bend of an arc from vertex `i` to vertex `j` that passes near enough to all between; `nil` if there is none.
    private func bend(_ nodes: UnsafeBufferPointer<SpineNode>, _ i: Int, _ j: Int) -> Double? {
        let start = nodes[i].point
        let chord = nodes[j == nodes.count ? 0 : j].point - start
        let length = (chord.dx * chord.dx + chord.dy * chord.dy).squareRoot()
        guard length > 1e-150, length < 1e150 else { return nil }
        let along = chord / length
        let across = along.perpendicular
        var high = Self.largestTangent / length
        var low = -high
        var longestStep = 0.0
        var before = Vector<ItemSpace>(0, 0)
        for k in i + 1...j {
            let at = k == j ? chord : nodes[k].point - start
            let step = at - before
            longestStep = max(longestStep, step.dx * step.dx + step.dy * step.dy)
            before = at
            if k == j { break }
            let (x, y) = (at.dot(along), at.dot(across))
            guard x > -vertexTolerance, x < length + vertexTolerance else { return nil }
            // Below zero for whatever is nearer to the chord's middle than its ends are.
            let power = x * x + y * y - length * x
            if power < -1e-9 * length * length {
                low = max(low, (y + vertexTolerance) / power)
                high = min(high, (y - vertexTolerance) / power)
                guard low <= high else { return nil }
            } else if abs(y) > vertexTolerance {
                return nil
            }
        }
        // The curvature is at most 2 b, and an arc's height over a step s² / 8 times that.
        let limit = 4 * stepTolerance / longestStep
        low = max(low, -limit)
        high = min(high, limit)
        guard low <= high else { return nil }
        // As far from either bound as it can be.
        return low + (high - low) / 2
    }
}
