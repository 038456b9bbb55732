import CanvasScene

/// Takes a stroke apart into the pen pieces whose union it is, in item space.
///
/// Written from SVG 2's "Computing the shape of the stroke" and the drawing model's own statements on widths.
struct StrokePieces {
    private(set) var pieces: [PenPiece] = []
    private let halfWidth: Double
    private let style: StrokeStyle

    /// The pieces of a stroke of one width.
    ///
    /// - Parameter halfWidth: half the pen's width, which a rule for thin strokes may have enlarged.
    static func uniform(_ subpaths: [Path<ItemSpace>.Subpath], halfWidth: Double, style: StrokeStyle) -> [PenPiece] {
        guard halfWidth > 0 else { return [] }
        var builder = StrokePieces(halfWidth: halfWidth, style: style)
        for subpath in subpaths { builder.add(subpath) }
        return builder.pieces
    }

    private init(halfWidth: Double, style: StrokeStyle) {
        self.halfWidth = halfWidth
        self.style = style
    }

    private mutating func add(_ subpath: Path<ItemSpace>.Subpath) {
        let curves = subpath.segments.map(Self.pathCurve).filter { !$0.isPoint }
        if curves.isEmpty {
            guard !subpath.segments.isEmpty || subpath.isClosed else { return }
            if let dash = style.dash, !DashCutter.isOn(dash.lengths, phase: dash.phase) { return }
            return addDot(at: V2(subpath.start), direction: V2(1, 0))
        }
        guard let dash = style.dash else { return addRun(curves, isClosed: subpath.isClosed) }
        let cut = DashCutter(curves).dashes(dash.lengths, phase: dash.phase, isClosed: subpath.isClosed)
        for dash in cut {
            if let only = dash.pieces.first, only.from == only.to {
                let curve = curves[only.curve]
                addDot(at: curve.point(only.from), direction: curve.tangent(only.from))
            } else {
                addRun(dash.pieces.map { curves[$0.curve].part($0.from, $0.to) }, isClosed: dash.isWhole)
            }
        }
    }

    /// The curve of a segment. A quadratic whose control point lies on an end is a straight line, and is taken as one:
    /// its derivative vanishes at that end, where it has no cusp.
    static func pathCurve(_ segment: Path<ItemSpace>.Segment) -> Curve {
        switch segment {
        case .line(let p, let q): return Curve(from: V2(p), to: V2(q))
        case .quad(let q):
            if q.p1 == q.p0 || q.p1 == q.p2 { return Curve(from: V2(q.p0), to: V2(q.p2)) }
            return Curve(V2(q.p0), V2(q.p1), V2(q.p2))
        }
    }

    /// Connected curves, all with length, under one pair of caps.
    private mutating func addRun(_ curves: [Curve], isClosed: Bool) {
        for curve in curves { pieces.append(.body(curve, halfWidth: halfWidth)) }
        for (one, next) in zip(curves, curves.dropFirst()) {
            addJoin(at: next.start, from: one.endTangent, to: next.startTangent)
        }
        if isClosed {
            addJoin(at: curves[0].start, from: curves.last!.endTangent, to: curves[0].startTangent)
        } else {
            addCap(at: curves[0].start, outwards: -curves[0].startTangent)
            addCap(at: curves.last!.end, outwards: curves.last!.endTangent)
        }
    }

    private mutating func addJoin(at v: V2, from a: V2, to b: V2) {
        let turn = cross(a, b)
        if turn == 0, dot(a, b) > 0 { return }
        if style.join == .round { return pieces.append(.sector(v, radius: halfWidth, from: a, to: b)) }
        // The outer side is the one the path turns away from.
        let side = turn > 0 ? -halfWidth : halfWidth
        let (p, q) = (perpendicular(a) * side, perpendicular(b) * side)
        // With theta the angle between the arms, 1 / sin(theta / 2) = 1 / cos(half the turn).
        let halfTurn = max(0, (1 + dot(a, b)) / 2).squareRoot()
        if style.join == .miter, halfTurn > 0, 1 / halfTurn <= style.miterLimit {
            pieces.append(.convex([v, v + p, v + (p + q) / (2 * halfTurn * halfTurn), v + q]))
        } else if turn != 0 {
            pieces.append(.convex([v, v + p, v + q]))
        }
    }

    private mutating func addCap(at v: V2, outwards d: V2) {
        switch style.cap {
        case .butt: break
        case .round: pieces.append(.sector(v, radius: halfWidth, from: d, to: -d))
        case .square:
            let (along, across) = (d * halfWidth, perpendicular(d) * halfWidth)
            pieces.append(.convex([v - across, v + across, v + across + along, v - across + along]))
        }
    }

    private mutating func addDot(at v: V2, direction d: V2) {
        switch style.cap {
        case .butt: break
        case .round: pieces.append(.disc(v, radius: halfWidth))
        case .square:
            let (along, across) = (d * halfWidth, perpendicular(d) * halfWidth)
            pieces.append(
                .convex([v - along - across, v + along - across, v + along + across, v - along + across]))
        }
    }
}

extension StrokePieces {
    /// The sweeps of a stroke with a width profile, and for each the radii without `least`.
    ///
    /// - Parameter least: a radius below which the pen is not drawn but faded; 0 for the exact stroke.
    static func profile(
        _ path: Path<ItemSpace>, widths: [Double], dash: DashPattern?, least: Double
    ) -> (drawn: [PenPiece], radii: [PenPiece.Sweep]) {
        var drawn: [PenPiece] = []
        var radii: [PenPiece.Sweep] = []
        let subpaths = path.subpaths
        let firsts = subpaths.map(\.firstVertex) + [path.vertexCount]
        for (number, subpath) in subpaths.enumerated() {
            let curves = subpath.segments.map(exactCurve)
            let vertexCount = firsts[number + 1] - firsts[number]
            func sweep(_ i: Int, _ from: Double, _ to: Double) -> PenPiece.Sweep {
                // The line that closes a sub-path brings no vertex: its end is the first one again.
                let end = i + 1 == vertexCount ? 0 : i + 1
                let r0 = widths[subpath.firstVertex + i] / 2
                return PenPiece.Sweep(
                    r0: r0, slope: widths[subpath.firstVertex + end] / 2 - r0, from: from, to: to)
            }
            var parts: [(curve: Int, sweep: PenPiece.Sweep)]
            if let dash, curves.contains(where: { !$0.isPoint }) {
                parts = DashCutter(curves).dashes(dash.lengths, phase: dash.phase, isClosed: subpath.isClosed)
                    .flatMap(\.pieces).map { ($0.curve, sweep($0.curve, $0.from, $0.to)) }
            } else if let dash, !DashCutter.isOn(dash.lengths, phase: dash.phase) {
                continue
            } else {
                parts = curves.indices.map { ($0, sweep($0, 0, 1)) }
            }
            if curves.isEmpty, subpath.isClosed {
                let r = widths[subpath.firstVertex] / 2
                let point = Curve(from: V2(subpath.start), to: V2(subpath.start))
                for (whole, part) in widened(.init(r0: r, slope: 0, from: 0, to: 0), least) {
                    drawn.append(.sweep(point, part))
                    radii.append(whole)
                }
            }
            for (i, sweep) in parts {
                for (whole, part) in widened(sweep, least) {
                    drawn.append(.sweep(curves[i], part))
                    radii.append(whole)
                }
            }
        }
        return (drawn, radii)
    }

    private static func exactCurve(_ segment: Path<ItemSpace>.Segment) -> Curve {
        switch segment {
        case .line(let p, let q): Curve(from: V2(p), to: V2(q))
        case .quad(let q): Curve(V2(q.p0), V2(q.p1), V2(q.p2))
        }
    }

    /// Cuts a sweep where its radius passes `least` and draws the thinner part with that radius; parts that have no
    /// radius anywhere vanish.
    private static func widened(
        _ sweep: PenPiece.Sweep, _ least: Double
    ) -> [(whole: PenPiece.Sweep, drawn: PenPiece.Sweep)] {
        guard max(sweep.radius(sweep.from), sweep.radius(sweep.to)) > 0 else { return [] }
        guard least > 0 else { return [(sweep, sweep)] }
        var cuts = [sweep.from, sweep.to]
        let crossing = (least - sweep.r0) / sweep.slope
        if crossing > sweep.from, crossing < sweep.to { cuts.insert(crossing, at: 1) }
        return zip(cuts, cuts.dropFirst()).map { from, to in
            var part = sweep
            (part.from, part.to) = (from, to)
            if part.radius((from + to) / 2) < least { (part.r0, part.slope) = (least, 0) }
            return (sweep, part)
        }
    }
}

extension V2 {
    init<S>(_ p: Point<S>) {
        self.init(p.x, p.y)
    }
}
