/// Turns strokes into the area they cover.
public struct StrokeExpander {
    /// How far, in canvas units, an edge may lie from the true one.
    public var tolerance: Double
    /// Where the result will be looked at, in canvas space. Outside of it geometry may be coarse, so that the work is
    /// bounded by what is visible at any zoom; `nil` keeps the tolerance everywhere.
    public var clip: Rect<CanvasSpace>?
    /// The half thickness, in canvas units, to which the caller will widen what is thinner (half a pixel where coverage is
    /// decided at sample points), so that round joins and caps stay round when it does; 0 where it will not.
    public var widening: Double

    public init(tolerance: Double, clip: Rect<CanvasSpace>? = nil, widening: Double = 0) {
        self.tolerance = tolerance
        self.clip = clip
        self.widening = widening
    }

    /// Replaces `mesh` by the area of `stroke`. A stroke of no width, or without a segment that draws, leaves it empty.
    public func expand(_ stroke: Stroke, into mesh: inout StrokeMesh) {
        mesh.removeAll()
        let maximum = stroke.width.maximum
        guard maximum > 0 else { return }
        let scales = stroke.transform.scales
        let tolerance = self.tolerance / scales.largest
        let widening = self.widening / scales.smallest
        var reach = max(maximum / 2, widening)
        if case .uniform = stroke.width {
            reach *= stroke.style.join == .miter ? max(stroke.style.miterLimit, 1.5) : 1.5
        }
        var itemClip: Rect<ItemSpace>?
        if let clip, let inverse = try? stroke.transform.inverted() { itemClip = clip.applying(inverse) }

        var taken = StrokeMesh()
        swap(&taken, &mesh)
        var scratch = StrokeScratch()
        swap(&scratch, &taken.scratch)
        switch stroke.width {
        case .uniform(let width):
            var flattener = SpineFlattener(
                tolerance: tolerance * SpineSimplifier.flatteningShare, clip: itemClip, reach: reach,
                nodes: scratch.nodes)
            scratch.nodes = []
            flattener.widening = widening
            var simplifier = SpineSimplifier(
                tolerance: tolerance, radius: width / 2, drawnRadius: max(width / 2, widening),
                endsAreFree: stroke.style.cap == .round, joinsAreRound: stroke.style.join == .round)
            var builder = RibbonBuilder(
                radius: width / 2, widening: widening, style: stroke.style, tolerance: tolerance,
                transform: stroke.transform, mesh: taken)
            SpineChain.forEach(of: stroke, reusing: &scratch.chain) { chain in
                if let dot = chain.dot {
                    builder.appendDot(at: dot.point, direction: dot.direction)
                } else {
                    flattener.flatten(chain.segments, isClosed: chain.isClosed)
                    simplifier.simplify(flattener.nodes, isClosed: chain.isClosed, into: &scratch.simplified)
                    builder.append(scratch.simplified, isClosed: chain.isClosed)
                }
            }
            scratch.nodes = flattener.nodes
            mesh = builder.finish()
        case .profile:
            var flattener = SpineFlattener(
                tolerance: tolerance, clip: itemClip, reach: reach, nodes: scratch.nodes)
            scratch.nodes = []
            flattener.widening = widening
            var builder = SweptDiscBuilder(
                tolerance: tolerance, widening: widening, transform: stroke.transform, mesh: taken)
            SpineChain.forEach(of: stroke, reusing: &scratch.chain) { chain in
                if let dot = chain.dot {
                    builder.appendDot(at: dot.point, radius: dot.radius)
                } else {
                    flattener.flatten(chain.segments, isClosed: chain.isClosed)
                    builder.append(flattener.nodes, isClosed: chain.isClosed)
                }
            }
            scratch.nodes = flattener.nodes
            mesh = builder.finish()
        }
        mesh.scratch = scratch
    }
}
