import Foundation
import Synchronization

/// Spreads work over threads that take the next piece as soon as they have finished one.
///
/// The threads are those of the process-wide `WorkerPool`, which sleep between frames: many renderers share them, and
/// none is left behind when a renderer goes. The calling thread works along, so that work goes on even when all others
/// are busy.
package struct Workers: Sendable {
    /// Threads at work at once, the caller's included.
    package let count: Int

    package init(_ count: Int?) { self.count = max(1, count ?? ProcessInfo.processInfo.activeProcessorCount) }

    /// Calls `body(piece, worker)` once for each piece in `0..<pieces`, in no particular order; `worker` is below
    /// `count` and no two calls with the same worker overlap.
    package func run(_ pieces: Int, _ body: @escaping @Sendable (_ piece: Int, _ worker: Int) -> Void) {
        let threads = min(count, pieces)
        if threads <= 1 {
            for piece in 0..<max(0, pieces) { body(piece, 0) }
            return
        }
        WorkerPool.shared.run(SpreadWork(pieces, threads: threads, body))
    }
}

/// `transform` of 0 ..< count, computed on all cores, in order.
package func parallelMap<T: Sendable>(_ count: Int, _ transform: @escaping @Sendable (Int) -> T) -> [T] {
    [T](unsafeUninitializedCapacity: count) { buffer, initialized in
        // Each element is written by exactly one call.
        nonisolated(unsafe) let base = buffer.baseAddress
        Workers(nil).run(count) { i, _ in (base! + i).initialize(to: transform(i)) }
        initialized = count
    }
}
