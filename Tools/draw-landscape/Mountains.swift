import Foundation

/// A range of mountains or hills: its skyline and how far away it stands.
struct MountainRange {
    var base: Double
    var skyline: (Double) -> Double
    var wash: [String]
    var ink: Ink
    var penWidth: Double
    var seed: UInt64

    func region(step: Double = 8) -> [Vec] {
        var out: [Vec] = []
        for x in stride(from: 62.0, through: 1938, by: step) { out.append(Vec(x, skyline(x))) }
        return out + [Vec(1938, base), Vec(62, base)]
    }
}

enum Mountains {
    static var far: MountainRange {
        MountainRange(
            base: 600,
            skyline: { x in
                peaks(
                    x, 470, [(250, 70, 190), (620, 120, 210), (1010, 60, 170), (1380, 100, 230), (1800, 130, 220)], 21)
            },
            wash: ["#a9b6d3", "#b9bcd6"], ink: Ink(color: "#6d7395", alpha: 0.75), penWidth: 0.65, seed: 21)
    }
    static var middle: MountainRange {
        MountainRange(
            base: 600,
            skyline: { x in
                peaks(
                    x, 545,
                    [
                        (120, 120, 190), (440, 165, 200), (800, 205, 235), (1130, 70, 160), (1480, 55, 170),
                        (1790, 125, 220),
                    ], 31)
            },
            wash: ["#8798bd", "#93a5bd", "#a3aebf"], ink: Ink(color: "#4b4f6d", alpha: 0.85), penWidth: 0.75, seed: 31)
    }

    /// Peaks at x with height and half-width, roughened.
    static func peaks(_ x: Double, _ base: Double, _ list: [(Double, Double, Double)], _ seed: UInt64) -> Double {
        var height = 0.0
        for (px, h, w) in list {
            let t = abs(x - px) / w
            if t < 1 { height = max(height, h * pow(1 - t, 1.25)) }
        }
        return base - height - fractal(x / 46, seed: seed, octaves: 5) * 22
    }

    static func draw(_ sheet: inout Sheet, _ range: MountainRange, snow: Bool) {
        var hand = Chance(range.seed)
        let region = range.region()
        sheet.area(region, Ink(color: "#f4eee2", alpha: 0.92), sharp: true)
        sheet.wash(region, range.wash[0], alpha: 0.5, coats: 3, rough: 3, &hand)
        // Mist at the foot: paper showing through.
        for _ in 0..<70 {
            let (x, l) = (hand.within(110, 1790), hand.within(60, 200))
            let y = range.base - abs(hand.bell(40))
            sheet.line(
                [Vec(x, y), Vec(x + l / 2, y + hand.bell(5)), Vec(x + l, y)].map { Vec(min($0.x, 1930), $0.y) },
                hand.within(8, 20), Ink(color: "#f8f0e2", alpha: 0.12))
        }
        spurs(&sheet, range, snow: snow, &hand)
        // The lit faces: short light strokes that fall to the left.
        sheet.hatch(
            from: Vec(70, 320), to: Vec(1930, range.base - 14), spacing: 11, length: 15, angle: 2.15,
            width: range.penWidth * 0.7,
            range.ink.with(alpha: 0.5), &hand
        ) { p in
            guard p.y > range.skyline(p.x) + 10 else { return 0 }
            let falls = range.skyline(p.x - 10) - range.skyline(p.x + 10)
            return falls > 1 ? 0.42 : 0.10
        }
        // The skyline itself, with a swelling nib, lifted here and there.
        var run: [Vec] = []
        for x in stride(from: 64.0, through: 1936, by: 5) {
            run.append(Vec(x, range.skyline(x) + hand.bell(0.5)))
            if run.count > 8, hand.happens(0.06) || x > 1930 {
                let light = hand.within(0.5, 1)
                sheet.nib(run, range.penWidth * 2.3, range.ink, pressure: { 0.35 + 0.65 * light * sin($0 * .pi) })
                run = [run[run.count - 1]]
            }
        }
    }

    /// Ridges that run down from the skyline, lit from the left: hatched on their right.
    private static func spurs(_ sheet: inout Sheet, _ range: MountainRange, snow: Bool, _ hand: inout Chance) {
        var x = 70.0
        while x < 1930 {
            let top = Vec(x, range.skyline(x))
            let isPeak = range.skyline(x - 9) > top.y && range.skyline(x + 9) > top.y
            let depth = (range.base - top.y) * (isPeak ? hand.within(0.55, 0.85) : hand.within(0.2, 0.5))
            if depth > 24, isPeak || hand.happens(0.34) {
                spur(&sheet, range, top, depth, snow: snow && isPeak && top.y < range.base - 165, &hand)
            }
            x += hand.within(5, 11)
        }
    }

    private static func spur(
        _ sheet: inout Sheet, _ range: MountainRange, _ top: Vec, _ depth: Double, snow: Bool, _ hand: inout Chance
    ) {
        var ridge = [top]
        var p = top
        let lean = hand.within(-0.35, 0.55)
        while p.y < top.y + depth {
            p = p + Vec(lean * 6 + hand.bell(5), hand.within(3.5, 7))
            if p.x > 1905 || p.x < 66 { break }
            ridge.append(p)
        }
        if snow {
            let cap = (0...8).map { k -> Vec in
                let t = Double(k) / 8
                return Vec(top.x - 26 * t, range.skyline(top.x - 26 * t) + 2)
            }
            let foot = (0...8).map { k in
                Vec(top.x - 24 + Double(k) * 5, top.y + 34 + (k % 2 == 0 ? 9 : -4) + hand.bell(4))
            }
            let right = (0...5).map { k in
                Vec(top.x + 24 - Double(k) * 4.8, max(range.skyline(top.x + 24 - Double(k) * 4.8) + 2, top.y))
            }
            sheet.area(cap + foot + right, Ink(color: "#fffdf6", alpha: 0.85))
        }
        guard ridge.count > 3 else { return }
        sheet.nib(ridge, range.penWidth * 1.8, range.ink, pressure: { 1 - $0 * 0.85 })
        // A violet side wash, then the hatching: long near the ridge's top, sparse below.
        let side = ridge.map { $0 + Vec((1 - ($0.y - top.y) / depth) * 30 + 5, 12) }.map {
            Vec(min($0.x, 1936), max($0.y, range.skyline(min($0.x, 1936)) + 1))
        }
        sheet.area(ridge + side.reversed(), Ink(color: range.wash[range.wash.count - 1], alpha: 0.30))
        for (i, q) in ridge.enumerated() {
            let t = Double(i) / Double(ridge.count)
            for _ in 0..<(t < 0.5 ? 3 : 2) where hand.happens(1.05 - t * 0.7) {
                let from = q + Vec(hand.within(0, 3), hand.within(-2.5, 3.5))
                let l = (1 - t * 0.7) * hand.within(10, 34)
                let way = Vec(angle: 0.92 + hand.bell(0.16), length: l)
                let to = from + way
                guard to.x < 1934, to.y < range.base - 2, from.y > range.skyline(from.x) + 1,
                    to.y > range.skyline(to.x) + 2
                else { continue }
                sheet.line(
                    [from, from + way * 0.5 + way.normal * hand.bell(1.6), to],
                    range.penWidth * hand.within(0.55, 1.15), range.ink)
            }
        }
    }
}
