extension SVGInterpreter {
    /// Makes the items of a shape: its fill, and its stroke above it.
    mutating func drawShape(_ node: Int, _ element: SVGElement, _ context: Context, _ own: SVGOwnStyle) {
        let style = context.style
        guard style.isVisible else { return }
        let scale = context.transform.scales
        // A transform that flattens the plane draws nothing.
        guard scale.smallest > 0, (try? context.transform.inverted()) != nil else { return }
        if style.hasMarkers, element.takesMarkers { log.note(.marker, line: line(node)) }
        let fill = element == .line ? SVGPaint.none : style.fill
        guard fill != .none || style.stroke != .none else { return }
        let width = strokeWidth(context)
        scratch.reset(
            tolerance: options.tolerance / scale.largest, penRadius: style.stroke == .none ? 0 : width / 2)
        outline(node, element, context)
        guard !scratch.isBlank else { return }
        guard let path = scratch.path() else {
            log.note(.outOfRange, line: line(node))
            return
        }
        let before = items.count
        if let color = color(fill, style.fillOpacity, path, context, node) {
            add(node) { () throws(SceneError) in
                .fill(
                    try Fill(path, rule: style.fillRule, paint: .solid(color), transform: context.transform))
            }
        }
        if style.stroke != .none, width > 0, let color = color(style.stroke, style.strokeOpacity, path, context, node) {
            if own.hasNonScalingStroke { log.note(.nonScalingStroke, line: line(node)) }
            if style.hasPaintOrder, items.count > before { log.note(.paintOrder, line: line(node)) }
            let pen = pen(context, node)
            add(node) { () throws(SceneError) in
                .stroke(
                    try Stroke(
                        path, width: .uniform(width), style: pen, paint: .solid(color), transform: context.transform))
            }
        }
        // Fill and stroke overlap by half the stroke's width.
        if own.opacity < 1, items.count > before + 1 { log.note(.groupOpacity, line: line(node)) }
    }

    /// Adds an item, unless it cannot be drawn or reaches beyond what the engine is exact for.
    private mutating func add(_ node: Int, _ make: () throws(SceneError) -> Item) {
        guard let item = try? make() else {
            log.note(.outOfRange, line: line(node))
            return
        }
        let b = item.bounds
        guard max(max(abs(b.minX), abs(b.maxX)), max(abs(b.minY), abs(b.maxY))) < 1e12 else {
            log.note(.outOfRange, line: line(node))
            return
        }
        items.append(item)
    }

    private func strokeWidth(_ context: Context) -> Double {
        let width = context.style.strokeWidth.resolved(
            whole: context.viewport.diagonal, fontSize: context.style.fontSize)
        return width.isFinite ? width : 0
    }

    private mutating func pen(_ context: Context, _ node: Int) -> StrokeStyle {
        let style = context.style
        var pen = StrokeStyle(cap: style.cap, join: style.join, miterLimit: style.miterLimit)
        guard !style.dashes.isEmpty else { return pen }
        let (whole, font) = (context.viewport.diagonal, style.fontSize)
        let lengths = style.dashes.map { $0.resolved(whole: whole, fontSize: font) }
        // All zero: a solid line.
        guard lengths.contains(where: { $0 > 0 }) else { return pen }
        do {
            pen.dash = try DashPattern(lengths, phase: style.dashOffset.resolved(whole: whole, fontSize: font))
        } catch {
            log.note(.length, line: line(node), "stroke-dasharray")
        }
        return pen
    }

    /// Puts the shape's outline into the scratch path.
    private mutating func outline(_ node: Int, _ element: SVGElement, _ context: Context) {
        switch element {
        case .path:
            guard let data = cascade.value(.d, of: node) else { return }
            var parser = SVGPathParser(data)
            if !parser.parse(into: &scratch) { log.note(.pathData, line: line(node)) }
        case .rect: rectangle(node, context)
        case .circle:
            let r = radius(.r, of: node, context, whole: context.viewport.diagonal) ?? 0
            ellipse(node, context, r, r)
        case .ellipse:
            let rx = radius(.rx, of: node, context, whole: context.viewport.width)
            let ry = radius(.ry, of: node, context, whole: context.viewport.height)
            // A missing radius is the other one (SVG 2).
            ellipse(node, context, rx ?? ry ?? 0, ry ?? rx ?? 0)
        case .line:
            let (w, h) = (context.viewport.width, context.viewport.height)
            let from = Point<ItemSpace>(
                length(.x1, of: node, context, whole: w, else: 0), length(.y1, of: node, context, whole: h, else: 0))
            let to = Point<ItemSpace>(
                length(.x2, of: node, context, whole: w, else: 0), length(.y2, of: node, context, whole: h, else: 0))
            scratch.move(to: from)
            scratch.line(to: to)
        case .polyline, .polygon: polyline(node, isClosed: element == .polygon)
        default: break
        }
    }

    /// A radius or size; `nil` if missing or, with a warning, negative or malformed.
    private mutating func radius(_ name: SVGName, of node: Int, _ context: Context, whole: Double) -> Double? {
        size(name, of: node)?.resolved(whole: whole, fontSize: context.style.fontSize)
    }

    private mutating func rectangle(_ node: Int, _ context: Context) {
        let (vw, vh) = (context.viewport.width, context.viewport.height)
        let x = length(.x, of: node, context, whole: vw, else: 0)
        let y = length(.y, of: node, context, whole: vh, else: 0)
        let w = radius(.width, of: node, context, whole: vw) ?? 0
        let h = radius(.height, of: node, context, whole: vh) ?? 0
        guard w > 0, h > 0, (x + w).isFinite, (y + h).isFinite else { return }
        let givenX = radius(.rx, of: node, context, whole: vw)
        let givenY = radius(.ry, of: node, context, whole: vh)
        let rx = min(givenX ?? givenY ?? 0, w / 2)
        let ry = min(givenY ?? givenX ?? 0, h / 2)
        guard rx > 0, ry > 0 else {
            scratch.move(to: Point(x, y))
            scratch.line(to: Point(x + w, y))
            scratch.line(to: Point(x + w, y + h))
            scratch.line(to: Point(x, y + h))
            scratch.close()
            return
        }
        // Clockwise from the end of the first corner, as SVG 1.1, 9.2 has it.
        scratch.move(to: Point(x + rx, y))
        corner(from: Point(x + w - rx, y), to: Point(x + w, y + ry), rx, ry)
        corner(from: Point(x + w, y + h - ry), to: Point(x + w - rx, y + h), rx, ry)
        corner(from: Point(x + rx, y + h), to: Point(x, y + h - ry), rx, ry)
        corner(from: Point(x, y + ry), to: Point(x + rx, y), rx, ry)
        scratch.close()
    }

    private mutating func corner(from: Point<ItemSpace>, to: Point<ItemSpace>, _ rx: Double, _ ry: Double) {
        if from != scratch.current { scratch.line(to: from) }
        scratch.arc(radiusX: rx, radiusY: ry, rotation: 0, largeArc: false, sweep: true, to: to)
    }

    private mutating func ellipse(_ node: Int, _ context: Context, _ rx: Double, _ ry: Double) {
        let cx = length(.cx, of: node, context, whole: context.viewport.width, else: 0)
        let cy = length(.cy, of: node, context, whole: context.viewport.height, else: 0)
        guard let arc = EllipticalArc<ItemSpace>(center: Point(cx, cy), radiusX: rx, radiusY: ry) else { return }
        scratch.move(to: arc.start)
        scratch.add(arc)
        scratch.close()
    }

    private mutating func polyline(_ node: Int, isClosed: Bool) {
        guard let text = cascade.value(.points, of: node) else { return }
        var cursor = ByteCursor(text)
        cursor.skipSpaces()
        var isWhole = true
        while !cursor.isAtEnd {
            guard let x = coordinate(&cursor), let y = coordinate(&cursor) else {
                isWhole = false
                break
            }
            if scratch.isUnstarted { scratch.move(to: Point(x, y)) } else { scratch.line(to: Point(x, y)) }
        }
        if !isWhole { log.note(.points, line: line(node)) }
        if isClosed { scratch.close() }
    }

    private func coordinate(_ cursor: inout ByteCursor) -> Double? {
        guard let v = cursor.number(), v.isFinite else { return nil }
        cursor.skipSeparator()
        return v
    }
}
