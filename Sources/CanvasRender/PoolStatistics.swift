/// What a renderer's pool of pixel memory has done: frames that are dropped leave their memory for the next ones.
public struct PoolStatistics: Hashable, Sendable {
    /// How many buffers or textures were ever allocated. It stands still after a gesture's first frames.
    public var allocations: Int
    /// How many times one that lay idle was used again.
    public var reuses: Int
    /// Bytes that lie idle now.
    public var freeBytes: Int

    public init(allocations: Int = 0, reuses: Int = 0, freeBytes: Int = 0) {
        self.allocations = allocations
        self.reuses = reuses
        self.freeBytes = freeBytes
    }
}
