import CGLES

/// One buffer for all retained vertices of a kind, so that one draw call reaches any of them.
///
/// It is handed out in blocks, which share pages; a page is used again when all its blocks have been returned.
final class VertexArena {
    /// A run of vertices.
    struct Block {
        var first: Int
        var count: Int
    }

    /// Vertices a page.
    private static let pageSize = 16384

    private let queue: GLQueue
    private let vertexBytes: Int
    private(set) var buffer: GLObject
    /// Changes whenever `buffer` is another object.
    private(set) var generation = 0
    /// For each page the vertices in use; for the pages behind the first of a long block, 0.
    private var used: [Int] = []
    /// How many pages the block or shared page that begins here takes; 0 for a free page or one inside a long block.
    private var spans: [Int] = []
    /// Which pages are taken, by whatever.
    private var isTaken: [Bool] = []
    private var current: (page: Int, fill: Int)?

    /// - Parameter vertexBytes: from one vertex to the next.
    init(_ queue: GLQueue, vertexBytes: Int) {
        self.queue = queue
        self.vertexBytes = vertexBytes
        buffer = GLObject(.buffer, queue)
    }

    /// Bytes of the pages in use.
    var byteCount: Int { isTaken.reduce(0) { $0 + ($1 ? 1 : 0) } * Self.pageSize * vertexBytes }

    /// Stores vertices, of as many bytes each as the arena was made for.
    func store<Vertex>(_ vertices: [Vertex]) -> Block {
        assert(MemoryLayout<Vertex>.stride == vertexBytes)
        if vertices.isEmpty { return Block(first: 0, count: 0) }
        let block = allocate(vertices.count)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer.name)
        vertices.withUnsafeBytes { bytes in
            glBufferSubData(GLenum(GL_ARRAY_BUFFER), block.first * vertexBytes, bytes.count, bytes.baseAddress)
        }
        return block
    }

    /// Takes a block back.
    func free(_ block: Block) {
        let page = block.first / Self.pageSize
        used[page] -= block.count
        guard used[page] == 0, current?.page != page else { return }
        release(page)
    }

    /// Gives all memory back to the device; there must be no blocks any more.
    func removeAll() {
        buffer = GLObject(.buffer, queue)
        generation += 1
        (used, spans, isTaken, current) = ([], [], [], nil)
    }

    private func release(_ page: Int) {
        for p in page..<(page + spans[page]) { isTaken[p] = false }
        spans[page] = 0
    }

    private func allocate(_ count: Int) -> Block {
        if let (page, fill) = current, fill + count <= Self.pageSize {
            current = (page, fill + count)
            used[page] += count
            return Block(first: page * Self.pageSize + fill, count: count)
        }
        let span = max(1, (count + Self.pageSize - 1) / Self.pageSize)
        let page = take(span)
        used[page] = count
        if span == 1 {
            if let old = current?.page, used[old] == 0 { release(old) }
            current = (page, count)
        }
        return Block(first: page * Self.pageSize, count: count)
    }

    /// The first of `span` neighbouring free pages.
    private func take(_ span: Int) -> Int {
        var run = 0
        var start = isTaken.count
        for page in isTaken.indices {
            run = isTaken[page] ? 0 : run + 1
            if run == span {
                start = page + 1 - span
                break
            }
        }
        if start == isTaken.count { grow(by: span) }
        for page in start..<(start + span) { isTaken[page] = true }
        spans[start] = span
        return start
    }

    private func grow(by span: Int) {
        let old = isTaken.count
        let count = max(old + span, old * 3 / 2, 16)
        let bigger = GLObject(.buffer, queue)
        let pageBytes = Self.pageSize * vertexBytes
        glBindBuffer(GLenum(GL_COPY_WRITE_BUFFER), bigger.name)
        glBufferData(GLenum(GL_COPY_WRITE_BUFFER), count * pageBytes, nil, GLenum(GL_STATIC_DRAW))
        if old > 0 {
            glBindBuffer(GLenum(GL_COPY_READ_BUFFER), buffer.name)
            glCopyBufferSubData(
                GLenum(GL_COPY_READ_BUFFER), GLenum(GL_COPY_WRITE_BUFFER), 0, 0, old * pageBytes)
        }
        buffer = bigger
        generation += 1
        let added = count - old
        used += [Int](repeating: 0, count: added)
        spans += [Int](repeating: 0, count: added)
        isTaken += [Bool](repeating: false, count: added)
    }
}
