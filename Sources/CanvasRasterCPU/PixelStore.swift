import CanvasConcurrency
import CanvasRender
import Foundation

/// One block of pixels in memory that goes back to its pool when nobody uses it any more.
///
/// `@unchecked Sendable`: whoever takes a store from the pool is its only user until it has been wrapped in a frame;
/// from then on its pixels are only read.
final class PixelStore: @unchecked Sendable {
    let pixels: UnsafeMutablePointer<UInt32>
    /// How many pixels there is room for.
    let capacity: Int
    private let pool: PixelPool

    fileprivate init(pixels: UnsafeMutablePointer<UInt32>, capacity: Int, pool: PixelPool) {
        self.pixels = pixels
        self.capacity = capacity
        self.pool = pool
    }

    deinit { pool.takeBack(PixelPool.Block(pixels: pixels, capacity: capacity)) }
}

/// Keeps the memory of dropped frames for the next ones, so that a gesture allocates nothing.
final class PixelPool: Sendable {
    /// `@unchecked Sendable`: a block in the pool has no other owner.
    fileprivate struct Block: @unchecked Sendable {
        var pixels: UnsafeMutablePointer<UInt32>
        var capacity: Int
    }

    private struct State {
        var free: [Block] = []
        var freeBytes = 0
        var allocations = 0
        var reuses = 0
    }

    private let state = Monitor(State())
    /// Bytes kept for reuse at most; frames in use do not count.
    private let limit: Int

    init(limit: Int = 128 << 20) { self.limit = limit }

    deinit {
        state.withLock { state in
            for block in state.free { block.pixels.deallocate() }
        }
    }

    /// A block of at least `count` pixels, whatever they contain.
    func take(_ count: Int) -> PixelStore {
        let reused = state.withLock { state -> Block? in
            // The smallest that fits, unless most of it would lie idle.
            var best: Int?
            for (i, block) in state.free.enumerated() where block.capacity >= count && block.capacity / 2 <= count {
                if let b = best, state.free[b].capacity <= block.capacity { continue }
                best = i
            }
            guard let best else {
                state.allocations += 1
                return nil
            }
            let block = state.free.remove(at: best)
            state.reuses += 1
            state.freeBytes -= block.capacity * 4
            return block
        }
        if let reused { return PixelStore(pixels: reused.pixels, capacity: reused.capacity, pool: self) }
        let memory = Self.allocate(count * 4)
        return PixelStore(
            pixels: memory.bindMemory(to: UInt32.self, capacity: count), capacity: count, pool: self)
    }

    /// Memory for pixels, in large pages where the system offers them: going through a frame in small ones costs a
    /// quarter of a copy's time in looking up addresses.
    private static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        let largePage = 2 << 20
        guard byteCount >= 2 * largePage else { return .allocate(byteCount: byteCount, alignment: 64) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: largePage)
        #if canImport(Glibc) || canImport(Musl)
            // A wish, not needed for anything: where it is refused, pages are small.
            _ = madvise(memory, byteCount, MADV_HUGEPAGE)
        #endif
        return memory
    }

    var statistics: PoolStatistics {
        state.withLock { PoolStatistics(allocations: $0.allocations, reuses: $0.reuses, freeBytes: $0.freeBytes) }
    }

    fileprivate func takeBack(_ block: Block) {
        state.withLock { state in
            state.free.append(block)
            state.freeBytes += block.capacity * 4
            // The oldest goes first: it is the least likely to have the size in use now.
            while state.freeBytes > limit || state.free.count > 8 {
                let old = state.free.removeFirst()
                state.freeBytes -= old.capacity * 4
                old.pixels.deallocate()
            }
        }
    }
}
