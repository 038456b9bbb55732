extension FillShape {
    /// Whether the point would be decided otherwise if the parts of the outline that pass within `reach` ran on its
    /// other side.
    ///
    /// Probing points around it cannot tell: a part that encloses nothing, as a path that runs out and back on one curve
    /// does, has an edge on either side, and no point between them. So each part nearby is carried over the point, which
    /// changes its winding number by one, up or down by the side it comes from; neighbouring edges, which would be
    /// carried over together, only once. Where the numbers so reached are all decided alike, there is no edge: a part
    /// that runs through the inside of a nonzero fill is none.
    func hasEdge(near s: V2, within reach: Double) -> Bool {
        let winding = winding(of: s)
        var reached: Set = [winding]
        for jumps in jumps(near: s, within: reach) {
            reached = reached.union(reached.flatMap { w in jumps.map { w + $0 } })
        }
        return reached.contains { isInside($0) != isInside(winding) }
    }

    /// For each connected part of the outline that passes within `reach`, the changes of the winding number that passing
    /// one of its edges brings.
    private func jumps(near s: V2, within reach: Double) -> [Set<Int>] {
        let area = Box(low: s - reach, high: s + reach)
        var parts: [Set<Int>] = []
        var last: Int?
        for (i, edge) in edges.enumerated() where Box(around: [edge.p0, edge.p1, edge.p2]).intersects(area) {
            guard let jump = edge.jump(from: s, within: reach) else { continue }
            if let last, last == i - 1, edges[last].subpath == edge.subpath {
                parts[parts.count - 1].insert(jump)
            } else {
                parts.append([jump])
            }
            last = i
        }
        return parts
    }
}

extension FillShape.Edge {
    /// How passing the edge, coming from `s`, changes the winding number; `nil` if it is farther than `reach`.
    fileprivate func jump(from s: V2, within reach: Double) -> Int? {
        let curve = isLine ? Curve(from: p0, to: p2) : Curve(p0, p1, p2)
        guard !curve.isPoint else { return nil }
        let q = s - curve.start
        var foot = norm(q) <= norm(q - (curve.end - curve.start)) ? 0.0 : 1.0
        let feet = curve.feet(of: q)
        for i in 0..<feet.count where norm(q - curve.offset(feet[i])) < norm(q - curve.offset(foot)) { foot = feet[i] }
        let away = q - curve.offset(foot)
        guard norm(away) <= reach else { return nil }
        // Inside a part that winds positively, y downwards, the inside is on the side of +90 degrees of its direction.
        return cross(curve.tangent(foot), away) > 0 ? -1 : 1
    }
}
