import Synchronization

/// Counts copies of pixels from the device into memory, of which there should be none while frames are displayed.
final class GLReadCounter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.add(1, ordering: .relaxed) }
}
