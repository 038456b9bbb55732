/// What a frame is drawn from, in order.
struct FramePlan {
    /// Whose vertices.
    enum Source {
        /// The arena's.
        case retained
        /// Those of this frame only.
        case transient
    }

    /// Triangle strips or runs of points, by their first vertex and number of vertices.
    struct VertexRuns {
        var firsts: [Int32] = []
        var counts: [Int32] = []
        var count: Int { firsts.count }

        mutating func append(_ firsts: ArraySlice<Int32>, _ counts: ArraySlice<Int32>, offset: Int32) {
            if offset == 0 { self.firsts += firsts } else { self.firsts += firsts.map { $0 + offset } }
            self.counts += counts
        }

        /// Adds points, which go on where the last run ends if they can.
        ///
        /// - Parameter canJoin: whether the last run may take them.
        mutating func append(points first: Int32, count: Int32, canJoin: Bool) {
            if canJoin, let last = firsts.last, last + counts[counts.count - 1] == first,
                counts[counts.count - 1] < Self.longestRun
            {
                counts[counts.count - 1] += count
            } else {
                firsts.append(first)
                counts.append(count)
            }
        }

        /// How many points a run may have before another one begins: drawing is interrupted between runs.
        private static let longestRun = 1024
    }

    enum Step {
        /// Items that a depth each keeps apart.
        case covered(Source, strips: Range<Int>)
        /// Arcs, of retained items always, that a depth each item keeps apart; whether a pen among them changes its radius.
        case arcs(runs: Range<Int>, tapers: Bool)
        /// Fills that do not touch each other: their windings, then their covers.
        case fills(Source, FillRule, windings: Range<Int>, covers: Range<Int>)
        /// Depths are used up; begin anew.
        case clearDepth
    }

    private(set) var steps: [Step] = []
    private(set) var strips = VertexRuns()
    private(set) var covers = VertexRuns()
    private(set) var arcs = VertexRuns()
    /// The vertices of what is drawn in this frame only.
    private(set) var transient: [SceneVertex] = []
    /// The pixels of the fills in the last step.
    private var occupied: [Rect<FrameSpace>] = []
    /// More fills than this in one step are not worth the search for overlaps.
    private static let maximumBatch = 256

    /// Adds an item's strips on top.
    mutating func append(
        _ entry: ItemStrips.Entry, _ firsts: [Int32], _ counts: [Int32], offset: Int32, _ source: Source,
        pixels: @autoclosure () -> Rect<FrameSpace>
    ) {
        let range = Int(entry.firstStrip)..<Int(entry.firstStrip + entry.stripCount)
        switch entry.kind {
        case .nothing, .unknown, .perFrame: return
        case .covered:
            let begin = strips.count
            strips.append(firsts[range], counts[range], offset: offset)
            if case .covered(source, let drawn)? = steps.last {
                steps[steps.count - 1] = .covered(source, strips: drawn.lowerBound..<strips.count)
            } else {
                steps.append(.covered(source, strips: begin..<strips.count))
            }
        case .arcs, .taperingArcs:
            let tapers = entry.kind == .taperingArcs
            if case .arcs(let drawn, let drawnTaper)? = steps.last {
                arcs.append(points: entry.firstVertex, count: entry.vertexCount, canJoin: true)
                steps[steps.count - 1] = .arcs(runs: drawn.lowerBound..<arcs.count, tapers: drawnTaper || tapers)
            } else {
                arcs.append(points: entry.firstVertex, count: entry.vertexCount, canJoin: false)
                steps.append(.arcs(runs: arcs.count - 1..<arcs.count, tapers: tapers))
            }
        case .nonzero: appendFill(range, .nonzero, firsts, counts, offset: offset, source, pixels: pixels())
        case .evenOdd: appendFill(range, .evenOdd, firsts, counts, offset: offset, source, pixels: pixels())
        }
    }

    private mutating func appendFill(
        _ range: Range<Int>, _ rule: FillRule, _ firsts: [Int32], _ counts: [Int32], offset: Int32, _ source: Source,
        pixels: Rect<FrameSpace>
    ) {
        let (begin, beginCovers) = (strips.count, covers.count)
        strips.append(firsts[range.dropLast()], counts[range.dropLast()], offset: offset)
        covers.append(firsts[range.suffix(1)], counts[range.suffix(1)], offset: offset)
        if case .fills(source, rule, let windings, let covered)? = steps.last, occupied.count < Self.maximumBatch,
            !occupied.contains(where: { $0.intersects(pixels) })
        {
            steps[steps.count - 1] = .fills(
                source, rule, windings: windings.lowerBound..<strips.count,
                covers: covered.lowerBound..<covers.count)
            occupied.append(pixels)
        } else {
            steps.append(
                .fills(source, rule, windings: begin..<strips.count, covers: beginCovers..<covers.count))
            occupied = [pixels]
        }
    }

    /// Takes over vertices of this frame only; returns where they begin.
    mutating func append(_ vertices: [SceneVertex]) -> Int32 {
        let offset = Int32(transient.count)
        transient += vertices
        return offset
    }

    /// Whether a step draws arcs of pens that change their radius (that do not).
    func hasArcs(tapering: Bool) -> Bool {
        steps.contains { if case .arcs(_, tapering) = $0 { true } else { false } }
    }

    mutating func clearDepth() { steps.append(.clearDepth) }
}
