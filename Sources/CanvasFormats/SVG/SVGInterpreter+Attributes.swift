extension SVGInterpreter {
    /// The outermost viewport: the page, what carries user space to the canvas, and what percentages relate to.
    struct Root {
        var page: Rect<CanvasSpace>?
        var transform: Transform2D<ItemSpace, CanvasSpace>
        var viewport: SVGViewport
    }

    /// The canvas is the outermost viewport in CSS pixels. `nil` if nothing of the document is to be drawn.
    ///
    /// A size that is missing or a percentage is taken from the `viewBox`, keeping its aspect where the other size is
    /// given. Without a `viewBox` the drawing has no page of its own, and the extent of what is drawn stands for it.
    mutating func outermostViewport() -> Root? {
        let box = viewBox(of: 0)
        func given(_ name: SVGName) -> Double? {
            guard let length = size(name, of: 0) else { return nil }
            if length.unit != .percent { return length.resolved(whole: 0, fontSize: SVGStyle.initialFontSize) }
            guard let box else { return nil }
            return length.value / 100 * (name == .width ? box.width : box.height)
        }
        var (width, height) = (given(.width), given(.height))
        if width == 0 || height == 0 {
            // A size of zero disables rendering (SVG 1.1, 5.1.2).
            log.note(.length, line: line(0), "the document's width or height is zero")
            return nil
        }
        guard let box else {
            let page = width.flatMap { w in height.map { Rect<CanvasSpace>(x: 0, y: 0, width: w, height: $0) } }
            return Root(
                page: page, transform: .identity,
                viewport: SVGViewport(width: width ?? height ?? 100, height: height ?? width ?? 100))
        }
        guard box.width > 0, box.height > 0 else {
            log.note(.viewBox, line: line(0), "it has no area")
            return nil
        }
        switch (width, height) {
        case (nil, nil): (width, height) = (box.width, box.height)
        case (nil, let h?): width = h * box.width / box.height
        case (let w?, nil): height = w * box.height / box.width
        default: break
        }
        guard let width, let height, width.isFinite, height.isFinite,
            let fit = box.transform(toWidth: width, height: height, aspectRatio(of: 0))
        else {
            log.note(.viewBox, line: line(0))
            return nil
        }
        return Root(
            page: Rect(x: 0, y: 0, width: width, height: height),
            transform: fit.reinterpreted(from: ItemSpace.self, to: CanvasSpace.self),
            viewport: SVGViewport(width: box.width, height: box.height))
    }

    /// For a document whose width or height is not known: the page is from the origin to the far edges of the drawing.
    mutating func finished(_ drawing: Drawing) -> Drawing {
        func given(_ name: SVGName) -> Double? {
            guard let length = size(name, of: 0), length.unit != .percent else { return nil }
            return length.resolved(whole: 0, fontSize: SVGStyle.initialFontSize)
        }
        let bounds = drawing.bounds
        guard !bounds.isEmpty else { return drawing }
        let width = given(.width) ?? bounds.maxX
        let height = given(.height) ?? bounds.maxY
        guard width > 0, height > 0 else { return drawing }
        var drawing = drawing
        drawing.page = Rect(x: 0, y: 0, width: width, height: height)
        return drawing
    }

    /// A length in user units; `fallback` if the attribute is missing or, with a warning, malformed.
    mutating func length(
        _ name: SVGName, of node: Int, _ context: Context, whole: Double, else fallback: Double
    ) -> Double {
        guard let text = cascade.value(name, of: node) else { return fallback }
        guard let length = SVGLength(text) else {
            log.note(.length, line: line(node), "\(name.text)=\"\(text.excerpt)\"")
            return fallback
        }
        return length.resolved(whole: whole, fontSize: context.style.fontSize)
    }

    /// A width or height; `nil` if the attribute is missing, `auto` or, with a warning, malformed or negative.
    mutating func size(_ name: SVGName, of node: Int) -> SVGLength? {
        guard let text = cascade.value(name, of: node), !text.trimmed.equals("auto") else { return nil }
        guard let length = SVGLength(text), length.value >= 0 else {
            log.note(.length, line: line(node), "\(name.text)=\"\(text.excerpt)\"")
            return nil
        }
        return length
    }

    mutating func viewBox(of node: Int) -> SVGViewBox? {
        guard let text = cascade.value(.viewBox, of: node) else { return nil }
        if let box = SVGViewBox(text) { return box }
        log.note(.viewBox, line: line(node), text.excerpt)
        return nil
    }

    mutating func aspectRatio(of node: Int) -> SVGAspectRatio {
        guard let text = cascade.value(.preserveAspectRatio, of: node) else { return SVGAspectRatio() }
        if let ratio = SVGAspectRatio(text) { return ratio }
        log.note(.property, line: line(node), "preserveAspectRatio: \(text.excerpt)")
        return SVGAspectRatio()
    }

    /// Whether the element's conditions hold: no extension is required, and its languages, if any, include English.
    func passesConditions(_ node: Int) -> Bool {
        if let text = cascade.value(.requiredExtensions, of: node), !text.trimmed.isEmpty { return false }
        if let text = cascade.value(.requiredFeatures, of: node), text.trimmed.isEmpty { return false }
        guard let languages = cascade.value(.systemLanguage, of: node) else { return true }
        return languages.split(separator: UInt8(ascii: ",")).contains {
            UnsafeBufferPointer(rebasing: $0).trimmed.hasPrefix("en")
        }
    }

    mutating func noteUnsupported(_ own: SVGOwnStyle, line: Int) {
        if own.isClipped { log.note(.clip, line: line) }
        if own.isMasked { log.note(.mask, line: line) }
        if own.isFiltered { log.note(.filter, line: line) }
        if own.isBlended { log.note(.blendMode, line: line) }
    }

    mutating func noteUnknown(_ node: Int) {
        if tree.nodes[node].element == .foreignObject {
            log.note(.element, line: line(node), "<foreignObject>")
        } else {
            log.note(.element, line: line(node), "<\(cascade.value(.elementName, of: node)?.excerpt ?? "?")>")
        }
    }
}

extension Item {
    /// A box around what the item covers, tight for fills: to tell whether a clip would have cut something.
    var inkBounds: Rect<CanvasSpace> {
        guard case .fill(let fill) = self else { return bounds }
        var box = Rect<CanvasSpace>.empty
        for subpath in fill.path.subpaths {
            box = box.union(subpath.start.applying(fill.transform))
            for segment in subpath.segments {
                switch segment {
                case .line(_, let to): box = box.union(to.applying(fill.transform))
                case .quad(let q):
                    let curve = q.applying(fill.transform)
                    // Halved once: the hull of the halves is at most a quarter of the bend away from the curve.
                    let (a, b) = (curve.p0.interpolated(to: curve.p1, 0.5), curve.p1.interpolated(to: curve.p2, 0.5))
                    box = box.union(a).union(b).union(curve.p2)
                }
            }
        }
        return box
    }
}
