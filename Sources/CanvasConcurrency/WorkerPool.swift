import Foundation
import Synchronization

/// The threads of the process that help whoever has work to spread. They sleep while there is none.
final class WorkerPool: Sendable {
    /// One thread fewer than there are processors: whoever has work does some of it.
    static let shared = WorkerPool(size: ProcessInfo.processInfo.activeProcessorCount - 1)

    private struct State {
        /// Work that may be helped with, oldest first, and who may still come.
        var open: [(work: SpreadWork, seats: Range<Int>)] = []
        var asleep: [Helper] = []
        /// Helpers that look for work, or have been woken to.
        var looking = 0
        var started = 0
    }

    private let size: Int
    private let state = Monitor(State())
    /// How much work is open, for those who look without the lock.
    private let openCount = Atomic<Int>(0)

    init(size: Int) { self.size = size }

    /// Has `work` done by the caller and by as many helpers as it takes and are free, and returns when it is done.
    func run(_ work: SpreadWork) {
        Helper.wake(state.withLock { call(for: work, &$0) })
        work.work(as: 0)
        state.withLock { state in
            state.open.removeAll { $0.work === work }
            openCount.store(state.open.count, ordering: .relaxed)
        }
        work.leaveAndWait()
    }

    /// Offers `work`, and takes from their sleep, or starts, as many helpers as are needed beyond those awake.
    private func call(for work: SpreadWork, _ state: inout State) -> [Helper] {
        state.open.append((work, 1..<work.helpers + 1))
        openCount.store(state.open.count, ordering: .relaxed)
        var called: [Helper] = []
        let needed = state.open.reduce(0) { $0 + $1.seats.count }
        while state.looking < needed {
            if let helper = state.asleep.popLast() {
                called.append(helper)
            } else if state.started < size, Helper.start({ [self] in help($0) }) {
                state.started += 1
            } else {
                break
            }
            state.looking += 1
        }
        return called
    }

    /// What a helper does for all its life: looks for work, does it, and sleeps if there was none.
    private func help(_ helper: Helper) {
        while true {
            if let (work, worker) = state.withLock({ take(&$0) }) {
                work.work(as: worker)
                work.leave()
                state.withLock { $0.looking += 1 }
                continue
            }
            // A frame is done in steps, one right after the other.
            Spin.until { openCount.load(ordering: .relaxed) > 0 }
            let sleeps = state.withLock { state in
                if state.open.contains(where: { $0.work.hasPieces }) { return false }
                state.looking -= 1
                helper.prepareToSleep()
                state.asleep.append(helper)
                return true
            }
            if sleeps { helper.sleep() }
        }
    }

    /// Gives a helper that was looking a seat at the oldest work that has one.
    private func take(_ state: inout State) -> (SpreadWork, worker: Int)? {
        guard let i = state.open.firstIndex(where: { $0.work.hasPieces }) else { return nil }
        let (work, seats) = state.open[i]
        work.enter()
        state.looking -= 1
        if seats.count == 1 {
            state.open.remove(at: i)
            openCount.store(state.open.count, ordering: .relaxed)
        } else {
            state.open[i].seats = seats.dropFirst()
        }
        return (work, seats.lowerBound)
    }
}
