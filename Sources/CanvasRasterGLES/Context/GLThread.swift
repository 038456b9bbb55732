import CanvasConcurrency
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The one thread on which a context lives, with everything that uses it.
///
/// Whoever holds the handle keeps the thread: the renderer, and each frame whose pixels are still a texture. When the
/// last of them goes, the context is destroyed and the thread joined.
final class GLThread: Sendable {
    let queue = GLQueue()
    private let thread: pthread_t

    /// Starts the thread and has it make its device.
    ///
    /// - Throws: what `make` throws; the thread has ended then.
    init(_ make: @escaping @Sendable (GLQueue) throws(RenderError) -> GLDevice) throws(RenderError) {
        let start = Start(queue: queue, make: make)
        // Shader compilers recurse deeply.
        switch SystemThread.start(stackSize: 8 << 20, { start.run() }) {
        case .success(let started): thread = started
        case .failure(let failure): throw .unavailable("no thread for the graphics context: \(failure)")
        }
        start.ready.wait()
        // All of the object is there by now, so that `deinit` follows a throw, and joins the thread.
        if let failure = start.failure.withLock({ $0 }) { throw failure }
    }

    deinit {
        queue.stop()
        // The last frame may be let go by the thread itself, which cannot wait for its own end.
        if queue.isCurrent { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }

    /// Runs `body` on the GL thread and waits for it.
    ///
    /// When it returns, the GL thread holds nothing any more of what `body` captured, nor of its result: else the last
    /// handle of the thread might be let go by the thread itself, which then nobody waits for, and a process that ends
    /// meanwhile takes the driver from under it.
    func perform<R: Sendable>(
        _ body: @escaping @Sendable (GLDevice) throws(RenderError) -> R
    ) throws(RenderError) -> R {
        let work = Work(body)
        queue.submit { device in
            work.run(device)
            work.done.signal()
        }
        work.done.wait()
        return try work.takeResult().get()
    }

    /// Has `body` run on the GL thread, and does not wait.
    func post(_ body: @escaping @Sendable (GLDevice) -> Void) { queue.submit(body) }

    /// A body on its way to the GL thread, and its result on the way back. Each is handed over, not shared.
    private final class Work<R: Sendable>: Sendable {
        typealias Body = @Sendable (GLDevice) throws(RenderError) -> R

        let done = DispatchSemaphore(value: 0)
        private let body: Monitor<Body?>
        private let result = Monitor<Result<R, RenderError>?>(nil)

        init(_ body: @escaping Body) { self.body = Monitor(body) }

        /// Runs the body and lets go of it.
        func run(_ device: GLDevice) {
            guard let body = body.withLock({ $0.take() }) else { return }
            let result: Result<R, RenderError>
            do throws(RenderError) { result = .success(try body(device)) } catch { result = .failure(error) }
            self.result.withLock { $0 = result }
        }

        func takeResult() -> Result<R, RenderError> { result.withLock { $0.take()! } }
    }

    private final class Start: Sendable {
        let queue: GLQueue
        let make: @Sendable (GLQueue) throws(RenderError) -> GLDevice
        let ready = DispatchSemaphore(value: 0)
        let failure = Monitor<RenderError?>(nil)

        init(queue: GLQueue, make: @escaping @Sendable (GLQueue) throws(RenderError) -> GLDevice) {
            self.queue = queue
            self.make = make
        }

        func run() {
            queue.adoptCurrentThread()
            do throws(RenderError) {
                let device = try make(queue)
                ready.signal()
                queue.run(device)
                device.close()
            } catch {
                failure.withLock { $0 = error }
                ready.signal()
            }
        }
    }
}
