/// Turns strokes whose ends and corners are round into arcs and lines that a round pen draws.
///
/// Such a stroke is what a disc sweeps along its path. Along an arc or a line that needs neither joins nor caps, and two
/// paths that are near to each other sweep areas that are as near: only the path is approximated, never the edges.
public struct SweptArcExpander {
    /// How far, in canvas units, an edge may lie from the true one.
    public let tolerance: Double
    /// The radius, in canvas units, to which the caller will widen what is thinner; 0 where it will not.
    public let widening: Double
    private var scratch = StrokeScratch()
    private var pieces: [ArcFitter.Piece] = []

    public init(tolerance: Double, widening: Double = 0) {
        self.tolerance = tolerance
        self.widening = widening
    }

    /// Replaces `arcs` by those of `stroke`.
    ///
    /// - Returns: whether the stroke is a union of discs at all: not with caps or joins of other shapes, nor under a
    ///   transform that makes ellipses of them.
    public mutating func expand(_ stroke: Stroke, into arcs: inout [SweptArc]) -> Bool {
        arcs.removeAll(keepingCapacity: true)
        let scales = stroke.transform.scales
        guard scales.largest <= scales.smallest * (1 + 1e-9) else { return false }
        let isUniform: Bool
        switch stroke.width {
        case .uniform:
            isUniform = true
            guard stroke.style.cap == .round, stroke.style.join == .round else { return false }
        case .profile: isUniform = false
        }
        guard stroke.width.maximum > 0 else { return true }
        let tolerance = self.tolerance / scales.largest
        let pen = Pen(stroke.transform, scale: scales.largest)
        var flattener = SpineFlattener(
            tolerance: isUniform ? tolerance * ArcFitter.flatteningShare : tolerance, clip: nil, reach: 0,
            nodes: scratch.nodes)
        scratch.nodes = []
        flattener.widening = widening / scales.smallest
        flattener.laysDiscs = true
        let fitter = ArcFitter(tolerance: tolerance)
        SpineChain.forEach(of: stroke, reusing: &scratch.chain) { chain in
            if let dot = chain.dot {
                if dot.radius > 0 { arcs.append(pen.disc(dot.point, dot.radius)) }
                return
            }
            flattener.flatten(chain.segments, isClosed: chain.isClosed)
            if isUniform {
                fitter.fit(flattener.nodes, isClosed: chain.isClosed, into: &pieces)
                for piece in pieces { arcs.append(pen.arc(flattener.nodes, piece)) }
            } else {
                pen.append(flattener.nodes, isClosed: chain.isClosed, to: &arcs)
            }
        }
        scratch.nodes = flattener.nodes
        return true
    }

    /// Brings what is in item space to canvas space.
    private struct Pen {
        let transform: Transform2D<ItemSpace, CanvasSpace>
        let scale: Double
        /// A bend's factor.
        let bendScale: Double

        init(_ transform: Transform2D<ItemSpace, CanvasSpace>, scale: Double) {
            self.transform = transform
            self.scale = scale
            bendScale = (transform.determinant < 0 ? -1 : 1) / scale
        }

        func disc(_ centre: Point<ItemSpace>, _ radius: Double) -> SweptArc {
            SweptArc(centre.applying(transform), radius: radius * scale)
        }

        func arc(_ nodes: [SpineNode], _ piece: ArcFitter.Piece) -> SweptArc {
            let (start, end) = (nodes[piece.first], nodes[piece.last == nodes.count ? 0 : piece.last])
            return SweptArc(
                start: start.point.applying(transform), end: end.point.applying(transform),
                bend: piece.bend * bendScale, startRadius: start.radius * scale, endRadius: end.radius * scale)
        }

        /// Appends straight pieces along which the pen's radius may change.
        func append(_ nodes: [SpineNode], isClosed: Bool, to arcs: inout [SweptArc]) {
            guard var start = isClosed ? nodes.last : nodes.first else { return }
            for end in isClosed ? nodes[...] : nodes.dropFirst() {
                defer { start = end }
                let larger = start.radius > end.radius ? start : end
                if larger.radius == 0 { continue }
                // Where one disc holds the other, or as good as holds it, it is all there is.
                if (end.point - start.point).length * (1 - 1e-6) <= abs(end.radius - start.radius) {
                    arcs.append(disc(larger.point, larger.radius))
                } else {
                    arcs.append(
                        SweptArc(
                            start: start.point.applying(transform), end: end.point.applying(transform), bend: 0,
                            startRadius: start.radius * scale, endRadius: end.radius * scale))
                }
            }
        }
    }
}
