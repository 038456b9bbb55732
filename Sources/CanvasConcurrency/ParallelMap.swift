import Dispatch

/// `transform` of 0 ..< count, computed on all cores, in order.
package func parallelMap<T: Sendable>(_ count: Int, _ transform: @Sendable (Int) -> T) -> [T] {
    if count == 1 { return [transform(0)] }
    return [T](unsafeUninitializedCapacity: count) { buffer, initialized in
        // Each element is written by exactly one call.
        nonisolated(unsafe) let base = buffer.baseAddress
        DispatchQueue.concurrentPerform(iterations: count) { i in
            (base! + i).initialize(to: transform(i))
        }
        initialized = count
    }
}
