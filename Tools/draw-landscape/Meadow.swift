import Foundation

enum Meadow {
    /// The near edge of the land against the lake.
    static func edge(_ x: Double) -> Double {
        948 - 62 * smoothstep(1250, 1900, x) - 26 * smoothstep(520, 60, x) + fractal(x / 120, seed: 91) * 9
    }

    static func draw(_ sheet: inout Sheet) {
        var hand = Chance(91)
        var region: [Vec] = []
        for x in stride(from: 62.0, through: 1938, by: 8) { region.append(Vec(x, edge(x))) }
        for x in stride(from: 1938.0, through: 62, by: -14) {
            region.append(Vec(x, 1278 + fractal(x / 40, seed: 92) * 16))
        }
        sheet.area(region, Ink(color: "#f3eccf"), sharp: true)
        sheet.wash(region, "#a9b65e", alpha: 0.55, coats: 4, rough: 4, &hand)
        fields(&sheet, &hand)
        for (x, y, w, h, color) in [
            (450.0, 1150.0, 380.0, 110.0, "#7f9a4c"), (1000, 1210, 460, 70, "#8da353"),
            (1620, 1200, 330, 90, "#7f9a4c"), (700, 1010, 300, 40, "#c7bd62"),
        ] {
            let seed = hand.bits()
            let blob = (0..<40).map { i -> Vec in
                let a = Double(i) / 40 * 2 * .pi
                let r = 1 + fractal(Double(i) * 0.5, seed: seed) * 0.25
                return Vec(min(max(x + cos(a) * w * r, 66), 1934), min(y + sin(a) * h * r, 1272))
            }
            sheet.wash(blob, color, alpha: 0.28, coats: 2, rough: 6, rim: false, &hand)
        }
        shore(&sheet, &hand)
        path(&sheet, &hand)
        grass(&sheet, from: edge, to: { _ in 1110 }, count: 4800, &hand)
        fence(&sheet, &hand)
        flock(&sheet, &hand)
    }

    /// The grass and the flowers near by; in two parts, for the painter stands between.
    static func foreground(_ sheet: inout Sheet, from top: Double, to bottom: Double) {
        var hand = Chance(UInt64(top))
        grass(
            &sheet, from: { _ in top - 6 }, to: { min(bottom, 1262 + fractal($0 / 40, seed: 92) * 14) },
            count: Int(27 * (bottom - top)), &hand)
        flowers(&sheet, from: top, to: bottom, &hand)
    }

    /// Vineyards and furrows on the slope to the right, in perspective.
    private static func fields(_ sheet: inout Sheet, _ hand: inout Chance) {
        func ground(_ u: Double, _ v: Double) -> Vec {
            let x = lerp(1290, 1934, u) - (1 - u) * v * 70
            return Vec(x, lerp(edge(x) + 6, 1075 + 38 * u, pow(v, 1.25)) + 6 * sin(u * 5))
        }
        let colors = ["#c9b25a", "#9aab58", "#b7a24f", "#86a057", "#d2bd70", "#a58f56", "#93a862", "#c3a95c"]
        let (columns, rows) = (5, 3)
        for r in 0..<rows {
            for c in 0..<columns {
                let (u0, u1) = (Double(c) / Double(columns), Double(c + 1) / Double(columns) - 0.012)
                let (v0, v1) = (Double(r) / Double(rows), Double(r + 1) / Double(rows) - 0.03)
                var patch: [Vec] = []
                for k in 0...6 { patch.append(ground(lerp(u0, u1, Double(k) / 6), v0)) }
                for k in 0...6 { patch.append(ground(lerp(u1, u0, Double(k) / 6), v1)) }
                sheet.wash(patch, colors[(r * 3 + c * 5) % colors.count], alpha: 0.62, coats: 2, rough: 1.5, &hand)
                switch (r + c * 2) % 4 {
                case 0:  // furrows
                    for k in 0..<26 {
                        let u = lerp(u0, u1, (Double(k) + 0.5) / 26)
                        let lines = (0...5).map {
                            ground(u + hand.bell(0.0006), lerp(v0 + 0.01, v1 - 0.01, Double($0) / 5))
                        }
                        sheet.line(lines, 0.7, Ink(color: "#6b5638", alpha: 0.8))
                    }
                case 1:  // vines: a stake and two leaves each
                    for i in 0..<15 {
                        for j in 0..<9 {
                            let p = ground(lerp(u0, u1, (Double(i) + 0.5) / 15), lerp(v0, v1, (Double(j) + 0.7) / 9.4))
                            let h = lerp(5, 10, v0 + Double(j) / 27)
                            sheet.line([p, p + Vec(hand.bell(0.4), -h)], 0.5)
                            sheet.line(
                                [
                                    p + Vec(-h * 0.3, -h * 0.4), p + Vec(0, -h * 0.9), p + Vec(h * 0.35, -h * 0.45),
                                    p + Vec(h * 0.1, -h * 0.15),
                                ], 0.75, Ink(color: "#3f5b36"))
                            sheet.dot(p + Vec(0, -h * 0.55), h * 0.26, Ink(color: "#6c8a3f", alpha: 0.6))
                        }
                    }
                case 2:  // stubble
                    for _ in 0..<230 {
                        let p = ground(hand.within(u0 + 0.005, u1 - 0.005), hand.within(v0 + 0.01, v1 - 0.01))
                        sheet.line(
                            [p, p + Vec(hand.bell(1), -hand.within(2, 4.5))], 0.5, Ink(color: "#7d6330", alpha: 0.85))
                    }
                default:  // mown hay, in swathes, with a few stooks
                    for k in 0..<11 {
                        let v = lerp(v0, v1, (Double(k) + 0.5) / 11)
                        let lines = (0...8).map {
                            ground(lerp(u0 + 0.004, u1 - 0.004, Double($0) / 8), v) + hand.vec(0.7)
                        }
                        sheet.line(lines, 0.6, Ink(color: "#5f6b38", alpha: 0.8), dash: [9, 2, 4, 2])
                    }
                    for _ in 0..<5 {
                        let p = ground(hand.within(u0 + 0.02, u1 - 0.02), hand.within(v0 + 0.06, v1 - 0.02))
                        for _ in 0..<16 {
                            let a = hand.bell(0.55)
                            sheet.line(
                                [p + Vec(a * 9, 0), p + Vec(a * 4 + hand.bell(1), -6), p + Vec(-a * 3, -11)], 0.7,
                                Ink(color: hand.pick(["#b08a36", "#8f6c2a", "#d0ab52"])))
                        }
                    }
                }
            }
        }
        for k in 0..<26 {
            let p = ground(Double(k) / 26 + hand.bell(0.008), hand.pick([0.325, 0.66, 1.0]))
            Trees.broadleaf(
                &sheet, p, hand.within(18, 34), green: hand.pick([["#93a55a", "#6e8748"], ["#7f9c60", "#57794f"]]),
                ink: Ink(color: "#39402f"), &hand)
        }
    }

    private static func shore(_ sheet: inout Sheet, _ hand: inout Chance) {
        for x in stride(from: 66.0, to: 1930, by: 3.2) where hand.happens(0.9) {
            let p = Vec(x + hand.bell(2), edge(x) + hand.within(-2, 5))
            let h = hand.within(5, 15) * (noise(x / 60, seed: 93) > 0 ? 1.6 : 0.7)
            let lean = hand.bell(3)
            sheet.nib(
                [p, p + Vec(lean * 0.4, -h * 0.6), p + Vec(lean, -h)], 1.2,
                Ink(color: hand.pick(["#40543a", "#536b3f", "#6f6a35"])), pressure: { 1 - $0 * 0.9 })
            if hand.happens(0.06) {
                sheet.nib([p + Vec(lean, -h * 0.85), p + Vec(lean, -h * 1.15)], 2.6, Ink(color: "#6d4730"))
            }
        }
        for _ in 0..<150 {
            let x = hand.within(420, 1500)
            let p = Vec(x, edge(x) + hand.within(-4, 8))
            let r = hand.within(1.5, 6)
            let stone = (0..<8).map { i in
                p
                    + Vec(
                        cos(Double(i) / 8 * 2 * .pi) * r * hand.within(0.9, 1.3), sin(Double(i) / 8 * 2 * .pi) * r * 0.6
                    )
            }
            sheet.area(stone, Ink(color: hand.pick(["#c7bfb2", "#aaa29b", "#d8cfbf"])))
            sheet.line(stone + [stone[0], stone[1]], 0.5, .soft)
            sheet.line([p + Vec(r * 0.1, r * 0.35), p + Vec(r * 0.9, r * 0.1)], 0.5, .faint)
        }
    }

    private static let way = [
        Vec(560, 1290), Vec(640, 1215), Vec(800, 1150), Vec(905, 1098), Vec(905, 1046), Vec(1010, 1005), Vec(1150, 978),
        Vec(1240, 948),
    ]

    private static func path(_ sheet: inout Sheet, _ hand: inout Chance) {
        let spine = resample(way, step: 14)
        var (left, right): ([Vec], [Vec]) = ([], [])
        for (i, p) in spine.enumerated() {
            let d = spine[min(i + 2, spine.count - 1)] - spine[max(i - 2, 0)]
            let half = d.normal * (lerp(5, 42, pow((p.y - 940) / 350, 1.1)) * hand.within(0.93, 1.07))
            left.append(p - half)
            right.append(p + half)
        }
        let clip = { (p: Vec) in Vec(p.x, min(p.y, 1276)) }
        sheet.area(left.map(clip) + right.reversed().map(clip), Ink(color: "#ead7b0"))
        sheet.wash(left.map(clip) + right.reversed().map(clip), "#c59f6c", alpha: 0.3, coats: 2, rough: 2, &hand)
        for _ in 0..<620 {
            let i = hand.whole(0..<spine.count)
            let p = clip(left[i].lerp(right[i], hand.unit()))
            let s = lerp(1, 5.5, (p.y - 940) / 340)
            sheet.line(
                [p, p + Vec(s * hand.within(0.6, 1.6), hand.bell(0.6))], 0.5 + s * 0.07,
                Ink(color: "#6b5138", alpha: 0.6))
            if hand.happens(0.2) { sheet.circle(p, s * 0.35, 0.5, .faint) }
        }
        for edge in [left, right] {
            sheet.line(edge.map(clip), 1.0, Ink(color: "#5a452f", alpha: 0.8), dash: [26, 4, 11, 5])
        }
    }

    private static func grass(
        _ sheet: inout Sheet, from: (Double) -> Double, to: (Double) -> Double, count: Int, _ hand: inout Chance
    ) {
        var tufts: [Vec] = []
        let spine = resample(way, step: 8)
        while tufts.count < count / 4 {
            let x = hand.within(70, 1930)
            let t = hand.unit()
            let p = Vec(x, lerp(from(x) + 6, to(x), t))
            // Not on the path, thinner on the fields.
            let half = lerp(7, 44, pow(max(0, p.y - 940) / 350, 1.1))
            if spine.contains(where: { abs($0.y - p.y) < 10 && abs($0.x - p.x) < half * 1.25 }) { continue }
            if x > 1230, p.y < 1085, hand.happens(0.93) { continue }
            if noise(x / 70, seed: 95) + noise(p.y / 34, seed: 96) < -0.55 { continue }
            tufts.append(p)
        }
        tufts.sort { $0.y < $1.y }
        for p in tufts {
            let s = lerp(4, 25, smoothstep(930, 1275, p.y))
            for _ in 0..<4 {
                let foot = p + Vec(hand.bell(s * 0.4), hand.bell(s * 0.08))
                let lean = hand.bell(s * 0.65)
                let h = s * hand.within(0.5, 1.15)
                let blade = [foot, foot + Vec(lean * 0.25, -h * 0.6), foot + Vec(lean, -h)]
                let color = hand.pick(["#4f6b35", "#6a8338", "#3e5733", "#8b9440", "#5b7a3e"])
                if s > 11 {
                    sheet.nib(blade, s * 0.10, Ink(color: color), pressure: { 1 - $0 * 0.92 })
                } else {
                    sheet.line(blade, 0.7, Ink(color: color))
                }
            }
        }
    }

    private static func flowers(_ sheet: inout Sheet, from top: Double, to bottom: Double, _ hand: inout Chance) {
        for _ in 0..<Int(2.4 * (bottom - top)) {
            let p = Vec(hand.within(90, 1910), lerp(top + 12, min(bottom, 1268), hand.unit()))
            let t = (p.y - 1120) / 148
            if abs(p.x - lerp(800, 600, t)) < 90 { continue }
            let s = lerp(2.2, 6, t)
            let head = p + Vec(hand.bell(5), -s * hand.within(2.2, 4))
            sheet.line([p, p.lerp(head, 0.5) + Vec(hand.bell(2), 0), head], 0.8, Ink(color: "#4f6b35"))
            switch hand.whole(0..<4) {
            case 0:  // poppy
                for k in 0..<4 {
                    let c = head + Vec(angle: Double(k) * 1.57 + 0.4, length: s * 0.42)
                    let petal = (0..<7).map {
                        c + Vec(angle: Double($0) / 7 * 2 * .pi, length: s * 0.5 * hand.within(0.85, 1.15))
                    }
                    sheet.area(petal, Ink(color: "#cf4436", alpha: 0.85))
                }
                sheet.dot(head, s * 0.2)
            case 1:  // daisy
                for k in 0..<12 {
                    let a = Double(k) / 12 * 2 * .pi
                    sheet.nib(
                        [head + Vec(angle: a, length: s * 0.15), head + Vec(angle: a, length: s * 0.8)], s * 0.3,
                        Ink(color: "#fffdf5"))
                    sheet.line(
                        [head + Vec(angle: a, length: s * 0.3), head + Vec(angle: a, length: s * 0.8)], 0.25, .faint)
                }
                sheet.dot(head, s * 0.27, Ink(color: "#e2b13c"))
            case 2:  // lupin
                for k in 0..<9 {
                    let q = head + Vec(hand.bell(s * 0.25) * (1 - Double(k) / 11), -Double(k) * s * 0.27)
                    sheet.dot(q, s * 0.24, Ink(color: hand.pick(["#6c5fa8", "#8f7fc4", "#54488c"]), alpha: 0.9))
                }
            default:  // buttercup
                for k in 0..<5 {
                    sheet.dot(
                        head + Vec(angle: Double(k) * 1.257, length: s * 0.3), s * 0.26,
                        Ink(color: "#ecc140", alpha: 0.95))
                }
                sheet.circle(head, s * 0.3, 0.35, Ink(color: "#8a6420"))
            }
        }
    }

    private static func fence(_ sheet: inout Sheet, _ hand: inout Chance) {
        var last: Vec?
        for k in 0..<17 {
            let t = Double(k) / 16
            let p = Vec(lerp(960, 1310, t) + 8 * sin(t * 9), lerp(1130, 1000, pow(t, 0.8)))
            let h = lerp(34, 11, pow(t, 0.8))
            let post = [
                p + Vec(-h * 0.07, 0), p + Vec(-h * 0.06 + hand.bell(0.8), -h), p + Vec(h * 0.07, -h * 1.02),
                p + Vec(h * 0.08, 0),
            ]
            sheet.area(post, Ink(color: "#a98a63"), sharp: true)
            sheet.sketchedOutline(post, max(0.5, h * 0.03), .line, overshoot: 0.3, &hand)
            for _ in 0..<4 {
                let x = hand.within(-0.04, 0.06) * h;
                sheet.line(
                    [p + Vec(x, -h * 0.1), p + Vec(x + hand.bell(0.4), -h * hand.within(0.4, 0.95))], 0.4, .soft)
            }
            if let q = last {
                for f in [0.82, 0.45] {
                    let hq = lerp(34, 11, pow(max(0, Double(k - 1) / 16), 0.8))
                    let (a, b) = (q + Vec(0, -hq * f), p + Vec(0, -h * f + hand.bell(0.8)))
                    sheet.nib(
                        [a, a.lerp(b, 0.5) + Vec(0, 1), b], h * 0.11, Ink(color: "#a98a63"), pressure: { _ in 1 })
                    sheet.sketched(a + Vec(0, -h * 0.05), b + Vec(0, -h * 0.05), 0.7, .line, wobble: 0.4, &hand)
                    sheet.sketched(a + Vec(0, h * 0.05), b + Vec(0, h * 0.05), 0.9, .line, wobble: 0.4, &hand)
                }
            }
            last = p
        }
    }

    private static func flock(_ sheet: inout Sheet, _ hand: inout Chance) {
        for _ in 0..<12 {
            let p = Vec(720 + hand.bell(130), 1018 + hand.bell(32))
            let s = lerp(0.7, 1.25, smoothstep(985, 1050, p.y))
            let turned = hand.happens(0.5) ? 1.0 : -1
            for x in [-6.0, -3.5, 3.5, 6] {
                sheet.line([p + Vec(x, 2) * s, p + Vec(x + hand.bell(0.6), 9) * s], 1.0 * s)
            }
            let body = (0..<16).map { i -> Vec in
                let a = Double(i) / 16 * 2 * .pi
                return p + Vec(cos(a) * 9.5, sin(a) * 5.6) * (s * hand.within(0.93, 1.07))
            }
            sheet.area(body, Ink(color: "#f8f2e6"))
            sheet.line(body + [body[0], body[1]], 0.6)
            for _ in 0..<24 {
                let q = p + Vec(hand.bell(8), hand.bell(4.4) + 0.5) * s
                sheet.line([q, q + Vec(1, -1.1) * s, q + Vec(2, 0) * s], 0.4, .faint)
            }
            let head = p + Vec(11.5 * turned, -3) * s
            sheet.nib(
                [head + Vec(-3, -1.4) * s * turned, head, head + Vec(3.2, 2.2) * s * turned], 4.2 * s,
                Ink(color: "#4a3f3c"))
        }
    }
}
