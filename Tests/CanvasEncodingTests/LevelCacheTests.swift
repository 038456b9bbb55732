import CanvasEncoding
import Testing

/// Something of a size.
private final class Block: EncodedChunk {
    let byteCount: Int
    init(_ byteCount: Int) { self.byteCount = byteCount }
}

@Suite("What is kept of encoded chunks")
struct LevelCacheTests {
    private let level = DetailLevel(tolerance: 0.1, scale: 1)

    /// A chunk of one item; each has its own stamp.
    private func chunk() throws -> ItemChunk {
        var path = Path<ItemSpace>()
        try path.move(to: Point(0, 0))
        try path.line(to: Point(1, 1))
        return Drawing([.stroke(try Stroke(path, width: .uniform(1), paint: .solid(.black)))]).chunks[0]
    }

    @Test("a frame's own geometry is kept whatever it takes, and goes when the next frame needs none of it")
    func frames() throws {
        let cache = LevelCache<Block>(budget: 1000)
        let chunks = try (0..<20).map { _ in try chunk() }
        cache.beginFrame()
        for chunk in chunks { cache.insert(Block(100), for: chunk, at: level) }
        cache.trim()
        #expect(cache.byteCount == 2000)
        cache.beginFrame()
        #expect(cache.value(for: chunks[0], at: level) != nil)
        cache.trim()
        #expect(cache.byteCount == 1000)
        #expect(cache.value(for: chunks[0], at: level) != nil)
    }

    @Test("frames after edits keep what the whole frame used, however many, and little of what they made themselves")
    func edits() throws {
        let cache = LevelCache<Block>(budget: 1000)
        let chunks = try (0..<20).map { _ in try chunk() }
        cache.beginFrame()
        for chunk in chunks { cache.insert(Block(100), for: chunk, at: level) }
        cache.trim()
        for _ in 0..<500 {
            cache.beginFrame(isWhole: false)
            cache.insert(Block(10), for: try chunk(), at: level)
            _ = cache.value(for: chunks[3], at: level)
            cache.trim()
            #expect(cache.byteCount <= 2000 + 250)
        }
        for chunk in chunks { #expect(cache.value(for: chunk, at: level) != nil) }
        cache.beginFrame()
        cache.trim()
        #expect(cache.byteCount <= 1000)
    }
}
