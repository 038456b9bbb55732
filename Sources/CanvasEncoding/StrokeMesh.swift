@_exported import CanvasScene

/// The area of a stroke as strips of cross-sections, in canvas space.
///
/// A *run* of cross-sections is a triangle strip: each pair of neighbours bounds the quad
/// `left₀ right₀ right₁ left₁`. Corners, caps and joins are cross-sections too, so that a plain stroke is one run. All
/// triangles of a mesh have the same orientation (that of the pen's transform), whether or not they overlap. A point is
/// therefore in the stroke exactly where the winding number of the runs' outlines is not zero; equally, where any
/// triangle covers it. Neighbouring triangles share their corners, so that drawing them leaves no cracks.
///
/// - A GPU draws each run as a triangle strip and covers a sample once, whatever overlaps.
/// - A scan converter takes each run as the closed polygon of the left points onwards and the right points back.
public struct StrokeMesh: Sendable {
    /// All cross-sections of all runs.
    public private(set) var sections: [CrossSection] = []
    /// The index into `sections` of each run's first cross-section.
    public private(set) var runStarts: [Int] = []
    /// What the expander works with, here so that it is reused from stroke to stroke.
    var scratch = StrokeScratch()

    public init() {}

    public var isEmpty: Bool { sections.isEmpty }

    /// The index ranges of the runs, in order.
    public var runs: some Collection<Range<Int>> {
        runStarts.indices.lazy.map { [runStarts, count = sections.count] i in
            runStarts[i]..<(i + 1 < runStarts.count ? runStarts[i + 1] : count)
        }
    }

    /// Empties the mesh and keeps its memory.
    public mutating func removeAll() {
        sections.removeAll(keepingCapacity: true)
        runStarts.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    mutating func beginRun() { runStarts.append(sections.count) }

    @inline(__always)
    mutating func append(_ section: CrossSection) { sections.append(section) }

    /// Takes back what was appended since there were `sections` cross-sections and `runs` runs.
    mutating func truncate(sections count: Int, runs: Int) {
        sections.removeSubrange(count...)
        runStarts.removeSubrange(runs...)
    }
}

/// The expander's working memory.
struct StrokeScratch: Sendable {
    var chain = SpineChain()
    /// The path as it was flattened.
    var nodes: [SpineNode] = []
    /// What of it was left.
    var simplified: [SpineNode] = []
}

/// One cut across a stroke, in canvas space.
@frozen
public struct CrossSection: Hashable, Sendable {
    /// The edge on the side towards which the path's direction turns by +90° (x towards y) in item space.
    public var left: Point<CanvasSpace>
    /// The opposite edge.
    public var right: Point<CanvasSpace>
    /// The point of the path that the cut belongs to: what `left` and `right` are displaced from.
    public var spine: Point<CanvasSpace>
    /// Half the stroke's thickness here, across its direction, in canvas units.
    ///
    /// A renderer that decides coverage at sample points widens what is thinner than a pixel: with `s` pixels a unit and
    /// `f = max(1, 0.5 / (s · halfThickness))`, it draws `spine + f · (edge − spine)` at `1 / f` of the alpha, which keeps
    /// the stroke's ink.
    public var halfThickness: Double

    @inlinable
    public init(
        left: Point<CanvasSpace>, right: Point<CanvasSpace>, spine: Point<CanvasSpace>, halfThickness: Double
    ) {
        self.left = left
        self.right = right
        self.spine = spine
        self.halfThickness = halfThickness
    }
}
