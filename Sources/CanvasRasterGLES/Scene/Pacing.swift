import CGLES

/// Cuts a frame's work into portions that the device finishes one after the other.
///
/// So little is under way at any time, and a frame that is not wanted any more is given up between two portions. Those of an
/// interruptible frame are as long as the device works on them for `portionTime`, by what earlier ones took.
struct Pacing {
    /// The largest portion.
    private let most: Int
    /// How much the device does in a millisecond, by the number of samples.
    private var paces: [Int: Double] = [:]
    private var samples = 0
    private var pending: [(fence: GLsync, amount: Int)] = []
    private var submitted = 0
    /// When the device was last known to begin with what is pending.
    private var began = ContinuousClock.now

    /// In milliseconds: with one portion done while the next is on its way, a frame gives way within a refresh.
    private static let portionTime = 6.0
    private static let least = 2000.0
    /// What is taken for a pace that was not measured yet: that of a software renderer on two cores.
    private static let unknownPace = 1500.0

    /// - Parameter most: how much is under way at most, in whatever unit work is measured.
    init(most: Int) { self.most = most }

    /// Begins a frame of so many samples.
    mutating func begin(samples: Int) {
        self.samples = samples
        began = .now
    }

    /// Adds work that is about to be submitted; returns whether the portion ends with it.
    mutating func add(_ amount: Int, isInterruptible: Bool) -> Bool {
        submitted += amount
        let pace = paces[samples] ?? Self.unknownPace
        return submitted >= (isInterruptible ? min(most, Int(max(pace * Self.portionTime, Self.least))) : most)
    }

    /// Ends the portion that was submitted, and waits for the one before it.
    mutating func endPortion() {
        guard let fence = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else {
            submitted = 0
            return
        }
        glFlush()
        pending.append((fence, submitted))
        submitted = 0
        guard pending.count > 1 else { return }
        let oldest = pending.removeFirst()
        // Ten seconds, and then on: an error, if there is one, shows when the frame is finished.
        _ = glClientWaitSync(oldest.fence, 0, 10_000_000_000)
        glDeleteSync(oldest.fence)
        learn(oldest.amount)
    }

    private mutating func learn(_ amount: Int) {
        let now = ContinuousClock.now
        let time = max((now - began) / .milliseconds(1), 0.01)
        began = now
        // Slowly up and fast down: a portion that is too long is felt.
        let measured = Double(amount) / time
        let pace = paces[samples] ?? Self.unknownPace
        paces[samples] = measured < pace ? measured : min(0.7 * pace + 0.3 * measured, 2 * pace)
    }

    /// Forgets what is under way.
    mutating func reset() {
        for (fence, _) in pending { glDeleteSync(fence) }
        pending = []
        submitted = 0
    }
}
