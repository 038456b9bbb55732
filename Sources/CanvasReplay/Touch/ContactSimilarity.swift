/// The similarity that carries contacts from where they were to where they are.
///
/// One contact moves only; two are carried exactly, turned and scaled about themselves; three and more by the
/// similarity with the least sum of squared distances.
///
/// With points as complex numbers and `b` and `q` counted from their centroids, the ratio `m` that minimises
/// `Σ |m b − q|²` is `Σ b̄ q / Σ |b|²` (Procrustes analysis in the plane; Umeyama, "Least-squares estimation of
/// transformation parameters between two point patterns", 1991).
struct ContactSimilarity {
    /// The centroid before.
    let from: Point<ViewSpace>
    /// The centroid now.
    let to: Point<ViewSpace>
    /// Scale and rotation as a complex number.
    let ratio: Vector<ViewSpace>
    /// How far apart the contacts were: for two their distance, for more twice their root mean square distance from
    /// the centroid.
    let spanBefore: Double
    /// How far apart they are now, as far as the similarity can tell.
    let spanNow: Double

    /// - Precondition: both lists have the same number of points, at least one.
    init(from before: [Point<ViewSpace>], to now: [Point<ViewSpace>]) {
        let from = Self.centroid(before)
        let to = Self.centroid(now)
        var (re, im, size) = (0.0, 0.0, 0.0)
        for (p, q) in zip(before, now) {
            let (u, v) = (p - from, q - to)
            re += u.dot(v)
            im += u.cross(v)
            size += u.lengthSquared
        }
        self.from = from
        self.to = to
        ratio = before.count > 1 && size > 0 ? Vector(re / size, im / size) : Vector(1, 0)
        spanBefore = 2 * (size / Double(before.count)).squareRoot()
        spanNow = ratio.length * spanBefore
    }

    private static func centroid(_ points: [Point<ViewSpace>]) -> Point<ViewSpace> {
        var sum = Vector<ViewSpace>.zero
        for point in points { sum = sum + (point - .zero) }
        return .zero + sum / Double(points.count)
    }
}
