#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lays the area that a disc of changing radius sweeps along a flattened path.
///
/// Between two vertices it is the convex hull of the two discs: the outer tangents touch each disc at the direction `u`
/// with `u · T = −(r₁ − r₀) / d`, T being the direction and d the length of the segment. Each side of the path is a
/// strip between the tangents and the spine; at vertices and ends the strips are joined by sectors of the disc. Where
/// one disc holds the other, there are no tangents: the strips end with the one and begin again with the other.
struct SweptDiscBuilder {
    let tolerance: Double
    let transform: Transform2D<ItemSpace, CanvasSpace>
    /// At least this radius, in item units, the pen may be widened to by who draws it.
    let widening: Double
    private let meanScale: Double
    private var side = 1.0
    private var mesh: StrokeMesh

    init(
        tolerance: Double, widening: Double, transform: Transform2D<ItemSpace, CanvasSpace>,
        mesh: consuming StrokeMesh
    ) {
        self.tolerance = tolerance
        self.widening = widening
        self.transform = transform
        meanScale = abs(transform.determinant).squareRoot()
        self.mesh = mesh
    }

    consuming func finish() -> StrokeMesh { mesh }

    mutating func append(_ nodes: [SpineNode], isClosed: Bool) {
        guard nodes.count > 1 else { return }
        for s in [1.0, -1.0] {
            side = s
            appendSide(nodes, isClosed: isClosed)
        }
    }

    mutating func appendDot(at p: Point<ItemSpace>, radius: Double) {
        guard radius > 0 else { return }
        let node = SpineNode(point: p, incoming: Vector(1, 0), outgoing: Vector(1, 0), radius: radius)
        for s in [1.0, -1.0] {
            side = s
            mesh.beginRun()
            sector(node, from: Vector(-1, 0), to: Vector(1, 0), includingStart: true)
        }
    }

    /// The direction in which a segment's tangent on one side touches the discs; `nil` where one disc holds the other.
    private func contact(_ a: SpineNode, _ b: SpineNode) -> Vector<ItemSpace>? {
        let d = b.point - a.point
        let length = d.length
        guard length > 0 else { return nil }
        let sine = (b.radius - a.radius) / length
        guard abs(sine) < 1 else { return nil }
        let t = d / length
        return t.perpendicular * (side * (1 - sine * sine).squareRoot()) - t * sine
    }

    private mutating func appendSide(_ nodes: [SpineNode], isClosed: Bool) {
        let count = nodes.count
        let segments = isClosed ? count : count - 1
        let contacts = (0..<segments).map { contact(nodes[$0], nodes[($0 + 1) % count]) }
        func direction(_ i: Int) -> Vector<ItemSpace> {
            (nodes[(i + 1) % count].point - nodes[i].point).normalized ?? nodes[i].outgoing
        }
        func length(_ i: Int) -> Double { nodes[(i + 1) % count].point.distance(to: nodes[i].point) }
        func reach(_ i: Int, _ j: Int) -> Double { min(length(i), length(j)) }
        mesh.beginRun()
        if !isClosed || contacts[segments - 1] == nil {
            sector(
                nodes[0], from: -direction(0), to: contacts[0] ?? direction(0), includingStart: true)
        } else {
            joint(
                nodes[0], from: contacts[segments - 1]!, to: contacts[0] ?? direction(0), reach: reach(segments - 1, 0))
        }
        for i in 0..<segments {
            let end = nodes[(i + 1) % count]
            guard let here = contacts[i] else {
                // The strip has run round its disc to the far side; the next disc begins anew.
                mesh.beginRun()
                let next = i + 1 < segments ? contacts[i + 1] : nil
                let back = -direction(i)
                sector(end, from: back, to: next ?? -back, includingStart: true)
                continue
            }
            add(end, here)
            if i + 1 == segments {
                if isClosed {
                    joint(end, from: here, to: contacts[0] ?? direction(0), reach: reach(i, 0))
                } else {
                    sector(end, from: here, to: direction(i), includingStart: false)
                }
            } else if let next = contacts[i + 1] {
                joint(end, from: here, to: next, reach: reach(i, i + 1))
            } else {
                sector(end, from: here, to: direction(i + 1), includingStart: false)
            }
        }
    }

    /// Carries a side's strip round a vertex: by a sector on the outer side, through the spine on the inner one.
    private mutating func joint(
        _ node: SpineNode, from: Vector<ItemSpace>, to: Vector<ItemSpace>, reach: Double
    ) {
        let cross = from.cross(to) * side
        let radius = max(node.radius, widening)
        // A turn so slight that the sector's bulge is invisible, between segments too long for an edge to run backwards.
        if from.dot(to) > 0.5, radius * cross * cross <= 2 * tolerance, node.radius * abs(cross) <= reach,
            let mean = (from + to).normalized
        {
            return add(node, mean)
        }
        if cross <= 0, from.dot(to) > -1 || cross < 0 {
            sector(node, from: from, to: to, includingStart: true)
        } else {
            add(node, from)
            push(edge: node.point, node)
            add(node, to)
        }
    }

    /// A fan of the disc around a node, turning against the side's normal, so that its area has the mesh's orientation.
    private mutating func sector(
        _ node: SpineNode, from: Vector<ItemSpace>, to: Vector<ItemSpace>, includingStart: Bool
    ) {
        var angle = atan2(from.cross(to), from.dot(to)) * side
        if angle > 1e-12 { angle -= 2 * .pi }
        let chords = RoundArc(radius: max(node.radius, widening), tolerance: tolerance).chords(for: angle)
        let step = angle / Double(chords) * side
        let (c, s) = (cos(step), sin(step))
        var u = from
        if includingStart { add(node, u) }
        for i in 0..<chords {
            u = i + 1 == chords ? to : u.turned(cosine: c, sine: s)
            add(node, u)
        }
    }

    private mutating func add(_ node: SpineNode, _ contact: Vector<ItemSpace>) {
        push(edge: node.point + contact * node.radius, node)
    }

    private mutating func push(edge: Point<ItemSpace>, _ node: SpineNode) {
        let spine = node.point.applying(transform)
        let outer = edge.applying(transform)
        mesh.append(
            CrossSection(
                left: side > 0 ? outer : spine, right: side > 0 ? spine : outer, spine: spine,
                halfThickness: node.radius * meanScale))
    }
}
