/// Cuts polygons into triangle strips that wind around the same points.
package enum PolygonStrips {
    /// How many edges of a polygon one strip takes at most.
    ///
    /// A strip that zigzags through a whole coastline has slivers from shore to shore. So a long polygon is cut by chords
    /// into pieces of neighbouring edges, and what is left between the chords is a polygon again, of fewer edges: the
    /// triangles' total area then grows with the logarithm of the number of edges.
    private static let pieceLength = 32

    /// Adds the strips of a polygon whose corners `corner(i)` appends as vertices.
    ///
    /// The winding number of a point in the triangles, oriented, is its winding number in the polygon.
    package static func append(count: Int, to strips: inout ItemStrips, corner: (Int, inout ItemStrips) -> Void) {
        var indices = Array(0..<count)
        while indices.count > 2 * pieceLength {
            var chords: [Int] = []
            chords.reserveCapacity(indices.count / pieceLength + 2)
            var start = 0
            while start < indices.count {
                let end = min(start + pieceLength, indices.count - 1)
                chords.append(indices[start])
                if end - start >= 2 { zigzag(indices[start...end], &strips, corner) }
                if end == indices.count - 1 {
                    if end > start { chords.append(indices[end]) }
                    break
                }
                start = end
            }
            indices = chords
        }
        zigzag(indices[...], &strips, corner)
    }

    /// One strip from side to side: 0, 1, n−1, 2, n−2, ….
    private static func zigzag(
        _ indices: ArraySlice<Int>, _ strips: inout ItemStrips, _ corner: (Int, inout ItemStrips) -> Void
    ) {
        let first = strips.vertices.count
        var (low, high) = (indices.startIndex, indices.endIndex - 1)
        corner(indices[low], &strips)
        low += 1
        while low <= high {
            corner(indices[low], &strips)
            low += 1
            if low <= high {
                corner(indices[high], &strips)
                high -= 1
            }
        }
        strips.endStrip(from: first)
    }

    /// Whether a polygon is convex and goes around once, so that its triangles do not overlap.
    package static func isConvex(_ points: ArraySlice<Point<CanvasSpace>>) -> Bool {
        // All turns to one side, and the direction's x changes its sign twice: once around.
        var turning = 0.0
        var flips = 0
        var (lastX, firstX) = (0.0, 0.0)
        guard var at = points.last, var edge = lastEdge(points) else { return false }
        for point in points where point != at {
            let next = point - at
            let turn = edge.cross(next)
            if turn == 0 {
                if edge.dot(next) < 0 { return false }
            } else {
                if turning * turn < 0 { return false }
                turning = turn > 0 ? 1 : -1
            }
            if next.dx != 0 {
                if lastX == 0 { firstX = next.dx } else if (lastX < 0) != (next.dx < 0) { flips += 1 }
                lastX = next.dx
            }
            (at, edge) = (point, next)
        }
        if (firstX < 0) != (lastX < 0) { flips += 1 }
        return turning != 0 && flips <= 2
    }

    /// The last edge that has a length, before the one that closes the polygon.
    private static func lastEdge(_ points: ArraySlice<Point<CanvasSpace>>) -> Vector<CanvasSpace>? {
        guard let last = points.last, let before = points.last(where: { $0 != last }) else { return nil }
        return last - before
    }
}
