import Foundation

enum Trees {
    /// A conifer: whorls of drooping strokes on a trunk, darker on the right, over a touch of green.
    static func conifer(
        _ sheet: inout Sheet, _ foot: Vec, _ height: Double, green: String, ink: Ink, _ hand: inout Chance
    ) {
        let half = height * hand.within(0.16, 0.23)
        let lean = hand.bell(height * 0.02)
        let top = foot + Vec(lean, -height)
        sheet.area(
            [top, foot + Vec(half, -height * 0.08), foot + Vec(0, -height * 0.03), foot + Vec(-half, -height * 0.08)],
            Ink(color: green, alpha: 0.62), sharp: true)
        sheet.line([foot, top], max(0.35, height * 0.018), ink)
        let whorls = max(4, Int(height / 3.9))
        for k in 1...whorls {
            let t = Double(k) / Double(whorls)
            let at = top.lerp(foot + Vec(0, -height * 0.07), t)
            let reach = half * (0.18 + 0.82 * t) * hand.within(0.75, 1.1)
            let droop = reach * 0.42
            let pen = max(0.35, height * 0.014) * hand.within(0.7, 1.2)
            sheet.line([at, at + Vec(-reach * 0.55, droop * 0.25), at + Vec(-reach, droop)], pen, ink)
            sheet.line([at, at + Vec(reach * 0.55, droop * 0.25), at + Vec(reach, droop)], pen * 1.25, ink)
            if height > 30 {
                for _ in 0..<2 {
                    let f = hand.within(0.25, 0.95)
                    let b = at + Vec(reach * f, droop * f * 0.8)
                    sheet.line([b, b + Vec(hand.bell(1.0), reach * 0.24)], pen * 0.8, ink)
                }
                let f = hand.within(0.3, 0.9)
                let b = at + Vec(-reach * f, droop * f * 0.8)
                sheet.line([b, b + Vec(hand.bell(1.0), reach * 0.2)], pen * 0.7, ink)
            }
        }
    }

    /// A broad-leaved tree: rounded masses with scribbled leaves along their shaded rims.
    static func broadleaf(
        _ sheet: inout Sheet, _ foot: Vec, _ height: Double, green: [String], ink: Ink, _ hand: inout Chance
    ) {
        let crown = foot + Vec(0, -height * 0.62)
        let r = height * 0.36
        let trunk = height * 0.045
        sheet.area(
            [
                foot + Vec(-trunk * 1.5, 0), foot + Vec(-trunk * 0.5, -height * 0.4),
                foot + Vec(trunk * 0.6, -height * 0.4), foot + Vec(trunk * 1.6, 0),
            ],
            Ink(color: "#6f5947", alpha: 0.85))
        sheet.line(
            [
                foot + Vec(-trunk * 1.5, 0), foot + Vec(-trunk * 0.6, -height * 0.2),
                foot + Vec(-trunk * 0.4, -height * 0.45),
            ], max(0.4, height * 0.010), ink)
        sheet.line(
            [
                foot + Vec(trunk * 1.6, 0), foot + Vec(trunk * 0.7, -height * 0.2),
                foot + Vec(trunk * 0.6, -height * 0.45),
            ], max(0.5, height * 0.014), ink)
        for _ in 0..<7 {
            let x = hand.within(-0.2, 1.1) * trunk
            sheet.line(
                [foot + Vec(x, -hand.within(0, 0.1) * height), foot + Vec(x, -hand.within(0.15, 0.38) * height)],
                max(0.3, height * 0.006), ink)
        }
        var lobes: [(Vec, Double)] = [(crown, r * 0.72)]
        let n = height < 20 ? 5 : 7
        for k in 0..<n {
            let a = Double(k) / Double(n) * 2 * .pi + hand.bell(0.25)
            lobes.append((crown + Vec(cos(a) * r * 0.66, sin(a) * r * 0.5), r * hand.within(0.36, 0.5)))
        }
        for (c, lr) in lobes {
            let seed = hand.bits()
            let blob = (0..<18).map { i in
                c + Vec(angle: Double(i) / 18 * 2 * .pi, length: lr * (1 + fractal(Double(i), seed: seed) * 0.2))
            }
            sheet.area(blob, Ink(color: green[0], alpha: 0.5))
        }
        for (c, lr) in lobes {
            let blob = (0..<14).map { i in
                c + Vec(lr * 0.22, lr * 0.25)
                    + Vec(angle: Double(i) / 14 * 2 * .pi, length: lr * 0.72 * hand.within(0.85, 1.1))
            }
            sheet.area(blob, Ink(color: green[1 % green.count], alpha: 0.36))
        }
        // Leaves: little three-humped scribbles, dense at lower right, sparse in the light.
        let leaf = max(0.9, height * 0.022)
        let pen = max(0.3, height * 0.0075)
        for (c, lr) in lobes {
            for _ in 0..<Int(5 + lr * 0.95) {
                let a = hand.within(0, 2 * .pi)
                let shade = (cos(a - 0.8) + 1) / 2
                guard hand.happens(0.22 + shade * 0.8) else { continue }
                let p = c + Vec(angle: a, length: lr * hand.within(0.62, 1.06))
                let turn = a + .pi / 2 + hand.bell(0.5)
                var points = [p]
                for h in 0..<(3 + hand.whole(0..<3)) {
                    let mid = p + Vec(angle: turn, length: leaf * (Double(h) + 0.5)) + Vec(angle: a, length: leaf * 0.9)
                    let end =
                        p + Vec(angle: turn, length: leaf * Double(h + 1))
                        + Vec(angle: a, length: hand.bell(leaf * 0.25))
                    points += [mid, end]
                }
                sheet.line(points, pen * hand.within(0.7, 1.3), ink)
            }
        }
    }

    /// The great tree that frames the picture on the left: branches, bark, and some thousands of leaves.
    static func great(_ sheet: inout Sheet, _ foot: Vec) {
        var hand = Chance(77)
        var tips: [(Vec, Double)] = []
        var limbs: [([Vec], Double, Double)] = []
        func grow(_ from: Vec, _ angle: Double, _ length: Double, _ width: Double, _ depth: Int) {
            var points = [from]
            var a = angle
            let steps = 7
            for _ in 0..<steps {
                a += hand.bell(0.16)
                points.append(points[points.count - 1] + Vec(angle: a, length: length / Double(steps)))
            }
            let end = points[points.count - 1]
            let tip = width * (depth == 0 ? 0.2 : 0.66)
            limbs.append((points, width, tip))
            if depth <= 1 { for p in [points[3], end] { tips.append((p, a)) } }
            guard depth > 0 else { return }
            let n = depth > 3 ? 3 : 2 + (hand.happens(0.3) ? 1 : 0)
            for k in 0..<n {
                let spread = (Double(k) - Double(n - 1) / 2) * hand.within(0.5, 0.75)
                grow(
                    points[points.count - 2], a + spread + hand.bell(0.15), length * hand.within(0.60, 0.76),
                    tip * hand.within(0.7, 0.95), depth - 1)
            }
            if hand.happens(0.7) {
                let side = hand.happens(0.5) ? 1.0 : -1
                grow(points[4], a + side * hand.within(0.7, 1.1), length * 0.6, tip * 0.55, max(0, depth - 2))
            }
        }
        grow(foot, -1.52, 190, 54, 5)
        foliage(&sheet, tips, behind: true, &hand)
        for (points, w0, w1) in limbs { limb(&sheet, points, w0, w1, &hand) }
        roots(&sheet, foot, &hand)
        foliage(&sheet, tips, behind: false, &hand)
    }

    private static func limb(_ sheet: inout Sheet, _ points: [Vec], _ w0: Double, _ w1: Double, _ hand: inout Chance) {
        var (left, right): ([Vec], [Vec]) = ([], [])
        for (i, p) in points.enumerated() {
            let way = points[min(i + 1, points.count - 1)] - points[max(i - 1, 0)]
            let t = Double(i) / Double(points.count - 1)
            // Narrower at its very end, where its branches have begun.
            let half = way.normal * (lerp(w0, w1, t) * (t < 1 ? 1 : 0.55) / 2)
            left.append(p - half)
            right.append(p + half)
        }
        sheet.area(left + right.reversed(), Ink(color: "#8a6f58"))
        let middle = zip(left, right).map { $0.lerp($1, 0.45) }
        sheet.area(middle + right.reversed(), Ink(color: "#4c3a3a", alpha: 0.42))
        sheet.line(left, max(0.5, w0 * 0.03), .line)
        sheet.line(right, max(0.7, w0 * 0.05), .line)
        // Bark: strokes along the grain, closer together on the shaded side.
        guard w0 > 7 else { return }
        for _ in 0..<Int(w0 * 4.2) {
            let t = hand.within(0, 0.86)
            let i = Int(t * Double(points.count - 1))
            let across = pow(hand.unit(), 0.6)
            let (a, b) = (left[i].lerp(right[i], across), left[i + 1].lerp(right[i + 1], across + hand.bell(0.05)))
            let s = hand.within(0, 0.5)
            sheet.line(
                [a.lerp(b, s), a.lerp(b, s + 0.25) + hand.vec(1.4), a.lerp(b, s + hand.within(0.4, 0.6))],
                hand.within(0.4, 1.1), .soft)
        }
    }

    private static func roots(_ sheet: inout Sheet, _ foot: Vec, _ hand: inout Chance) {
        for k in 0..<9 {
            let t = Double(k) / 8 * 2 - 1
            let from = foot + Vec(t * 30, -26 + abs(t) * 8)
            let to = foot + Vec(t * hand.within(60, 95), hand.within(4, 20))
            sheet.nib(
                [from, from.lerp(to, 0.4) + Vec(-t * 8, 9), to], 12 * (1.2 - abs(t) * 0.4), Ink(color: "#6f5847"),
                pressure: { 1 - $0 * 0.95 })
            sheet.nib([from, from.lerp(to, 0.4) + Vec(-t * 8, 11), to], 2.2, .line, pressure: { 1 - $0 * 0.9 })
        }
    }

    private static func foliage(_ sheet: inout Sheet, _ tips: [(Vec, Double)], behind: Bool, _ hand: inout Chance) {
        let greens = behind ? ["#6d8a4f", "#587a4b", "#7c9450"] : ["#86a04c", "#a3b050", "#6f9250", "#c2b152"]
        for (p, _) in tips where hand.happens(behind ? 0.5 : 0.36) {
            let r = hand.within(18, 40)
            let seed = hand.bits()
            let blob = (0..<16).map { i in
                p + Vec(angle: Double(i) / 16 * 2 * .pi, length: r * (1 + fractal(Double(i), seed: seed) * 0.4))
            }
            sheet.area(blob, Ink(color: hand.pick(greens), alpha: behind ? 0.32 : 0.20))
        }
        for (p, a) in tips {
            for _ in 0..<(behind ? 3 : 6) {
                let at = p + Vec(angle: hand.within(0, 2 * .pi), length: abs(hand.bell(38)) + 2)
                leaf(&sheet, at, a + hand.bell(1.3), hand.within(5, 10.5), behind: behind, &hand)
            }
        }
    }

    private static func leaf(
        _ sheet: inout Sheet, _ at: Vec, _ angle: Double, _ size: Double, behind: Bool, _ hand: inout Chance
    ) {
        let way = Vec(angle: angle, length: size)
        let side = way.normal * (size * hand.within(0.2, 0.32))
        let (tip, mid) = (at + way, at + way * 0.5)
        if behind {
            sheet.line([at, mid + side, tip], 0.8, Ink(color: "#35492f", alpha: 0.8))
            return
        }
        if hand.happens(0.55) {
            sheet.area(
                [at, mid + side * 1.6, tip, tip, mid - side * 1.6, at],
                Ink(color: hand.pick(["#7d9a45", "#93a84a", "#5f8445", "#b3ac4c", "#cf9f45"]), alpha: 0.85))
        }
        sheet.line([at, mid + side, tip], 0.7, Ink(color: "#2e3a2a"))
        sheet.line([at, mid - side, tip], 0.5, Ink(color: "#2e3a2a"))
    }
}
