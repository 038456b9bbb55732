#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lays a ribbon of one width along a flattened path: body, joins and caps.
///
/// The body of a segment is what its normals of half-width length sweep. At a smooth vertex two segments share one
/// cross-section. At a corner the outer side gets the join; the inner side turns at the point where the two inner edges
/// meet, or, where the segments are too short for that, through the path's vertex, so that the quads overlap but none
/// is ever turned over (an inner edge that runs backwards would punch holes into the stroke).
struct RibbonBuilder {
    let radius: Double
    /// The radius that tolerances are kept for: larger than `radius` where who draws the stroke may widen the pen.
    let drawnRadius: Double
    let style: StrokeStyle
    let tolerance: Double
    let arc: RoundArc
    let transform: Transform2D<ItemSpace, CanvasSpace>
    /// For a similarity, the canvas units of the radius; else −1: it depends on the direction.
    private let uniformHalfThickness: Double
    private let areaScale: Double
    private let largestScale: Double
    /// How far corners that would lie on a neighbour's edge are moved off it, in item units; invisibly little.
    ///
    /// A triangle that closes the mesh at such a corner would have no area but what rounding gives it. A rasteriser that
    /// decides coverage by rounded corners and interpolates between unrounded ones divides by nothing there, and loses
    /// the sample.
    private let lift: Double
    private let capCuts: [CapCut]
    private var mesh: StrokeMesh
    /// The cross-section last appended, in item space.
    private var last = Section(left: .zero, right: .zero, spine: .zero, half: 0)

    /// A cross-section in item space.
    struct Section {
        var left: Point<ItemSpace>
        var right: Point<ItemSpace>
        var spine: Point<ItemSpace>
        var half: Double
    }

    init(
        radius: Double, widening: Double, style: StrokeStyle, tolerance: Double,
        transform: Transform2D<ItemSpace, CanvasSpace>,
        mesh: consuming StrokeMesh
    ) {
        self.radius = radius
        drawnRadius = max(radius, widening)
        self.style = style
        self.tolerance = tolerance
        self.transform = transform
        arc = RoundArc(radius: drawnRadius, tolerance: tolerance)
        capCuts = Self.cuts(style.cap, drawnRadius, tolerance)
        lift = min(tolerance / 2, drawnRadius / 4) * (radius / drawnRadius)
        areaScale = abs(transform.determinant)
        let scales = transform.scales
        largestScale = scales.largest
        uniformHalfThickness =
            scales.largest - scales.smallest <= 1e-9 * scales.largest ? radius * scales.largest : -1
        self.mesh = mesh
    }

    consuming func finish() -> StrokeMesh { mesh }

    // MARK: A chain

    mutating func append(_ nodes: [SpineNode], isClosed: Bool) {
        guard nodes.count > 1 else { return }
        mesh.beginRun()
        if isClosed {
            let closing = bridge(nodes, nodes.count - 1, 0, 1 % nodes.count)
            push(closing.isCorner ? section(at: nodes[0].point, nodes[0].outgoing, inner: closing) : closing.shared)
            for i in 1..<nodes.count { join(nodes, i - 1, i, (i + 1) % nodes.count) }
            join(nodes, nodes.count - 1, 0, 1 % nodes.count)
        } else {
            startCap(at: nodes[0].point, nodes[0].outgoing)
            for i in 1..<(nodes.count - 1) { join(nodes, i - 1, i, i + 1) }
            connect(to: section(at: nodes[nodes.count - 1].point, nodes[nodes.count - 1].incoming))
            endCap(at: nodes[nodes.count - 1].point, nodes[nodes.count - 1].incoming)
        }
        appendShortCusps(nodes)
    }

    /// The dot of a sub-path without length: what its two caps make of it.
    mutating func appendDot(at p: Point<ItemSpace>, direction: Vector<ItemSpace>) {
        guard style.cap != .butt else { return }
        mesh.beginRun()
        startCap(at: p, direction)
        endCap(at: p, direction)
    }

    /// The whole discs at turning points of arms shorter than the pen's radius, which the half disc of the turn and the
    /// arms' own bodies do not cover.
    private mutating func appendShortCusps(_ nodes: [SpineNode]) {
        for (i, node) in nodes.enumerated() where node.isCusp {
            let before = nodes[i == 0 ? nodes.count - 1 : i - 1].point
            let after = nodes[(i + 1) % nodes.count].point
            guard min(before.distance(to: node.point), after.distance(to: node.point)) < drawnRadius else { continue }
            mesh.beginRun()
            let cuts = Self.cuts(.round, drawnRadius, tolerance)
            for cut in cuts.reversed() { push(cut, at: node.point, node.incoming, sign: -1) }
            push(section(at: node.point, node.incoming))
            for cut in cuts { push(cut, at: node.point, node.incoming, sign: 1) }
        }
    }

    // MARK: Joins

    /// What happens at a vertex.
    private struct Bridge {
        var isCorner: Bool
        /// Whether the path turns towards `left`.
        var turnsLeft: Bool
        /// The cross-section of a vertex that is no corner.
        var shared: Section
        /// Where the two inner edges meet, if they do near enough.
        var inner: Point<ItemSpace>?
    }

    private func bridge(_ nodes: [SpineNode], _ before: Int, _ at: Int, _ after: Int) -> Bridge {
        let node = nodes[at]
        let (a, b) = (node.incoming, node.outgoing)
        if let edges = node.edges {
            return Bridge(isCorner: false, turnsLeft: false, shared: section(at: node.point, a, edges), inner: nil)
        }
        if a == b, !node.isCusp {
            return Bridge(isCorner: false, turnsLeft: false, shared: section(at: node.point, a), inner: nil)
        }
        if node.isSmooth(radius: drawnRadius, tolerance: tolerance), let mean = (a + b).normalized {
            return Bridge(isCorner: false, turnsLeft: false, shared: section(at: node.point, mean), inner: nil)
        }
        let (cross, dot) = (a.cross(b), a.dot(b))
        var bridge = Bridge(isCorner: true, turnsLeft: cross > 0, shared: last, inner: nil)
        guard dot > -0.999 else { return bridge }
        let tanHalf = abs(cross) / (1 + dot)
        let needed = drawnRadius * max(abs(cross), tanHalf)
        let (p, q) = (nodes[before].point, nodes[after].point)
        if needed * 2 <= min(p.distance(to: node.point), q.distance(to: node.point)) {
            bridge.inner = innerMeeting(nodes[before], node, nodes[after], side: cross > 0 ? 1 : -1)
        }
        return bridge
    }

    /// The intersection of the last inner edge before a corner with the first one after it, if both reach it.
    private func innerMeeting(_ before: SpineNode, _ node: SpineNode, _ after: SpineNode, side: Double)
        -> Point<ItemSpace>?
    {
        let r = radius * side
        let a0 = before.point + edge(before, before.outgoing, side)
        let a1 = node.point + node.incoming.perpendicular * r
        let b0 = node.point + node.outgoing.perpendicular * r
        let b1 = after.point + edge(after, after.incoming, side)
        let (u, v, w) = (a1 - a0, b1 - b0, b0 - a0)
        let d = u.cross(v)
        guard d != 0 else { return nil }
        let (s, t) = (w.cross(v) / d, w.cross(u) / d)
        guard s > 0, s <= 1, t >= 0, t < 1 else { return nil }
        return a0 + u * s
    }

    /// Where the ribbon's edge lies at a vertex, relative to it, on the left (`side` = 1) or right (−1).
    private func edge(_ node: SpineNode, _ direction: Vector<ItemSpace>, _ side: Double) -> Vector<ItemSpace> {
        if let edges = node.edges { return side > 0 ? edges.left : edges.right }
        return direction.perpendicular * (radius * side)
    }

    private mutating func join(_ nodes: [SpineNode], _ before: Int, _ at: Int, _ after: Int) {
        let bridge = bridge(nodes, before, at, after)
        guard bridge.isCorner else { return connect(to: bridge.shared) }
        let node = nodes[at]
        let (p, a, b) = (node.point, node.incoming, node.outgoing)
        connect(to: section(at: p, a, inner: bridge))
        let half = (halfThickness(a) + halfThickness(b)) / 2
        let outerSign = bridge.turnsLeft ? -1.0 : 1.0
        let from = a.perpendicular * (radius * outerSign)
        let to = b.perpendicular * (radius * outerSign)
        let pivot = bridge.inner ?? p + outward(from + to, a) * lift
        func add(_ outer: Vector<ItemSpace>) {
            push(
                bridge.turnsLeft
                    ? Section(left: pivot, right: p + outer, spine: p, half: half)
                    : Section(left: p + outer, right: pivot, spine: p, half: half))
        }
        // 1 / sin(angle / 2) with the angle between the segments is 1 / cos of half the turn.
        let cosHalfSquared = max(0, (1 + a.dot(b)) / 2)
        let isMitered = style.join == .miter && cosHalfSquared * style.miterLimit * style.miterLimit >= 1
        if bridge.inner == nil {
            if !node.isCusp, style.join != .round, !isMitered, radius * cosHalfSquared.squareRoot() < 4 * lift {
                // A bevel so low that nobody sees it.
                mesh.beginRun()
                return push(section(at: p, b))
            }
            add(from)
        }
        switch node.isCusp ? .round : style.join {
        case .bevel: break
        case .miter: if isMitered { add((from + to) / (1 + a.dot(b))) }
        case .round:
            let angle = atan2(abs(a.cross(b)), a.dot(b))
            let chords = arc.chords(for: angle)
            let step = (bridge.turnsLeft ? 1.0 : -1.0) * angle / Double(chords)
            let (c, s) = (cos(step), sin(step))
            var outer = from
            for _ in 1..<max(1, chords) {
                outer = outer.turned(cosine: c, sine: s)
                add(outer)
            }
        }
        if bridge.inner == nil { add(to) }
        push(section(at: p, b, inner: bridge))
    }

    /// The direction in which a join's outer side lies, as long as it takes to leave the line across `a` by 1.
    private func outward(_ middle: Vector<ItemSpace>, _ a: Vector<ItemSpace>) -> Vector<ItemSpace> {
        guard middle.length > 1e-6 * radius, let direction = middle.normalized else { return a }
        return direction / max(direction.dot(a), 1e-3)
    }

    // MARK: Caps

    /// Appends the start cap and the body's first cross-section.
    private mutating func startCap(at p: Point<ItemSpace>, _ direction: Vector<ItemSpace>) {
        for cut in capCuts.reversed() { push(cut, at: p, direction, sign: -1) }
        push(section(at: p, direction))
    }

    /// Appends the end cap; the body's last cross-section is there already.
    private mutating func endCap(at p: Point<ItemSpace>, _ direction: Vector<ItemSpace>) {
        for cut in capCuts { push(cut, at: p, direction, sign: 1) }
    }

    private mutating func push(_ cut: CapCut, at p: Point<ItemSpace>, _ direction: Vector<ItemSpace>, sign: Double) {
        let centre = p + direction * (radius * cut.along * sign)
        let across = direction.perpendicular * (radius * cut.across)
        push(Section(left: centre + across, right: centre - across, spine: p, half: halfThickness(direction)))
    }

    /// A cut across a cap, in radii: how far out, and how far to each side.
    private struct CapCut {
        var along: Double
        var across: Double
    }

    /// The cuts of a cap beyond the one where the body ends, outwards.
    private static func cuts(_ cap: LineCap, _ radius: Double, _ tolerance: Double) -> [CapCut] {
        switch cap {
        case .butt: return []
        case .square: return [CapCut(along: 1, across: 1)]
        case .round:
            let half = HalfDisc(radius: radius, tolerance: tolerance)
            return (1..<(half.chords / 2 + 1)).map { i in
                let angle = .pi * Double(i) / Double(half.chords)
                return CapCut(
                    along: half.reach * sin(angle), across: 2 * i == half.chords ? 0 : half.reach * cos(angle))
            }
        }
    }

    // MARK: Cross-sections

    private func section(at p: Point<ItemSpace>, _ direction: Vector<ItemSpace>) -> Section {
        let across = direction.perpendicular * radius
        return Section(left: p + across, right: p - across, spine: p, half: halfThickness(direction))
    }

    private func section(
        at p: Point<ItemSpace>, _ direction: Vector<ItemSpace>, _ edges: SpineNode.Edges
    ) -> Section {
        Section(
            left: p + edges.left, right: p + edges.right, spine: p + (edges.left + edges.right) / 2,
            half: halfThickness(direction))
    }

    private func section(at p: Point<ItemSpace>, _ direction: Vector<ItemSpace>, inner bridge: Bridge) -> Section {
        var s = section(at: p, direction)
        if let inner = bridge.inner {
            if bridge.turnsLeft { s.left = inner } else { s.right = inner }
        }
        return s
    }

    /// Half the thickness, in canvas units, across a stroke that runs in `direction`.
    private func halfThickness(_ direction: Vector<ItemSpace>) -> Double {
        if uniformHalfThickness >= 0 { return uniformHalfThickness }
        return radius * areaScale / direction.applying(transform).length
    }

    private mutating func push(_ s: Section) {
        mesh.append(
            CrossSection(
                left: s.left.applying(transform), right: s.right.applying(transform),
                spine: s.spine.applying(transform), halfThickness: s.half))
        last = s
    }

    /// Adds the quad from the last cross-section to `next`: as it is, or in parts where an edge runs backwards.
    private mutating func connect(to next: Section) {
        let l = last
        if area(l.left, l.right, next.left) >= 0, area(l.right, next.right, next.left) >= 0 {
            push(next)
            return
        }
        // One side at a time. The slivers at both ends close the mesh against the neighbours, whose edges do not stop at
        // the spine.
        let (crossed, crossedRight) = (crossing(l, l.left, next, next.left), crossing(l, l.right, next, next.right))
        let (s, t) = (l.spine + lifted(ahead(l)), next.spine - lifted(ahead(next)))
        addRun(l, pair(l, s, s))
        addHalf(l, s, l.left, next, t, next.left, crossed)
        addHalf(l, s, l.right, next, t, next.right, crossedRight)
        addRun(pair(next, t, t), next)
        mesh.beginRun()
        push(next)
    }

    /// Where one half of two cross-sections meet.
    private struct Crossing {
        var point: Point<ItemSpace>
        /// From there to the middle between the spine's points.
        var inwards: Vector<ItemSpace>
        /// How far that leads from the nearer cross-section.
        var depth: Double
    }

    /// Where the halves of two cross-sections from the spine to an edge meet; `nil` if they do not.
    private func crossing(
        _ s: Section, _ edge0: Point<ItemSpace>, _ t: Section, _ edge1: Point<ItemSpace>
    ) -> Crossing? {
        let (u, v, w) = (edge0 - s.spine, edge1 - t.spine, t.spine - s.spine)
        let d = u.cross(v)
        let (a, b) = (w.cross(v) / d, w.cross(u) / d)
        guard d != 0, a > 0, a < 1, b > 0, b < 1 else { return nil }
        let point = s.spine + u * a
        let inwards = s.spine.interpolated(to: t.spine, 0.5) - point
        let depth = min(abs(u.cross(inwards)) / u.length, abs(v.cross(inwards)) / v.length)
        return Crossing(point: point, inwards: inwards, depth: depth)
    }

    private func pair(_ of: Section, _ a: Point<ItemSpace>, _ b: Point<ItemSpace>) -> Section {
        Section(left: a, right: b, spine: of.spine, half: of.half)
    }

    /// What one half of the cross-sections sweeps between two of them: a quad, or where they cross, since the path turns
    /// more tightly than the pen is wide, the two triangles that meet where they do.
    ///
    /// - Parameters:
    ///   - spine0, spine1: the spine's points, moved off the cross-sections by `lift`.
    private mutating func addHalf(
        _ s: Section, _ spine0: Point<ItemSpace>, _ edge0: Point<ItemSpace>, _ t: Section, _ spine1: Point<ItemSpace>,
        _ edge1: Point<ItemSpace>, _ crossing: Crossing?
    ) {
        guard let crossing else {
            addRun(pair(s, spine0, spine0), pair(t, spine1, edge1))
            addRun(pair(s, spine0, edge0), pair(t, edge1, edge1))
            return
        }
        addRun(pair(s, crossing.point, edge0), pair(t, edge1, edge1))
        // The crossing lies on both cross-sections but is no corner of their neighbours: slivers close the mesh there. They
        // reach further in than the lines from the edges to the spine's moved points.
        let share = crossing.depth > 0 ? min(1, 2 * lift / crossing.depth) : 0
        let lifted = crossing.point + crossing.inwards * share
        addRun(pair(s, spine0, spine0), pair(t, spine1, lifted))
        addRun(pair(s, spine0, spine0), pair(s, lifted, edge0))
        addRun(pair(t, spine1, spine1), pair(t, lifted, edge1))
    }

    /// A move in a direction that is as long in the canvas as `lift` is where the transform stretches most.
    private func lifted(_ direction: Vector<ItemSpace>) -> Vector<ItemSpace> {
        direction * (lift * largestScale / direction.applying(transform).length)
    }

    /// The direction of the path at a cross-section.
    private func ahead(_ s: Section) -> Vector<ItemSpace> {
        let across = (s.left - s.right).normalized ?? Vector(0, 1)
        return Vector(across.dy, -across.dx)
    }

    /// Adds a run of two cross-sections, turned so that its area is positive.
    private mutating func addRun(_ a: Section, _ b: Section) {
        let turned = area(a.left, a.right, b.left) + area(a.right, b.right, b.left) < 0
        mesh.beginRun()
        for s in [a, b] {
            push(turned ? Section(left: s.right, right: s.left, spine: s.spine, half: s.half) : s)
        }
    }

    /// Twice the signed area of a triangle; positive in the order left, right, next left of a forward quad.
    private func area(_ a: Point<ItemSpace>, _ b: Point<ItemSpace>, _ c: Point<ItemSpace>) -> Double {
        (b - a).cross(c - a)
    }
}
