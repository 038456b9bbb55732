import Foundation

extension Sheet {
    /// A pen line as a hand draws one: not quite straight, not quite steady.
    mutating func sketched(
        _ a: Vec, _ b: Vec, _ width: Double, _ ink: Ink = .line, wobble: Double = 0.5, _ hand: inout Chance
    ) {
        let way = b - a
        let n = way.normal
        let steps = max(1, Int(way.length / 40))
        var points = [a + hand.vec(wobble * 0.4)]
        for k in 0..<steps {
            let t = (Double(k) + 0.5) / Double(steps)
            points.append(a.lerp(b, t) + n * hand.bell(wobble))
        }
        points.append(b + hand.vec(wobble * 0.4))
        line(points, width, ink)
    }

    /// A closed pen outline through corners, each side drawn by itself and a little too long, as one sketches.
    mutating func sketchedOutline(
        _ corners: [Vec], _ width: Double, _ ink: Ink = .line, overshoot: Double = 0.6, _ hand: inout Chance
    ) {
        for i in corners.indices {
            let (a, b) = (corners[i], corners[(i + 1) % corners.count])
            let out = (b - a) * (overshoot / max((b - a).length, 1))
            sketched(a - out * hand.unit(), b + out * hand.unit(), width, ink, wobble: 0.25, &hand)
        }
    }

    /// A watercolour wash over a region: thin coats whose edges differ a little, and the rim of pigment where it dried.
    mutating func wash(
        _ region: [Vec], _ color: String, alpha: Double, coats: Int = 3, rough: Double = 3, rim: Bool = true,
        _ hand: inout Chance
    ) {
        let dense = resample(region, step: max(4, rough * 2.2), closed: true)
        for coat in 0..<coats {
            let seed = hand.bits()
            let shaped = dense.indices.map { i -> Vec in
                let way = dense[(i + 1) % dense.count] - dense[(i + dense.count - 1) % dense.count]
                return dense[i] + way.normal
                    * (fractal(Double(i) * 0.31, seed: seed) * rough - Double(coat) * rough * 0.12)
            }
            area(shaped, Ink(color: color, alpha: alpha / Double(coats) * 1.15))
            if rim, coat == 0 { line(shaped + [shaped[0]], 0.9, Ink(color: color, alpha: min(1, alpha * 0.55))) }
        }
    }

    /// Parallel pen strokes over a region: their middles fall on a jittered grid where `inside` says so.
    mutating func hatch(
        from low: Vec, to high: Vec, spacing: Double, length: Double, angle: Double, width: Double, _ ink: Ink,
        _ hand: inout Chance,
        bend: Double = 0.08, inside: (Vec) -> Double
    ) {
        var y = low.y
        while y < high.y {
            var x = low.x
            while x < high.x {
                let at = Vec(x, y) + hand.vec(spacing * 0.42)
                let tone = inside(at)
                if tone > 0, hand.happens(tone) {
                    let way = Vec(angle: angle + hand.bell(0.10), length: length * hand.within(0.55, 1.15) / 2)
                    line(
                        [at - way, at + way.normal * (length * (bend + hand.bell(0.05))), at + way],
                        width * hand.within(0.7, 1.25), ink)
                }
                x += spacing
            }
            y += spacing
        }
    }
}
