import CanvasScene
import CanvasTestSupport
import Testing

@Suite("Items of a chunk by place")
struct ItemIndexTests {
    private func dot(_ x: Double, _ y: Double, _ size: Double) throws -> Item {
        var path = Path<ItemSpace>()
        try path.move(to: Point(x, y))
        try path.line(to: Point(x + size, y))
        try path.line(to: Point(x, y + size))
        path.close()
        return .fill(try Fill(path, paint: .solid(.black)))
    }

    @Test("a query finds what a look at every item finds, in painter's order")
    func same() throws {
        var random = SplitMix64(seed: 5)
        for count in [1, 2, 31, 33, 500, 512, 1300] {
            let drawing = Drawing(
                try (0..<count).map { _ in
                    // Some lie far off, some on one another, some are larger than all the rest together.
                    let spread = [1.0, 100, 1e6, 1e12][Int(random.next() % 4)]
                    let size = [0.5, 20, 1e5][Int(random.next() % 3)]
                    return try dot(random.uniform(-spread...spread), random.uniform(-spread...spread), size)
                })
            for _ in 0..<200 {
                let half = [0.1, 10, 1000, 1e13][Int(random.next() % 4)]
                let (x, y) = (random.uniform(-200...200), random.uniform(-200...200))
                let rect = Rect<CanvasSpace>(minX: x - half, minY: y - half, maxX: x + half, maxY: y + half)
                for chunk in drawing.chunks {
                    var found: [Int] = []
                    chunk.forEachItem(intersecting: rect) { found.append($0) }
                    #expect(found == chunk.itemBounds.indices.filter { rect.intersects(chunk.itemBounds[$0]) })
                }
            }
        }
    }

    @Test("items without extent, and one place for all of them, are found too")
    func degenerate() throws {
        let drawing = Drawing(try (0..<100).map { _ in try dot(7, 7, 0) })
        var found: [Int] = []
        drawing.chunks[0].forEachItem(intersecting: Rect(minX: 7, minY: 7, maxX: 7, maxY: 7)) { found.append($0) }
        #expect(found == Array(0..<100))
        drawing.chunks[0].forEachItem(intersecting: .empty) { _ in Issue.record("the empty rectangle holds nothing") }
    }
}
