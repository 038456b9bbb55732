import Foundation

/// What stands around the picture: the frame, the title, the compass rose, and the instrument that gives its name.
enum Margin {
    static func draw(_ sheet: inout Sheet) {
        var hand = Chance(101)
        frame(&sheet, &hand)
        compass(&sheet, Vec(1795, 1345), 118, &hand)
        pantograph(&sheet, Vec(100, 1432), &hand)
        title(&sheet, &hand)
        notes(&sheet, &hand)
    }

    private static func frame(_ sheet: inout Sheet, _ hand: inout Chance) {
        let (l, t, r, b) = (44.0, 56.0, 1956.0, 1300.0)
        // The scale of a map's border: every second field is inked, line by line.
        func fields(_ from: Vec, _ to: Vec, inward: Vec) {
            let n = Int((to - from).length / 40)
            for k in 0..<n {
                let (a, c) = (from.lerp(to, Double(k) / Double(n)), from.lerp(to, Double(k + 1) / Double(n)))
                sheet.line([a, a + inward * 6], 0.6)
                if k % 2 == 0 {
                    for q in 0..<7 {
                        sheet.line(
                            [a + inward * (0.6 + Double(q) * 0.8), c + inward * (0.6 + Double(q) * 0.8)], 0.62,
                            .line.with(alpha: 0.9), cap: "butt")
                    }
                }
                for q in 1..<4 {
                    let p = a.lerp(c, Double(q) / 4)
                    sheet.line([p - inward * 3.2, p], 0.4, .soft)
                }
            }
        }
        fields(Vec(l, t), Vec(r, t), inward: Vec(0, 1))
        fields(Vec(l, b), Vec(r, b), inward: Vec(0, -1))
        fields(Vec(l, t), Vec(l, b), inward: Vec(1, 0))
        fields(Vec(r, t), Vec(r, b), inward: Vec(-1, 0))
        for inset in [0.0, 6, 9] {
            let c = [
                Vec(l + inset, t + inset), Vec(r - inset, t + inset), Vec(r - inset, b - inset),
                Vec(l + inset, b - inset),
            ]
            sheet.sketchedOutline(c, inset == 9 ? 0.5 : 1.1, .line, overshoot: 3, &hand)
        }
    }

    private static func compass(_ sheet: inout Sheet, _ c: Vec, _ r: Double, _ hand: inout Chance) {
        sheet.dot(c, r + 14, .paper)
        sheet.dot(c, r + 13, Ink(color: "#e6c78d", alpha: 0.25))
        sheet.dot(c, r * 0.62, Ink(color: "#8fb0c9", alpha: 0.3))
        for (radius, width) in [
            (r + 14, 1.3), (r + 11.5, 0.5), (r, 0.8), (r * 0.93, 0.4), (r * 0.62, 0.9), (r * 0.585, 0.4),
            (r * 0.2, 0.8), (r * 0.17, 0.4),
        ] {
            sheet.circle(c, radius, width)
        }
        for k in 0..<360 {
            let a = Double(k) * .pi / 180
            let inner = k % 10 == 0 ? r * 0.93 : k % 5 == 0 ? r * 0.955 : r * 0.97
            sheet.line(
                [c + Vec(angle: a, length: inner), c + Vec(angle: a, length: r)], k % 10 == 0 ? 0.8 : 0.35, .line,
                cap: "butt")
        }
        // The points, lesser ones first: the half away from the light is inked, the other one is open.
        for (count, offset, length, width) in [
            (16, 0.5, 0.62, 0.06), (8, 0.5, 0.74, 0.10), (4, 0.5, 0.82, 0.14), (4, 0.0, 1.08, 0.19),
        ] {
            for k in 0..<count {
                let a = (Double(k) + offset) / Double(count) * 2 * .pi - .pi / 2
                let tip = c + Vec(angle: a, length: r * length)
                let step = .pi / Double(max(count, 4)) * (count == 16 ? 0.6 : 1)
                let (left, right) = (
                    c + Vec(angle: a - step, length: r * width), c + Vec(angle: a + step, length: r * width)
                )
                sheet.area([c, left, tip], Ink(color: "#fbf5e8"), sharp: true)
                sheet.area([c, right, tip], Ink(color: count == 4 && offset == 0 ? "#a5423a" : "#3c4a63"), sharp: true)
                for q in 1..<16 {
                    let t = Double(q) / 16
                    sheet.line([left.lerp(tip, t), c.lerp(tip, t)], 0.3, .soft, cap: "butt")
                }
                for (p, q) in [(left, tip), (right, tip), (c, tip)] { sheet.line([p, q], 0.6) }
            }
        }
        sheet.dot(c, r * 0.06, Ink(color: "#d9a640"))
        sheet.circle(c, r * 0.06, 0.6)
        // Northwest is where the pen was held: the letters stand upright all the same.
        for (letter, a) in [("N", -Double.pi / 2), ("E", 0), ("S", .pi / 2), ("W", .pi)] {
            let p = c + Vec(angle: a, length: r * 0.79)
            let size = 14.0
            sheet.dot(p, 9.5, .paper)
            sheet.circle(p, 9.5, 0.4)
            Lettering.write(
                &sheet, letter, at: p + Vec(-Lettering.width(letter, size: size) / 2 - 0.8, size / 2), size: size,
                pen: 0.9, nib: 1.3, &hand)
        }
        // Rhumb lines that run off into the margin.
        for k in 0..<32 {
            let a = Double(k) / 32 * 2 * .pi
            let to = c + Vec(angle: a, length: r + (k % 2 == 0 ? 48 : 30))
            guard to.x < 1990, to.y < 1490, to.y > 1312 || k % 2 == 1 else { continue }
            sheet.line([c + Vec(angle: a, length: r + 15), to], 0.5, .faint, dash: [5, 2.5, 1, 2.5])
        }
    }

    /// The instrument: two long arms and two short ones, hinged as a parallelogram, so that the pen does what the
    /// tracing point does, twice as large.
    private static func pantograph(_ sheet: inout Sheet, _ foot: Vec, _ hand: inout Chance) {
        let (o, p) = (foot, foot + Vec(250, -6))
        let apex = foot + Vec(112, -108)
        let (d, e) = (o.lerp(apex, 0.5), apex.lerp(p, 0.5))
        let t = o.lerp(p, 0.5)
        func star(_ c: Vec, _ r: Double) -> [Vec] {
            (0...10).map { k in c + Vec(angle: Double(k) * .pi / 5 - .pi / 2, length: k % 2 == 0 ? r : r * 0.42) }
        }
        for (c, r) in [(t, 11.0), (p, 22.0)] {
            let points = star(c + Vec(0, r), r)
            for (a, b) in zip(points, points.dropFirst()) {
                sheet.sketched(a, b, r * 0.05, Ink(color: "#a5423a"), wobble: 0.2, &hand)
            }
            sheet.hatch(
                from: c + Vec(-r, 0), to: c + Vec(r, 2 * r), spacing: r * 0.16, length: r * 0.3, angle: -0.8,
                width: r * 0.018, Ink(color: "#a5423a", alpha: 0.7), &hand
            ) {
                ($0 - (c + Vec(0, r))).length < r * 0.42 ? 0.9 : 0
            }
        }
        sheet.line([o, p], 0.6, .faint, dash: [6, 3])
        for (a, b, w) in [(d, t, 5.0), (e, t, 5.0), (o, apex, 7.0), (apex, p, 7.0)] { bar(&sheet, a, b, w, &hand) }
        for (joint, r) in [(o, 6.0), (apex, 6), (d, 4.4), (e, 4.4), (t, 5), (p, 5.4)] {
            sheet.dot(joint, r, Ink(color: "#d9b25a"))
            sheet.circle(joint, r, 0.9)
            sheet.circle(joint, r * 0.6, 0.4)
            sheet.line([joint + Vec(-r * 0.4, -r * 0.3), joint + Vec(r * 0.4, r * 0.3)], 0.8)
        }
        sheet.nib([t, t + Vec(0.6, 7), t + Vec(0, 14)], 3, .line, pressure: { 1 - $0 })
        sheet.nib([p, p + Vec(0.6, 8), p + Vec(0, 16)], 3.4, .line, pressure: { 1 - $0 })
        // The weight that holds the fixed point.
        sheet.area(
            [o + Vec(-17, 3), o + Vec(17, 3), o + Vec(21, 17), o + Vec(-21, 17)], Ink(color: "#7c8494"), sharp: true)
        for k in 0..<18 {
            sheet.line([o + Vec(-15 + Double(k) * 2, 5), o + Vec(-19 + Double(k) * 2.35, 15)], 0.5, .soft)
        }
        for (text, at) in [("held", o + Vec(-12, 31)), ("traces", t + Vec(-48, 22)), ("draws", p + Vec(30, 26))] {
            Lettering.write(&sheet, text, at: at, size: 10, ink: .soft, pen: 0.6, &hand)
        }
    }

    private static func bar(_ sheet: inout Sheet, _ a: Vec, _ b: Vec, _ w: Double, _ hand: inout Chance) {
        let n = (b - a).normal * (w / 2)
        let way = (b - a) * (w * 0.7 / (b - a).length)
        let corners = [a - way + n, b + way + n, b + way - n, a - way - n]
        sheet.area(corners, Ink(color: "#c79a62"), sharp: true)
        for k in 0..<46 {
            let t = Double(k) / 46
            let p = a.lerp(b, t) + n * hand.around(0.8)
            sheet.line(
                [p, p + (b - a) * hand.within(0.02, 0.07) + n * hand.bell(0.1)], 0.35, Ink(color: "#6b4326", alpha: 0.8)
            )
            if k % 4 == 0 { sheet.line([a.lerp(b, t) + n, a.lerp(b, t) + n * 0.45], 0.4) }
        }
        sheet.sketchedOutline(corners, 0.8, .line, overshoot: 0.2, &hand)
    }

    private static func title(_ sheet: inout Sheet, _ hand: inout Chance) {
        let text = "A View of the Valley"
        let size = 58.0
        let x = 1000 - Lettering.width(text, size: size) / 2
        Lettering.write(
            &sheet, text, at: Vec(x + 1.2, 1386.5), size: size, ink: Ink(color: "#b5792c", alpha: 0.45), pen: 1.2,
            nib: 5.2, &hand)
        hand = Chance(101)
        Lettering.write(&sheet, text, at: Vec(x, 1385), size: size, pen: 1.1, nib: 4.6, &hand)
        let second = "taken from the meadow above the lake, in pen and wash, at ten past ten"
        Lettering.write(
            &sheet, second, at: Vec(1000 - Lettering.width(second, size: 17) / 2, 1425), size: 17, ink: .soft,
            pen: 0.95, &hand)
        // A flourish and the scale.
        for side in [-1.0, 1.0] {
            let curl = (0...44).map { i -> Vec in
                let t = Double(i) / 44
                let r = 15 * (1 - t)
                return Vec(
                    1000 + side * (30 + 250 * t * (1 - 0.1 * t)) + side * sin(t * 13) * r, 1444 + cos(t * 13) * r * 0.5)
            }
            sheet.nib(curl, 2.4, .line, pressure: { 0.25 + 0.75 * abs(sin($0 * 7)) })
        }
        for k in 0..<10 {
            let p = Vec(880 + Double(k) * 24, 1462)
            if k % 2 == 0 { sheet.area([p, p + Vec(24, 0), p + Vec(24, 5), p + Vec(0, 5)], .line, sharp: true) }
            sheet.line([p, p + Vec(0, 8)], 0.6)
        }
        sheet.sketchedOutline(
            [Vec(880, 1462), Vec(1120, 1462), Vec(1120, 1467), Vec(880, 1467)], 0.7, .line, overshoot: 1, &hand)
        for (k, text) in ["0", "1", "2", "3"].enumerated() {
            Lettering.write(&sheet, text, at: Vec(877 + Double(k) * 80, 1483), size: 10, ink: .soft, pen: 0.6, &hand)
        }
        Lettering.write(&sheet, "miles", at: Vec(1134, 1470), size: 11, ink: .soft, pen: 0.65, &hand)
    }

    /// Notes in the picture, with lines that lead to what they mean.
    private static func notes(_ sheet: inout Sheet, _ hand: inout Chance) {
        func note(_ text: String, _ at: Vec, _ size: Double, to: Vec, from: Vec) {
            // The paint is scratched away first, so that the ink can be read.
            var same = hand
            Lettering.write(
                &sheet, text, at: at, size: size, ink: .paper.with(alpha: 0.55), pen: size * 0.3, tilt: -0.02, &same)
            Lettering.write(
                &sheet, text, at: at, size: size, ink: Ink(color: "#6b1f1a"), pen: size * 0.075, tilt: -0.02, &hand)
            let bow = (to - from).normal * 9
            sheet.line([from, from.lerp(to, 0.5) + bow, to], 0.7, .soft)
            let back = Vec(angle: (from.lerp(to, 0.5) + bow - to).angle, length: 5)
            for turn in [-0.45, 0.45] { sheet.line([to, to + Vec(angle: back.angle + turn, length: 5)], 0.7, .soft) }
        }
        note("larches", Vec(858, 772), 16, to: Vec(800, 778), from: Vec(850, 768))
        note("the castle, empty", Vec(1340, 452), 16, to: Vec(1540, 520), from: Vec(1470, 460))
        note("twelve sheep, they say", Vec(735, 976), 16, to: Vec(745, 1002), from: Vec(775, 982))
        note("the ten o'clock boat, late", Vec(690, 690), 15, to: Vec(938, 728), from: Vec(880, 696))
    }
}
