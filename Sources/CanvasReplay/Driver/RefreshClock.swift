/// The refreshes of a display: evenly spaced, the first at time 0.
struct RefreshClock: Hashable, Sendable {
    /// Refreshes a second.
    let hz: Double

    /// The time from one refresh to the next.
    var period: Milliseconds { 1000 / hz }

    /// When the refresh of number `n` is. Computed from its number, so that no error adds up.
    func time(of n: Int) -> Milliseconds { Double(n) * 1000 / hz }

    /// The first refresh after `time`.
    func first(after time: Milliseconds) -> Milliseconds {
        var n = max(Int((time / period).rounded(.down)), 0)
        while self.time(of: n) <= time { n += 1 }
        return self.time(of: n)
    }
}
