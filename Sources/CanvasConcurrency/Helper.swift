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
        let start = Start(helper: helper, life: life)
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        return helper.thread.withLock { thread in
            #if canImport(Darwin)
                var id: pthread_t?
            #else
                var id = pthread_t()
            #endif
            let argument = Unmanaged.passRetained(start).toOpaque()
            let code = pthread_create(
                &id, &attributes,
                { argument in
                    #if canImport(Darwin)
                        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().run()
                    #else
                        Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().run()
                    #endif
                    return nil
                }, argument)
            if code != 0 { Unmanaged<Start>.fromOpaque(argument).release() }
            thread = code == 0 ? id : nil
            return code == 0
        }
    }

    private final class Start: Sendable {
        let helper: Helper
        let life: @Sendable (Helper) -> Void

        init(helper: Helper, life: @escaping @Sendable (Helper) -> Void) {
            self.helper = helper
            self.life = life
        }

        func run() { life(helper) }
    }

    /// To be called by the helper itself, before it is known to sleep.
    func prepareToSleep() { processor.store(ProcessorSet.current ?? -1, ordering: .relaxed) }

    /// Sleeps until it is woken, or does not if it has been since `prepareToSleep`.
    func sleep() { awake.wait() }

    /// Wakes helpers, each on a processor of its own and none on the caller's.
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
