/// How long renders take, learned from those that were done.
///
/// A render has a part that does not depend on its extent and a part that grows with its pixels. Their shares are
/// taken as one to four for a frame of the usual size; how long such a frame takes is followed, for each quality apart.
struct RenderTimes: Hashable, Sendable {
    /// Milliseconds for a frame of the usual size; `nil` before the first one.
    private var moving: Milliseconds?
    private var settled: Milliseconds?

    /// The share that does not depend on the extent.
    private static let fixedShare = 0.2
    /// What is taken for a render as long as none was measured, in milliseconds.
    private static let unknown = 33.0

    private static func size(of pixels: Int, usual: Int) -> Double {
        fixedShare + (1 - fixedShare) * Double(pixels) / Double(max(usual, 1))
    }

    /// A render of `pixels` took this long.
    ///
    /// - Parameter usual: the pixels of a frame of the usual size.
    mutating func add(_ duration: Milliseconds, pixels: Int, usual: Int, isMoving: Bool) {
        let new = max(duration, 0) / Self.size(of: pixels, usual: usual)
        func follow(_ old: Milliseconds?) -> Milliseconds { old.map { $0 + 0.4 * (new - $0) } ?? new }
        if isMoving { moving = follow(moving) } else { settled = follow(settled) }
    }

    /// How long a render of `pixels` should take.
    func estimate(pixels: Int, usual: Int, isMoving: Bool) -> Milliseconds {
        let known = isMoving ? moving ?? settled : settled ?? moving
        return (known ?? Self.unknown) * Self.size(of: pixels, usual: usual)
    }
}
