/// How a stroke ends.
public enum LineCap: UInt8, Hashable, Sendable, CaseIterable {
    case butt, round, square
}

/// How two segments of a stroke meet.
public enum LineJoin: UInt8, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
}

/// The lengths of dashes and gaps along a stroke, in item units, as SVG's `stroke-dasharray` and `stroke-dashoffset`.
public struct DashPattern: Hashable, Sendable {
    /// Dash, gap, dash, gap…; always an even number of lengths, none negative, their sum above zero.
    public let lengths: [Double]
    /// How far into the pattern the stroke begins.
    public let phase: Double

    /// Creates a pattern. An odd number of lengths is repeated once to make it even.
    ///
    /// - Throws: `SceneError.invalidDash` if a length is negative or not finite, the phase is not finite, or the sum
    ///   is zero: such a pattern never advances. (In SVG a zero sum means a solid line: use no pattern.)
    public init(_ lengths: [Double], phase: Double = 0) throws(SceneError) {
        let sum = lengths.reduce(0, +)
        guard phase.isFinite, sum.isFinite, sum > 0, lengths.allSatisfy({ $0 >= 0 }) else { throw .invalidDash }
        self.lengths = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
        self.phase = phase
    }
}

/// Cap, join and dashes of a stroke.
public struct StrokeStyle: Hashable, Sendable {
    public var cap: LineCap
    public var join: LineJoin
    /// The longest miter, as a multiple of the width, before the join falls back to a bevel. At least 1.
    public var miterLimit: Double
    public var dash: DashPattern?

    public init(cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 4, dash: DashPattern? = nil) {
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
        self.dash = dash
    }

    /// Round caps and joins: what a pen makes.
    public static let round = StrokeStyle(cap: .round, join: .round)
}
