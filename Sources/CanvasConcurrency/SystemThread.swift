import Foundation

/// Threads of the system's own making, where Foundation's `Thread` does not do: it gives no handle to join or to place.
package enum SystemThread {
    /// Starts a thread that runs `body`.
    ///
    /// - Parameters:
    ///   - stackSize: in bytes; `nil` is what the system gives.
    ///   - isDetached: whether nobody will join it.
    /// - Returns: the thread, or why the system has none to give.
    package static func start(
        stackSize: Int? = nil, isDetached: Bool = false, _ body: @escaping @Sendable () -> Void
    ) -> Result<pthread_t, Failure> {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        if isDetached { pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED)) }
        let argument = Unmanaged.passRetained(Body(run: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        if code == 0 { return .success(thread) }
        argument.release()
        return .failure(Failure(code: code))
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Why there is no thread.
    package struct Failure: Error, CustomStringConvertible {
        /// The system's error number.
        package let code: CInt
        package var description: String { String(cString: strerror(code)) }
    }
}
