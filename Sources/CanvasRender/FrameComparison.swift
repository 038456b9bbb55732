/// How far two pictures of the same drawing are apart, in the three figures by which two backends are called the same.
///
/// Four samples a pixel know only five levels of coverage, so two faithful backends differ along every edge. The
/// figures keep that apart from error:
/// - away from edges nothing excuses a difference (`maximumAwayFromEdges`);
/// - over the whole picture quantisation averages out to little (`meanDifference`);
/// - hardly a pixel is off by more than quantisation explains (`percentOver96`).
///
/// Pixels are compared as they are: premultiplied, all four components.
///
/// **Away from edges.** Edges are looked for in the pictures themselves. A neighbourhood is *flat* if none of its
/// pixels differs from its centre by more than one level in any component (pixels outside the picture do not count).
/// A pixel has no edge within 1 px if
/// - its 3 × 3 neighbourhood, which holds every point within 1 px of its centre, is flat in both pictures, or
/// - its 5 × 5 neighbourhood is flat in the reference, whatever the other picture shows: an edge there is then not an
///   edge seen otherwise but one that should not exist, as a pinhole or a stray triangle.
///
/// The reference should be the picture with the better coverage, since an edge that it does not show is an error; but
/// for the edges of specks too small to show in it, which an `EdgeProbe` of the drawing knows of.
public struct FrameComparison: Hashable, Sendable {
    /// The mean absolute difference in levels (0…255), over all pixels and all four components.
    ///
    /// Compare pictures on an opaque background: on transparency, black ink differs in its alpha alone.
    public let meanDifference: Double
    /// How many pixels of a hundred have a component that is off by more than 96 levels.
    public let percentOver96: Double
    /// The largest difference in levels, in any component, of a pixel with no edge within 1 px; 0 if there is none.
    public let maximumAwayFromEdges: Int
    /// How many pixels have no edge within 1 px: what `maximumAwayFromEdges` speaks for.
    public let pixelsAwayFromEdges: Int
    /// The largest difference in levels, in any component, of any pixel.
    public let maximumDifference: Int
    /// Where `maximumAwayFromEdges` was first found, in reading order; `nil` if it is 0.
    public let worstAwayFromEdges: Location?

    /// A pixel's column and row, from the top left.
    public struct Location: Hashable, Sendable, CustomStringConvertible {
        public var x: Int
        public var y: Int

        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }

        public var description: String { "(\(x), \(y))" }
    }

    /// The figures up to which two pictures count as the same.
    public struct Limits: Hashable, Sendable {
        public var meanDifference: Double
        public var percentOver96: Double
        public var maximumAwayFromEdges: Int

        public init(meanDifference: Double, percentOver96: Double, maximumAwayFromEdges: Int) {
            self.meanDifference = meanDifference
            self.percentOver96 = percentOver96
            self.maximumAwayFromEdges = maximumAwayFromEdges
        }

        /// What two backends may differ by, one with 4 samples a pixel and one with full coverage.
        public static let backends = Limits(meanDifference: 4, percentOver96: 0.5, maximumAwayFromEdges: 2)
    }

    /// Compares `other` with `reference`.
    ///
    /// - Parameter edges: knows where the drawing has edges, for pixels that look flat in the reference.
    /// - Throws: `FrameComparisonError.sizesDiffer` if the pictures have different sizes.
    public init(
        reference: PixelBuffer, other: PixelBuffer, edges: EdgeProbe? = nil
    ) throws(FrameComparisonError) {
        guard reference.size == other.size else { throw .sizesDiffer(reference.size, other.size) }
        var sums = SIMD4<Int>.zero
        var over96 = 0
        var largest = 0
        var away = 0
        var largestAway = 0
        var worst: Location?
        for y in 0..<reference.height {
            for x in 0..<reference.width {
                let i = y * reference.width + x
                let d = Self.difference(reference.pixels[i], other.pixels[i])
                let most = Int(d.max())
                if most > 0 {
                    sums &+= SIMD4<Int>(truncatingIfNeeded: d)
                    largest = max(largest, most)
                    if most > 96 { over96 += 1 }
                }
                guard
                    Self.isFlat(reference, x, y, radius: 1),
                    Self.isFlat(other, x, y, radius: 1) || Self.isFlat(reference, x, y, radius: 2)
                else { continue }
                if most > 2, let edges, edges.hasEdge(within: 1, ofPixelAt: x, y) { continue }
                away += 1
                if most > largestAway {
                    largestAway = most
                    worst = Location(x: x, y: y)
                }
            }
        }
        let count = Double(max(1, reference.size.pixelCount))
        meanDifference = Double(sums.wrappedSum()) / (4 * count)
        percentOver96 = 100 * Double(over96) / count
        maximumAwayFromEdges = largestAway
        pixelsAwayFromEdges = away
        maximumDifference = largest
        worstAwayFromEdges = worst
    }

    /// Whether all three figures are within `limits`.
    public func isSame(within limits: Limits = .backends) -> Bool {
        meanDifference <= limits.meanDifference && percentOver96 <= limits.percentOver96
            && maximumAwayFromEdges <= limits.maximumAwayFromEdges
    }

    /// The absolute differences of the four components.
    private static func difference(_ p: UInt32, _ q: UInt32) -> SIMD4<UInt8> {
        if p == q { return .zero }
        let a = unsafeBitCast(p, to: SIMD4<UInt8>.self)
        let b = unsafeBitCast(q, to: SIMD4<UInt8>.self)
        return pointwiseMax(a, b) &- pointwiseMin(a, b)
    }

    /// Whether the pixels up to `radius` away, in rows and columns, are within one level of the one at (x, y).
    private static func isFlat(_ image: PixelBuffer, _ x: Int, _ y: Int, radius: Int) -> Bool {
        let centre = image.pixels[y * image.width + x]
        for row in max(0, y - radius)...min(image.height - 1, y + radius) {
            for column in max(0, x - radius)...min(image.width - 1, x + radius) {
                let pixel = image.pixels[row * image.width + column]
                if pixel != centre, difference(pixel, centre).max() > 1 { return false }
            }
        }
        return true
    }
}

/// Why two pictures were not compared.
public enum FrameComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The pictures have different sizes.
    case sizesDiffer(PixelSize, PixelSize)

    public var description: String {
        switch self {
        case .sizesDiffer(let reference, let other):
            "a picture of \(reference) pixels cannot be compared with one of \(other); render both at one size"
        }
    }
}
