import CanvasScene
import CanvasTestSupport
import Testing

/// A short line at a height of its own: two with different heights have bounds that do not meet.
private func line(_ y: Double) throws -> Item {
    var path = Path<ItemSpace>()
    try path.move(to: Point(0, 10 * y))
    try path.line(to: Point(5, 10 * y))
    return .stroke(try Stroke(path, width: .uniform(2), paint: .solid(.black)))
}

@Suite("What differs between two drawings")
struct DrawingChangesTests {
    @Test("a copy, and a drawing of equal items, differ nowhere")
    func same() throws {
        let items = try (0..<700).map { try line(Double($0)) }
        let drawing = Drawing(items)
        #expect(drawing.changedAreas(since: drawing) == [])
        #expect(Drawing(items).changedAreas(since: drawing) == [])
        #expect(Drawing(items).itemsAdded(to: drawing) == [])
    }

    @Test("items on top are told from all other changes")
    func added() throws {
        var drawing = Drawing(try (0..<3000).map { try line(Double($0)) })
        let before = drawing
        var more: [Item] = []
        for y in 0..<40 {
            more.append(try line(Double(5000 + y)))
            drawing.append(more[y])
            #expect(drawing.itemsAdded(to: before) == more)
            #expect(before.itemsAdded(to: drawing) == nil)
        }
        var other = drawing
        try other.replace(at: 2999, with: try line(-3))
        #expect(other.itemsAdded(to: before) == nil)
        try drawing.insert(try line(-1), at: 2000)
        #expect(drawing.itemsAdded(to: before) == nil)
    }

    @Test("one edit is found, and nothing beside it", arguments: [0, 1, 511, 512, 1300, 2999])
    func single(index: Int) throws {
        let before = Drawing(try (0..<3000).map { try line(Double($0)) })
        let (old, new) = (before[index].bounds, try line(9000))
        var drawing = before
        try drawing.remove(at: index)
        #expect(drawing.changedAreas(since: before) == [old])
        #expect(before.changedAreas(since: drawing) == [old])
        drawing = before
        try drawing.replace(at: index, with: new)
        #expect(drawing.changedAreas(since: before) == [old, new.bounds])
        drawing = before
        try drawing.insert(new, at: index)
        #expect(drawing.changedAreas(since: before) == [new.bounds])
    }

    @Test("whatever is edited, all that is new, gone or in another order lies in the areas")
    func random() throws {
        for seed in 0..<60 {
            var random = SplitMix64(seed: UInt64(seed))
            let before = Drawing(try (0..<random.integer(1...2500)).map { try line(Double($0)) })
            var drawing = before
            for _ in 0..<random.integer(1...12) where drawing.count > 0 {
                let i = random.integer(0...drawing.count - 1)
                switch random.integer(0...3) {
                case 0: try drawing.remove(at: i)
                case 1: try drawing.insert(try line(random.uniform(5000...9000)), at: i)
                case 2: try drawing.replace(at: i, with: try line(random.uniform(5000...9000)))
                default:
                    let item = drawing[i]
                    try drawing.remove(at: i)
                    try drawing.insert(item, at: random.integer(0...drawing.count))
                }
            }
            let areas = try #require(drawing.changedAreas(since: before))
            // What neither area names must be the same items in the same order.
            func untouched(_ d: Drawing) -> [Item] { d.items.filter { !areas.contains($0.bounds) } }
            #expect(untouched(drawing) == untouched(before))
            #expect(areas.count <= 8 * 12)
        }
    }

    @Test("two drawings that have little in common are not compared item by item")
    func different() throws {
        let (a, b) = try (
            Drawing((0..<9000).map { try line(Double($0)) }), Drawing((0..<9000).map { try line(Double($0 + 1)) })
        )
        #expect(a.changedAreas(since: b) == nil)
        #expect(a.itemsAdded(to: b) == nil)
        #expect(a.changedAreas(since: Drawing(), limit: 100) == nil)
    }
}
