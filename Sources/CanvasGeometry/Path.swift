/// What one step of a path does.
public enum PathVerb: UInt8, Hashable, Sendable {
    case move, line, quad, close
}

/// Sub-paths of lines and quadratic Béziers in the space `S`.
///
/// A path holds finite coordinates only: the building calls refuse others with `PathError.notFinite` and leave the
/// path as it was. Cubics and arcs are turned into quadratics on the way in, with a stated error bound.
///
/// `verbs` and `points` are parallel streams: `move` and `line` take one point, `quad` two (control, end), `close`
/// none.
public struct Path<S: CoordinateSpace>: Hashable, Sendable {
    public private(set) var verbs: [PathVerb] = []
    public private(set) var points: [Point<S>] = []
    /// Where the current sub-path began; the current point after a `close`.
    private var start: Point<S>?
    private var isOpen = false

    public init() {}

    /// Whether the path has no step at all.
    public var isEmpty: Bool { verbs.isEmpty }

    /// The end of the last step; `nil` before the first.
    public var currentPoint: Point<S>? {
        guard let last = verbs.last else { return nil }
        return last == .close ? start : points.last
    }

    /// Makes room for `verbs` more steps and `points` more points.
    public mutating func reserveCapacity(verbs v: Int, points p: Int) {
        verbs.reserveCapacity(verbs.count + v)
        points.reserveCapacity(points.count + p)
    }

    /// Begins a sub-path at `p`.
    public mutating func move(to p: Point<S>) throws(PathError) {
        guard p.isFinite else { throw .notFinite }
        verbs.append(.move)
        points.append(p)
        start = p
        isOpen = true
    }

    /// Adds a straight segment to `p`.
    ///
    /// After a `close` the segment begins a new sub-path at the closed one's start, as in SVG.
    public mutating func line(to p: Point<S>) throws(PathError) {
        guard p.isFinite else { throw .notFinite }
        try beginIfNeeded()
        verbs.append(.line)
        points.append(p)
    }

    /// Adds a quadratic Bézier with the control point `c` and the end `p`.
    public mutating func quad(_ c: Point<S>, to p: Point<S>) throws(PathError) {
        guard c.isFinite, p.isFinite else { throw .notFinite }
        try beginIfNeeded()
        verbs.append(.quad)
        points.append(c)
        points.append(p)
    }

    /// Closes the current sub-path by a straight segment to its start. Without an open sub-path it does nothing.
    public mutating func close() {
        guard isOpen else { return }
        verbs.append(.close)
        isOpen = false
    }

    private mutating func beginIfNeeded() throws(PathError) {
        if isOpen { return }
        guard let start else { throw .noCurrentPoint }
        try move(to: start)
    }

    /// The path with every point mapped by `t`.
    ///
    /// - Throws: `PathError.notFinite` if a point leaves the range of a double.
    public func applying<T>(_ t: Transform2D<S, T>) throws(PathError) -> Path<T> {
        var out = Path<T>()
        out.verbs = verbs
        out.points = points.map { $0.applying(t) }
        out.start = start?.applying(t)
        out.isOpen = isOpen
        for p in out.points where !p.isFinite { throw .notFinite }
        return out
    }
}

/// Why a step was not added to a path.
public enum PathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A coordinate is NaN or infinite.
    case notFinite
    /// The step needs a current point and the path has none: begin with a move.
    case noCurrentPoint

    public var description: String {
        switch self {
        case .notFinite: "a coordinate of the path is not a finite number"
        case .noCurrentPoint: "the path has no current point; begin it with a move"
        }
    }
}

extension Path {
    /// One drawn step with the point it starts from.
    @frozen
    public enum Segment: Hashable, Sendable {
        case line(from: Point<S>, to: Point<S>)
        case quad(QuadraticBezier<S>)
    }

    /// One connected run of segments.
    public struct Subpath: Sendable {
        public var start: Point<S>
        /// The segments in order. For a closed sub-path the closing line is the last one, unless it has no length.
        public var segments: [Segment]
        public var isClosed: Bool
        /// Whether the last segment is the closing line, which has no vertex of its own.
        public var closesWithLine = false
        /// Index, among the path's on-curve vertices (each `move`, `line` end and `quad` end in order), of `start`.
        public var firstVertex: Int

        @usableFromInline
        init(start: Point<S>, segments: [Segment], isClosed: Bool, firstVertex: Int) {
            self.start = start
            self.segments = segments
            self.isClosed = isClosed
            self.firstVertex = firstVertex
        }
    }

    /// The sub-paths in order. A `move` that nothing follows gives a sub-path without segments that is not closed.
    @inlinable
    public var subpaths: [Subpath] {
        var out: [Subpath] = []
        var current: Subpath?
        var at = Point<S>.zero
        var next = 0
        var vertex = 0
        for verb in verbs {
            switch verb {
            case .move:
                if let current { out.append(current) }
                at = points[next]
                next += 1
                current = Subpath(start: at, segments: [], isClosed: false, firstVertex: vertex)
                vertex += 1
            case .line:
                current!.segments.append(.line(from: at, to: points[next]))
                at = points[next]
                next += 1
                vertex += 1
            case .quad:
                current!.segments.append(.quad(QuadraticBezier(at, points[next], points[next + 1])))
                at = points[next + 1]
                next += 2
                vertex += 1
            case .close:
                var closed = current!
                if at != closed.start {
                    closed.segments.append(.line(from: at, to: closed.start))
                    closed.closesWithLine = true
                }
                closed.isClosed = true
                at = closed.start
                out.append(closed)
                current = nil
            }
        }
        if let current { out.append(current) }
        return out
    }

    /// The number of on-curve vertices: what a width profile has to give one width for each of.
    @inlinable public var vertexCount: Int { verbs.reduce(0) { $0 + ($1 == .close ? 0 : 1) } }

    /// The bounding box of all points, control points included: holds the path, not always tightly.
    @inlinable
    public var controlBounds: Rect<S> {
        var r = Rect<S>.empty
        for p in points { r = r.union(p) }
        return r
    }
}

// For item space alone, so that readers of a million paths run no unspecialised code.
extension Path where S == ItemSpace {
    /// A path around steps that a reader has checked already.
    ///
    /// - Precondition: all points are finite, their number is what the verbs take, and every sub-path begins with a
    ///   move.
    package init(checkedVerbs verbs: [PathVerb], points: [Point<ItemSpace>]) {
        // Copied to exactly their size: readers build paths in storage that they use again.
        self.init()
        self.verbs = Array(unsafeUninitializedCapacity: verbs.count) { buffer, count in
            count = buffer.initialize(fromContentsOf: verbs)
        }
        self.points = Array(unsafeUninitializedCapacity: points.count) { buffer, count in
            count = buffer.initialize(fromContentsOf: points)
        }
        var next = 0
        for verb in verbs {
            switch verb {
            case .move:
                start = points[next]
                isOpen = true
                next += 1
            case .line: next += 1
            case .quad: next += 2
            case .close: isOpen = false
            }
        }
        assert(next == points.count, "the points of a path must be as many as its verbs take")
    }
}
