/// What covers a part of the frame, decided point by point from its exact geometry. Coordinates are frame pixels with
/// the origin at the frame's centre.
protocol OracleShape: Sendable {
    /// A box that holds the shape.
    var bounds: Box { get }

    /// Whether the point is covered.
    func contains(_ s: V2) -> Bool

    /// Whether all points of the disc around `s` are covered (`true`) or none is (`false`); `nil` if they differ, or if
    /// that is not easily seen.
    func uniform(around s: V2, radius: Double) -> Bool?

    /// How many of `samples` are covered, all of them within `radius` of `center`.
    func count(of samples: [V2], around center: V2, radius: Double) -> Int

    /// By how much the paint's alpha is scaled where the point is covered: a range, where the rule for thin strokes
    /// leaves a choice. Parts of the shape up to `reach` away count as if they covered the point.
    func strength(at s: V2, reach: Double) -> ClosedRange<Double>

    /// Whether an edge passes within `reach` of the point.
    func hasEdge(near s: V2, within reach: Double) -> Bool
}

extension OracleShape {
    func strength(at s: V2, reach: Double) -> ClosedRange<Double> { 1...1 }

    /// Whether a point on one of four rings around it, 48 on the outermost, is decided otherwise than the point itself.
    ///
    /// Between two points of different decision an edge passes, and it is within `reach` since both points are. It may
    /// be missed where a part thinner than the distance between neighbours on the rings (an eighth of `reach`, say)
    /// passes between them.
    func hasEdge(near s: V2, within reach: Double) -> Bool {
        let inside = contains(s)
        return Oracle.rings(s, reach).contains { contains($0) != inside }
    }
}
