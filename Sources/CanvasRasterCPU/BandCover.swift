/// Finds what a band need not paint, because something opaque lies over all of it.
///
/// Deep inside a filled shape or a thick stroke, everything below is painted only to be painted over, and there the
/// picture is most expensive: each item covers the whole view. Only items as wide as the window are looked at, so that
/// other pictures pay nothing.
enum BandCover {
    /// The topmost item that leaves no pixel of the band as it was.
    struct Top {
        /// The index of its plan.
        var plan: Int
        /// Its index among the plan's items.
        var item: Int32
    }

    /// So many items are tried; one that does not cover the band has cost a look at each of its edges.
    private static let tries = 4

    /// - Parameter rows: the band's rows of the frame.
    static func top(of plans: ArraySlice<ChunkPlan>, rows: Range<Int32>, view: FrameView) -> Top? {
        var left = tries
        for p in plans.indices.reversed() {
            let plan = plans[p]
            for index in plan.covers.reversed() {
                let item = plan.items[Int(index)]
                guard item.clip.minY <= rows.lowerBound, item.clip.maxY >= rows.upperBound else { continue }
                if covers(item, plan, rows, view) { return Top(plan: p, item: index) }
                left -= 1
                if left == 0 { return nil }
            }
        }
        return nil
    }

    private static func covers(_ item: VisibleItem, _ plan: ChunkPlan, _ rows: Range<Int32>, _ view: FrameView) -> Bool
    {
        let band = PixelRect(
            minX: view.window.minX, minY: rows.lowerBound, maxX: view.window.maxX, maxY: rows.upperBound)
        var winding = BandWinding(width: band.width, height: band.height)
        switch item.shape {
        case .polygons(let polygons):
            PolygonLoop(polygons, band, view).forEachEdge { winding.add($0, $1, $2, $3) }
        case .edges(let range):
            let (left, top) = (band.minX << Fixed.bits, band.minY << Fixed.bits)
            for e in plan.edges[range] { winding.add(e.x &- left, e.y &- top, e.z &- left, e.w &- top) }
        case .pen, .varyingPen, .strip:
            return false
        }
        return winding.covers(item.rule)
    }
}

/// How often an outline winds around a rectangle of pixels, if none of its edges comes into it.
///
/// Positions are fixed point, relative to the rectangle's top-left corner.
private struct BandWinding {
    private let right: Int64
    private let bottom: Int64
    private let middle: Int64
    private var count = 0
    private var isCut = false

    init(width: Int32, height: Int32) {
        right = Int64(width) << Int64(Fixed.bits)
        bottom = Int64(height) << Int64(Fixed.bits)
        middle = bottom / 2
    }

    func covers(_ rule: FillRule) -> Bool {
        if isCut { return false }
        return rule == .nonzero ? count != 0 : count & 1 != 0
    }

    mutating func add(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32) {
        let (ax, ay, bx, by) = (Int64(x0), Int64(y0), Int64(x1), Int64(y1))
        if max(ay, by) <= 0 || min(ay, by) >= bottom || min(ax, bx) >= right || isCut { return }
        if max(ax, bx) > 0 {
            // On which side of the edge the corners lie: on both, if it may come in.
            let (dx, dy) = (bx - ax, by - ay)
            var (least, most) = (Int64.max, Int64.min)
            func take(_ x: Int64, _ y: Int64) {
                let side = dx * (y - ay) - dy * (x - ax)
                least = min(least, side)
                most = max(most, side)
            }
            take(0, 0)
            take(right, 0)
            take(0, bottom)
            take(right, bottom)
            if least <= 0, most >= 0 {
                isCut = true
                return
            }
            // It passes by: on the left if the rectangle is on the right of it, seen downwards.
            if (dy > 0) == (least > 0) { return }
        }
        // Left of the rectangle: it winds around each row's pixels that it spans, as it does around the middle ones.
        if (ay <= middle) != (by <= middle) { count += by > ay ? 1 : -1 }
    }
}
