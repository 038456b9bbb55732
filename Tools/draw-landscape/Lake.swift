import Foundation

enum Lake {
    static func draw(_ sheet: inout Sheet) {
        var hand = Chance(81)
        let region = [
            Vec(62, 655), Vec(700, 652), Vec(1180, 655), Vec(1936, 656), Vec(1936, 905), Vec(1400, 930), Vec(900, 940),
            Vec(420, 945),
            Vec(62, 930),
        ]
        sheet.area(region, Ink(color: "#e9eee6"), sharp: true)
        // The sky lies in it upside down: rose far off, blue near by.
        for _ in 0..<260 {
            let t = hand.unit()
            let y = lerp(660, 930, t)
            let l = hand.within(120, 420)
            let x = hand.within(75, 1925 - l)
            let color =
                t < 0.22
                ? hand.pick(["#e9c9a8", "#cfc9cf"])
                : t < 0.6
                    ? hand.pick(["#8fb6cf", "#a3bccb", "#7fa9c6"]) : hand.pick(["#5d93b5", "#6da3bd", "#4f86ad"])
            sheet.line(
                [Vec(x, y), Vec(x + l * 0.5, y + hand.bell(4)), Vec(x + l, y)], lerp(7, 22, t),
                Ink(color: color, alpha: 0.13))
        }
        reflections(&sheet, &hand)
        // Ripples: short far off, long and bold near by.
        for _ in 0..<3300 {
            let t = pow(hand.unit(), 0.8)
            let y = lerp(660, 938, t)
            let x = hand.within(300, 1930)
            let l = lerp(4, 26, t) * hand.within(0.5, 1.4)
            guard x + l < 1934, !(x > 1228 && y < 830) else { continue }
            let a = lerp(0.3, 1.7, t)
            sheet.line(
                [Vec(x, y), Vec(x + l * 0.3, y - a), Vec(x + l * 0.7, y + a), Vec(x + l, y)],
                lerp(0.4, 1.0, t) * hand.within(0.6, 1.2),
                Ink(color: hand.pick(["#33607c", "#3f6f86", "#2c5570"]), alpha: 0.78))
        }
        for _ in 0..<520 {
            // White gouache on the crests.
            let t = hand.unit()
            let p = Vec(hand.within(420, 1900), lerp(664, 930, t))
            let l = lerp(4, 20, t)
            guard !(p.x > 1228 && p.y < 830) else { continue }
            sheet.nib([p, p + Vec(l / 2, -0.8), p + Vec(l, 0)], lerp(0.7, 2.0, t), Ink(color: "#fffdf7", alpha: 0.85))
        }
    }

    private static func reflections(_ sheet: inout Sheet, _ hand: inout Chance) {
        // The sun's path on the water, and the town and the woods standing on their heads.
        for _ in 0..<190 {
            let t = hand.unit()
            let p = Vec(1075 + hand.bell(lerp(14, 60, t)), lerp(662, 860, t))
            let l = lerp(6, 30, t) * hand.within(0.5, 1.2)
            sheet.line(
                [p - Vec(l / 2, 0), p + Vec(0, 0.8), p + Vec(l / 2, 0)], lerp(1, 2.6, t),
                Ink(color: "#fbe2a0", alpha: 0.75))
        }
        for _ in 0..<520 {
            let x = hand.within(1236, 1930)
            let y0 = 800 + 31 * smoothstep(1236, 1500, x)
            let p = Vec(x, y0 + abs(hand.bell(72)))
            guard p.y < 925 else { continue }
            let l = hand.within(8, 26)
            sheet.line(
                [p - Vec(min(l / 2, p.x - 1230), 0), p + Vec(0, 1), Vec(min(p.x + l / 2, 1934), p.y)],
                hand.within(1.4, 3.4),
                Ink(color: hand.pick(["#a5584a", "#d9c5a5", "#7d6d7c", "#6f8f56", "#f1e4c8"]), alpha: 0.36))
        }
        for _ in 0..<300 {
            let p = Vec(hand.within(640, 890), 800 + abs(hand.bell(90)))
            let l = hand.within(14, 44)
            sheet.line(
                [p - Vec(l / 2, 0), p + Vec(0, 1.2), p + Vec(l / 2, 0)], hand.within(1.5, 4),
                Ink(color: "#3f6652", alpha: 0.24))
        }
    }

    /// Boats, with their pictures in the water, and the steamer's line as on a chart.
    static func boats(_ sheet: inout Sheet) {
        var hand = Chance(83)
        sheet.line(
            [Vec(1262, 806), Vec(1150, 800), Vec(1040, 760), Vec(960, 712), Vec(900, 668)], 0.9,
            Ink(color: "#a5423a", alpha: 0.8), dash: [7, 5])
        for (at, s, color) in [
            (Vec(1010, 776), 1.0, "#fdf6e6"), (Vec(1138, 722), 0.5, "#c8533f"), (Vec(868, 716), 0.42, "#fdf6e6"),
            (Vec(1170, 868), 1.5, "#e0a848"),
            (Vec(955, 690), 0.28, "#fdf6e6"),
        ] { sail(&sheet, at, s, color, &hand) }
        steamer(&sheet, Vec(985, 735), 0.62, &hand)
        rowing(&sheet, Vec(820, 872), 1.1, &hand)
    }

    private static func sail(_ sheet: inout Sheet, _ at: Vec, _ s: Double, _ color: String, _ hand: inout Chance) {
        for k in 0..<Int(26 * s + 8) {
            let y = Double(k) / (26 * s + 8)
            let l = (1 - y) * 30 * s * hand.within(0.4, 1)
            let p = at + Vec(hand.bell(6 * s), 6 * s + y * 60 * s)
            sheet.line(
                [p - Vec(l / 2, 0), p + Vec(0, 0.7), p + Vec(l / 2, 0)], max(0.5, 1.5 * s),
                Ink(color: color == "#fdf6e6" ? "#f4efe2" : color, alpha: 0.5))
        }
        let hull = [Vec(-27, 0), Vec(-22, 7), Vec(16, 7), Vec(30, -2), Vec(0, 1)].map { at + $0 * s }
        sheet.area(hull, Ink(color: "#7a4c38"))
        sheet.line(hull + [hull[0]], max(0.4, 0.9 * s))
        for k in 0..<3 {
            sheet.line(
                [
                    at + Vec(-23 + Double(k), 2 + Double(k) * 1.7) * s, at + Vec(0, 3 + Double(k) * 1.6) * s,
                    at + Vec(24 - Double(k) * 2, 1 + Double(k) * 1.8) * s,
                ], 0.4 * s, .soft)
        }
        let main = [Vec(2, -4), Vec(3, -66), Vec(-24, -8)].map { at + $0 * s }
        let jib = [Vec(5, -5), Vec(5, -58), Vec(27, -6)].map { at + $0 * s }
        for sail in [main, jib] {
            sheet.area(
                [sail[0], sail[1], sail[1].lerp(sail[2], 0.5) + Vec(-1.5 * s, 2 * s), sail[2]], Ink(color: color),
                sharp: true)
            sheet.area([sail[0], sail[1], sail[0].lerp(sail[2], 0.4)], Ink(color: "#7a6f9a", alpha: 0.22), sharp: true)
            for k in 1..<7 {
                sheet.line(
                    [sail[1].lerp(sail[0], Double(k) / 7), sail[1].lerp(sail[2], Double(k) / 7)], 0.35 * s, .faint)
            }
            for (a, b) in [(0, 1), (1, 2), (2, 0)] {
                sheet.sketched(sail[a], sail[b], max(0.35, 0.8 * s), .line, wobble: 0.4 * s, &hand)
            }
        }
        sheet.line([at + Vec(3, 2) * s, at + Vec(3.5, -74) * s], max(0.4, 1.1 * s))
        sheet.area(
            [Vec(3.5, -74), Vec(-6, -71), Vec(3.5, -69)].map { at + $0 * s }, Ink(color: "#c8453a"), sharp: true)
    }

    private static func steamer(_ sheet: inout Sheet, _ at: Vec, _ s: Double, _ hand: inout Chance) {
        let hull = [Vec(-60, -4), Vec(-52, 10), Vec(50, 10), Vec(66, -8)].map { at + $0 * s }
        sheet.area(hull, Ink(color: "#2f3f52"), sharp: true)
        sheet.area(
            [Vec(-46, -4), Vec(46, -6), Vec(44, -17), Vec(-44, -15)].map { at + $0 * s }, Ink(color: "#fbf5e6"),
            sharp: true)
        for k in 0..<14 {
            let c = at + Vec(-40 + Double(k) * 6.2, -10.3 - Double(k) * 0.06) * s
            sheet.dot(c, 1.7 * s, Ink(color: "#54667c"))
            sheet.circle(c, 1.9 * s, 0.35)
        }
        sheet.area(
            [Vec(2, -16), Vec(2, -38), Vec(11, -38), Vec(11, -17)].map { at + $0 * s }, Ink(color: "#c8533f"),
            sharp: true)
        sheet.area(
            [Vec(2, -33), Vec(2, -38), Vec(11, -38), Vec(11, -33)].map { at + $0 * s }, Ink(color: "#33292a"),
            sharp: true)
        let wheel = at + Vec(-8, 1) * s
        sheet.dot(wheel, 10 * s, Ink(color: "#e9dfc9"))
        for k in 0..<12 { sheet.line([wheel, wheel + Vec(angle: Double(k) * .pi / 6, length: 10 * s)], 0.4) }
        sheet.circle(wheel, 10 * s, 0.6)
        sheet.sketchedOutline(hull, 0.7, .line, overshoot: 0.1, &hand)
        Town.smoke(&sheet, at + Vec(6, -38) * s, 50, &hand)
        for _ in 0..<24 {
            let p = at + Vec(-62 - abs(hand.bell(60)), 9 + hand.bell(5)) * s
            sheet.line([p, p + Vec(hand.within(4, 12), hand.bell(0.8))], 0.6, Ink(color: "#fffdf7", alpha: 0.9))
        }
    }

    private static func rowing(_ sheet: inout Sheet, _ at: Vec, _ s: Double, _ hand: inout Chance) {
        let hull = [Vec(-30, -3), Vec(-20, 6), Vec(18, 6), Vec(31, -5), Vec(0, 0)].map { at + $0 * s }
        sheet.area(hull, Ink(color: "#8f6242"))
        sheet.line(hull + [hull[0]], 1.0)
        for (x, coat) in [(-8.0, "#3d5878"), (9.0, "#a5423a")] {
            let p = at + Vec(x, 0) * s
            sheet.nib(
                [p, p + Vec(0.6, -7) * s, p + Vec(0.8, -13) * s], 7 * s, Ink(color: coat), pressure: { 1 - $0 * 0.5 })
            sheet.dot(p + Vec(0.9, -16) * s, 2.7 * s, Ink(color: "#e6bd98"))
            sheet.circle(p + Vec(0.9, -16) * s, 2.7 * s, 0.5)
            sheet.nib(
                [p + Vec(-3.6, -17) * s, p + Vec(0.8, -18) * s, p + Vec(4.6, -17) * s], 1.8 * s, Ink(color: "#d9b56a"))
        }
        sheet.line([at + Vec(-6, -8) * s, at + Vec(-26, 8) * s], 0.9)
        sheet.line([at + Vec(-6, -8) * s, at + Vec(20, 9) * s], 0.9)
        for k in 0..<16 {
            let p = at + Vec(hand.bell(34), 9 + Double(k) * 0.9) * s
            sheet.line([p, p + Vec(hand.within(6, 18), 0.5)], 0.8, Ink(color: "#5b4a3f", alpha: 0.5))
        }
    }
}
