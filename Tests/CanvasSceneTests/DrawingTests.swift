import CanvasScene
import Foundation
import Testing

/// A horizontal line at height `y`, ten units long and two wide: an item that a test can tell from others.
private func line(_ y: Double, color: Color = .black) throws -> Item {
    var path = Path<ItemSpace>()
    try path.move(to: Point(0, y))
    try path.line(to: Point(10, y))
    return .stroke(try Stroke(path, width: .uniform(2), paint: .solid(color)))
}

/// The heights of the drawing's lines, in order.
private func heights(_ drawing: Drawing) -> [Double] {
    drawing.items.map { item in
        guard case .stroke(let stroke) = item else { return .nan }
        return stroke.path.points[0].y
    }
}

/// What must hold of every drawing, however it came about.
private func checkConsistent(_ drawing: Drawing, sourceLocation: SourceLocation = #_sourceLocation) {
    let chunks = drawing.chunks
    #expect(chunks.allSatisfy { !$0.items.isEmpty }, sourceLocation: sourceLocation)
    #expect(chunks.allSatisfy { $0.items.count <= ItemChunk.capacity }, sourceLocation: sourceLocation)
    #expect(chunks.allSatisfy { $0.itemBounds == $0.items.map(\.bounds) }, sourceLocation: sourceLocation)
    #expect(drawing.chunkBounds == chunks.map(\.bounds), sourceLocation: sourceLocation)
    #expect(chunks.reduce(0) { $0 + $1.items.count } == drawing.count, sourceLocation: sourceLocation)
    #expect(Set(chunks.map(\.stamp)).count == chunks.count, sourceLocation: sourceLocation)
    let all = chunks.flatMap(\.items)
    for i in stride(from: 0, to: drawing.count, by: max(1, drawing.count / 50)) {
        #expect(drawing[i] == all[i], sourceLocation: sourceLocation)
    }
    #expect(drawing.isEmpty == (drawing.count == 0), sourceLocation: sourceLocation)
}

@Suite("The drawing")
struct DrawingTests {
    @Test("items stay in the order they were added in")
    func order() throws {
        var drawing = Drawing()
        for y in 0..<1300 { drawing.append(try line(Double(y))) }
        #expect(drawing.count == 1300)
        #expect(heights(drawing) == (0..<1300).map(Double.init))
        checkConsistent(drawing)
        let atOnce = try Drawing((0..<1300).map { try line(Double($0)) })
        #expect(heights(atOnce) == heights(drawing))
        #expect(atOnce.revision == 0 && drawing.revision == 1300)
        #expect(drawing.chunks.map(\.items.count).filter { $0 > 400 }.count == 2, "two are full, the newest are small")
        checkConsistent(atOnce)
    }

    @Test("every edit counts one revision and gives a stamp never seen before")
    func revisions() throws {
        var drawing = try Drawing((0..<10).map { try line(Double($0)) })
        var stamps: Set<UInt64> = [drawing.stamp]
        func check(_ revision: Int) {
            #expect(drawing.revision == revision)
            #expect(stamps.insert(drawing.stamp).inserted)
            checkConsistent(drawing)
        }
        drawing.append(try line(10))
        check(1)
        try drawing.replace(at: 3, with: try line(33))
        check(2)
        try drawing.insert(try line(-1), at: 0)
        check(3)
        try drawing.remove(at: 5)
        check(4)
        #expect(heights(drawing) == [-1, 0, 1, 2, 33, 5, 6, 7, 8, 9, 10])
    }

    @Test("an index that is no item's is refused and changes nothing", arguments: [-1, 3, Int.max, Int.min])
    func badIndex(_ index: Int) throws {
        var drawing = try Drawing((0..<3).map { try line(Double($0)) })
        let before = (drawing.stamp, drawing.revision, heights(drawing))
        let item = try line(9)
        #expect(throws: SceneError.noSuchItem(index)) { try drawing.replace(at: index, with: item) }
        #expect(throws: SceneError.noSuchItem(index)) { try drawing.remove(at: index) }
        if index != 3 { #expect(throws: SceneError.noSuchItem(index)) { try drawing.insert(item, at: index) } }
        #expect((drawing.stamp, drawing.revision) == (before.0, before.1) && heights(drawing) == before.2)
        try drawing.insert(item, at: 3)
        #expect(heights(drawing) == [0, 1, 2, 9])
    }

    @Test("inserting into full chunks splits them and keeps the order")
    func chunkSplitting() throws {
        var drawing = Drawing()
        var expected: [Double] = []
        var random = SplitMix64(state: 5)
        for n in 0..<2500 {
            let at = Int(random.next() % UInt64(expected.count + 1))
            expected.insert(Double(n), at: at)
            try drawing.insert(try line(Double(n)), at: at)
        }
        #expect(drawing.chunks.count > 4)
        #expect(heights(drawing) == expected)
        checkConsistent(drawing)
    }

    @Test("a long run of random edits is what the same edits make of an array")
    func randomEdits() throws {
        var random = SplitMix64(state: 6)
        var expected = (0..<1100).map(Double.init)
        var drawing = try Drawing(expected.map { try line($0) })
        for n in 0..<3000 {
            let pick = expected.isEmpty ? 0 : Int(random.next() % UInt64(expected.count))
            let value = Double(10_000 + n)
            switch expected.isEmpty ? 0 : random.next() % 5 {
            case 0:
                drawing.append(try line(value))
                expected.append(value)
            case 1:
                try drawing.insert(try line(value), at: pick)
                expected.insert(value, at: pick)
            case 2:
                try drawing.replace(at: pick, with: try line(value))
                expected[pick] = value
            default:
                try drawing.remove(at: pick)
                expected.remove(at: pick)
            }
        }
        #expect(heights(drawing) == expected)
        #expect(drawing.revision == 3000)
        checkConsistent(drawing)
        while !drawing.isEmpty { try drawing.remove(at: drawing.count / 2) }
        #expect(drawing.chunks.isEmpty && drawing.bounds.isEmpty)
    }

    @Test("copies are values: an edit to one is not seen in the other, and shares what it left alone")
    func valueSemantics() throws {
        let original = try Drawing((0..<2000).map { try line(Double($0)) })
        var edited = original
        #expect(edited.stamp == original.stamp)
        try edited.replace(at: 700, with: try line(-7))
        #expect(heights(original) == (0..<2000).map(Double.init))
        #expect(heights(edited)[700] == -7)
        let shared = zip(original.chunks, edited.chunks).filter { $0.0.stamp == $0.1.stamp }.count
        #expect(shared == original.chunks.count - 1, "only the edited chunk is new")
        var other = original
        try other.replace(at: 700, with: try line(-7))
        #expect(other.revision == edited.revision && other.stamp != edited.stamp)
    }

    @Test("bounds hold every item, also after edits; the extent is the page where there is one")
    func bounds() throws {
        var drawing = Drawing()
        #expect(drawing.bounds.isEmpty && drawing.extent.isEmpty)
        drawing.append(try line(0))
        drawing.append(try line(100))
        #expect(drawing.bounds.contains(Rect(minX: 0, minY: -1, maxX: 10, maxY: 101)))
        try drawing.remove(at: 1)
        #expect(drawing.bounds.maxY < 50)
        #expect(drawing.extent == drawing.bounds)
        drawing.page = Rect(x: 0, y: 0, width: 210, height: 297)
        #expect(drawing.extent == drawing.page)
        drawing.page = .empty
        #expect(drawing.extent == drawing.bounds)
    }

    @Test("a million items are appended in seconds, one by one")
    func manyItems() throws {
        let item = try line(1)
        var drawing = Drawing()
        let clock = ContinuousClock()
        let time = clock.measure { for _ in 0..<1_000_000 { drawing.append(item) } }
        #expect(drawing.count == 1_000_000)
        #expect(drawing.chunks.count <= 1_000_000 / 496 + 34, "appended items end up in large chunks")
        #expect(time < .seconds(60), "\(time)")
        var copy = drawing
        let edit = clock.measure { copy.append(item) }
        #expect(edit < .milliseconds(50), "an edit must not cost what the drawing's size is: \(edit)")
    }
}

/// SplitMix64, seeded.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
