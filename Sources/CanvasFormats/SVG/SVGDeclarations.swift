/// An element's style while declarations are applied to it, one after the other, the later ones winning.
struct SVGDeclarations {
    private let parent: SVGStyle
    private let ids: [[UInt8]: Int32]
    private let line: Int
    private(set) var style: SVGStyle
    private(set) var own = SVGOwnStyle()

    init(parent: SVGStyle, ids: [[UInt8]: Int32], line: Int) {
        self.parent = parent
        self.ids = ids
        self.line = line
        style = parent
    }

    /// Applies one declaration. A value that is not understood leaves things as they were, with a warning.
    mutating func apply(_ name: SVGName, _ text: UnsafeBufferPointer<UInt8>, _ log: inout WarningLog) {
        let value = text.trimmed
        if value.equals(ignoringCase: "inherit") || (value.equals(ignoringCase: "unset") && name.isInherited) {
            return copy(name, from: parent)
        }
        if value.equals(ignoringCase: "initial") || value.equals(ignoringCase: "unset") {
            return copy(name, from: SVGStyle())
        }
        if let problem = set(name, value) { log.note(problem, line: line, "\(name.text): \(value.excerpt)") }
    }

    private mutating func copy(_ name: SVGName, from source: SVGStyle) {
        switch name {
        case .color: style.color = source.color
        case .fill: style.fill = source.fill
        case .fillOpacity: style.fillOpacity = source.fillOpacity
        case .fillRule: style.fillRule = source.fillRule
        case .fontSize: style.fontSize = source.fontSize
        case .marker, .markerStart, .markerMid, .markerEnd: style.hasMarkers = source.hasMarkers
        case .paintOrder: style.hasPaintOrder = source.hasPaintOrder
        case .stroke: style.stroke = source.stroke
        case .strokeDasharray: style.dashes = source.dashes
        case .strokeDashoffset: style.dashOffset = source.dashOffset
        case .strokeLinecap: style.cap = source.cap
        case .strokeLinejoin: style.join = source.join
        case .strokeMiterlimit: style.miterLimit = source.miterLimit
        case .strokeOpacity: style.strokeOpacity = source.strokeOpacity
        case .strokeWidth: style.strokeWidth = source.strokeWidth
        case .visibility: style.isVisible = source.isVisible
        default: break
        }
    }

    /// Sets the property; returns what is wrong with the value if it cannot.
    private mutating func set(_ name: SVGName, _ value: UnsafeBufferPointer<UInt8>) -> ReadWarning.Kind? {
        switch name {
        case .fill: return setPaint(\.fill, value)
        case .stroke: return setPaint(\.stroke, value)
        case .strokeWidth:
            // An error that makes the element paint no stroke, and not one of some default width.
            if let width = SVGLength(value), width.value < 0 {
                style.strokeWidth = .zero
                return .strokeWidth
            }
            return setLength(value) { $0.strokeWidth = $1 }
        case .strokeOpacity: return setOpacity(value) { $0.style.strokeOpacity = $1 }
        case .fillOpacity: return setOpacity(value) { $0.style.fillOpacity = $1 }
        case .opacity: return setOpacity(value) { $0.own.opacity = $1 }
        case .stopOpacity: return setOpacity(value) { $0.own.stopOpacity = $1 }
        case .strokeDashoffset: return setLength(value, negative: true) { $0.dashOffset = $1 }
        case .strokeDasharray: return setDashes(value)
        case .strokeMiterlimit:
            var cursor = ByteCursor(value)
            // Below 1 is an error (SVG 1.1, 11.4).
            guard let limit = cursor.number(), limit.isFinite, limit >= 1, cursor.isAtEnd else { return .number }
            style.miterLimit = limit
            return nil
        case .color:
            if value.equals(ignoringCase: "currentColor") {
                style.color = parent.color
                return nil
            }
            guard let color = SVGColorParser.parse(value) else { return .color }
            style.color = color
            return nil
        case .stopColor:
            guard let paint = Self.colorOrCurrent(value) else { return .color }
            own.stopColor = paint
            return nil
        case .fontSize: return setFontSize(value)
        default: return setKeyword(name, value)
        }
    }

    private mutating func setKeyword(_ name: SVGName, _ value: UnsafeBufferPointer<UInt8>) -> ReadWarning.Kind? {
        switch name {
        case .fillRule:
            if value.equals(ignoringCase: "nonzero") { style.fillRule = .nonzero; return nil }
            if value.equals(ignoringCase: "evenodd") { style.fillRule = .evenOdd; return nil }
            return .property
        case .strokeLinecap:
            if value.equals(ignoringCase: "butt") { style.cap = .butt; return nil }
            if value.equals(ignoringCase: "round") { style.cap = .round; return nil }
            if value.equals(ignoringCase: "square") { style.cap = .square; return nil }
            return .property
        case .strokeLinejoin:
            // SVG 2's two new joins fall back to what SVG 1.1 has.
            if value.equals(ignoringCase: "miter") || value.equals(ignoringCase: "miter-clip")
                || value.equals(ignoringCase: "arcs")
            {
                style.join = .miter; return nil
            }
            if value.equals(ignoringCase: "round") { style.join = .round; return nil }
            if value.equals(ignoringCase: "bevel") { style.join = .bevel; return nil }
            return .property
        case .visibility:
            style.isVisible = value.equals(ignoringCase: "visible")
            return nil
        case .display: own.isDisplayed = !value.equals(ignoringCase: "none")
        case .overflow:
            own.overflows = value.equals(ignoringCase: "visible") || value.equals(ignoringCase: "auto")
        case .clipPath: own.isClipped = !value.equals(ignoringCase: "none")
        case .mask: own.isMasked = !value.equals(ignoringCase: "none")
        case .filter: own.isFiltered = !value.equals(ignoringCase: "none")
        case .mixBlendMode: own.isBlended = !value.equals(ignoringCase: "normal")
        case .vectorEffect: own.hasNonScalingStroke = value.equals(ignoringCase: "non-scaling-stroke")
        case .paintOrder:
            // Fill first is the usual order: nothing special.
            style.hasPaintOrder = !(value.equals(ignoringCase: "normal") || value.hasPrefix("fill"))
        case .marker, .markerStart, .markerMid, .markerEnd:
            style.hasMarkers = !value.equals(ignoringCase: "none")
        default: break
        }
        return nil
    }

    private mutating func setLength(
        _ value: UnsafeBufferPointer<UInt8>, negative: Bool = false, _ assign: (inout SVGStyle, SVGLength) -> Void
    ) -> ReadWarning.Kind? {
        guard let length = SVGLength(value), negative || length.value >= 0 else { return .length }
        assign(&style, absolute(length))
        return nil
    }

    /// With units of the font resolved: what is inherited is the length, not the factor.
    private func absolute(_ length: SVGLength) -> SVGLength {
        switch length.unit {
        case .px, .percent: length
        default: SVGLength(value: length.resolved(whole: 0, fontSize: style.fontSize), unit: .px)
        }
    }

    private mutating func setOpacity(
        _ value: UnsafeBufferPointer<UInt8>, _ assign: (inout SVGDeclarations, Float) -> Void
    ) -> ReadWarning.Kind? {
        var cursor = ByteCursor(value)
        guard var number = cursor.number(), !number.isNaN else { return .number }
        if cursor.take(UInt8(ascii: "%")) { number /= 100 }
        guard cursor.isAtEnd else { return .number }
        assign(&self, Float(min(max(number, 0), 1)))
        return nil
    }

    private mutating func setDashes(_ value: UnsafeBufferPointer<UInt8>) -> ReadWarning.Kind? {
        if value.equals(ignoringCase: "none") || value.isEmpty {
            style.dashes = []
            return nil
        }
        var cursor = ByteCursor(value)
        var dashes: [SVGLength] = []
        while !cursor.isAtEnd {
            // A negative length is an error, and the line is solid (SVG 1.1, 11.4).
            guard let dash = SVGLength(&cursor), dash.value >= 0 else { return .length }
            dashes.append(absolute(dash))
            cursor.skipSeparator()
        }
        style.dashes = dashes
        return nil
    }

    private mutating func setFontSize(_ value: UnsafeBufferPointer<UInt8>) -> ReadWarning.Kind? {
        // Only lengths in em depend on it, so names such as `large` may pass for the medium size.
        guard let size = SVGLength(value), size.value >= 0 else { return nil }
        style.fontSize = size.resolved(whole: parent.fontSize, fontSize: parent.fontSize)
        return nil
    }

    private static func colorOrCurrent(_ value: UnsafeBufferPointer<UInt8>) -> SVGPaint? {
        if value.equals(ignoringCase: "currentColor") { return .currentColor }
        return SVGColorParser.parse(value).map(SVGPaint.color)
    }

    private mutating func setPaint(
        _ property: WritableKeyPath<SVGStyle, SVGPaint>, _ value: UnsafeBufferPointer<UInt8>
    ) -> ReadWarning.Kind? {
        guard let paint = paint(value) else { return .color }
        style[keyPath: property] = paint
        return nil
    }

    private func paint(_ value: UnsafeBufferPointer<UInt8>) -> SVGPaint? {
        if value.first == UInt8(ascii: "#"), let color = SVGColorParser.parse(value) { return .color(color) }
        if value.equals(ignoringCase: "none") { return SVGPaint.none }
        if value.hasPrefix("url(") { return server(value) }
        // The colours of a marker's or a use's context are not known here.
        if value.equals(ignoringCase: "context-fill") || value.equals(ignoringCase: "context-stroke") {
            return SVGPaint.none
        }
        if let paint = Self.colorOrCurrent(value) { return paint }
        // An ICC colour follows its sRGB stand-in.
        if let icc = value.range(of: "icc-color") {
            return Self.colorOrCurrent(UnsafeBufferPointer(rebasing: value[..<icc]))
        }
        return nil
    }

    private func server(_ value: UnsafeBufferPointer<UInt8>) -> SVGPaint? {
        guard let end = value.firstIndex(of: UInt8(ascii: ")")) else { return nil }
        let node = ids[Array(Self.fragment(UnsafeBufferPointer(rebasing: value[4..<end])))] ?? -1
        let rest = UnsafeBufferPointer(rebasing: value[(end + 1)...]).trimmed
        if rest.isEmpty { return .server(node: node, fallback: .absent) }
        if rest.equals(ignoringCase: "none") { return .server(node: node, fallback: .none) }
        switch Self.colorOrCurrent(rest) {
        case .color(let color): return .server(node: node, fallback: .color(color))
        case .currentColor: return .server(node: node, fallback: .currentColor)
        default: return nil
        }
    }

    /// The id in `#id`, quoted or not; empty for a reference out of the document.
    private static func fragment(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var text = text.trimmed
        if let quote = text.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), text.last == quote,
            text.count >= 2
        {
            text = UnsafeBufferPointer(rebasing: text[1..<(text.count - 1)]).trimmed
        }
        guard text.first == UInt8(ascii: "#") else { return UnsafeBufferPointer(rebasing: text[..<0]) }
        return UnsafeBufferPointer(rebasing: text[1...])
    }
}

extension SVGName {
    fileprivate var isInherited: Bool { rawValue <= SVGName.visibility.rawValue }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where `text` first occurs.
    func range(of text: StaticString) -> Int? {
        let n = text.utf8CodeUnitCount
        guard n <= count else { return nil }
        return (0...(count - n)).first { UnsafeBufferPointer(rebasing: self[$0..<$0 + n]).equals(text) }
    }
}
