/// Draws a gesture: the ways of its contacts on the view, so that one sees what a recording holds.
///
/// Each contact has a colour; a ring is where it came down, a dot where it ended, a cross where it was taken away.
/// Small marks along the way are equal steps of time: close together where the finger was slow. Thin lines join the
/// first two contacts at the same moments, which shows span and turn. Pens are as wide as they press. Wheels are
/// small squares.
public struct TracePicture: Sendable {
    private let trace: GestureTrace
    /// Pixels: everything is in proportion to the picture's size.
    private let unit: Double

    public init(_ trace: GestureTrace) {
        self.trace = trace
        unit = max(trace.width, trace.height) / 500
    }

    /// The picture as a drawing whose page is the trace's view.
    public func drawing() -> Drawing {
        var items: [Item] = []
        let page = Rect<CanvasSpace>(x: 0, y: 0, width: trace.width, height: trace.height)
        items += [item(filling: rectangle(page), Color(red: 0.985, green: 0.98, blue: 0.97))].compactMap { $0 }
        items += [item(stroking: rectangle(page.outset(by: -unit / 2)), width: unit, Self.frame)].compactMap { $0 }
        items += joints()
        for (i, way) in contactWays().enumerated() { items += self.items(of: way, color: Self.color(i)) }
        for event in trace.events where event.isWheel {
            let square = Rect<CanvasSpace>(center: Point(event.x, event.y), width: 5 * unit, height: 5 * unit)
            items += [item(stroking: rectangle(square), width: unit, Self.ink)].compactMap { $0 }
        }
        return Drawing(items, page: page)
    }

    private static let frame = Color(red: 0.75, green: 0.74, blue: 0.72)
    private static let ink = Color(red: 0.25, green: 0.25, blue: 0.28)

    /// Milliseconds between two marks.
    private static let markInterval = 50.0

    /// A contact's way.
    private struct Way {
        var tool: TraceEvent.Tool
        var points: [TraceEvent]
        var isCancelled: Bool { points.last?.action == .cancel }
    }

    private func contactWays() -> [Way] {
        var order: [Int] = []
        var ways: [Int: Way] = [:]
        for event in trace.events where !event.isWheel && isPlausible(event) {
            if event.action == .down {
                order.append(event.id)
                ways[event.id] = Way(tool: event.tool, points: [])
            }
            ways[event.id]?.points.append(event)
        }
        return order.compactMap { ways[$0] }
    }

    /// Whether an event is near enough to the view to be drawn.
    private func isPlausible(_ event: TraceEvent) -> Bool {
        let reach = 10 * max(trace.width, trace.height)
        return abs(event.x) <= reach && abs(event.y) <= reach
    }

    /// Colours that differ in hue as much as colours can, however many there are: steps of the golden angle.
    private static func color(_ index: Int) -> Color {
        let hue = (0.58 + Double(index) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1) * 6
        func component(_ offset: Double) -> Float {
            let k = (offset + hue).truncatingRemainder(dividingBy: 6)
            return Float(0.8 - 0.62 * max(0, min(k, 4 - k, 1)))
        }
        return Color(red: component(5), green: component(3), blue: component(1))
    }
}

// MARK: - What is drawn

extension TracePicture {
    private func items(of way: Way, color: Color) -> [Item] {
        guard let first = way.points.first, let last = way.points.last else { return [] }
        var items: [Item?] = [stroke(of: way, color.multipliedAlpha(0.75))]
        var next = first.time + Self.markInterval
        // A pen's stroke may be thinner than a mark.
        for event in way.points where way.tool == .finger && event.time >= next {
            items.append(item(filling: disc(event.x, event.y, 1.1 * unit), .white))
            next = event.time + Self.markInterval
        }
        items.append(item(stroking: disc(first.x, first.y, 5 * unit), width: 1.6 * unit, color))
        if way.isCancelled {
            items.append(item(stroking: cross(last.x, last.y, 4 * unit), width: 1.8 * unit, color))
        } else {
            items.append(item(filling: disc(last.x, last.y, 4 * unit), color))
        }
        return items.compactMap { $0 }
    }

    private func stroke(of way: Way, _ color: Color) -> Item? {
        let points = way.points
        let path = smooth(points.map { Point($0.x, $0.y) })
        let isPen = way.tool != .finger && points.contains { $0.pressure != nil }
        guard isPen, points.count > 2 else { return item(stroking: path, width: 2.6 * unit, color) }
        let widths = points.map { max(0.6, 7 * ($0.pressure ?? 0.5)) * unit }
        // The vertices of the smooth path: the first point, the middles of all steps, the last point.
        let middles = zip(widths, widths.dropFirst()).map { ($0 + $1) / 2 }
        return item(stroking: path, width: .profile([widths[0]] + middles + [widths[widths.count - 1]]), color)
    }

    /// Lines between the first two of the fingers that are down, at equal steps of time, while they move.
    private func joints() -> [Item] {
        var down: [(id: Int, x: Double, y: Double)] = []
        var items: [Item?] = []
        var next = -Double.infinity
        var last: [(x: Double, y: Double)] = []
        for report in trace.reports {
            for event in report where !event.isWheel && isPlausible(event) && event.tool == .finger {
                if event.endsContact {
                    down.removeAll { $0.id == event.id }
                } else if let i = down.firstIndex(where: { $0.id == event.id }) {
                    down[i] = (event.id, event.x, event.y)
                } else {
                    down.append((event.id, event.x, event.y))
                }
            }
            guard let time = report.first?.time, down.count > 1, time >= next else { continue }
            let ends = down.prefix(2).map { ($0.x, $0.y) }
            let hasMoved = last.isEmpty || zip(ends, last).contains { abs($0.0 - $1.0) + abs($0.1 - $1.1) > 2 * unit }
            guard hasMoved else { continue }
            next = time + Self.markInterval
            last = ends
            let line = polyline(ends)
            items.append(item(stroking: line, width: 0.6 * unit, Self.ink.multipliedAlpha(0.28)))
        }
        return items.compactMap { $0 }
    }
}

// MARK: - Shapes

extension TracePicture {
    private func item(stroking path: Path<ItemSpace>, width: Double, _ color: Color) -> Item? {
        item(stroking: path, width: .uniform(width), color)
    }

    private func item(stroking path: Path<ItemSpace>, width: StrokeWidth, _ color: Color) -> Item? {
        (try? Stroke(path, width: width, style: .round, paint: .solid(color))).map(Item.stroke)
    }

    private func item(filling path: Path<ItemSpace>, _ color: Color) -> Item? {
        (try? Fill(path, paint: .solid(color))).map(Item.fill)
    }

    private func polyline(_ points: [(x: Double, y: Double)], closed: Bool = false) -> Path<ItemSpace> {
        var path = Path<ItemSpace>()
        // All points are finite: those that are not were never events.
        for (i, p) in points.enumerated() {
            if i == 0 { try? path.move(to: Point(p.x, p.y)) } else { try? path.line(to: Point(p.x, p.y)) }
        }
        if points.count == 1 { try? path.line(to: Point(points[0].x, points[0].y)) }
        if closed { path.close() }
        return path
    }

    /// A curve that begins and ends with the points and between them goes from the middle of each step to that of the
    /// next.
    private func smooth(_ points: [Point<ItemSpace>]) -> Path<ItemSpace> {
        guard points.count > 2 else { return polyline(points.map { ($0.x, $0.y) }) }
        var path = Path<ItemSpace>()
        try? path.move(to: points[0])
        try? path.line(to: points[0].interpolated(to: points[1], 0.5))
        for (p, q) in zip(points.dropFirst(), points.dropFirst(2)) { try? path.quad(p, to: p.interpolated(to: q, 0.5)) }
        try? path.line(to: points[points.count - 1])
        return path
    }

    private func rectangle(_ r: Rect<CanvasSpace>) -> Path<ItemSpace> {
        polyline([(r.minX, r.minY), (r.maxX, r.minY), (r.maxX, r.maxY), (r.minX, r.maxY)], closed: true)
    }

    private func cross(_ x: Double, _ y: Double, _ r: Double) -> Path<ItemSpace> {
        var path = polyline([(x - r, y - r), (x + r, y + r)])
        try? path.move(to: Point(x - r, y + r))
        try? path.line(to: Point(x + r, y - r))
        return path
    }

    /// A disc of eight quadratics, which is round to 0.03 % of its radius.
    private func disc(_ x: Double, _ y: Double, _ r: Double) -> Path<ItemSpace> {
        func point(_ eighths: Double, _ radius: Double) -> Point<ItemSpace> {
            let v = Vector<ItemSpace>(radius, 0).applying(
                Transform2D<ItemSpace, ItemSpace>(rotationAngle: eighths * .pi / 4))
            return Point(x + v.dx, y + v.dy)
        }
        // The control point of a quadratic arc lies where the tangents meet, at 1 / cos 22.5 degrees.
        let outer = r * 1.0823922002923938
        var path = Path<ItemSpace>()
        try? path.move(to: point(0, r))
        for i in 0..<8 { try? path.quad(point(Double(i) + 0.5, outer), to: point(Double(i) + 1, r)) }
        path.close()
        return path
    }
}
