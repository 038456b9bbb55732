/// Takes vertices out of a finely flattened path of one width, as many as a tolerance allows.
///
/// Between two vertices that stay, both edges of the ribbon become straight lines. Such a line may lie on either side of
/// the true edge, so that it spans an arc whose height is up to twice its distance from the arc; vertices are displaced
/// off the path for that, each edge by itself. Curves are joined across the borders of their segments: a drawing seen
/// from afar, whose segments are shorter than a pixel, comes out with as few vertices as the pixels can show.
///
/// It is a greedy walk. A chord from vertex i to vertex j sees the edge points of the vertices between at certain
/// distances from itself; from their range follows the interval of displacements that keeps the chord within the
/// tolerance. Vertex j can be displaced by what the intervals of its two chords have in common; j goes forward as long
/// as there is something in common at i.
///
/// Source of the idea: Imai and Iri, "Polygonal approximations of a curve" (1988), who bound the error of a chord by a
/// strip around it.
struct SpineSimplifier {
    /// How far an edge may be moved, in item units.
    private let tolerance: Double
    /// How far an edge may lie from the true one, in item units.
    private let wholeTolerance: Double
    /// The pen's radius.
    let radius: Double
    /// The radius that tolerances are kept for: larger than `radius` where who draws the stroke may widen the pen.
    let drawnRadius: Double
    /// Whether the path's ends may be displaced and turned, which round caps allow.
    let endsAreFree: Bool
    /// Whether a round join covers what is nearer to a corner than to anything else of the path.
    let joinsAreRound: Bool
    /// Whether the normals of the path may be seen where they cross each other: see `isSharp`.
    private var showsNormals = false

    /// Whether parts without a corner are left as they are if they turn somewhere on a circle of less than three radii.
    /// The evolute is so sensitive there that no bound on a chord's turn held for pens of hundreds of tolerances; for pens
    /// of a few it does.
    private var keepsTightParts: Bool { showsNormals && drawnRadius > 8 * wholeTolerance }

    /// The share of a stroke's tolerance that fine flattening may use up before.
    static let flatteningShare = 0.16
    /// No chord turns away from the path by more than the angle of this cosine, 25°: then a vertex's displacement
    /// differs from its distance to either chord by a tenth at most.
    private static let leastCosine = 0.906
    /// The most of the tolerance that half the height of an arc over its chord may take. The rest is freedom for the
    /// vertices, which the next chord needs.
    private static let largestHeight = 0.75
    /// The turn of a chord, as a sine, within which the envelope of its normals stays within the tolerance of theirs. A
    /// vertex's cross-section may lean from the true normal by a quarter of the turn, and the normals at both ends meet
    /// beyond the evolute by an eighth of its arc times the turn; no more of either than the pen's radius shows.
    private var tightestTurn: Double { 2 * tolerance / drawnRadius }
    /// The most vertices between the ends of a chord.
    private static let window = 32

    /// - Parameter tolerance: how far edges may lie from the true ones, in item units, flattening included.
    init(tolerance: Double, radius: Double, drawnRadius: Double, endsAreFree: Bool, joinsAreRound: Bool) {
        wholeTolerance = tolerance
        self.tolerance = tolerance * (1 - Self.flatteningShare) * Self.leastCosine
        self.radius = radius
        self.drawnRadius = drawnRadius
        self.endsAreFree = endsAreFree
        self.joinsAreRound = joinsAreRound
    }

    // MARK: The walk

    /// Replaces `nodes` by those of `source` that are needed.
    mutating func simplify(_ source: [SpineNode], isClosed: Bool, into nodes: inout [SpineNode]) {
        nodes.removeAll(keepingCapacity: true)
        guard source.count > 2 else {
            nodes.append(contentsOf: source)
            return
        }
        showsNormals =
            (!isClosed && !endsAreFree)
            || (!joinsAreRound && source.contains { !$0.isSmooth(radius: drawnRadius, tolerance: wholeTolerance) })
        source.withUnsafeBufferPointer { source in
            // A closed path ends where it begins: at `source.count`, which stands for vertex 0.
            let end = isClosed ? source.count : source.count - 1
            var first = 0
            while first < end {
                var last = first + 1
                while last < end, source[last].isSmooth(radius: drawnRadius, tolerance: wholeTolerance) { last += 1 }
                if keepsTightParts, (first..<last).contains(where: { isTight(source, $0, than: 3 * drawnRadius) }) {
                    nodes.append(contentsOf: source[first..<last])
                    if last == source.count - 1, !isClosed, endsAreFree { nodes.append(source[last]) }
                    first = last
                    continue
                }
                simplify(source, first, last, isClosed: isClosed, into: &nodes)
                first = last
            }
            if !isClosed, !endsAreFree { nodes.append(source[end]) }
        }
    }

    /// Appends what is needed of the vertices from `first` on, between which none is a corner, but not `last` itself,
    /// unless it is a free end.
    private func simplify(
        _ source: UnsafeBufferPointer<SpineNode>, _ first: Int, _ last: Int, isClosed: Bool,
        into nodes: inout [SpineNode]
    ) {
        let startIsFree = endsAreFree && !isClosed && first == 0
        let endIsFree = endsAreFree && !isClosed && last == source.count - 1
        let half = Interval(low: -tolerance / 2, high: tolerance / 2)
        let freeEnd = Sides(left: half, right: half)
        // What the displacement at vertex i must lie in; `nil` where it is none: the true cross-section.
        var allowed: Sides? = startIsFree ? freeEnd : nil
        var before: Chord?
        var i = first
        while i < last {
            var j = i + 1
            var isSharp = self.isSharp(source, i)
            var chord = self.chord(source, i, j)
            while chord != nil, !isSharp, j < last, j - i < Self.window, let longer = self.chord(source, i, j + 1),
                longer.cosine >= Self.leastCosine, longer.height <= Self.largestHeight * tolerance,
                longer.accepts(start: allowed), !turnsTooFar(longer, source, i, j)
            {
                // Cross-sections at the ends of a sharp step are true ones.
                let endIsFixed = j + 1 < last ? self.isSharp(source, j + 1) : !endIsFree
                guard longer.accepts(end: endIsFixed ? nil : j + 1 < last ? longer.sides : freeEnd) else { break }
                chord = longer
                j += 1
            }
            if let chord, allowed != nil {
                append(source[i], before, chord, to: &nodes)
            } else {
                nodes.append(source[i])
            }
            before = chord
            isSharp = isSharp || j < last && self.isSharp(source, j)
            allowed = isSharp ? nil : chord?.sides
            i = j
        }
        if endIsFree { nodes.append(before.map { displacedEnd(source[last], $0) } ?? source[last]) }
    }

    /// Whether the step after a vertex turns so tightly and so far that its normals must stay what they are.
    ///
    /// Where the path turns more tightly than the pen is wide, its normals cross within the pen. Points nearest to the
    /// path's inside are covered all the same. But beside a butt or square end, or a corner that is not round, the
    /// outermost normals and their envelope, the path's evolute, are the border of the stroke, and that is no edge which a
    /// chord's strip bounds.
    @inline(__always)
    private func isSharp(_ source: UnsafeBufferPointer<SpineNode>, _ i: Int) -> Bool {
        guard showsNormals else { return false }
        let next = i + 1 == source.count ? 0 : i + 1
        return isTight(source, i, than: drawnRadius)
            && abs(source[i].outgoing.cross(source[next].incoming)) > tightestTurn
    }

    /// Whether a chord from `i` that is prolonged beyond `j` turns further than tight steps allow.
    @inline(__always)
    private func turnsTooFar(_ chord: Chord, _ source: UnsafeBufferPointer<SpineNode>, _ i: Int, _ j: Int) -> Bool {
        guard showsNormals, chord.turn > tightestTurn else { return false }
        for k in i...j where isTight(source, k, than: drawnRadius) { return true }
        return false
    }

    /// Whether the path turns more tightly between a vertex and the next than on a circle of `radius`.
    @inline(__always)
    private func isTight(
        _ source: UnsafeBufferPointer<SpineNode>, _ i: Int, than radius: Double
    ) -> Bool {
        let next = i + 1 == source.count ? 0 : i + 1
        let step = source[next].point - source[i].point
        let turn = source[i].outgoing.cross(source[next].incoming)
        return step.dx * step.dx + step.dy * step.dy < radius * radius * turn * turn
    }

    /// The straight piece from vertex `i` to vertex `j`; `nil` if they lie on one another.
    @inline(__always)
    private func chord(_ source: UnsafeBufferPointer<SpineNode>, _ i: Int, _ j: Int) -> Chord? {
        let start = source[i]
        let end = source[j == source.count ? 0 : j]
        let whole = end.point - start.point
        let length = (whole.dx * whole.dx + whole.dy * whole.dy).squareRoot()
        guard length > 1e-150, length < 1e150 else { return nil }
        let along = whole / length
        let across = along.perpendicular
        var chord = Chord(direction: along)
        let (startCosine, endCosine) = (along.dot(start.outgoing), along.dot(end.incoming))
        chord.cosine = min(startCosine, endCosine)
        chord.startBulge = drawnRadius * (1 - startCosine)
        chord.endBulge = drawnRadius * (1 - endCosine)
        chord.turn = abs(start.outgoing.cross(end.incoming))
        let most = max(chord.startBulge, chord.endBulge)
        // The edges at distance r lie r (1 − cos θ) nearer to the path's chord than where the path itself is.
        var (leftLow, leftHigh) = (-most, -min(chord.startBulge, chord.endBulge))
        var (rightLow, rightHigh) = (-leftHigh, most)
        var k = i + 1
        while k < j {
            let node = source[k]
            let distance = (node.point - start.point).dot(across)
            let cosine = along.dot(node.incoming)
            chord.cosine = min(chord.cosine, cosine)
            let bulge = drawnRadius * (1 - cosine)
            leftLow = min(leftLow, distance - bulge)
            leftHigh = max(leftHigh, distance - bulge)
            rightLow = min(rightLow, distance + bulge)
            rightHigh = max(rightHigh, distance + bulge)
            k += 1
        }
        chord.height = max(leftHigh - leftLow, rightHigh - rightLow) / 2
        chord.sides = Sides(
            left: Interval(low: leftHigh - tolerance, high: leftLow + tolerance),
            right: Interval(low: rightHigh - tolerance, high: rightLow + tolerance))
        if radius < drawnRadius {
            // Whoever widens the pen widens what its edges are displaced apart by as well: they move together or not.
            let common = chord.sides.left.intersection(chord.sides.right)
            chord.sides = Sides(left: common, right: common)
        }
        return chord
    }

    // MARK: Vertices that stay

    /// Appends a vertex between two chords, or at the free start of the path.
    private func append(_ node: SpineNode, _ before: Chord?, _ after: Chord, to nodes: inout [SpineNode]) {
        guard let before else {
            nodes.append(displacedEnd(node, after))
            return
        }
        let cosine = before.direction.dot(after.direction)
        guard cosine > 0, let along = (before.direction + after.direction).normalized else {
            nodes.append(node)
            return
        }
        let cosHalf = ((1 + cosine) / 2).squareRoot()
        guard cosHalf > 0.8 else {
            nodes.append(node)
            return
        }
        let both = before.sides.intersection(after.sides)
        if both.isEmpty {
            // Rare: nothing suits both chords. The ribbon then steps sideways, by less than the tolerance.
            nodes.append(displaced(node, along, cosHalf, before.sides))
            nodes.append(displaced(node, along, cosHalf, after.sides))
        } else {
            nodes.append(displaced(node, along, cosHalf, both))
        }
    }

    /// A vertex with its edges on the two chords' lines, displaced as `sides` allow.
    private func displaced(
        _ node: SpineNode, _ along: Vector<ItemSpace>, _ cosHalf: Double, _ sides: Sides
    ) -> SpineNode {
        var node = node
        let across = along.perpendicular / cosHalf
        let (left, right) = displacements(sides)
        node.incoming = along
        node.outgoing = along
        node.edges = SpineNode.Edges(left: across * (radius + left), right: across * (right - radius))
        return node
    }

    /// Both edges' displacements. A pen not much thicker than the tolerance keeps its thickness, and so its ink.
    private func displacements(_ sides: Sides) -> (left: Double, right: Double) {
        if radius > 2 * wholeTolerance { return (sides.left.middle, sides.right.middle) }
        let common = sides.left.intersection(sides.right)
        let middle = common.isEmpty ? (sides.left.middle + sides.right.middle) / 2 : common.middle
        return (middle, middle)
    }

    /// An end of the path, displaced across its only chord and turned into it.
    private func displacedEnd(_ node: SpineNode, _ chord: Chord) -> SpineNode {
        let limit = tolerance / 2
        let middle = (chord.sides.left.middle + chord.sides.right.middle) / 2
        var node = node
        node.point = node.point + chord.direction.perpendicular * min(max(middle, -limit), limit)
        node.incoming = chord.direction
        node.outgoing = chord.direction
        return node
    }

    // MARK: Bounds

    /// Displacements of an edge towards the path's left, in item units; empty where `low > high`.
    private struct Interval {
        var low = 0.0
        var high = 0.0

        var isEmpty: Bool { low > high }
        var middle: Double { (low + high) / 2 }

        func intersection(_ other: Interval) -> Interval {
            Interval(low: max(low, other.low), high: min(high, other.high))
        }
    }

    /// The displacements of the two edges.
    private struct Sides {
        var left = Interval()
        var right = Interval()

        var isEmpty: Bool { left.isEmpty || right.isEmpty }

        func intersection(_ other: Sides) -> Sides {
            Sides(left: left.intersection(other.left), right: right.intersection(other.right))
        }
    }

    /// A straight piece of the ribbon.
    private struct Chord {
        var direction: Vector<ItemSpace>
        /// How far its edges may be displaced.
        var sides = Sides()
        /// Half the width of the strip that the true edge needs.
        var height = 0.0
        /// The cosine of the largest angle between the path and the chord.
        var cosine = 1.0
        /// The sine of the angle by which the path turns from its start to its end.
        var turn = 0.0
        /// How far the true cross-sections at its ends fall short of the edges' lines.
        var startBulge = 0.0
        var endBulge = 0.0

        init(direction: Vector<ItemSpace>) { self.direction = direction }

        /// Whether the start can be displaced as `allowed` says; if that is `nil`, whether it can stay where it is.
        func accepts(start allowed: Sides?) -> Bool {
            guard let allowed else { return accepts(startBulge) }
            return !sides.intersection(allowed).isEmpty
        }

        /// Whether the end can be displaced as `allowed` says; if that is `nil`, whether it can stay.
        func accepts(end allowed: Sides?) -> Bool {
            guard let allowed else { return accepts(endBulge) }
            return !sides.intersection(allowed).isEmpty
        }

        private func accepts(_ bulge: Double) -> Bool {
            sides.left.low <= -bulge && -bulge <= sides.left.high && sides.right.low <= bulge
                && bulge <= sides.right.high
        }
    }
}
