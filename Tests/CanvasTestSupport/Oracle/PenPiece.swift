/// One of the simple shapes whose union is a stroke, in item space.
///
/// Every shape answers exactly whether it holds a point. Questions about a whole disc are answered on the safe side:
/// `holds` may be false and `misses` may be false although they are true, never the other way round.
enum PenPiece: Sendable {
    /// What the normals of half-width length sweep along a curve.
    case body(Curve, halfWidth: Double)
    /// A disc: the dot of a round cap on a sub-path without length.
    case disc(V2, radius: Double)
    /// The part of a disc ahead of the line across `from` and behind the line across `to`: round joins, where `from`
    /// and `to` are the directions in and out, and round caps, where `to` is opposite to `from`.
    case sector(V2, radius: Double, from: V2, to: V2)
    /// A convex polygon with vertices in positive order: bevels, miters, square caps.
    case polygon([V2])

    /// What a disc sweeps whose radius grows linearly along a curve, between two parameters.
    case sweep(Curve, Sweep)

    /// The radius `r0 + slope · t` along a curve, over `from...to`.
    struct Sweep: Sendable {
        var r0: Double
        var slope: Double
        var from: Double
        var to: Double

        func radius(_ t: Double) -> Double { r0 + slope * t }
    }

    /// How far beyond its shape, relative to its size, a piece reaches so that rounding opens no crack to the next.
    private static let slack = 1e-12

    var bounds: Box {
        switch self {
        case .body(let curve, let h): return curve.bounds.outset(h * (1 + Self.slack))
        case .disc(let center, let r): return Box(low: center - r, high: center + r)
        case .sector(let center, let r, _, _): return Box(low: center - r, high: center + r)
        case .polygon(let points): return Box(around: points)
        case .sweep(let curve, let s):
            let part = curve.part(s.from, s.to)
            return part.bounds.outset(max(s.radius(s.from), s.radius(s.to)))
        }
    }

    /// Whether the point `q` is in the piece.
    func contains(_ q: V2) -> Bool {
        switch self {
        case .body(let curve, let h):
            let w = q - curve.start
            let feet = curve.feet(of: w)
            for i in 0..<feet.count {
                let d = w - curve.offset(feet[i])
                if dot(d, d) <= h * h { return true }
            }
            return false
        case .disc(let center, let r): return dot(q - center, q - center) <= r * r
        case .sector(let center, let r, let from, let to):
            let w = q - center
            return dot(w, w) <= r * r && dot(w, from) >= -Self.slack * r && dot(w, to) <= Self.slack * r
        case .polygon(let points): return Self.insideDistance(points, q) >= -Self.slack * norm(points[2] - points[0])
        case .sweep(let curve, let sweep): return Self.reach(curve, sweep, q) >= 0
        }
    }

    /// Whether the whole disc around `q` is in the piece; may be false although it is.
    func holds(_ q: V2, radius rho: Double) -> Bool {
        switch self {
        case .body(let curve, let h):
            // A point x of the disc is within h of the curve. Its nearest point on the curve is a foot, unless it is an
            // end, which takes x to lie beyond the line across the curve there.
            let w = q - curve.start
            return dot(w, curve.startTangent) >= rho && dot(q - curve.end, curve.endTangent) <= -rho
                && curve.distance(to: w) + rho <= h
        case .disc(let center, let r): return norm(q - center) + rho <= r
        case .sector(let center, let r, let from, let to):
            let w = q - center
            return norm(w) + rho <= r && dot(w, from) >= rho && dot(w, to) <= -rho
        case .polygon(let points): return Self.insideDistance(points, q) >= rho
        case .sweep(let curve, let sweep): return Self.reach(curve, sweep, q) >= rho
        }
    }

    /// Whether the whole disc around `q` is outside the piece; may be false although it is.
    func misses(_ q: V2, radius rho: Double) -> Bool {
        switch self {
        case .body(let curve, let h): return curve.distance(to: q - curve.start) > (h + rho) * (1 + Self.slack)
        case .disc(let center, let r): return norm(q - center) > r + rho
        case .sector(let center, let r, let from, let to):
            let w = q - center
            let beyond = rho + Self.slack * r
            return norm(w) > r + rho || dot(w, from) < -beyond || dot(w, to) > beyond
        case .polygon(let points):
            return Self.insideDistance(points, q) < -rho - Self.slack * norm(points[2] - points[0])
        case .sweep(let curve, let sweep):
            var larger = sweep
            larger.r0 += rho
            return Self.reach(curve, larger, q) < 0
        }
    }

    /// The distance from `q` to the nearest edge line of a convex polygon; negative outside.
    private static func insideDistance(_ points: [V2], _ q: V2) -> Double {
        var least = Double.infinity
        for i in 0..<points.count {
            let (p, next) = (points[i], points[i + 1 == points.count ? 0 : i + 1])
            let edge = next - p
            if edge == .zero { continue }
            least = min(least, cross(edge, q - p) / norm(edge))
        }
        return least
    }

    /// A number that is not negative exactly where a disc of the sweep holds `q`, and then at most the depth of `q`
    /// under that disc's edge.
    ///
    /// `|q − p(t)|² − r(t)²` is least at an end or at a root of its derivative, again a cubic.
    private static func reach(_ curve: Curve, _ s: Sweep, _ q: V2) -> Double {
        let w = q - curve.start
        func depth(_ t: Double) -> Double { s.radius(t) - norm(w - curve.offset(t)) }
        var best = max(depth(s.from), depth(s.to))
        let (a, b) = (curve.a, curve.b)
        let cubic = Cubic(
            c0: -dot(w, b) - s.r0 * s.slope, c1: dot(b, b) - 2 * dot(w, a) - s.slope * s.slope, c2: 3 * dot(a, b),
            c3: 2 * dot(a, a))
        let roots = cubic.roots(in: s.from, s.to)
        for i in 0..<roots.count { best = max(best, depth(roots[i])) }
        return best
    }

    /// A triangle or quadrilateral in positive order, whichever order its vertices came in.
    static func convex(_ points: [V2]) -> PenPiece {
        var twiceArea = 0.0
        for i in 1..<points.count - 1 { twiceArea += cross(points[i] - points[0], points[i + 1] - points[0]) }
        return .polygon(twiceArea < 0 ? points.reversed() : points)
    }
}
