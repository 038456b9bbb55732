/// A stroke as the union of its pen pieces, which live in item space.
struct PenShape: OracleShape {
    let pieces: [PenPiece]
    let transform: Affine
    let bounds: Box
    private let index: PieceIndex
    private let stretch: Double
    private let fade: Fade

    /// How the alpha of a stroke that was widened to a pixel is reduced.
    enum Fade: Sendable {
        /// By the same factor everywhere.
        case even(Double)
        /// Wherever the true radius is below `least`: by the ratio of the two. The sweeps are those of the widened
        /// stroke; `radii` gives the true ones.
        case tapered(radii: [PenPiece.Sweep], least: Double)
    }

    init(_ pieces: [PenPiece], transform: Affine, fade: Fade = .even(1)) {
        self.pieces = pieces
        self.transform = transform
        self.fade = fade
        index = PieceIndex(pieces.map(\.bounds))
        bounds = transform.apply(index.bounds)
        stretch = transform.stretch.smallest
    }

    func contains(_ s: V2) -> Bool {
        let q = transform.unapply(s)
        return index.anyTouching(Box(low: q, high: q)) { pieces[$0].contains(q) }
    }

    func uniform(around s: V2, radius: Double) -> Bool? {
        let q = transform.unapply(s)
        let rho = radius / stretch
        let area = Box(low: q - rho, high: q + rho)
        if index.anyTouching(area, { pieces[$0].holds(q, radius: rho) }) { return true }
        return index.anyTouching(area) { !pieces[$0].misses(q, radius: rho) } ? nil : false
    }

    func count(of samples: [V2], around center: V2, radius: Double) -> Int {
        let q = transform.unapply(center)
        let rho = radius / stretch
        var near: [Int] = []
        for i in index.touching(Box(low: q - rho, high: q + rho)) {
            if pieces[i].holds(q, radius: rho) { return samples.count }
            if !pieces[i].misses(q, radius: rho) { near.append(i) }
        }
        if near.isEmpty { return 0 }
        var covered = 0
        var last = 0
        for s in samples {
            let p = transform.unapply(s)
            // The piece that covered the last sample probably covers the next.
            if pieces[near[last]].contains(p) {
                covered += 1
            } else if let i = near.indices.first(where: { $0 != last && pieces[near[$0]].contains(p) }) {
                covered += 1
                last = i
            }
        }
        return covered
    }

    func strength(at s: V2, reach: Double) -> ClosedRange<Double> {
        switch fade {
        case .even(let factor): return factor...factor
        case .tapered(let radii, let least):
            let q = transform.unapply(s)
            let rho = reach / stretch
            var (low, high) = (Double.infinity, 0.0)
            _ = index.anyTouching(Box(low: q - rho, high: q + rho)) { i in
                guard case .sweep(let curve, let drawn) = pieces[i], !pieces[i].misses(q, radius: rho) else {
                    return false
                }
                for t in Self.reaching(curve, drawn, q, rho) {
                    let ratio = min(1, radii[i].radius(t) / least)
                    low = min(low, ratio)
                    high = max(high, ratio)
                }
                return false
            }
            return low <= high ? low...high : 1...1
        }
    }

    /// The ends of the parameter range whose discs come within `rho` of `q`, found among so many that no step is longer
    /// than such a disc is wide, and widened by one step each way.
    private static func reaching(_ curve: Curve, _ sweep: PenPiece.Sweep, _ q: V2, _ rho: Double) -> [Double] {
        let w = q - curve.start
        let speed = max(norm(curve.derivative(sweep.from)), norm(curve.derivative(sweep.to)))
        let least = min(sweep.radius(sweep.from), sweep.radius(sweep.to)) + rho
        let count = Int(min(4096, max(64, (speed * (sweep.to - sweep.from) / least).rounded(.up))))
        func step(_ i: Int) -> Double {
            sweep.from + (sweep.to - sweep.from) * Double(min(count, max(0, i))) / Double(count)
        }
        let inside = (0...count).filter { norm(w - curve.offset(step($0))) <= sweep.radius(step($0)) + rho }
        guard let first = inside.first, let last = inside.last else { return [sweep.from, sweep.to] }
        return [step(first - 1), step(last + 1)]
    }
}
