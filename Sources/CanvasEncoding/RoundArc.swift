#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many chords a pen's circle needs.
struct RoundArc {
    /// The largest angle a chord may span, in radians: at radius r its middle is `r (1 − cos half)` inside the circle.
    let maximumStep: Double

    init(radius: Double, tolerance: Double) {
        let cosHalf = max(-1, 1 - tolerance / max(radius, 1e-300))
        // Beyond a third of a turn a polygon no longer resembles a circle, tolerance or not. The lower bound keeps a
        // gigantic pen from asking for millions of chords.
        maximumStep = min(max(2 * acos(cosHalf), .pi / 32768), .pi * 2 / 3)
    }

    /// The number of equal chords that span `angle` radians.
    func chords(for angle: Double) -> Int { max(1, Int((abs(angle) / maximumStep).rounded(.up))) }
}

extension Vector {
    /// The vector turned from x towards y by the angle of the given cosine and sine.
    @inline(__always)
    func turned(cosine c: Double, sine s: Double) -> Vector { Vector(dx * c - dy * s, dx * s + dy * c) }
}
