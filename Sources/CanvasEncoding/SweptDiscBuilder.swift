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
/// one disc holds the other, there are no tangents: the strips end with the one and begin again with the other, or at an
/// end of the path are those of the larger alone.
struct SweptDiscBuilder {
    let tolerance: Double
    let transform: Transform2D<ItemSpace, CanvasSpace>
    /// At least this radius, in item units, the pen may be widened to by who draws it.
    let widening: Double
    /// By how much the transform stretches lengths at least: what decides whether a pen is thinner than a pixel.
    private let leastScale: Double
    private var side = 1.0
    /// Whether tangents are those of a pen that is widened to `widening` where it is thinner.
    private var isLaidWidened = true
    private var mesh: StrokeMesh

    init(
        tolerance: Double, widening: Double, transform: Transform2D<ItemSpace, CanvasSpace>,
        mesh: consuming StrokeMesh
    ) {
        self.tolerance = tolerance
        self.widening = widening
        self.transform = transform
        leastScale = transform.scales.smallest
        self.mesh = mesh
    }

    consuming func finish() -> StrokeMesh { mesh }

    mutating func append(_ nodes: [SpineNode], isClosed: Bool) {
        guard nodes.count > 1 else { return }
        appendSides(nodes, isClosed: isClosed)
        appendUnwidened(nodes, isClosed: isClosed)
    }

    private mutating func appendSides(_ nodes: [SpineNode], isClosed: Bool) {
        for s in [1.0, -1.0] {
            side = s
            appendSide(nodes, isClosed: isClosed)
        }
    }

    /// Covers what is missing where it depends on the camera whether the pen is widened: where its radius lies between
    /// half of `widening` and all of it, and changes. There it is laid as for a widened pen, whose edges are parallel. If
    /// it is not widened, the discs' own tangents enclose more. If it is, their corners lie on its discs and add nothing.
    private mutating func appendUnwidened(_ nodes: [SpineNode], isClosed: Bool) {
        guard widening > 0 else { return }
        func isOpen(_ i: Int) -> Bool {
            let (r, q) = (nodes[i].radius, nodes[(i + 1) % nodes.count].radius)
            return r != q && min(r, q) < widening && max(r, q) > widening / 2
        }
        let segments = isClosed ? nodes.count : nodes.count - 1
        var start = 0
        isLaidWidened = false
        while start < segments {
            let end = (start..<segments).first { !isOpen($0) } ?? segments
            if end > start { appendSides((start...end).map { nodes[$0 % nodes.count] }, isClosed: false) }
            start = end + 1
        }
        isLaidWidened = true
    }

    mutating func appendDot(at p: Point<ItemSpace>, radius: Double) {
        guard radius > 0 else { return }
        let node = SpineNode(point: p, incoming: Vector(1, 0), outgoing: Vector(1, 0), radius: radius)
        for s in [1.0, -1.0] {
            side = s
            mesh.beginRun()
            add(node, Vector(-1, 0))
            sector(node, from: Vector(-1, 0), by: .pi, to: Vector(1, 0))
        }
    }

    /// What a side's strip needs to know of a segment.
    private struct Tangent {
        var length: Double
        var direction: Vector<ItemSpace>
        /// How far the contact leans back from the normal, in radians: the arc sine of the radius's slope. ±π/2 where one
        /// disc holds the other.
        var lean: Double
        /// The direction in which the tangent touches the discs; `nil` where one disc holds the other.
        var contact: Vector<ItemSpace>?

        /// How far the tangent's touching points advance along the segment: less the more it leans.
        var edgeLength: Double { length * cos(lean) * cos(lean) }
    }

    private func tangent(_ a: SpineNode, _ b: SpineNode) -> Tangent {
        let d = b.point - a.point
        let length = d.length
        guard length > 0 else { return Tangent(length: 0, direction: a.outgoing, lean: 0, contact: nil) }
        let t = d / length
        // Of the pen as it will be drawn: where it is widened to one size, its edges are parallel.
        let least = isLaidWidened ? widening : 0
        let sine = (max(b.radius, least) - max(a.radius, least)) / length
        guard abs(sine) < 1 else {
            return Tangent(length: length, direction: t, lean: sine < 0 ? -.pi / 2 : .pi / 2, contact: nil)
        }
        let contact = t.perpendicular * (side * (1 - sine * sine).squareRoot()) - t * sine
        return Tangent(length: length, direction: t, lean: asin(sine), contact: contact)
    }

    /// Lays one side.
    ///
    /// A point is covered by the disc for which its distance to the centre less the radius is smallest. If that disc is
    /// at a vertex, the point lies, as seen from there, in front of where the incoming segment's tangents touch and
    /// behind where the outgoing one's do: the sectors laid here are exactly those directions.
    private mutating func appendSide(_ nodes: [SpineNode], isClosed: Bool) {
        let count = nodes.count
        let segments = isClosed ? count : count - 1
        let tangents = (0..<segments).map { tangent(nodes[$0], nodes[($0 + 1) % count]) }
        if isClosed, tangents[segments - 1].contact != nil {
            mesh.beginRun()
            passVertex(nodes[0], tangents[segments - 1], tangents[0])
        } else if isClosed || tangents[0].contact != nil || nodes[0].radius >= nodes[1].radius {
            mesh.beginRun()
            begin(nodes[0], tangents[0])
        }
        for i in 0..<segments {
            let end = nodes[(i + 1) % count]
            let next = i + 1 < segments ? tangents[i + 1] : (isClosed ? tangents[0] : nil)
            if let contact = tangents[i].contact {
                if let next {
                    passVertex(end, tangents[i], next)
                } else {
                    add(end, contact)
                    sector(end, from: contact, by: .pi / 2 + tangents[i].lean, to: tangents[i].direction)
                }
            } else if let next, i + 1 < segments {
                mesh.beginRun()
                begin(end, next)
            } else if isClosed || end.radius > nodes[i].radius {
                mesh.beginRun()
                add(end, -tangents[i].direction)
                sector(end, from: -tangents[i].direction, by: .pi, to: tangents[i].direction)
            }
        }
    }

    /// The disc at which a strip begins, from its back to where the segment's tangent touches.
    private mutating func begin(_ node: SpineNode, _ tangent: Tangent) {
        let back = -tangent.direction
        add(node, back)
        if let contact = tangent.contact {
            sector(node, from: back, by: .pi / 2 - tangent.lean, to: contact)
        } else {
            sector(node, from: back, by: .pi, to: tangent.direction)
        }
    }

    /// Carries a strip round a vertex: by a sector on the outer side, through the spine on the inner one.
    private mutating func passVertex(_ node: SpineNode, _ before: Tangent, _ after: Tangent) {
        guard let from = before.contact else { return begin(node, after) }
        let turn = atan2(before.direction.cross(after.direction), before.direction.dot(after.direction))
        guard let to = after.contact else {
            // The next disc begins anew; this one is laid up to where the path goes on.
            add(node, from)
            let angle = before.lean + .pi / 2 - side * turn
            if angle > 0 { sector(node, from: from, by: angle, to: after.direction) }
            return
        }
        let angle = before.lean - after.lean - side * turn
        let radius = max(node.radius, widening)
        // A turn so slight that the sector's bulge is invisible, between segments too long for an edge to run backwards.
        if abs(angle) < 1, radius * angle * angle <= 2 * tolerance,
            node.radius * abs(angle) <= min(before.edgeLength, after.edgeLength), let mean = (from + to).normalized
        {
            return add(node, mean)
        }
        if angle >= 0 {
            add(node, from)
            sector(node, from: from, by: angle, to: to)
        } else {
            add(node, from)
            push(edge: node.point, node)
            add(node, to)
        }
    }

    /// A fan of the disc around a node, from a direction that is laid already, against the side's normal by an angle.
    private mutating func sector(
        _ node: SpineNode, from: Vector<ItemSpace>, by angle: Double, to: Vector<ItemSpace>
    ) {
        let chords = RoundArc(radius: max(node.radius, widening), tolerance: tolerance).chords(for: angle)
        let step = -angle * side / Double(chords)
        let (c, s) = (cos(step), sin(step))
        var u = from
        for _ in 1..<max(1, chords) {
            u = u.turned(cosine: c, sine: s)
            add(node, u)
        }
        add(node, to)
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
                halfThickness: node.radius * leastScale))
    }
}
