#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension QuadraticBezier {
    /// The signed curvature at parameter `t`, one over the radius: positive where the curve bends from x towards y
    /// (clockwise on screen), 0 along a straight line, NaN where the curve stands still (which only a straight one does).
    public func curvature(at t: Double) -> Double {
        let (u, w, unit) = scaledHodograph
        guard unit > 0 else { return .nan }
        let speed = (u + w * t).length
        // p′ × p″ is the same all along the curve, so it is taken where nothing cancels.
        return u.cross(w) / (2 * speed * speed * speed) / unit
    }

    /// The angle by which the direction turns from start to end, in radians, −π…π; positive from x towards y.
    ///
    /// A quadratic turns one way only, and by less than a half turn unless it runs back on itself: then the angle is
    /// ±π, all of it at one point. A curve that is a line or a point turns by 0.
    public var turning: Double {
        let (u, w, unit) = scaledHodograph
        guard unit > 0 else { return 0 }
        let v = u + w
        if u == .zero || v == .zero { return 0 }
        return atan2(u.cross(v), u.dot(v))
    }

    /// The direction of unit length in which the curve leaves its start; `nil` for a curve that is a point.
    public var startTangent: Vector<S>? {
        let (u, w, unit) = scaledHodograph
        guard unit > 0 else { return nil }
        // Where the first two points coincide the curve leaves towards the third.
        return (u == .zero ? w : u).normalized
    }

    /// The direction of unit length in which the curve arrives at its end; `nil` for a curve that is a point.
    public var endTangent: Vector<S>? { reversed.startTangent.map { -$0 } }

    /// The parameter at which the curve stands still and turns back on itself, strictly between its ends, if it does:
    /// only a curve whose three points lie on one line can.
    public var cusp: Double? {
        let (u, w, unit) = scaledHodograph
        guard unit > 0, w != .zero, u.cross(w) == 0 else { return nil }
        let t = -u.dot(w) / w.dot(w)
        return t > 0 && t < 1 ? t : nil
    }
}
