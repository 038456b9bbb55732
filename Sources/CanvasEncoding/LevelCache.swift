import CanvasConcurrency

/// What a renderer derived from a chunk of items, with its size in memory.
public protocol EncodedChunk: AnyObject, Sendable {
    var byteCount: Int { get }
}

/// Encoded chunks by chunk and detail level, the least recently used dropped first when a byte budget is exceeded.
///
/// Chunks are known by their stamp, so that an edit invalidates nothing: the edited chunk has a new stamp, and what
/// belonged to the old one grows old and goes. Safe to use from any thread.
public final class LevelCache<Value: EncodedChunk>: Sendable {
    private struct Key: Hashable {
        var stamp: UInt64
        var level: DetailLevel
    }

    private struct Entry {
        var value: Value
        var lastUse: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        /// Counts frames.
        var clock: UInt64 = 0
        /// The last frame that was drawn as a whole, and the bytes held after it.
        var wholeFrame: UInt64 = 0
        var wholeBytes = 0
    }

    /// The most bytes the cache keeps beyond what the current frame uses.
    public let budget: Int
    private let state = Monitor(State())

    /// Creates an empty cache that keeps at most `budget` bytes, but always what the frame under way has used.
    public init(budget: Int) { self.budget = budget }

    /// Bytes held now.
    public var byteCount: Int { state.withLock { $0.bytes } }

    /// Begins a frame: what is used from now on survives `trim` until the next one begins.
    ///
    /// - Parameter isWhole: `false` for a frame that shows the view of the one before and looks only at the places of an
    ///   edit. What the last whole frame used survives such frames.
    public func beginFrame(isWhole: Bool = true) {
        state.withLock { state in
            state.clock += 1
            if isWhole { state.wholeFrame = state.clock }
        }
    }

    /// What is kept for a chunk at a level, marked as used by this frame.
    public func value(for chunk: ItemChunk, at level: DetailLevel) -> Value? {
        let key = Key(stamp: chunk.stamp, level: level)
        return state.withLock { state in
            guard let index = state.entries.index(forKey: key) else { return nil }
            if state.entries.values[index].lastUse != state.wholeFrame {
                state.entries.values[index].lastUse = state.clock
            }
            return state.entries.values[index].value
        }
    }

    /// Keeps `value`, in place of any other for the same chunk and level.
    public func insert(_ value: Value, for chunk: ItemChunk, at level: DetailLevel) {
        let key = Key(stamp: chunk.stamp, level: level)
        state.withLock { state in
            let isOfWhole = state.entries[key]?.lastUse == state.wholeFrame
            let old = state.entries.updateValue(
                Entry(value: value, lastUse: isOfWhole ? state.wholeFrame : state.clock), forKey: key)
            state.bytes += value.byteCount - (old?.value.byteCount ?? 0)
        }
    }

    /// Drops the least recently used until the budget holds. What this frame used stays.
    public func trim() {
        let dropped: [Value] = state.withLock { state in
            let isWhole = state.wholeFrame == state.clock
            // After frames in part, a quarter more, so that not every one of them has to look for what can go.
            let limit = isWhole ? budget : max(budget, state.wholeBytes) + budget / 4
            defer { if isWhole { state.wholeBytes = state.bytes } }
            guard state.bytes > limit else { return [] }
            var dropped: [Value] = []
            for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                if state.bytes <= limit - (isWhole ? 0 : budget / 4) { break }
                if entry.lastUse == state.clock || entry.lastUse == state.wholeFrame { continue }
                state.entries.removeValue(forKey: key)
                state.bytes -= entry.value.byteCount
                dropped.append(entry.value)
            }
            return dropped
        }
        // Freed here, outside the lock.
        withExtendedLifetime(dropped) {}
    }

    /// Drops everything.
    public func removeAll() {
        let old = state.withLock { state in
            let old = state.entries
            state.entries = [:]
            state.bytes = 0
            return old
        }
        withExtendedLifetime(old) {}
    }
}
