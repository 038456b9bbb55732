import Synchronization

/// Tells a renderer that the frame it is drawing is not wanted any more.
///
/// A renderer looks now and then, and ends with `RenderError.cancelled` if it can; one that does not look finishes a
/// frame that nobody shows.
public final class RenderCancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    public init() {}

    /// Whether the frame is not wanted any more.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Ends a render that is not wanted any more.
    ///
    /// - Throws: `RenderError.cancelled`.
    public func check() throws(RenderError) { if isCancelled { throw .cancelled } }

    /// Takes the request back, for good.
    public func cancel() { flag.store(true, ordering: .relaxed) }
}
