import Dispatch
import Foundation
import Synchronization

/// A thread of the pool, which lasts as long as the process.
final class Helper: Sendable {
    private let awake = DispatchSemaphore(value: 0)
    private let thread = Monitor<pthread_t?>(nil)
    /// The processor that it ran on when it went to sleep.
    private let processor = Atomic<Int>(-1)
    /// The processors that it may use.
    private let allowed = ProcessorSet.ofThisThread

    /// Starts the thread, and says whether there is one now.
    static func start(_ life: @escaping @Sendable (Helper) -> Void) -> Bool {
        let helper = Helper()
        return helper.thread.withLock { thread in
            guard case .success(let started) = SystemThread.start(isDetached: true, { life(helper) }) else {
                return false
            }
            thread = started
            return true
        }
    }

    /// To be called by the helper itself, before it is known to sleep.
    func prepareToSleep() { processor.store(ProcessorSet.current ?? -1, ordering: .relaxed) }

    /// Sleeps until it is woken, or does not if it has been since `prepareToSleep`.
    func sleep() { awake.wait() }

    /// Wakes helpers, none on the caller's processor and no two on the one where they ran last.
    ///
    /// The kernel wakes a thread where it ran last, unless that processor is busy and it finds one that idles. On a
    /// virtual machine it may find none: a processor that idles has been given back to the host and counts as taken
    /// (`available_idle_cpu` in the Linux scheduler). The woken thread then shares the caller's processor for
    /// milliseconds, until the balancer comes by, and the other processors idle.
    static func wake(_ helpers: [Helper]) {
        if helpers.isEmpty { return }
        var taken = ProcessorSet()
        if let here = ProcessorSet.current { taken.insert(here) }
        for helper in helpers {
            let last = helper.processor.load(ordering: .relaxed)
            if last >= 0 {
                if taken.contains(last) { helper.move(to: helper.allowed.subtracting(taken)) }
                taken.insert(last)
            }
            helper.awake.signal()
        }
    }

    /// Keeps the thread to these processors from now on, if there are any.
    private func move(to processors: ProcessorSet) {
        if processors.isEmpty { return }
        thread.withLock { thread in if let thread { processors.assign(to: thread) } }
    }
}
