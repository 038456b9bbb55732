import Foundation

enum Hills {
    /// The far shore: low wooded hills with their fringe of firs.
    static func farShore(_ sheet: inout Sheet) {
        var hand = Chance(41)
        func skyline(_ x: Double) -> Double { 598 - 16 * fractal(x / 210, seed: 41) - 14 * smoothstep(1000, 300, x) }
        let range = MountainRange(
            base: 662, skyline: skyline, wash: ["#a7b78a", "#8ea57e"], ink: Ink(color: "#4c5a48"), penWidth: 0.6,
            seed: 41)
        let region = range.region()
        sheet.area(region, Ink(color: "#f2eedd"), sharp: true)
        sheet.wash(region, "#9cb189", alpha: 0.62, coats: 3, rough: 2.5, &hand)
        for x in stride(from: 66.0, through: 1934, by: 4.6) {
            let h = hand.within(7, 15)
            Trees.conifer(
                &sheet, Vec(x + hand.bell(2), skyline(x) + hand.within(2, 9)), h, green: "#6f8f74",
                ink: Ink(color: "#3d5249", alpha: 0.9), &hand)
        }
        // Meadows between: short strokes that follow the slope.
        sheet.hatch(
            from: Vec(70, 596), to: Vec(1930, 652), spacing: 7, length: 15, angle: -0.06, width: 0.55,
            Ink(color: "#5c7350", alpha: 0.7), &hand
        ) {
            $0.y > skyline($0.x) + 6 ? 0.55 : 0
        }
        for _ in 0..<60 {
            let x = hand.within(80, 1180)
            Trees.broadleaf(
                &sheet, Vec(x, hand.within(628, 646)), hand.within(13, 22), green: ["#8fa765", "#6d8a55"],
                ink: Ink(color: "#3d4c3a", alpha: 0.9), &hand)
        }
    }

    static func castleHeight(_ x: Double) -> Double {
        let t = (x - 1610) / 330
        return 735 - 190 * exp(-t * t * 1.7) - 30 * smoothstep(1760, 1940, x) + 60 * (1 - smoothstep(1180, 1300, x))
            - fractal(x / 60, seed: 52) * 7
    }

    /// The hill on the right that carries the castle: contour strokes, bushes, a path in dashes.
    static func castleHill(_ sheet: inout Sheet) {
        var hand = Chance(51)
        var region: [Vec] = []
        for x in stride(from: 1180.0, through: 1938, by: 8) { region.append(Vec(x, castleHeight(x))) }
        region += [Vec(1938, 800), Vec(1180, 772)]
        sheet.area(region, Ink(color: "#f3ecd6"), sharp: true)
        sheet.wash(region, "#b5b56b", alpha: 0.55, coats: 3, rough: 3, &hand)
        sheet.wash(
            region.map { Vec($0.x * 0.62 + 1938 * 0.38, $0.y * 0.86 + 800 * 0.14) }, "#6f8f56", alpha: 0.35, coats: 3,
            rough: 9, rim: false, &hand)
        for x in stride(from: 1200.0, through: 1930, by: 6.2) {
            for _ in 0..<13 {
                let y0 = castleHeight(x)
                let t = hand.unit()
                let p = Vec(x + hand.bell(3), lerp(y0 + 3, 790, t * t * 0.9 + 0.02))
                let slope = (castleHeight(x + 6) - castleHeight(x - 6)) / 12
                let shade = smoothstep(-0.4, 0.6, slope)
                guard hand.happens(0.25 + shade * 0.8) else { continue }
                let way = Vec(
                    angle: 1.25 * (slope < 0 ? -1 : 1) * 0.5 + .pi / 2 - 0.5 + hand.bell(0.1),
                    length: hand.within(6, 15) * (0.6 + shade * 0.6))
                let q = p + way
                guard q.x < 1934, q.x > 1190, q.y > castleHeight(q.x) + 1 else { continue }
                sheet.line(
                    [p, p.lerp(q, 0.5) + way.normal * hand.bell(1), q], hand.within(0.4, 0.85),
                    Ink(color: "#54563a", alpha: 0.85))
            }
        }
        let path = [
            Vec(1440, 728), Vec(1500, 700), Vec(1580, 694), Vec(1650, 668), Vec(1690, 640), Vec(1640, 612),
            Vec(1590, 596), Vec(1622, 566),
        ]
        sheet.line(path, 6, Ink(color: "#f6ead0", alpha: 0.95))
        sheet.line(path, 0.9, Ink(color: "#6b5138"), dash: [5, 3.2])
        for _ in 0..<95 {
            let x = hand.within(1250, 1925)
            let y = lerp(castleHeight(x) + 10, 775, hand.unit())
            Trees.broadleaf(
                &sheet, Vec(x, y), hand.within(14, 30),
                green: hand.pick([["#93a55a", "#6e8748"], ["#a8a552", "#7f8a45"], ["#7f9c60", "#57794f"]]),
                ink: Ink(color: "#3a4130"), &hand)
        }
    }

    static func forestHeight(_ x: Double) -> Double {
        // Ends in the lake at x ≈ 760.
        596 + 205 * smoothstep(60, 800, x) * pow(min(1, max(0, x / 800)), 0.4) - fractal(x / 90, seed: 61) * 16
    }

    /// The slope on the left, wooded down to the water.
    static func forest(_ sheet: inout Sheet) {
        var hand = Chance(61)
        var region: [Vec] = []
        for x in stride(from: 62.0, through: 800, by: 8) { region.append(Vec(x, forestHeight(x))) }
        region += [Vec(820, 806), Vec(800, 830), Vec(640, 900), Vec(62, 930)]
        sheet.area(region, Ink(color: "#f0ebd6"), sharp: true)
        sheet.wash(region, "#7d9a6a", alpha: 0.62, coats: 4, rough: 4, &hand)
        sheet.hatch(
            from: Vec(66, 610), to: Vec(780, 920), spacing: 9, length: 20, angle: 0.32, width: 0.6,
            Ink(color: "#4e6247", alpha: 0.7), &hand
        ) {
            $0.y > forestHeight($0.x) + 8 && $0.y < min(918, 894 - ($0.x - 640) * 0.43) ? 0.55 : 0
        }
        var trees: [Vec] = []
        for _ in 0..<640 {
            let x = hand.within(70, 792)
            let low = min(905 - x * 0.09, 880)
            let t = pow(hand.unit(), 0.9)
            let p = Vec(x, lerp(forestHeight(x) + 10, low, t))
            // A clearing with a hut.
            if hypot((p.x - 505) / 1.7, p.y - 770) < 33 { continue }
            trees.append(p)
        }
        trees.sort { $0.y < $1.y }
        let hut = Vec(490, 786)
        var hutDrawn = false
        for p in trees {
            if !hutDrawn, p.y > hut.y {
                Town.house(&sheet, hut, width: 17, height: 12, depth: 20, roof: "#8a5a44", wall: "#e9d8b8", &hand)
                Town.smoke(&sheet, hut + Vec(14, -24), 60, &hand)
                hutDrawn = true
            }
            let near = smoothstep(600, 900, p.y)
            let green = hand.pick(["#4d7259", "#5b7f5c", "#3f6652", "#6d8a5a"])
            Trees.conifer(
                &sheet, p, hand.within(24, 36) * (0.75 + near * 1.0), green: green, ink: Ink(color: "#263a33"), &hand)
        }
    }
}
