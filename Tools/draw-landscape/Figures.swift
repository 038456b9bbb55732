import Foundation

enum Figures {
    /// The painter at the easel. The canvas shows sky and mountains, just finished: the picture's own, used again.
    static func painter(_ sheet: inout Sheet, _ at: Vec, view: String) {
        var hand = Chance(111)
        let canvas = at + Vec(-64, -112)
        let (across, down) = (Vec(86, 7), Vec(-7, 62))
        // Easel legs, then the canvas.
        for (a, b, w) in [
            (Vec(-58, 4), Vec(-24, -132), 4.2), (Vec(10, 6), Vec(-14, -130), 4.2), (Vec(-20, -14), Vec(-20, -122), 3.2),
        ] {
            sheet.nib([at + a, at + a.lerp(b, 0.5), at + b], w, Ink(color: "#9a6f45"), pressure: { _ in 1 })
            sheet.sketched(at + a + Vec(-w / 2, 0), at + b + Vec(-w / 2, 0), 0.6, .line, wobble: 0.3, &hand)
            sheet.sketched(at + a + Vec(w / 2, 0), at + b + Vec(w / 2, 0), 0.8, .line, wobble: 0.3, &hand)
        }
        let corners = [canvas, canvas + across, canvas + across + down, canvas + down]
        sheet.area(corners.map { $0 + Vec(2.5, 2.5) }, Ink(color: "#5b4a3f", alpha: 0.5), sharp: true)
        sheet.area(corners, Ink(color: "#fdfaf0"), sharp: true)
        // 62…1938 by 62…1290 of the picture onto the canvas, sheared as it stands.
        let (sx, sy) = (1 / 1876.0, 1 / 1228.0)
        let (a, b, c, d) = (across.x * sx, across.y * sx, down.x * sy, down.y * sy)
        let (e, f) = (canvas.x - a * 62 - c * 62, canvas.y - b * 62 - d * 62)
        func n(_ v: Double) -> String { String((v * 1e6).rounded() / 1e6) }
        sheet.raw(
            "<use href=\"#\(view)\" transform=\"matrix(\(n(a)) \(n(b)) \(n(c)) \(n(d)) \(n(e * 100)) \(n(f * 100)))\"/>"
        )
        // Below the mountains only pencil so far.
        for k in 0..<9 {
            let p = canvas + down * (0.52 + Double(k) * 0.045)
            sheet.line(
                [
                    p + across * hand.within(0.05, 0.2), p + across * 0.5 + Vec(0, hand.bell(2)),
                    p + across * hand.within(0.7, 0.95),
                ], 0.3, .faint)
        }
        sheet.sketchedOutline(corners, 1.0, .line, overshoot: 0.5, &hand)
        sheet.nib(
            [canvas + down + Vec(-4, 2), canvas + down + across * 0.5 + Vec(0, 2), canvas + down + across + Vec(4, 2)],
            4, Ink(color: "#9a6f45"), pressure: { _ in 1 })
        person(&sheet, at + Vec(62, 6), &hand)
        // The paint box on its stool.
        let box = at + Vec(112, -2)
        for x in [-14.0, -4, 10, 16] {
            sheet.line([box + Vec(x, -26), box + Vec(x * 1.25, 4)], 1.8, Ink(color: "#7a5636"))
        }
        sheet.area(
            [box + Vec(-20, -32), box + Vec(20, -30), box + Vec(22, -24), box + Vec(-18, -26)], Ink(color: "#b58654"),
            sharp: true)
        for k in 0..<8 {
            sheet.dot(
                box + Vec(-14 + Double(k) * 4.3, -29 + Double(k) * 0.25), 1.5,
                Ink(color: ["#5f8fc0", "#cf4436", "#e2b13c", "#7f9a4c", "#6c5fa8", "#33292a", "#c79a62", "#fffdf5"][k]))
        }
        sheet.sketchedOutline(
            [box + Vec(-20, -32), box + Vec(20, -30), box + Vec(22, -24), box + Vec(-18, -26)], 0.7, .line,
            overshoot: 0.3, &hand)
    }

    private static func person(_ sheet: inout Sheet, _ at: Vec, _ hand: inout Chance) {
        for _ in 0..<24 {
            sheet.line(
                [at + Vec(hand.bell(14), hand.within(-1, 5)), at + Vec(hand.within(20, 60), hand.within(2, 10))], 1,
                Ink(color: "#3e5733", alpha: 0.4))
        }
        for x in [-6.0, 6] {
            sheet.nib(
                [at + Vec(x * 0.7, -44), at + Vec(x, -20), at + Vec(x * 1.1, 1)], 10, Ink(color: "#4e5a6e"),
                pressure: { 1 - $0 * 0.3 })
            sheet.line([at + Vec(x * 0.7 - 4, -42), at + Vec(x - 4, -20), at + Vec(x * 1.1 - 3, 1)], 0.7)
            sheet.nib(
                [at + Vec(x * 1.1 - 7, 2), at + Vec(x * 1.1 - 1, 0.4), at + Vec(x * 1.1 + 3, 2)], 5,
                Ink(color: "#33292a"))
        }
        let coat = [
            Vec(-13, -40), Vec(-15, -62), Vec(-12, -84), Vec(-5, -90), Vec(5, -90), Vec(12, -83), Vec(14, -62),
            Vec(16, -36), Vec(2, -34),
        ].map { at + $0 }
        sheet.area(coat, Ink(color: "#3f6a8c"))
        sheet.line(coat + [coat[0], coat[1]], 1)
        for _ in 0..<60 {
            let p = at + Vec(hand.within(-2, 12), hand.within(-84, -40))
            sheet.line([p, p + Vec(-hand.within(2, 5), hand.within(4, 9))], 0.5, Ink(color: "#1f3248", alpha: 0.8))
        }
        // The arm with the brush, the other with the palette.
        sheet.nib(
            [at + Vec(-9, -82), at + Vec(-24, -72), at + Vec(-38, -82)], 7, Ink(color: "#3f6a8c"),
            pressure: { 1 - $0 * 0.45 })
        sheet.line([at + Vec(-9, -85), at + Vec(-25, -76), at + Vec(-38, -84)], 0.7)
        sheet.line([at + Vec(-9, -78), at + Vec(-24, -68), at + Vec(-38, -80)], 0.8)
        sheet.dot(at + Vec(-40, -83), 2.8, Ink(color: "#e6bd98"))
        sheet.line([at + Vec(-37, -80), at + Vec(-52, -94)], 0.9, Ink(color: "#6b4326"))
        sheet.nib([at + Vec(-52, -94), at + Vec(-56, -98)], 2.4, Ink(color: "#5f8fc0"))
        let palette = (0..<14).map { i in
            at + Vec(20, -60) + Vec(cos(Double(i) / 14 * 2 * .pi) * 13, sin(Double(i) / 14 * 2 * .pi) * 6.5)
        }
        sheet.area(palette, Ink(color: "#c79a62"))
        sheet.line(palette + [palette[0], palette[1]], 0.7)
        for (k, color) in ["#cf4436", "#e2b13c", "#5f8fc0", "#7f9a4c", "#fffdf5"].enumerated() {
            sheet.dot(at + Vec(13 + Double(k) * 3.6, -62 + hand.bell(1.5)), 1.5, Ink(color: color))
        }
        sheet.nib(
            [at + Vec(10, -80), at + Vec(18, -70), at + Vec(17, -60)], 7, Ink(color: "#3f6a8c"),
            pressure: { 1 - $0 * 0.4 })
        // Head and straw hat.
        sheet.dot(at + Vec(-1, -97), 7.6, Ink(color: "#e6bd98"))
        sheet.circle(at + Vec(-1, -97), 7.6, 0.8)
        for k in 0..<18 {
            sheet.line(
                [at + Vec(-5 + Double(k) * 0.7, -98), at + Vec(-6 + Double(k) * 0.8, -90 + hand.bell(1.5))], 0.6,
                Ink(color: "#5b3a28"))
        }
        sheet.nib([at + Vec(-17, -99), at + Vec(-1, -103), at + Vec(15, -98)], 5.4, Ink(color: "#e0bf72"))
        sheet.area(
            [at + Vec(-8, -101), at + Vec(-7, -111), at + Vec(5, -111), at + Vec(7, -101)], Ink(color: "#e0bf72"))
        sheet.nib(
            [at + Vec(-8, -102), at + Vec(0, -104), at + Vec(8, -101.6)], 3, Ink(color: "#a5423a"), pressure: { _ in 1 }
        )
        for k in 0..<16 {
            sheet.line(
                [
                    at + Vec(-15 + Double(k) * 1.9, -98.6 - sin(Double(k) / 15 * .pi) * 3),
                    at + Vec(-13 + Double(k) * 1.8, -101 - sin(Double(k) / 15 * .pi) * 3),
                ], 0.4, Ink(color: "#8f6c2a"))
        }
        sheet.line([at + Vec(-17, -99), at + Vec(-1, -96), at + Vec(15, -98)], 0.8)
    }

    /// A balloon over the valley, gore by gore.
    static func balloon(_ sheet: inout Sheet, _ c: Vec, _ r: Double) {
        var hand = Chance(121)
        let colors = ["#c8533f", "#f2dfae", "#3f6a8c", "#f2dfae"]
        func rim(_ f: Double, _ t: Double) -> Vec {
            // f: −1 left … 1 right, t: 0 crown … 1 mouth.
            let a = t * .pi * 0.86
            let w = sin(a) * r * (t > 0.55 ? 1 - (t - 0.55) * 0.35 : 1)
            return c + Vec(w * sin(f * .pi / 2), -cos(a) * r * (t > 0.5 ? 1.22 : 1.02))
        }
        let gores = 12
        for g in 0..<gores {
            let (f0, f1) = (Double(g) / Double(gores) * 2 - 1, Double(g + 1) / Double(gores) * 2 - 1)
            let outline =
                (0...14).map { rim(f0, Double($0) / 14) } + (0...14).reversed().map { rim(f1, Double($0) / 14) }
            sheet.area(outline, Ink(color: colors[g % 4]), sharp: true)
            if f0 > -0.1 { sheet.area(outline, Ink(color: "#4a3a5c", alpha: 0.10 + 0.28 * f0), sharp: true) }
            sheet.line((0...14).map { rim(f1, Double($0) / 14) }, 0.7)
            for _ in 0..<Int(26 + 34 * max(f0, 0)) {
                let t = hand.within(0.06, 0.94)
                let f = hand.within(f0, f1)
                guard hand.happens(0.25 + 0.7 * max(f, 0)) else { continue }
                sheet.line([rim(f, t), rim(f - 0.03, t + 0.02), rim(f - 0.05, t + 0.05)], 0.45, .soft)
            }
        }
        for t in [0.34, 0.40, 0.93] {
            sheet.line(
                (0...20).map { rim(Double($0) / 10 - 1, t) + Vec(0, (1 - pow(Double($0) / 10 - 1, 2)) * 4) }, 0.8)
        }
        sheet.nib((0...14).map { rim(-1, Double($0) / 14) }, 1.8, .line, pressure: { 0.5 + 0.5 * sin($0 * .pi) })
        let basket = c + Vec(0, r * 1.62)
        for k in 0..<9 {
            let f = Double(k) / 8 * 2 - 1
            sheet.line([rim(f, 1), basket + Vec(f * r * 0.13, 0)], 0.4)
        }
        let side = [
            basket + Vec(-r * 0.15, 0), basket + Vec(r * 0.15, 0), basket + Vec(r * 0.12, r * 0.2),
            basket + Vec(-r * 0.12, r * 0.2),
        ]
        for (x, coat) in [(-0.06, "#7a4c38"), (0.06, "#5c6b43")] {
            sheet.nib(
                [basket + Vec(x * r, r * 0.03), basket + Vec(x * r, -r * 0.12)], r * 0.1, Ink(color: coat),
                pressure: { 1 - $0 * 0.4 })
            sheet.dot(basket + Vec(x * r, -r * 0.16), r * 0.035, Ink(color: "#e6bd98"))
        }
        sheet.area(side, Ink(color: "#b58654"), sharp: true)
        for k in 0..<8 {
            for q in 0..<9 {
                let p =
                    side[0].lerp(side[3], (Double(k) + 0.5) / 8)
                    + Vec(Double(q) * r * 0.03 + (k % 2 == 0 ? 0 : r * 0.015), 0)
                sheet.line([p, p + Vec(r * 0.02, 0)], 0.5, Ink(color: "#5b3a28"))
            }
        }
        sheet.sketchedOutline(side, 0.7, .line, overshoot: 0.2, &hand)
    }
}
