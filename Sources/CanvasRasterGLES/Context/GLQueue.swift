import CanvasConcurrency
import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What other threads have for the GL thread to do: jobs, and the names of objects that nobody uses any more.
///
/// GL objects and the thread's handle hold the queue; the queue holds neither.
final class GLQueue: Sendable {
    /// What a name belongs to.
    enum Kind: Sendable {
        case texture, renderbuffer, buffer, framebuffer, program, vertexArray, query
    }

    private struct State {
        var jobs: [@Sendable (GLDevice) -> Void] = []
        var garbage: [(kind: Kind, name: UInt32)] = []
        var isStopped = false
        var isClosed = false
    }

    private let state = Monitor(State())
    private let wake = DispatchSemaphore(value: 0)
    private let thread = Atomic<UInt>(0)

    /// Makes the calling thread the one that the queue belongs to.
    func adoptCurrentThread() { thread.store(UInt(pthread_self()), ordering: .releasing) }

    /// Whether the caller runs on the GL thread.
    var isCurrent: Bool { thread.load(ordering: .acquiring) == UInt(pthread_self()) }

    /// Has `job` run on the GL thread, after those that were handed in before. It is dropped if the thread has ended.
    func submit(_ job: @escaping @Sendable (GLDevice) -> Void) {
        state.withLock { if !$0.isStopped { $0.jobs.append(job) } }
        wake.signal()
    }

    /// Has the GL thread end once the jobs handed in so far are done.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake.signal()
    }

    /// Frees an object: at once on the GL thread, else by it, soon. Once the context is gone, so is the object.
    func delete(_ kind: Kind, _ name: UInt32) {
        if name == 0 { return }
        if isCurrent {
            if !state.withLock({ $0.isClosed }) { kind.delete(name) }
        } else {
            let queued = state.withLock { state in
                if state.isClosed { return false }
                state.garbage.append((kind, name))
                return true
            }
            if queued { wake.signal() }
        }
    }

    /// The GL thread's life: runs jobs until it is told to stop.
    func run(_ device: GLDevice) {
        while true {
            wake.wait()
            let (jobs, isStopped) = state.withLock { state in
                let jobs = state.jobs
                state.jobs = []
                return (jobs, state.isStopped)
            }
            for job in jobs { job(device) }
            sweep()
            if isStopped { break }
        }
    }

    /// Frees what other threads have let go of.
    func sweep() {
        let garbage = state.withLock { state in
            let garbage = state.garbage
            state.garbage = []
            return garbage
        }
        for (kind, name) in garbage { kind.delete(name) }
    }

    /// Says that the context is about to go, and all names with it.
    func close() {
        state.withLock {
            $0.isClosed = true
            $0.garbage = []
        }
    }
}
