/// What is done after a render has failed.
///
/// The frame on display stays. A picture that failed for a reason that may pass is tried again, each time after twice
/// the wait; one that cannot succeed (the request is wrong, the frame too large) is not, until something else is
/// asked for. Waits also hold for new requests, so that a broken renderer does not fail hundreds of times a second
/// while a finger moves.
public struct RetryPolicy: Hashable, Sendable {
    /// How often one picture is tried, the first time included.
    public var attempts: Int
    /// How long after the first failure in a row the next render may start.
    public var delay: Milliseconds
    /// The longest wait.
    public var longestDelay: Milliseconds

    public init(attempts: Int = 3, delay: Milliseconds = 50, longestDelay: Milliseconds = 1600) {
        self.attempts = max(attempts, 1)
        self.delay = max(delay, 0)
        self.longestDelay = max(longestDelay, 0)
    }

    /// The wait after `failures` failures in a row (1 or more).
    public func wait(after failures: Int) -> Milliseconds {
        var wait = delay
        for _ in 1..<max(min(failures, 64), 1) { wait *= 2 }
        return min(wait, longestDelay)
    }

    /// Whether the same request may succeed another time.
    public func isWorthRetrying(_ error: RenderError) -> Bool {
        switch error {
        case .invalidRequest, .tooLarge, .foreignFrame, .unavailable, .contextLost, .cancelled: false
        case .outOfMemory, .device: true
        }
    }
}
