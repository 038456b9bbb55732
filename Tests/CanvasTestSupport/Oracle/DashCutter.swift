import Foundation

/// Cuts a sub-path into dashes by arc length, as SVG's `stroke-dasharray` and `stroke-dashoffset` say.
struct DashCutter {
    /// A part of one curve of the sub-path: its number and parameters.
    struct Piece {
        var curve: Int
        var from: Double
        var to: Double
    }

    /// One dash: its pieces in order; a dash without length is one piece with equal parameters.
    struct Dash {
        var pieces: [Piece]
        /// Whether the dash is the whole of a closed sub-path.
        var isWhole = false
    }

    private let curves: [Curve]
    /// The arc length at which each curve begins, and the total.
    private let starts: [Double]
    private var total: Double { starts.last! }

    /// - Parameter curves: the curves of one sub-path; those without length take part in no dash.
    init(_ curves: [Curve]) {
        self.curves = curves
        starts = curves.reduce(into: [0]) { $0.append($0.last! + $1.length) }
    }

    /// The dashes in order.
    ///
    /// In a closed sub-path a dash that reaches the end and one that begins at the start are one dash: the corner
    /// between them is joined like every other.
    func dashes(_ lengths: [Double], phase: Double, isClosed: Bool) -> [Dash] {
        guard total > 0 else { return [] }
        let period = lengths.reduce(0, +)
        var at = -(phase - (phase / period).rounded(.down) * period)
        var out: [(from: Double, to: Double)] = []
        var k = 0
        while at < total {
            let length = lengths[k % lengths.count]
            if k.isMultiple(of: 2) {
                let (from, to) = (max(0, at), min(total, at + length))
                if from < to || (length == 0 && at >= 0) { out.append((from, to)) }
            }
            at += length
            k += 1
        }
        var dashes = out.map { Dash(pieces: pieces(from: $0.from, to: $0.to)) }
        guard isClosed, let first = out.first, let last = out.last, first.from == 0, last.to == total else {
            return dashes
        }
        if out.count == 1 {
            dashes[0].isWhole = true
        } else if first.to > 0, last.from < total {
            dashes[0].pieces = dashes[dashes.count - 1].pieces + dashes[0].pieces
            dashes.removeLast()
        }
        return dashes
    }

    /// Whether a sub-path begins in a dash, a dash without length at its very start included.
    static func isOn(_ lengths: [Double], phase: Double) -> Bool {
        let period = lengths.reduce(0, +)
        var at = -(phase - (phase / period).rounded(.down) * period)
        for (k, length) in lengths.enumerated() {
            if k.isMultiple(of: 2), at <= 0, at + length > 0 || at == 0 { return true }
            at += length
        }
        return false
    }

    private func pieces(from: Double, to: Double) -> [Piece] {
        // Slivers that rounding leaves at a vertex are not pieces.
        let sliver = 1e-12 * total
        var out: [Piece] = []
        for (i, curve) in curves.enumerated() where !curve.isPoint {
            let (begin, end) = (starts[i], starts[i + 1])
            if from == to {
                guard from >= begin, from <= end else { continue }
                let t = curve.parameter(atLength: from - begin)
                return [Piece(curve: i, from: t, to: t)]
            }
            guard to > begin + sliver, from < end - sliver else { continue }
            let t0 = from <= begin + sliver ? 0 : curve.parameter(atLength: from - begin)
            let t1 = to >= end - sliver ? 1 : curve.parameter(atLength: to - begin)
            if t0 < t1 { out.append(Piece(curve: i, from: t0, to: t1)) }
        }
        return out
    }
}
