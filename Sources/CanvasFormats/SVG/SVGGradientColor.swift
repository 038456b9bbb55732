/// The one colour that stands for a gradient until gradients are drawn.
struct SVGGradientColor {
    /// `nil` for a gradient without stops, which paints nothing.
    var color: Color?
    /// Whether the gradient is that colour everywhere, so that nothing is lost.
    var isExact: Bool
    /// Whether its geometry is in fractions of the shape's box.
    var usesBoundingBox: Bool
}

extension SVGInterpreter {
    /// The colour to paint with, the opacities included; `nil` for nothing.
    mutating func color(
        _ paint: SVGPaint, _ opacity: Float, _ path: Path<ItemSpace>, _ context: Context, _ node: Int
    ) -> Color? {
        let solid: Color?
        switch paint {
        case .none: solid = nil
        case .color(let color): solid = color
        case .currentColor: solid = context.style.color
        case .server(let server, let fallback):
            solid = color(server: server, fallback, path, context, node)
        }
        guard let color = solid?.multipliedAlpha(opacity * context.opacity), color.alpha > 0 else { return nil }
        return color
    }

    private mutating func color(
        server: Int32, _ fallback: SVGPaintFallback, _ path: Path<ItemSpace>, _ context: Context, _ node: Int
    ) -> Color? {
        let instead: Color? =
            switch fallback {
            case .absent, .none: nil
            case .color(let color): color
            case .currentColor: context.style.color
            }
        guard server >= 0 else {
            log.note(.reference, line: line(node), "a paint server")
            return instead
        }
        switch tree.nodes[Int(server)].element {
        case .linearGradient, .radialGradient:
            let gradient = gradientColor(server)
            if gradient.isExact { return gradient.color }
            // Fractions of a box without width or height are nothing to paint with (SVG 1.1, 7.11).
            let box = path.controlBounds
            if gradient.usesBoundingBox, box.width == 0 || box.height == 0 { return instead }
            log.note(.gradient, line: line(node))
            return instead ?? gradient.color
        case .pattern:
            log.note(.pattern, line: line(node))
            return instead
        default:
            log.note(.reference, line: line(node), "a paint server")
            return instead
        }
    }

    private mutating func gradientColor(_ server: Int32) -> SVGGradientColor {
        if let known = gradients[server] { return known }
        var usesBoundingBox: Bool?
        var stops: [(offset: Double, color: Color)] = []
        // Stops and units come from the first gradient of the chain of references that has any.
        var chain: [Int32] = []
        var next: Int32? = server
        while let at = next, at >= 0, [.linearGradient, .radialGradient].contains(tree.nodes[Int(at)].element) {
            if chain.contains(at) || chain.count > 64 {
                log.note(.cycle, line: line(Int(server)), "a gradient")
                break
            }
            chain.append(at)
            if stops.isEmpty { stops = gradientStops(Int(at)) }
            if usesBoundingBox == nil, let units = cascade.value(.gradientUnits, of: Int(at)) {
                usesBoundingBox = !units.trimmed.equals("userSpaceOnUse")
            }
            next = cascade.reference(of: Int(at))
        }
        let first = stops.first?.color
        let result = SVGGradientColor(
            color: Self.mean(stops), isExact: stops.allSatisfy { $0.color == first },
            usesBoundingBox: usesBoundingBox ?? true)
        gradients[server] = result
        return result
    }

    private mutating func gradientStops(_ gradient: Int) -> [(offset: Double, color: Color)] {
        var stops: [(offset: Double, color: Color)] = []
        var at = gradient + 1
        // Stops inherit `color` from the elements around the gradient; the gradient's own is what files use.
        let (style, _) = cascade.style(of: gradient, parent: SVGStyle(), log: &log)
        while at < Int(tree.nodes[gradient].end) {
            defer { at = Int(tree.nodes[at].end) }
            guard tree.nodes[at].element == .stop else { continue }
            let (own, stop) = cascade.style(of: at, parent: style, log: &log)
            var offset = 0.0
            if let text = cascade.value(.offset, of: at) {
                var cursor = ByteCursor(text.trimmed)
                offset = cursor.number() ?? 0
                if cursor.take(UInt8(ascii: "%")) { offset /= 100 }
            }
            // Offsets never fall (SVG 1.1, 13.2.4).
            offset = max(min(max(offset.isFinite ? offset : 0, 0), 1), stops.last?.offset ?? 0)
            let color: Color =
                switch stop.stopColor {
                case .color(let color): color
                default: own.color
                }
            stops.append((offset, color.multipliedAlpha(stop.stopOpacity)))
        }
        return stops
    }

    /// The mean over the gradient's length from offset 0 to 1, of premultiplied components.
    private static func mean(_ stops: [(offset: Double, color: Color)]) -> Color? {
        guard let first = stops.first, let last = stops.last else { return nil }
        var sum = SIMD4<Double>.zero
        func premultiplied(_ c: Color) -> SIMD4<Double> {
            let a = Double(c.alpha)
            return SIMD4(Double(c.red) * a, Double(c.green) * a, Double(c.blue) * a, a)
        }
        sum += premultiplied(first.color) * first.offset
        for (a, b) in zip(stops, stops.dropFirst()) {
            sum += (premultiplied(a.color) + premultiplied(b.color)) * ((b.offset - a.offset) / 2)
        }
        sum += premultiplied(last.color) * (1 - last.offset)
        guard sum.w > 0 else { return .clear }
        return Color(
            red: Float(sum.x / sum.w), green: Float(sum.y / sum.w), blue: Float(sum.z / sum.w), alpha: Float(sum.w))
    }
}
