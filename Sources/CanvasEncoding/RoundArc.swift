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

/// The polygon that stands for half a pen's disc, as a round cap is.
///
/// It has the half disc's area, so that a cap has the ink it should, however coarse it is. Its corners lie a little
/// outside of the circle for that, but the two where the body begins, which lie on it.
struct HalfDisc {
    /// How many equal angles the half turn is divided into, at least 2.
    let chords: Int
    /// How far out the corners between lie, in radii.
    let reach: Double

    init(radius: Double, tolerance: Double) {
        var chords = 2
        var reach = Self.reach(2)
        // Corners are at most the tolerance outside; the middles of the chords are nearer to the circle than they.
        while (reach - 1) * radius > tolerance, chords < 32768 {
            // Beyond a few the reach falls with the square of the number.
            chords = max(chords + 1, Int(Double(chords) * ((reach - 1) * radius / tolerance).squareRoot() * 0.98))
            reach = Self.reach(min(chords, 32768))
        }
        self.chords = min(chords, 32768)
        self.reach = reach
    }

    /// The two outer triangles have one corner at `reach`, the others two: together they are π / 2.
    private static func reach(_ chords: Int) -> Double {
        let n = Double(chords)
        let wanted = .pi / 2 / (sin(.pi / n) / 2)
        if chords == 2 { return wanted / 2 }
        return ((1 + (n - 2) * wanted).squareRoot() - 1) / (n - 2)
    }
}

extension Vector {
    /// The vector turned from x towards y by the angle of the given cosine and sine.
    @inline(__always)
    func turned(cosine c: Double, sine s: Double) -> Vector { Vector(dx * c - dy * s, dx * s + dy * c) }
}
