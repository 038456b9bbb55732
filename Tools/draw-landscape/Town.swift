import Foundation

enum Town {
    /// A house seen a little from its left: gable wall in the light, long wall and roof going back to the right.
    ///
    /// - Parameter at: the lower left corner of the gable wall.
    static func house(
        _ sheet: inout Sheet, _ at: Vec, width w: Double, height h: Double, depth d: Double, roof: String, wall: String,
        _ hand: inout Chance
    ) {
        let rise = w * hand.within(0.5, 0.72)
        let back = Vec(d, -d * 0.14)
        let (bl, br) = (at, at + Vec(w, w * 0.06))
        let (tl, tr) = (at + Vec(0, -h), at + Vec(w, w * 0.06 - h))
        let ridge = tl.lerp(tr, 0.5) + Vec(0, -rise)
        let pen = max(0.3, w * 0.022)
        sheet.area([bl, br, tr, ridge, tl], Ink(color: wall), sharp: true)
        sheet.area([br, br + back, tr + back, tr], Ink(color: wall), sharp: true)
        sheet.area([br, br + back, tr + back, tr], Ink(color: "#6a5f7d", alpha: 0.34), sharp: true)
        // The roof overhangs: its near slope is all of it that shows.
        let over = Vec(w * 0.07, w * 0.10)
        let roofArea = [ridge + Vec(-w * 0.06, 0), ridge + back, tr + back + over, tr + over + Vec(-w * 0.03, 0)]
        sheet.area(roofArea, Ink(color: roof), sharp: true)
        sheet.area(roofArea, Ink(color: "#5b3340", alpha: 0.12), sharp: true)
        // Tiles: courses along the roof, and joints where one looks closely.
        let courses = max(4, Int(w / 2.0))
        for k in 1..<courses {
            let t = Double(k) / Double(courses)
            let (a, b) = (roofArea[0].lerp(roofArea[3], t), roofArea[1].lerp(roofArea[2], t))
            sheet.line(
                [a + hand.vec(0.15), a.lerp(b, 0.5) + hand.vec(0.3), b], pen * 0.75, Ink(color: "#4d2a28", alpha: 0.85))
            let joints = Int(d / 3.4)
            for j in 0..<joints where hand.happens(0.75) {
                let p = a.lerp(b, (Double(j) + hand.unit()) / Double(max(joints, 1)))
                sheet.line(
                    [p, p + (roofArea[3] - roofArea[0]) * (0.9 / Double(courses))], pen * 0.55,
                    Ink(color: "#4d2a28", alpha: 0.75))
            }
        }
        // Shade on the long wall.
        for k in 0..<max(4, Int(d / 1.3)) {
            let t = (Double(k) + hand.unit() * 0.6) / max(4, d / 1.3)
            let top = tr.lerp(tr + back, min(t, 1)) + Vec(0, h * 0.02)
            sheet.line([top, top + Vec(-h * 0.12, h * hand.within(0.45, 0.9))], pen * 0.6, .soft)
        }
        windows(&sheet, tl, tr, bl, rows: h > w * 0.9 ? 2 : 1, columns: 2, pen, &hand)
        windows(&sheet, tr, tr + back, br, rows: h > w * 0.9 ? 2 : 1, columns: max(2, Int(d / (w * 0.42))), pen, &hand)
        // A round window in the gable, and a door.
        let eye = tl.lerp(tr, 0.5) + Vec(0, -rise * 0.36)
        sheet.dot(eye, w * 0.07, Ink(color: "#4a5568", alpha: 0.9))
        sheet.circle(eye, w * 0.08, pen * 0.7)
        let door = [
            bl.lerp(br, 0.40), bl.lerp(br, 0.60), bl.lerp(br, 0.60) + Vec(0, -h * 0.36),
            bl.lerp(br, 0.40) + Vec(0, -h * 0.36),
        ]
        sheet.area(door, Ink(color: hand.pick(["#7b4a33", "#4e6470", "#5e6b45", "#8a3f34"])), sharp: true)
        sheet.sketchedOutline(door, pen * 0.7, .line, overshoot: 0.1, &hand)
        for side in [
            [bl, tl], [br, tr], [tl, ridge], [ridge, tr + over], [bl, br], [br, br + back], [br + back, tr + back],
            [ridge, ridge + back], [ridge + back, tr + back + over], [tr + over, tr + back + over],
            [tl, tl + Vec(-w * 0.08, w * 0.09)],
        ] {
            sheet.sketched(side[0], side[1], pen * 1.15, .line, wobble: 0.2, &hand)
        }
        // A chimney on the ridge.
        let c = ridge.lerp(ridge + back, hand.within(0.3, 0.75))
        let (cw, ch) = (w * 0.12, w * 0.26)
        let stack = [c + Vec(0, w * 0.05), c + Vec(0, -ch), c + Vec(cw, -ch), c + Vec(cw, w * 0.12)]
        sheet.area(stack, Ink(color: "#b07a5e"), sharp: true)
        sheet.sketchedOutline(stack, pen, .line, overshoot: 0.1, &hand)
        for k in 1..<5 {
            sheet.line([c + Vec(0, -ch * Double(k) / 5), c + Vec(cw, -ch * Double(k) / 5)], pen * 0.5, .soft)
        }
    }

    private static func windows(
        _ sheet: inout Sheet, _ tl: Vec, _ tr: Vec, _ bl: Vec, rows: Int, columns: Int, _ pen: Double,
        _ hand: inout Chance
    ) {
        let (across, down) = (tr - tl, bl - tl)
        for r in 0..<rows {
            for c in 0..<columns {
                let u = (Double(c) + 0.5) / Double(columns)
                let v = rows == 1 ? 0.38 : 0.14 + 0.40 * Double(r)
                let size = min(0.30 / Double(columns), 0.12)
                let (hx, hy) = (across * size, down * (rows == 1 ? 0.15 : 0.11))
                let m = tl + across * u + down * (v + 0.05)
                let frame = [m - hx - hy, m + hx - hy, m + hx + hy, m - hx + hy]
                sheet.area(frame, Ink(color: hand.happens(0.18) ? "#f3c766" : "#55657d"), sharp: true)
                sheet.sketchedOutline(frame, pen * 0.6, .line, overshoot: 0.05, &hand)
                sheet.line([m - hy, m + hy], pen * 0.45)
                sheet.line([m - hx, m + hx], pen * 0.45)
                if hand.happens(0.6) {
                    for s in [-1.0, 1.0] {
                        let (a, b) = (m + hx * s, m + hx * (s * 1.75))
                        sheet.area(
                            [a - hy, b - hy, b + hy, a + hy],
                            Ink(color: hand.pick(["#5f7f6d", "#8c4b3d", "#4f6a8a"]), alpha: 0.9), sharp: true)
                        for q in 0..<4 {
                            let f = Double(q) / 3 * 2 - 1; sheet.line([a + hy * f, b + hy * f], pen * 0.3)
                        }
                    }
                }
            }
        }
    }

    static func smoke(_ sheet: inout Sheet, _ from: Vec, _ height: Double, _ hand: inout Chance) {
        for k in 0..<4 {
            var points = [from]
            let drift = 0.42
            for i in 1...9 {
                let t = Double(i) / 9
                points.append(
                    from
                        + Vec(
                            t * height * drift + sin(t * 7 + Double(k) * 0.35) * t * 6 + Double(k) * t * 3, -t * height)
                )
            }
            sheet.line(points, 0.5, .faint.with(alpha: 0.38))
        }
    }

    /// The town at the foot of the castle hill, with church, clock and quay.
    static func draw(_ sheet: inout Sheet) {
        var hand = Chance(71)
        castle(&sheet, Vec(1548, 556), &hand)
        // The ground the town stands on, and the promenade along the quay.
        var ground: [Vec] = []
        for x in stride(from: 1230.0, through: 1936, by: 12) {
            ground.append(Vec(x, 788 + 31 * smoothstep(1236, 1500, x)))
        }
        ground += [Vec(1936, 752), Vec(1700, 742), Vec(1480, 738), Vec(1300, 742)]
        sheet.area(ground, Ink(color: "#ecdcb8"))
        sheet.wash(ground, "#c9ab7c", alpha: 0.35, coats: 2, rough: 2, &hand)
        for _ in 0..<420 {
            let x = hand.within(1250, 1925)
            let p = Vec(x, 779 + 31 * smoothstep(1236, 1500, x) - abs(hand.bell(26)))
            sheet.line([p, p + Vec(hand.within(1.5, 4), hand.bell(0.4))], 0.45, .faint)
        }
        var places: [Vec] = []
        var tries = 0
        while places.count < 78, tries < 6000 {
            tries += 1
            let x = hand.within(1245, 1890)
            let y = hand.within(700, 806)
            let front = 776 + 30 * smoothstep(1240, 1500, x)
            guard y < front, y > castleHeightLimit(x), !(y > 758 && abs(x - 1500) < 27) else { continue }
            if places.allSatisfy({ abs($0.x - x) > 21 || abs($0.y - y) > 13 }) { places.append(Vec(x, y)) }
        }
        places.sort { $0.y < $1.y }
        var church = false
        let roofs = ["#c0614a", "#b5563f", "#c97b52", "#a84f45", "#8f5a50", "#b9694b", "#7f6c78"]
        let walls = ["#f6ead2", "#f1dfbf", "#f3d9c0", "#efe6d8", "#e7d3ad", "#f4e2e0"]
        for p in places {
            if !church, p.y > 764 {
                church = true
                drawChurch(&sheet, Vec(1502, 774), &hand)
            }
            let s = lerp(0.72, 1.15, smoothstep(690, 806, p.y))
            let w = hand.within(15, 21) * s
            house(
                &sheet, p, width: w, height: w * hand.within(0.72, 1.25), depth: w * hand.within(0.9, 1.6),
                roof: hand.pick(roofs), wall: hand.pick(walls), &hand)
            if hand.happens(0.22) { smoke(&sheet, p + Vec(w * 1.2, -w * 2), hand.within(30, 55), &hand) }
            if hand.happens(0.35) {
                Trees.broadleaf(
                    &sheet, p + Vec(-6, 5), hand.within(14, 22), green: ["#86a05c", "#62824e"],
                    ink: Ink(color: "#36402c"), &hand)
            }
        }
        quay(&sheet, &hand)
    }

    private static func castleHeightLimit(_ x: Double) -> Double { max(Hills.castleHeight(x) + 45, 702) }

    private static func drawChurch(_ sheet: inout Sheet, _ at: Vec, _ hand: inout Chance) {
        house(&sheet, at + Vec(26, 0), width: 30, height: 34, depth: 62, roof: "#7d6d7c", wall: "#f3ead6", &hand)
        let (w, h) = (25.0, 82.0)
        let tower = [at, at + Vec(w, 1.5), at + Vec(w, 1.5 - h), at + Vec(0, -h)]
        sheet.area(tower, Ink(color: "#f5ecd9"), sharp: true)
        let shade = [at + Vec(w * 0.62, 1), tower[1], tower[2], at + Vec(w * 0.62, 1 - h)]
        sheet.area(shade, Ink(color: "#6a5f7d", alpha: 0.3), sharp: true)
        for k in 0..<52 {
            let y = at.y - Double(k) * h / 52
            sheet.line([Vec(at.x + w * hand.within(0.6, 0.7), y), Vec(at.x + w * 0.97, y + 2)], 0.45, .soft)
            if k % 3 == 0, hand.happens(0.7) {
                let x = at.x + hand.within(1, w * 0.5)
                sheet.line([Vec(x, y), Vec(x + hand.within(2, 5), y + 0.2)], 0.35, .faint)
            }
        }
        sheet.sketchedOutline(tower, 0.7, .line, overshoot: 0.3, &hand)
        // The spire, with its rooster.
        let apex = at + Vec(w / 2, -h - 74)
        sheet.area([tower[3] + Vec(-2, 0), apex, tower[2] + Vec(2, 0)], Ink(color: "#6f7f8c"), sharp: true)
        sheet.area(
            [tower[3].lerp(tower[2], 0.55), apex, tower[2] + Vec(2, 0)], Ink(color: "#3b4356", alpha: 0.4), sharp: true)
        for k in 1..<26 {
            let t = Double(k) / 26
            let (a, b) = (apex.lerp(tower[3] + Vec(-2, 0), t), apex.lerp(tower[2] + Vec(2, 0), t))
            sheet.line([a, a.lerp(b, 0.5) + Vec(0, 1.2 * t), b], 0.4)
        }
        for (a, b) in [
            (tower[3] + Vec(-2, 0), apex), (apex, tower[2] + Vec(2, 0)), (tower[3] + Vec(-2, 0), tower[2] + Vec(2, 0)),
        ] {
            sheet.sketched(a, b, 0.8, .line, wobble: 0.2, &hand)
        }
        sheet.line([apex, apex + Vec(0, -11)], 0.6)
        sheet.line([apex + Vec(-2.6, -7), apex + Vec(2.6, -7)], 0.5)
        sheet.nib(
            [apex + Vec(-3, -11), apex + Vec(0, -10), apex + Vec(1.8, -11.4), apex + Vec(3, -13.2)], 1.6,
            Ink(color: "#b5792c"))
        // Two windows for the bells, and the clock: ten past ten, as in every clockmaker's window.
        for s in [0.2, 0.58] {
            let b = at + Vec(w * s, -h * 0.80)
            let arch = [
                b + Vec(0, 12), b, b + Vec(0.6, -3.5), b + Vec(2.6, -5), b + Vec(4.6, -3.5), b + Vec(5.2, 0),
                b + Vec(5.2, 12),
            ]
            sheet.area(arch, Ink(color: "#4d4a5c"))
            for q in 0..<5 {
                sheet.line([b + Vec(0.3, Double(q) * 2.4), b + Vec(4.9, Double(q) * 2.4 + 0.4)], 0.3, .paper)
            }
        }
        let c = at + Vec(w * 0.47, -h * 0.54)
        sheet.dot(c, 7.4, Ink(color: "#fffaf0"))
        sheet.circle(c, 7.4, 0.55)
        sheet.circle(c, 6.6, 0.2)
        for k in 0..<60 {
            let a = Double(k) / 60 * 2 * .pi
            sheet.line(
                [c + Vec(angle: a, length: k % 5 == 0 ? 5.3 : 6.1), c + Vec(angle: a, length: 6.6)],
                k % 5 == 0 ? 0.3 : 0.1, .line, cap: "butt")
        }
        sheet.nib(
            [c, c + Vec(angle: -.pi / 2 + 2 * .pi * 10.17 / 12, length: 3.4)], 0.6, .line, pressure: { 1 - $0 * 0.7 })
        sheet.nib(
            [c, c + Vec(angle: -.pi / 2 + 2 * .pi * 10 / 60, length: 5.4)], 0.42, .line, pressure: { 1 - $0 * 0.7 })
    }

    private static func castle(_ sheet: inout Sheet, _ at: Vec, _ hand: inout Chance) {
        func tower(_ x: Double, _ w: Double, _ h: Double, roof: Double) {
            let foot = at + Vec(x, 10)
            let body = [foot, foot + Vec(w, 0), foot + Vec(w, -h), foot + Vec(0, -h)]
            sheet.area(body, Ink(color: "#e8dcc6"), sharp: true)
            sheet.area(
                [foot + Vec(w * 0.55, 0), body[1], body[2], foot + Vec(w * 0.55, -h)],
                Ink(color: "#655a72", alpha: 0.38), sharp: true)
            for _ in 0..<Int(h * 1.1) {
                let p = foot + Vec(w * pow(hand.unit(), 0.5), -h * hand.unit())
                sheet.line([p, p + Vec(hand.within(1.4, 3.4) * (p.x + 3 > foot.x + w ? -1 : 1), 0.2)], 0.4, .soft)
            }
            for k in 0..<Int(h / 2) where hand.happens(0.9) {
                sheet.line([foot + Vec(w * 0.58, -Double(k) * 2), foot + Vec(w, -Double(k) * 2 + 1.5)], 0.4, .soft)
            }
            for k in 0..<2 {
                let s = foot + Vec(w * 0.36, -h * (0.45 + Double(k) * 0.28))
                sheet.area([s, s + Vec(1.4, 0), s + Vec(1.4, -5), s + Vec(0, -5)], Ink(color: "#3f3a48"))
            }
            sheet.sketchedOutline(body, 0.7, .line, overshoot: 0.2, &hand)
            if roof > 0 {
                let tip = foot + Vec(w / 2, -h - roof)
                sheet.area([body[3] + Vec(-2.5, 0), tip, body[2] + Vec(2.5, 0)], Ink(color: "#a8564a"), sharp: true)
                sheet.area(
                    [body[3].lerp(body[2], 0.5), tip, body[2] + Vec(2.5, 0)], Ink(color: "#4d2a38", alpha: 0.35),
                    sharp: true)
                for k in 1..<12 {
                    let t = Double(k) / 12
                    sheet.line(
                        [tip.lerp(body[3] + Vec(-2.5, 0), t), tip.lerp(body[2] + Vec(2.5, 0), t) + Vec(0, 0.3)], 0.35)
                }
                sheet.sketchedOutline(
                    [body[3] + Vec(-2.5, 0), tip, body[2] + Vec(2.5, 0)], 0.7, .line, overshoot: 0.1, &hand)
                sheet.line([tip, tip + Vec(0, -10)], 0.5)
                sheet.area(
                    [tip + Vec(0, -10), tip + Vec(9, -8 + hand.bell(1)), tip + Vec(0, -5.5)],
                    Ink(color: hand.pick(["#c8453a", "#3f6a9a", "#d9a640"])), sharp: true)
            } else {
                for k in 0..<Int(w / 4) {
                    sheet.area(
                        [
                            body[3] + Vec(Double(k) * 4, 0), body[3] + Vec(Double(k) * 4, -3),
                            body[3] + Vec(Double(k) * 4 + 2.2, -3), body[3] + Vec(Double(k) * 4 + 2.2, 0),
                        ], Ink(color: "#8f8578"), sharp: true)
                }
            }
        }
        tower(10, 118, 28, roof: 0)
        tower(0, 20, 52, roof: 26)
        tower(48, 30, 70, roof: 0)
        tower(56, 15, 96, roof: 30)
        tower(104, 22, 46, roof: 28)
        tower(84, 13, 40, roof: 18)
    }

    private static func quay(_ sheet: inout Sheet, _ hand: inout Chance) {
        // A stone wall along the water, course by course.
        var wall: [Vec] = []
        for x in stride(from: 1236.0, through: 1935, by: 12) {
            wall.append(Vec(x, 783 + 31 * smoothstep(1236, 1500, x)))
        }
        sheet.area(wall + wall.reversed().map { $0 + Vec(0, 14) }, Ink(color: "#857a70"))
        var x = 1236.0
        while x < 1934 {
            let y = 783 + 31 * smoothstep(1236, 1500, x)
            let w = hand.within(5, 10)
            for row in 0..<3 {
                let p = Vec(x + (row % 2 == 0 ? 0 : w / 2), y + Double(row) * 4.6)
                guard p.x + w < 1936 else { continue }
                let stone = [p, p + Vec(w, 0.2), p + Vec(w, 4.4), p + Vec(0, 4.2)]
                sheet.area(stone, Ink(color: hand.pick(["#cbbfae", "#bdb0a2", "#d8ccb8", "#a99f98"])))
                sheet.line(stone + [stone[0]], 0.4, .soft)
            }
            x += w
        }
        for _ in 0..<34 {
            // People on the quay: a coat, a head, a shadow.
            let px = hand.within(1262, 1920)
            let foot = Vec(px, 782 + 31 * smoothstep(1236, 1500, px) - hand.within(0, 4))
            sheet.line([foot + Vec(1, 0), foot + Vec(6, 0.6)], 0.8, .faint)
            sheet.nib(
                [foot, foot + Vec(0.2, -3), foot + Vec(0, -6)], 3.2,
                Ink(color: hand.pick(["#8c3f3a", "#3d5878", "#5c6b43", "#6b4a63", "#c18a3c", "#33292a"])),
                pressure: { 1 - $0 * 0.55 })
            sheet.dot(foot + Vec(0.1, -7.1), 1.15, Ink(color: "#e6bd98"))
            sheet.circle(foot + Vec(0.1, -7.1), 1.15, 0.25)
            sheet.line([foot + Vec(-0.6, 0), foot + Vec(-0.6, 1.4)], 0.5)
            sheet.line([foot + Vec(0.7, 0), foot + Vec(0.7, 1.4)], 0.5)
        }
    }
}
