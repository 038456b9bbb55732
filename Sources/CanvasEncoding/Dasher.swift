/// Cuts the parts of a stroke's path into dashes by arc length, as SVG's `stroke-dasharray`.
///
/// Each sub-path begins the pattern anew. In a closed sub-path a dash that reaches its end and one that begins at its
/// start are one dash, joined there; a dash as long as the whole sub-path leaves it closed.
struct Dasher {
    let pattern: DashPattern
    private let period: Double

    /// More dashes than this a sub-path are drawn as a solid line: nobody can tell them apart, and a tiny pattern on a
    /// huge path must not exhaust the memory.
    static let maximumDashes = 100_000.0

    init(_ pattern: DashPattern) {
        self.pattern = pattern
        period = pattern.lengths.reduce(0, +)
    }

    func dashes(of chain: SpineChain) -> [SpineChain] {
        if let dot = chain.dot { return isOn(at: pattern.phase) ? [SpineChain(dot: dot)] : [] }
        var total = 0.0
        let ends = chain.segments.map { segment in
            total += segment.isLine ? segment.curve.p0.distance(to: segment.curve.p2) : segment.curve.length
            return total
        }
        guard total > 0, total.isFinite else { return [chain] }
        guard total / period * Double(pattern.lengths.count) <= Self.maximumDashes else { return [chain] }

        var intervals = self.intervals(to: total)
        if chain.isClosed, let first = intervals.first, let last = intervals.last, first.from == 0, last.to == total {
            if intervals.count == 1 { return [chain] }
            intervals.removeFirst()
            var joined = piece(of: chain, ends, last.from, last.to)
            joined.segments += piece(of: chain, ends, first.from, first.to).segments
            intervals.removeLast()
            return intervals.map { piece(of: chain, ends, $0.from, $0.to) } + [joined]
        }
        return intervals.map { piece(of: chain, ends, $0.from, $0.to) }
    }

    private struct Interval {
        var from: Double
        var to: Double
    }

    /// Where in the pattern the length `s` falls: the index of the dash or gap and how much of it is left.
    private func position(_ s: Double) -> (index: Int, rest: Double) {
        var offset = s.truncatingRemainder(dividingBy: period)
        if offset < 0 { offset += period }
        for (i, length) in pattern.lengths.enumerated() {
            // A dash or gap without length counts where it lies.
            if offset < length || (offset == 0 && length == 0) { return (i, length - offset) }
            offset -= length
        }
        return (0, pattern.lengths[0])
    }

    private func isOn(at s: Double) -> Bool { position(s).index.isMultiple(of: 2) }

    /// The dashes along a path of a length, from its start.
    private func intervals(to total: Double) -> [Interval] {
        var out: [Interval] = []
        var (index, rest) = position(pattern.phase)
        var s = 0.0
        while s < total {
            let end = min(s + rest, total)
            if index.isMultiple(of: 2) { out.append(Interval(from: s, to: end)) }
            s = s + rest
            index = (index + 1) % pattern.lengths.count
            rest = pattern.lengths[index]
        }
        return out
    }

    /// The part of a chain between two lengths. One without length is a dot that knows the path's direction.
    ///
    /// `ends` are the lengths at which the chain's segments end.
    private func piece(of chain: SpineChain, _ ends: [Double], _ from: Double, _ to: Double) -> SpineChain {
        var out = SpineChain()
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] < from { low = middle + 1 } else { high = middle }
        }
        for i in low..<ends.count {
            let start = i == 0 ? 0 : ends[i - 1]
            let length = ends[i] - start
            if start > to { break }
            guard length > 0 else { continue }
            let segment = chain.segments[i]
            let t0 = parameter(of: segment, length, from - start)
            let t1 = parameter(of: segment, length, to - start)
            func radius(_ t: Double) -> Double { segment.startRadius + (segment.endRadius - segment.startRadius) * t }
            if from == to {
                let d = segment.isLine ? segment.curve.p2 - segment.curve.p0 : segment.curve.derivative(at: t0)
                out.dot = SpineChain.Dot(
                    point: segment.curve.point(at: t0), direction: d.normalized ?? Vector(1, 0), radius: radius(t0))
                return out
            }
            guard t1 > t0 else { continue }
            out.segments.append(
                SpineSegment(
                    curve: segment.curve.subcurve(from: t0, to: t1), isLine: segment.isLine, startRadius: radius(t0),
                    endRadius: radius(t1)))
        }
        return out
    }

    private func parameter(of segment: SpineSegment, _ length: Double, _ s: Double) -> Double {
        if s <= 0 { return 0 }
        if s >= length { return 1 }
        return segment.isLine ? s / length : segment.curve.parameter(atLength: s)
    }
}
