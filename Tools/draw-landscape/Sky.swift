import Foundation

/// Sky, sun, clouds and birds.
enum Sky {
    static func draw(_ sheet: inout Sheet) {
        var hand = Chance(11)
        // Broad wet brush strokes: blue above, rose and straw towards the mountains.
        let bands: [(Double, String, Double)] = [
            (70, "#5f8fc0", 0.085), (120, "#6c9bc9", 0.08), (180, "#83aed4", 0.07), (250, "#a5c3dc", 0.07),
            (320, "#d9d2cf", 0.07),
            (380, "#efd3b6", 0.08), (440, "#f3c9a0", 0.08), (500, "#f2bf9b", 0.07),
        ]
        for (y0, color, alpha) in bands {
            for _ in 0..<34 {
                let width = hand.within(22, 60)
                let y = y0 + hand.bell(46)
                let length = hand.within(160, 620)
                let x = hand.within(62 + width / 2, 1938 - width / 2 - length)
                let points = (0...4).map { k in
                    Vec(x + length * Double(k) / 4, max(y, 70 + width / 2 + abs(hand.bell(9))) + hand.bell(4))
                }
                sheet.line(points, width, Ink(color: color, alpha: alpha))
            }
        }
        sun(&sheet, Vec(1560, 330), &hand)
        for (center, size) in [
            (Vec(690, 185), 1.0), (Vec(1150, 178), 1.15), (Vec(1700, 190), 0.8), (Vec(930, 300), 0.55),
            (Vec(1330, 285), 0.5),
        ] {
            cloud(&sheet, center, size, &hand)
        }
        birds(&sheet, &hand)
    }

    private static func sun(_ sheet: inout Sheet, _ c: Vec, _ hand: inout Chance) {
        for k in 0..<9 {
            let r = 150 - Double(k) * 13
            let seed = hand.bits()
            let ring = (0..<48).map { i -> Vec in
                let a = Double(i) / 48 * 2 * .pi
                return c + Vec(angle: a, length: r + fractal(Double(i) * 0.4, seed: seed) * 9)
            }
            sheet.area(ring, Ink(color: k < 5 ? "#f7d58a" : "#f6b65c", alpha: 0.075))
        }
        sheet.dot(c, 37, Ink(color: "#fbe6a6", alpha: 0.95))
        for k in 0..<3 {
            sheet.circle(
                c + hand.vec(0.8), 37 + hand.bell(0.8), 0.8 + Double(k) * 0.1, Ink(color: "#b5792c", alpha: 0.7))
        }
        // Rays: dashes that thin out.
        for k in 0..<72 {
            let a = Double(k) / 72 * 2 * .pi + hand.bell(0.02)
            let long = k % 3 == 0
            let (r0, r1) = (46 + hand.bell(2), long ? 98 + hand.bell(12) : 66 + hand.bell(6))
            sheet.line(
                [
                    c + Vec(angle: a, length: r0), c + Vec(angle: a + 0.01, length: (r0 + r1) / 2),
                    c + Vec(angle: a, length: r1),
                ],
                long ? 0.9 : 0.6, Ink(color: "#b5792c", alpha: 0.6), dash: long ? [9, 3, 5, 4, 3, 5] : [])
        }
    }

    private static func cloud(_ sheet: inout Sheet, _ c: Vec, _ s: Double, _ hand: inout Chance) {
        var puffs: [(Vec, Double)] = []
        for k in 0..<11 {
            let t = Double(k) / 10 * 2 - 1
            let r = (58 - abs(t) * 34) * s * hand.within(0.75, 1.15)
            puffs.append((c + Vec(t * 150 * s, -r * 0.55 + hand.bell(6) * s), r))
        }
        for (p, r) in puffs {
            let blob = (0..<26).map { i in p + Vec(angle: Double(i) / 26 * 2 * .pi, length: r * hand.within(0.94, 1.05))
            }
            sheet.area(blob.map { Vec($0.x, min($0.y, c.y + 14 * s)) }, Ink(color: "#fffaf0", alpha: 0.55))
        }
        // Shadow along the foot, laid in violet.
        for _ in 0..<Int(30 * s) {
            let x = hand.bell(135 * s)
            let y = hand.within(-14, 10) * s
            let l = hand.within(24, 70) * s
            sheet.line(
                [c + Vec(x - l, y), c + Vec(x, y + hand.bell(4)), c + Vec(x + l, y)], hand.within(6, 14) * s,
                Ink(color: "#8d8fb5", alpha: 0.06))
        }
        // Pen: arcs over the heads of the puffs, with curls inside.
        for (p, r) in puffs {
            let (from, to) = (hand.within(-3.0, -2.5), hand.within(-0.7, -0.2))
            let arc = (0...9).map { i in
                p + Vec(angle: lerp(from, to, Double(i) / 9), length: r * hand.within(0.98, 1.02))
            }
            sheet.nib(arc, 2.2 * s + 0.5, Ink.line.with(alpha: 0.8))
            for _ in 0..<3 {
                let q = p + hand.vec(r * 0.5)
                let a0 = hand.within(-2.8, -1.8)
                let curl = (0...5).map { i in q + Vec(angle: a0 + Double(i) * 0.28, length: r * 0.32) }
                sheet.line(curl, 0.55, .faint)
            }
        }
        sheet.hatch(
            from: c + Vec(-150 * s, -20 * s), to: c + Vec(150 * s, 16 * s), spacing: 6.2, length: 22 * s, angle: -0.5,
            width: 0.5,
            .faint, &hand
        ) { p in
            let t = abs(p.x - c.x) / (150 * s)
            return (1 - t) * smoothstep(-24 * s, 8 * s, p.y - c.y) * 0.8
        }
    }

    private static func birds(_ sheet: inout Sheet, _ hand: inout Chance) {
        for k in 0..<46 {
            let along = Double(k) / 46
            let p = Vec(1010 + along * 330 + hand.bell(40), 365 - along * 120 + hand.bell(42))
            let s = hand.within(2.5, 7.5)
            let tilt = hand.bell(0.35)
            func at(_ x: Double, _ y: Double) -> Vec {
                p + Vec(x * cos(tilt) - y * sin(tilt), x * sin(tilt) + y * cos(tilt)) * s
            }
            let dip = hand.within(0.1, 0.5)
            sheet.nib([at(-1.6, 0.1), at(-1.0, -0.5), at(-0.4, -0.3), at(0, dip)], s * 0.26)
            sheet.nib([at(0, dip), at(0.4, -0.3), at(1.0, -0.5), at(1.6, 0.1)], s * 0.26)
        }
    }
}
