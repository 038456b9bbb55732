import CanvasEncoding

/// Carries polygons of any size into the frame's fixed-point pixels.
enum FrameEdges {
    /// Appends the edges of `polygons` that can change a pixel of the frame, and returns the box around the polygons
    /// in frame pixels.
    ///
    /// Positions are cut to the guard band in double precision, before they become integers: what lies beyond it on the
    /// left is moved to its border, which keeps the winding of every pixel; what lies above, below or on the right of
    /// the frame is left out.
    static func append(
        _ polygons: PolygonSet, _ view: FrameView, to edges: inout [SIMD4<Int32>]
    ) -> Rect<PixelSpace> {
        var box = Rect<PixelSpace>.empty
        for range in polygons.ranges {
            guard let last = range.last else { continue }
            var previous = position(polygons.points[last], view)
            for i in range {
                let p = position(polygons.points[i], view)
                box = box.union(p)
                append(previous, p, view.size, to: &edges)
                previous = p
            }
        }
        let slack = 2 / Double(Fixed.one)
        return box.outset(by: slack)
    }

    @inline(__always)
    private static func position(_ p: Point<CanvasSpace>, _ view: FrameView) -> Point<PixelSpace> {
        let place = view.place(p.x, p.y)
        return Point(place.wholeX + place.restX, place.wholeY + place.restY)
    }

    private static func append(
        _ p: Point<PixelSpace>, _ q: Point<PixelSpace>, _ size: PixelSize, to edges: inout [SIMD4<Int32>]
    ) {
        let (w, h) = (Double(size.width), Double(size.height))
        guard p.isFinite, q.isFinite, max(p.y, q.y) > -1, min(p.y, q.y) < h + 1, min(p.x, q.x) < w + 1 else { return }
        let guardBand = Fixed.guardBand
        if max(max(abs(p.x), abs(p.y)), max(abs(q.x), abs(q.y))) < guardBand {
            emit(p, q, to: &edges)
            return
        }
        // From top to bottom, as the accumulator takes it, so that two shapes' shared edge is cut alike.
        var (a, b) = p.y <= q.y ? (p, q) : (q, p)
        let forward = p.y <= q.y
        func at(y: Double) -> Point<PixelSpace> { Point(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y) }
        let (top, bottom) = (max(a.y, -guardBand / 2), min(b.y, guardBand / 2))
        guard top < bottom else { return }
        (a, b) = (top > a.y ? at(y: top) : a, bottom < b.y ? at(y: bottom) : b)
        var corners = [a, b]
        for border in [-guardBand, guardBand] where (a.x < border) != (b.x < border) {
            let t = (border - a.x) / (b.x - a.x)
            corners.append(Point(border, a.y + (b.y - a.y) * t))
        }
        corners.sort { $0.y < $1.y }
        for (m, n) in zip(corners, corners.dropFirst()) {
            let (u, v) = (clamped(m, guardBand), clamped(n, guardBand))
            if forward { emit(u, v, to: &edges) } else { emit(v, u, to: &edges) }
        }
    }

    private static func clamped(_ p: Point<PixelSpace>, _ limit: Double) -> Point<PixelSpace> {
        Point(min(max(p.x, -limit), limit), p.y)
    }

    @inline(__always)
    private static func emit(_ p: Point<PixelSpace>, _ q: Point<PixelSpace>, to edges: inout [SIMD4<Int32>]) {
        let one = Double(Fixed.one)
        let edge = SIMD4(
            Fixed.rounded(p.x * one), Fixed.rounded(p.y * one), Fixed.rounded(q.x * one), Fixed.rounded(q.y * one))
        if edge.y != edge.w { edges.append(edge) }
    }
}
