import Dispatch
import Synchronization

/// Pieces of work that several threads share out among themselves.
final class SpreadWork: Sendable {
    private let body: @Sendable (_ piece: Int, _ worker: Int) -> Void
    private let pieces: Int
    private let next = Atomic<Int>(0)
    /// Threads that have not left yet. The caller is one of them from the start.
    private let present = Atomic<Int>(1)
    private let allLeft = DispatchSemaphore(value: 0)
    /// How many may help the caller.
    let helpers: Int

    /// - Parameter threads: how many may work at once, the caller included.
    init(_ pieces: Int, threads: Int, _ body: @escaping @Sendable (_ piece: Int, _ worker: Int) -> Void) {
        self.pieces = pieces
        self.body = body
        helpers = threads - 1
    }

    /// Whether somebody who comes now would find a piece to do.
    var hasPieces: Bool { next.load(ordering: .relaxed) < pieces }

    /// Does pieces until none is left.
    func work(as worker: Int) {
        while true {
            let piece = next.add(1, ordering: .relaxed).oldValue
            if piece >= pieces { return }
            body(piece, worker)
        }
    }

    /// Counts one more thread. The caller must be present still.
    func enter() { present.add(1, ordering: .relaxed) }

    /// A helper has done its last piece.
    func leave() {
        if present.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { allLeft.signal() }
    }

    /// The caller leaves, and waits for those who have not yet. Nobody may enter any more.
    func leaveAndWait() {
        if present.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { return }
        // The others are in their last piece: not worth going to sleep for, mostly.
        Spin.until { present.load(ordering: .acquiring) == 0 }
        allLeft.wait()
    }
}

/// Looking again and again, where what is awaited comes sooner than a sleeping thread would be woken.
enum Spin {
    /// Returns as soon as `isDone` says so, or when it has taken too long.
    ///
    /// Waking a thread takes a tenth of a millisecond on a processor that has idled, and sometimes several.
    private static let patience = Duration.microseconds(300)

    static func until(_ isDone: () -> Bool) {
        let clock = ContinuousClock()
        let start = clock.now
        repeat {
            for _ in 0..<16 where isDone() { return }
        } while clock.now - start < patience
    }
}
