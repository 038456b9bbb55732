/// Closed polygons in canvas space, packed one after the other.
public struct PolygonSet: Sendable {
    public private(set) var points: [Point<CanvasSpace>] = []
    /// Where each polygon ends in `points`; the first begins at 0, each next one where the last ended.
    public private(set) var ends: [Int] = []

    public init() {}

    public var isEmpty: Bool { ends.isEmpty }

    /// The index ranges of the polygons in `points`.
    public var ranges: some Collection<Range<Int>> {
        ends.indices.lazy.map { [ends] i in (i == 0 ? 0 : ends[i - 1])..<ends[i] }
    }

    /// Empties the set and keeps its memory.
    public mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    /// Adds a corner to the polygon being made.
    @inline(__always)
    public mutating func append(_ p: Point<CanvasSpace>) { points.append(p) }

    /// Ends the polygon being made. One of fewer than three corners encloses nothing and is dropped.
    public mutating func endPolygon() {
        let start = ends.last ?? 0
        if points.count - start < 3 {
            points.removeSubrange(start...)
        } else {
            ends.append(points.count)
        }
    }

    /// Cuts every polygon to a rectangle: winding numbers inside stay as they are, nothing is left outside.
    ///
    /// Source: Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974. The edges that it lays along the rectangle's
    /// border enclose no area and change no winding number inside.
    public mutating func clip(to rect: Rect<CanvasSpace>) {
        var inside = true
        for p in points where !rect.contains(p) {
            inside = false
            break
        }
        if inside { return }
        let old = self
        removeAll()
        var polygon: [Point<CanvasSpace>] = []
        for range in old.ranges {
            polygon.removeAll(keepingCapacity: true)
            polygon.append(contentsOf: old.points[range])
            Self.cut(&polygon, { $0.x - rect.minX }, { Point(rect.minX, $0.y) })
            Self.cut(&polygon, { rect.maxX - $0.x }, { Point(rect.maxX, $0.y) })
            Self.cut(&polygon, { $0.y - rect.minY }, { Point($0.x, rect.minY) })
            Self.cut(&polygon, { rect.maxY - $0.y }, { Point($0.x, rect.maxY) })
            points.append(contentsOf: polygon)
            endPolygon()
        }
    }

    /// Keeps the part of a polygon where `distance` is not negative; `snap` puts a point of the border exactly on it.
    @inline(__always)
    private static func cut(
        _ polygon: inout [Point<CanvasSpace>], _ distance: (Point<CanvasSpace>) -> Double,
        _ snap: (Point<CanvasSpace>) -> Point<CanvasSpace>
    ) {
        guard var previous = polygon.last else { return }
        var d0 = distance(previous)
        var out: [Point<CanvasSpace>] = []
        out.reserveCapacity(polygon.count + 4)
        for p in polygon {
            let d1 = distance(p)
            if (d0 < 0) != (d1 < 0) { out.append(snap(previous.interpolated(to: p, d0 / (d0 - d1)))) }
            if d1 >= 0 { out.append(p) }
            (previous, d0) = (p, d1)
        }
        polygon = out
    }
}
