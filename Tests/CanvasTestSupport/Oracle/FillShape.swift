/// A filled path, decided by the winding number of its exact curves in frame space.
struct FillShape: OracleShape {
    /// A part of the outline on which y only grows or only falls.
    struct Edge: Sendable {
        var p0: V2
        var p1: V2
        var p2: V2
        var isLine: Bool
        /// Which sub-path it belongs to.
        var subpath = 0
        var low: Double { min(p0.y, p2.y) }
        var high: Double { max(p0.y, p2.y) }

        /// Whether the edge passes to the right of `s` at its height; the edge must reach that height.
        func isRight(of s: V2) -> Bool {
            if p0.x > s.x, p1.x > s.x, p2.x > s.x { return true }
            if p0.x <= s.x, p1.x <= s.x, p2.x <= s.x { return false }
            let t = parameter(atHeight: s.y)
            let u = 1 - t
            if isLine { return u * p0.x + t * p2.x > s.x }
            return u * u * p0.x + 2 * u * t * p1.x + t * t * p2.x > s.x
        }

        private func parameter(atHeight y: Double) -> Double {
            if isLine { return (y - p0.y) / (p2.y - p0.y) }
            let b = 2 * (p1.y - p0.y)
            let a = (p0.y - p1.y) + (p2.y - p1.y)
            let roots = Cubic(c0: p0.y - y, c1: b, c2: a, c3: 0).roots(in: 0, 1)
            if roots.count > 0 { return roots[0] }
            return abs(y - p0.y) < abs(y - p2.y) ? 0 : 1
        }

        /// Whether the edge's hull, a triangle, touches the box: false means that the edge does not.
        func mayTouch(_ box: Box) -> Bool {
            let hull = Box(around: [p0, p1, p2])
            guard hull.intersects(box) else { return false }
            let corners = [box.low, V2(box.high.x, box.low.y), box.high, V2(box.low.x, box.high.y)]
            for (p, q, third) in [(p0, p2, p1), (p0, p1, p2), (p1, p2, p0)] where p != q {
                let side = cross(q - p, third - p)
                let sides = corners.map { cross(q - p, $0 - p) }
                if side >= 0, sides.allSatisfy({ $0 < 0 }) || sides.allSatisfy({ $0 > side }) { return false }
                if side <= 0, sides.allSatisfy({ $0 > 0 }) || sides.allSatisfy({ $0 < side }) { return false }
            }
            return true
        }
    }

    let edges: [Edge]
    private let evenOdd: Bool
    let bounds: Box
    /// For each of `bandCount` horizontal bands, the edges that reach into it.
    private let bands: [[Int32]]
    private let bandHeight: Double

    /// - Parameter subpaths: for each, its curves as control points in frame space, not necessarily closed.
    init(_ subpaths: [[(V2, V2, V2, isLine: Bool)]], evenOdd: Bool) {
        var edges: [Edge] = []
        var box = Box.empty
        for (number, curves) in subpaths.enumerated() {
            guard let first = curves.first, let last = curves.last else { continue }
            let begin = edges.count
            defer { for i in begin..<edges.count { edges[i].subpath = number } }
            for (p0, p1, p2, isLine) in curves { Self.append(p0, p1, p2, to: &edges, isLine: isLine) }
            if last.2 != first.0 {  // open: a fill closes it
                let middle = (last.2 + first.0) / 2
                Self.append(last.2, middle, first.0, to: &edges, isLine: true)
            }
        }
        for edge in edges { box = box.union(Box(around: [edge.p0, edge.p1, edge.p2])) }
        let count = min(4096, max(1, edges.count / 2))
        let height = box.isEmpty ? 1 : max(box.high.y - box.low.y, 1e-300) / Double(count)
        var bands = [[Int32]](repeating: [], count: count)
        for (i, edge) in edges.enumerated() {
            let first = Self.band(edge.low, box.low.y, height, count)
            for band in first...Self.band(edge.high, box.low.y, height, count) { bands[band].append(Int32(i)) }
        }
        self.edges = edges
        self.evenOdd = evenOdd
        self.bands = bands
        bounds = box
        bandHeight = height
    }

    private static func band(_ y: Double, _ top: Double, _ height: Double, _ count: Int) -> Int {
        Int(min(Double(count - 1), max(0, (y - top) / height)))
    }

    /// Cuts a curve where its y turns. Level edges cross no height, but they bound the shape, and are kept for that.
    private static func append(_ p0: V2, _ p1: V2, _ p2: V2, to edges: inout [Edge], isLine: Bool = false) {
        let a = (p0.y - p1.y) + (p2.y - p1.y)
        let turn = (p0.y - p1.y) / a
        guard !isLine, turn > 0, turn < 1 else {
            edges.append(Edge(p0: p0, p1: p1, p2: p2, isLine: isLine))
            return
        }
        let left = p0 + (p1 - p0) * turn
        let right = p1 + (p2 - p1) * turn
        let middle = left + (right - left) * turn
        // At the turn the tangent is level: the control points are put on its height, against rounding.
        let (l, r) = (V2(left.x, middle.y), V2(right.x, middle.y))
        edges.append(Edge(p0: p0, p1: l, p2: middle, isLine: false))
        edges.append(Edge(p0: middle, p1: r, p2: p2, isLine: false))
    }

    func contains(_ s: V2) -> Bool { isInside(winding(of: s)) }

    /// Whether the rule calls a point of that winding number inside.
    func isInside(_ winding: Int) -> Bool { evenOdd ? !winding.isMultiple(of: 2) : winding != 0 }

    /// How often the outline goes around a point.
    func winding(of s: V2) -> Int {
        guard bounds.contains(s) else { return 0 }
        var winding = 0
        for i in bands[Self.band(s.y, bounds.low.y, bandHeight, bands.count)] {
            let edge = edges[Int(i)]
            guard s.y >= edge.low, s.y < edge.high, edge.isRight(of: s) else { continue }
            winding += edge.p2.y > edge.p0.y ? 1 : -1
        }
        return winding
    }

    func uniform(around s: V2, radius: Double) -> Bool? {
        let box = Box(low: s - radius, high: s + radius)
        guard bounds.intersects(box) else { return false }
        let first = Self.band(box.low.y, bounds.low.y, bandHeight, bands.count)
        for band in first...Self.band(box.high.y, bounds.low.y, bandHeight, bands.count) {
            for i in bands[band] where edges[Int(i)].mayTouch(box) { return nil }
        }
        return contains(s)
    }

    func count(of samples: [V2], around center: V2, radius: Double) -> Int {
        if let all = uniform(around: center, radius: radius) { return all ? samples.count : 0 }
        return samples.reduce(0) { $0 + (contains($1) ? 1 : 0) }
    }
}
