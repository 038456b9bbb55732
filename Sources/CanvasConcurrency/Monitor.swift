import Foundation

/// A value behind a lock, with a way to sleep until somebody changes it.
///
/// POSIX mutex and condition variable. They are used in place of `Synchronization.Mutex` because that one has no
/// condition to wait for, and because Thread Sanitizer does not know its lock on Linux and reports every access under
/// it as a race.
///
/// `@unchecked Sendable`: the value is touched only between lock and unlock of the mutex it is held with.
package final class Monitor<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    /// With a byte beside it: a value without a size would lie at the address of the object's head, which is read
    /// without the lock, and Thread Sanitizer would see a race there.
    private var held: (state: State, byte: UInt8)

    package init(_ state: sending State) {
        held = (state, 0)
        mutex = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if os(Linux)
            // Deadlines count on a clock that nobody sets.
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        #endif
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with the value to itself.
    package func withLock<R>(_ body: (inout State) throws -> R) rethrows -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&held.state)
    }

    /// What `wait` does next.
    package enum Step<R> {
        /// It returns.
        case done(R)
        /// It sleeps until `wake` is called.
        case sleep
        /// It sleeps until `wake` is called, at most for this time in milliseconds.
        case sleepAtMost(Double)
    }

    /// Runs `body` with the value to itself, again after every `wake`, until it is done. The lock is free in between.
    package func wait<R>(_ body: (inout State) -> Step<R>) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch body(&held.state) {
            case .done(let result): return result
            case .sleep: pthread_cond_wait(changed, mutex)
            case .sleepAtMost(let time): sleep(atMost: time)
            }
        }
    }

    /// Lets those who sleep in `wait` look again. To be called after the change, with or without the lock.
    package func wake() { pthread_cond_broadcast(changed) }

    private func sleep(atMost milliseconds: Double) {
        var deadline = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_MONOTONIC, &deadline)
        #else
            clock_gettime(CLOCK_REALTIME, &deadline)
        #endif
        let nanoseconds = deadline.tv_nsec + Int(min(max(milliseconds, 0), 60_000) * 1e6)
        deadline.tv_sec += nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        pthread_cond_timedwait(changed, mutex, &deadline)
    }
}
