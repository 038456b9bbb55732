import CGLES

/// What the vertex shader looks up by item: a texture with a row a chunk, and one with a rank a row.
final class ItemTable {
    private let queue: GLQueue
    private let maximumRows: Int
    private(set) var items: GLObject
    private(set) var ranks: GLObject
    private var rows = 0
    private var freeRows: [Int] = []
    private var nextRow = 0
    private var uploadedRanks: [Int32] = []
    private var rankRows = 0

    init(_ queue: GLQueue, maximumRows: Int) {
        self.queue = queue
        // Rows are numbered by the 23 bits that a vertex has for them.
        self.maximumRows = min(maximumRows, 1 << 23)
        items = GLObject(.texture, queue)
        ranks = GLObject(.texture, queue)
    }

    /// A row with these records, or `nil` if the texture can have no more.
    ///
    /// A record is the premultiplied colour, the bits of the origin's x and y, and a spare word.
    func add(_ records: [UInt32]) -> Int? {
        guard let row = freeRows.popLast() ?? (nextRow < maximumRows ? nextRow : nil) else { return nil }
        if row == nextRow { nextRow += 1 }
        if row >= rows { grow(to: row + 1) }
        glBindTexture(GLenum(GL_TEXTURE_2D), items.name)
        glTexSubImage2D(
            GLenum(GL_TEXTURE_2D), 0, 0, GLint(row), GLsizei(records.count / 4), 1, GLenum(GL_RGBA_INTEGER),
            GLenum(GL_UNSIGNED_INT), records)
        return row
    }

    func remove(_ row: Int) { freeRows.append(row) }

    /// Says which rank the first item of each row's chunk has in the frame to come.
    func setRanks(_ values: [(row: Int, rank: Int)]) {
        var wanted = [Int32](repeating: 0, count: ((values.map(\.row).max() ?? 0) / 1024 + 1) * 1024)
        for value in values { wanted[value.row] = Int32(value.rank) }
        if wanted == uploadedRanks { return }
        let height = wanted.count / 1024
        if height > rankRows {
            rankRows = height
            ranks = GLObject(.texture, queue)
            Self.store(ranks.name, GL_R32I, width: 1024, height: height)
        }
        glBindTexture(GLenum(GL_TEXTURE_2D), ranks.name)
        glTexSubImage2D(
            GLenum(GL_TEXTURE_2D), 0, 0, 0, 1024, GLsizei(height), GLenum(GL_RED_INTEGER), GLenum(GL_INT), wanted)
        uploadedRanks = wanted
    }

    private func grow(to needed: Int) {
        let count = min(max(needed, rows * 2, 64), maximumRows)
        let bigger = GLObject(.texture, queue)
        Self.store(bigger.name, GL_RGBA32UI, width: ItemChunk.capacity, height: count)
        if rows > 0 {
            let source = GLObject(.framebuffer, queue)
            glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), source.name)
            glFramebufferTexture2D(
                GLenum(GL_READ_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), items.name, 0)
            glCopyTexSubImage2D(
                GLenum(GL_TEXTURE_2D), 0, 0, 0, 0, 0, GLsizei(ItemChunk.capacity), GLsizei(rows))
            glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), 0)
        }
        items = bigger
        rows = count
    }

    private static func store(_ name: GLuint, _ format: Int32, width: Int, height: Int) {
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, GLenum(format), GLsizei(width), GLsizei(height))
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MAG_FILTER), GL_NEAREST)
    }
}
