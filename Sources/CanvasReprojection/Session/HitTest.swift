/// Finds items by where they are shown.
package enum HitTest {
    /// The topmost item that paints within `radius` of `point`, both on the canvas; `nil` if none does.
    ///
    /// A stroke is as wide as its pen where it is nearest; under a transform that is no similarity its pen counts as the
    /// disc around it.
    package static func topmost(in drawing: Drawing, at point: Point<CanvasSpace>, within radius: Double) -> Int? {
        let reach = Rect<CanvasSpace>(center: point, width: 2 * radius, height: 2 * radius)
        var end = drawing.count
        for chunk in drawing.chunks.reversed() {
            end -= chunk.items.count
            guard chunk.bounds.outset(by: radius).contains(point) else { continue }
            var candidates: [Int] = []
            chunk.forEachItem(intersecting: reach) { candidates.append($0) }
            for index in candidates.reversed() where touches(chunk.items[index], point, radius) { return end + index }
        }
        return nil
    }

    /// The items that lie inside a closed line on the canvas (even-odd), in painter's order.
    static func items(in drawing: Drawing, inside lasso: [Point<CanvasSpace>]) -> [Int] {
        let box = lasso.reduce(Rect<CanvasSpace>.empty) { $0.union($1) }
        var found: [Int] = []
        var start = 0
        for chunk in drawing.chunks {
            defer { start += chunk.items.count }
            guard box.intersects(chunk.bounds) else { continue }
            chunk.forEachItem(intersecting: box) { index in
                if isInside(chunk.items[index], lasso) { found.append(start + index) }
            }
        }
        return found.sorted()
    }

    private static func touches(_ item: Item, _ point: Point<CanvasSpace>, _ radius: Double) -> Bool {
        switch item {
        case .fill(let fill):
            guard let path = try? fill.path.applying(fill.transform) else { return false }
            return path.contains(point, rule: fill.rule)
                || path.nearestPoint(to: point)?.distance ?? .infinity <= radius
        case .stroke(let stroke):
            guard let path = try? stroke.path.applying(stroke.transform), let near = path.nearestPoint(to: point)
            else { return false }
            let halfWidth = width(of: stroke, at: near) / 2 * stroke.transform.scales.largest
            return near.distance <= halfWidth + radius
        }
    }

    /// How wide a stroke's pen is at a place, in its own units.
    private static func width(of stroke: Stroke, at place: PathLocation<CanvasSpace>) -> Double {
        guard case .profile(let widths) = stroke.width else { return stroke.width.maximum }
        let (first, count) = vertices(of: place.subpath, in: stroke.path)
        let a = first + place.segment % max(count, 1)
        let b = first + (place.segment + 1) % max(count, 1)
        guard widths.indices.contains(a), widths.indices.contains(b) else { return stroke.width.maximum }
        return widths[a] + (widths[b] - widths[a]) * place.parameter
    }

    /// The number of a sub-path's first vertex, and how many it has.
    private static func vertices(of subpath: Int, in path: Path<ItemSpace>) -> (first: Int, count: Int) {
        var (current, first, count) = (-1, 0, 0)
        for verb in path.verbs where verb != .close {
            if verb == .move {
                if current == subpath { break }
                current += 1
                (first, count) = (first + count, 0)
            }
            count += 1
        }
        return (first, count)
    }

    /// Whether all of an item's curve is inside, as far as its ends and quarters tell.
    private static func isInside(_ item: Item, _ lasso: [Point<CanvasSpace>]) -> Bool {
        let path: Path<CanvasSpace>? =
            switch item {
            case .stroke(let stroke): try? stroke.path.applying(stroke.transform)
            case .fill(let fill): try? fill.path.applying(fill.transform)
            }
        guard let path, !path.isEmpty else { return false }
        var last: Point<CanvasSpace>?
        var next = 0
        for verb in path.verbs {
            switch verb {
            case .move, .line:
                let point = path.points[next]
                next += 1
                if !contains(lasso, point) { return false }
                last = point
            case .quad:
                let (control, end) = (path.points[next], path.points[next + 1])
                next += 2
                let curve = QuadraticBezier(last ?? control, control, end)
                for t in [0.25, 0.5, 0.75, 1] where !contains(lasso, curve.point(at: t)) { return false }
                last = end
            case .close: break
            }
        }
        return true
    }

    private static func contains(_ polygon: [Point<CanvasSpace>], _ p: Point<CanvasSpace>) -> Bool {
        guard var previous = polygon.last else { return false }
        var isInside = false
        for point in polygon {
            if (point.y > p.y) != (previous.y > p.y),
                p.x < (previous.x - point.x) * (p.y - point.y) / (previous.y - point.y) + point.x
            {
                isInside.toggle()
            }
            previous = point
        }
        return isInside
    }
}
