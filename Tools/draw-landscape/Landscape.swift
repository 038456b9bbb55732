import Foundation

/// The whole sheet, from the paper up.
enum Landscape {
    static func draw() -> Sheet {
        var sheet = Sheet()
        paper(&sheet)
        sheet.group("id=\"view\"") { view in
            Sky.draw(&view)
            Mountains.draw(&view, Mountains.far, snow: false)
            Mountains.draw(&view, Mountains.middle, snow: true)
        }
        Figures.balloon(&sheet, Vec(395, 205), 62)
        Hills.farShore(&sheet)
        Lake.draw(&sheet)
        Hills.castleHill(&sheet)
        Town.draw(&sheet)
        Hills.forest(&sheet)
        Lake.boats(&sheet)
        Meadow.draw(&sheet)
        Trees.great(&sheet, Vec(300, 1160))
        Meadow.foreground(&sheet, from: 1108, to: 1222)
        Figures.painter(&sheet, Vec(1130, 1222), view: "view")
        Meadow.foreground(&sheet, from: 1228, to: 1276)
        Margin.draw(&sheet)
        return sheet
    }

    private static func paper(_ sheet: inout Sheet) {
        var hand = Chance(1)
        sheet.area([Vec(0, 0), Vec(2000, 0), Vec(2000, 1500), Vec(0, 1500)], .paper, sharp: true)
        for _ in 0..<700 {
            let p = Vec(hand.within(0, 2000), hand.within(0, 1500))
            let way = Vec(angle: hand.within(0, 7), length: hand.within(3, 14))
            sheet.line(
                [p, p + way * 0.5 + hand.vec(3), p + way], 0.5,
                Ink(color: hand.pick(["#d9c9a4", "#ffffff", "#c9b48a"]), alpha: 0.35))
        }
    }
}
