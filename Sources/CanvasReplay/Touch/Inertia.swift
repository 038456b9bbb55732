#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How the canvas glides on after a finger that moved when it was lifted.
///
/// The speed decays exponentially, `v(t) = v₀ e^(−t/τ)`, so the way is `v₀ τ (1 − e^(−t/τ))`; the glide ends when the
/// speed falls below `endSpeed`.
public struct Inertia: Hashable, Sendable {
    /// τ in milliseconds: the time in which the speed falls to 37 %.
    public var timeConstant: Double
    /// The least speed at lifting, in pixels a second, that makes the canvas glide.
    public var startSpeed: Double
    /// The speed, in pixels a second, below which the glide is over.
    public var endSpeed: Double

    public init(timeConstant: Double = 325, startSpeed: Double = 200, endSpeed: Double = 20) {
        self.timeConstant = timeConstant
        self.startSpeed = startSpeed
        self.endSpeed = endSpeed
    }

    /// How far, in pixels, the canvas has glided `elapsed` milliseconds after it was let go at `velocity`, which is
    /// in pixels a second.
    func offset(velocity: Vector<ViewSpace>, after elapsed: Double) -> Vector<ViewSpace> {
        let time = min(max(elapsed, 0), duration(from: velocity))
        return velocity * (timeConstant / 1000 * (1 - exp(-time / timeConstant)))
    }

    /// How many milliseconds a glide that begins at `velocity` lasts.
    func duration(from velocity: Vector<ViewSpace>) -> Double {
        let speed = velocity.length
        return speed > endSpeed ? timeConstant * log(speed / endSpeed) : 0
    }
}

/// The recent way of a contact, to know how fast it was when it was lifted.
struct VelocityTracker: Hashable, Sendable {
    private var samples: [Sample] = []

    private struct Sample: Hashable, Sendable {
        var time: Double
        var position: Point<ViewSpace>
    }
    /// Milliseconds of history that count.
    private static let window = 80.0
    /// A finger that has not moved for so long stood still when it was lifted.
    private static let stillness = 50.0

    mutating func add(_ position: Point<ViewSpace>, at time: Double) {
        if samples.last?.time == time { samples.removeLast() }
        samples.append(Sample(time: time, position: position))
        let old = samples.prefix { $0.time < time - Self.window }.count
        if old > 0 { samples.removeFirst(old) }
    }

    /// Pixels a second at `time`: the slope of the straight line through the recent positions by least squares.
    func velocity(at time: Double) -> Vector<ViewSpace> {
        guard let last = samples.last, time - last.time < Self.stillness, samples.count > 1 else { return .zero }
        let n = Double(samples.count)
        let meanTime = samples.reduce(0) { $0 + ($1.time - last.time) } / n
        var (sum, spread) = (Vector<ViewSpace>.zero, 0.0)
        for sample in samples {
            let t = sample.time - last.time - meanTime
            sum = sum + (sample.position - last.position) * t
            spread += t * t
        }
        return spread > 0 ? sum * (1000 / spread) : .zero
    }
}
