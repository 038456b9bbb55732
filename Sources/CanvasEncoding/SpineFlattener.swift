#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One segment of a stroke's path with the pen's radius at its ends, in item space.
struct SpineSegment {
    var curve: QuadraticBezier<ItemSpace>
    var isLine: Bool
    var startRadius: Double
    var endRadius: Double

    /// Whether the segment is a single point.
    var isPoint: Bool { curve.p0 == curve.p2 && (isLine || curve.p1 == curve.p0) }
}

/// A vertex of a flattened path: where the pen is, where it came from and where it goes.
struct SpineNode {
    var point: Point<ItemSpace>
    /// Unit vectors; equal where the path is smooth.
    var incoming: Vector<ItemSpace>
    var outgoing: Vector<ItemSpace>
    var radius: Double
    /// Whether the path turns back here within one curve: joined by a disc, whatever the join style, since that is the
    /// limit of ever tighter turns.
    var isCusp = false
    /// Where the edges lie, relative to the point, if not half a width to either side.
    var edges: Edges?

    struct Edges {
        var left: Vector<ItemSpace>
        var right: Vector<ItemSpace>
    }

    /// Whether what a join of a pen of this radius would add is below what anybody sees: 1 / cos(θ/2) − 1 ≈ θ² / 8 of the
    /// radius.
    @inline(__always)
    func isSmooth(radius: Double, tolerance: Double) -> Bool {
        if isCusp { return false }
        if incoming == outgoing { return true }
        let cross = incoming.cross(outgoing)
        return incoming.dot(outgoing) > 0.5 && radius * cross * cross <= tolerance
    }
}

/// Flattens a stroke's path so finely that the *edges* of the stroke, too, stay within a tolerance.
///
/// A step of a curve is kept short enough in two ways. The chord's distance from the curve is at most
/// `|p″| dt² / 8 ≤ tolerance / 2`. The turn `Δ` of the direction makes the outer edge, at distance r, bulge over its
/// chord by `r (1 − cos Δ/2) ≤ tolerance / 2`. The direction of a parabola at parameter t is `v + t e` with constant v
/// and e, so that the tangent of its angle against e's normal is linear in t: the step that turns by a given angle
/// needs no trigonometric function (`tan(φ + Δ) = (tan φ + tan Δ) / (1 − tan φ tan Δ)`).
///
/// What lies entirely outside `clip` (reach of the pen included) is one step, however large, and what is much larger
/// than `clip` is bisected first: the work follows what is visible, at any zoom.
struct SpineFlattener {
    var tolerance: Double
    /// In item space; `nil` flattens everything alike.
    var clip: Rect<ItemSpace>?
    /// How far from the path the stroke's area can reach: radius × miter limit and the like.
    var reach: Double
    /// The radius, in item units, to which the pen may yet be widened.
    var widening = 0.0
    /// Whether a disc is laid at every node: the edges are then as near to the true ones as the path is, however wide the
    /// pen, and steps need not be short for them.
    var laysDiscs = false
    private(set) var nodes: [SpineNode]

    /// - Parameter nodes: memory to be reused.
    init(tolerance: Double, clip: Rect<ItemSpace>?, reach: Double, nodes: [SpineNode]) {
        self.nodes = nodes
        self.tolerance = tolerance
        self.clip = clip
        self.reach = reach
    }

    /// Replaces `nodes` by those of a connected chain of segments. A closed chain's first node is not repeated at the
    /// end. A chain that is a single point gives no node.
    mutating func flatten(_ segments: [SpineSegment], isClosed: Bool) {
        nodes.removeAll(keepingCapacity: true)
        for segment in segments {
            if segment.isPoint {
                appendPoint(segment)
            } else {
                append(segment)
            }
        }
        guard isClosed, nodes.count > 2, let last = nodes.last else { return }
        nodes[0].incoming = last.incoming
        nodes[0].isCusp = nodes[0].isCusp || last.isCusp
        nodes.removeLast()
    }

    /// A segment without length draws nothing, unless the radius changes on it: then the disc of either end shows.
    private mutating func appendPoint(_ segment: SpineSegment) {
        guard segment.startRadius != segment.endRadius else { return }
        begin(segment.curve.p0, Vector(1, 0), segment.startRadius)
        begin(segment.curve.p2, Vector(1, 0), segment.endRadius)
    }

    private mutating func append(_ segment: SpineSegment) {
        let c = segment.curve
        let v0 = c.p1 - c.p0
        let v1 = c.p2 - c.p1
        let whole = c.p2 - c.p0
        if segment.isLine {
            guard let direction = whole.normalized else { return }
            begin(c.p0, direction, segment.startRadius)
            addLine(c.p0, c.p2, direction, segment.startRadius, segment.endRadius, depth: 0)
            return
        }
        let straight = abs(v0.cross(v1)) <= 1e-14 * (v0.lengthSquared + v1.lengthSquared)
        if straight {
            appendCollinear(segment, v0, v1)
            return
        }
        // Neither is zero here: their cross product is not.
        guard let first = v0.normalized, let last = v1.normalized else { return }
        begin(c.p0, first, segment.startRadius)
        addCurve(segment, 0, 1, depth: 0)
        nodes[nodes.count - 1].incoming = last
        nodes[nodes.count - 1].outgoing = last
    }

    /// A quadratic whose points lie on one line: it runs straight on, or out to a turning point and back.
    ///
    /// It does not run evenly, so that a radius that changes with the parameter needs vertices in between.
    private mutating func appendCollinear(
        _ segment: SpineSegment, _ v0: Vector<ItemSpace>, _ v1: Vector<ItemSpace>
    ) {
        let (l0, l1) = (v0.length, v1.length)
        // A control point on an end, to rounding, turns nothing back.
        let turnsBack = v0.dot(v1) < 0 && min(l0, l1) > 1e-9 * max(l0, l1)
        let turn = turnsBack ? l0 / (l0 + l1) : 1
        let turningPoint = turn < 1 ? segment.curve.point(at: turn) : segment.curve.p2
        appendStraight(segment, 0, turn, turningPoint)
        guard turn < 1 else { return }
        if !nodes.isEmpty { nodes[nodes.count - 1].isCusp = true }
        appendStraight(segment, turn, 1, segment.curve.p2)
    }

    /// The part of a straight quadratic between two parameters, ending at `q`.
    private mutating func appendStraight(_ segment: SpineSegment, _ t0: Double, _ t1: Double, _ q: Point<ItemSpace>) {
        let p = t0 == 0 ? segment.curve.p0 : segment.curve.point(at: t0)
        guard let direction = (q - p).normalized else { return }
        let (r0, r1) = (radius(segment, t0), radius(segment, t1))
        begin(p, direction, r0)
        if r0 == r1 {
            addLine(p, q, direction, r0, r1, depth: 0)
            return
        }
        let steps = ((t1 - t0) * (segment.curve.secondDerivative.length / (4 * tolerance)).squareRoot()).rounded(.up)
        let n = Int(min(max(steps, 1), 4096))
        for i in 1..<max(n, 1) {
            let t = t0 + (t1 - t0) * Double(i) / Double(n)
            add(segment.curve.point(at: t), direction, radius(segment, t))
        }
        add(q, direction, r1)
    }

    /// Starts a segment at the last node. Where it starts with another radius, a second node follows at the same place.
    private mutating func begin(_ p: Point<ItemSpace>, _ direction: Vector<ItemSpace>, _ radius: Double) {
        if let last = nodes.last, last.radius == radius {
            nodes[nodes.count - 1].outgoing = direction
        } else {
            nodes.append(SpineNode(point: p, incoming: direction, outgoing: direction, radius: radius))
        }
    }

    private mutating func add(_ p: Point<ItemSpace>, _ direction: Vector<ItemSpace>, _ radius: Double) {
        if widening > 0, let last = nodes.last, last.radius != radius {
            addWideningSteps(from: last, to: p, direction, radius)
        }
        nodes.append(SpineNode(point: p, incoming: direction, outgoing: direction, radius: radius))
    }

    /// Nodes where a tapering pen passes the radii at which widening may set in: in between, the drawn edge is straight,
    /// but the true one, `max(radius, half a pixel)`, has a kink. Half a pixel is anything from half of `widening` to all
    /// of it, depending on the camera. In a step from r to ρ r the kink is at most (ρ − 1) / 4 of half a pixel deep.
    private mutating func addWideningSteps(
        from last: SpineNode, to p: Point<ItemSpace>, _ direction: Vector<ItemSpace>, _ radius: Double
    ) {
        guard min(last.radius, radius) < widening, max(last.radius, radius) > widening / 2 else { return }
        let rises = radius > last.radius
        let steps = Int(min(max((1 / log2(1 + 2 * tolerance / widening)).rounded(.up), 2), 64))
        for k in 0...steps {
            let threshold = widening * exp2(-Double(rises ? steps - k : k) / Double(steps))
            let t = (threshold - last.radius) / (radius - last.radius)
            guard t > 0, t < 1 else { continue }
            nodes.append(
                SpineNode(
                    point: last.point.interpolated(to: p, t), incoming: direction, outgoing: direction,
                    radius: threshold))
        }
    }

    /// Whether nothing of the stroke around a box can be seen.
    private func isInvisible(_ box: Rect<ItemSpace>) -> Bool {
        guard let clip else { return false }
        return !clip.intersects(box.outset(by: reach))
    }

    private static let maximumDepth = 80

    private mutating func addLine(
        _ p: Point<ItemSpace>, _ q: Point<ItemSpace>, _ direction: Vector<ItemSpace>, _ r0: Double, _ r1: Double,
        depth: Int
    ) {
        let box = Rect(p, q)
        if let clip, depth < Self.maximumDepth, max(box.width, box.height) > 4 * (max(clip.width, clip.height) + reach),
            !isInvisible(box)
        {
            let m = p.interpolated(to: q, 0.5)
            addLine(p, m, direction, r0, (r0 + r1) / 2, depth: depth + 1)
            addLine(m, q, direction, (r0 + r1) / 2, r1, depth: depth + 1)
        } else {
            add(q, direction, r1)
        }
    }

    /// Adds the nodes of the part of a proper curve between two parameters, its end included.
    private mutating func addCurve(_ segment: SpineSegment, _ t0: Double, _ t1: Double, depth: Int) {
        let c = segment.curve
        let v0 = c.p1 - c.p0
        let e = (c.p2 - c.p1) - v0
        let chordStep = (2 * tolerance / e.length).squareRoot()
        if clip != nil, depth < Self.maximumDepth {
            let (p, q) = (c.point(at: t0), c.point(at: t1))
            let control = p + (v0 + e * t0) * (t1 - t0)
            let box = Rect(p, q).union(control)
            if isInvisible(box) {
                add(q, direction(segment, t1), radius(segment, t1))
                return
            }
            if (t1 - t0) > 64 * chordStep {
                let m = (t0 + t1) / 2
                addCurve(segment, t0, m, depth: depth + 1)
                addCurve(segment, m, t1, depth: depth + 1)
                return
            }
        }
        let eLength = e.length
        let r = laysDiscs ? 0 : max(segment.startRadius, segment.endRadius, widening)
        // r (1 − cos Δ/2) ≤ tolerance / 2, and never more than a third of a turn a step.
        let cosHalf = max(0.5, 1 - tolerance / (2 * max(r, tolerance)))
        let sinHalf = (1 - cosHalf * cosHalf).squareRoot()
        let cosFull = 2 * cosHalf * cosHalf - 1
        let tanStep = cosFull > 1e-9 ? 2 * sinHalf * cosHalf / cosFull : .infinity
        let along0 = v0.dot(e) / eLength
        let across = abs(v0.cross(e)) / eLength
        var t = t0
        var steps = 0
        while true {
            var next = t + chordStep
            let tangent = (along0 + t * eLength) / across
            let below = 1 - tangent * tanStep
            if tanStep.isFinite, below > 0 {
                next = min(next, (across * (tangent + tanStep) / below - along0) / eLength)
            }
            steps += 1
            // The last bound is for parameters so close that rounding would stop the advance.
            guard next < t1, next > t, steps < 1 << 16 else { break }
            // A short rest is shared with the step before it.
            if next + (next - t) * 0.25 > t1 { next = (t + t1) / 2 }
            t = next
            add(c.point(at: t), direction(segment, t), radius(segment, t))
        }
        add(c.point(at: t1), direction(segment, t1), radius(segment, t1))
    }

    private func direction(_ s: SpineSegment, _ t: Double) -> Vector<ItemSpace> {
        let d = s.curve.derivative(at: t)
        let l = (d.dx * d.dx + d.dy * d.dy).squareRoot()
        if l > 1e-150, l < 1e150 { return d / l }
        return d.normalized ?? (s.curve.p2 - s.curve.p0).normalized ?? Vector(1, 0)
    }

    private func radius(_ s: SpineSegment, _ t: Double) -> Double {
        s.startRadius + (s.endRadius - s.startRadius) * t
    }
}
