/// Room for one request that waits while another one is being rendered: never a queue that grows, never a lost last
/// request.
///
/// A new request takes the place of the one that waits. What is in flight is left alone: a debounce, or a restart at
/// each change, would starve for as long as a gesture lasts.
///
/// The slot is a value, held under whatever lock guards its owner.
public struct RequestSlot<Request> {
    /// What is being rendered.
    public private(set) var inFlight: Request?
    /// What will be rendered next.
    public private(set) var queued: Request?

    public init() {}

    /// Whether nothing is in flight and nothing waits.
    public var isIdle: Bool { inFlight == nil && queued == nil }

    /// Lets `request` wait, in place of the one that waited.
    ///
    /// - Returns: the request that was replaced and will never run.
    public mutating func submit(_ request: Request) -> Request? {
        defer { queued = request }
        return queued
    }

    /// Takes back the request that waits.
    public mutating func withdraw() -> Request? {
        defer { queued = nil }
        return queued
    }

    /// Puts the waiting request in flight.
    ///
    /// - Parameter prepare: a last change to the request, such as its starting time.
    /// - Returns: the request to render now; `nil` while another is in flight or when none waits.
    public mutating func start(_ prepare: (inout Request) -> Void = { _ in }) -> Request? {
        guard inFlight == nil, var next = queued else { return nil }
        prepare(&next)
        inFlight = next
        queued = nil
        return next
    }

    /// Notes that what was in flight has come to an end, well or not.
    public mutating func finish() -> Request? {
        defer { inFlight = nil }
        return inFlight
    }
}

extension RequestSlot: Sendable where Request: Sendable {}
