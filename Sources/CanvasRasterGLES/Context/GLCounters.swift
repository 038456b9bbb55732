import CanvasRender
import Synchronization

/// Counts what the GL thread does, to be read from any thread.
final class GLCounters: Sendable {
    private let readCount = Atomic<Int>(0)
    private let allocationCount = Atomic<Int>(0)
    private let reuseCount = Atomic<Int>(0)
    private let freeByteCount = Atomic<Int>(0)

    /// Copies of pixels from the device into memory, of which there should be none while frames are displayed.
    var reads: Int { readCount.load(ordering: .relaxed) }

    /// What the pool of textures has done.
    var pool: PoolStatistics {
        PoolStatistics(
            allocations: allocationCount.load(ordering: .relaxed), reuses: reuseCount.load(ordering: .relaxed),
            freeBytes: freeByteCount.load(ordering: .relaxed))
    }

    func addRead() { readCount.add(1, ordering: .relaxed) }
    func addAllocation() { allocationCount.add(1, ordering: .relaxed) }
    func addReuse() { reuseCount.add(1, ordering: .relaxed) }
    func addFree(bytes: Int) { freeByteCount.add(bytes, ordering: .relaxed) }
}
