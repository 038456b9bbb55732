/// The elements that the reader tells apart.
enum SVGElement: UInt8, CaseIterable {
    // Structure.
    case svg, g, a, defs, symbol, use, `switch`, style
    // Shapes.
    case path, rect, circle, ellipse, line, polyline, polygon
    // Paint servers.
    case linearGradient, radialGradient, stop, pattern
    // Not supported yet: recorded so that a warning can be given where it would show.
    case text, image, clipPath, mask, filter, marker, foreignObject
    /// Neither drawn nor worth a warning.
    case ignored
    /// Not an element of SVG.
    case unknown

    /// What is found by name, with the elements whose content only the names tell apart.
    static let table: NameTable = {
        var entries = allCases.filter { $0 != .ignored && $0 != .unknown }.map { (name: "\($0)", value: $0.rawValue) }
        let ignored = [
            "title", "desc", "metadata", "script", "view", "cursor", "animate", "animateColor", "animateMotion",
            "animateTransform", "set", "mpath", "font", "font-face", "color-profile", "altGlyphDef", "hatch",
            "solidColor",
        ]
        entries += ignored.map { ($0, SVGElement.ignored.rawValue) }
        return NameTable(entries)
    }()

    /// Whether the reader looks at what is inside.
    var hasContent: Bool {
        switch self {
        case .svg, .g, .a, .defs, .symbol, .switch, .style, .linearGradient, .radialGradient, .clipPath, .mask,
            .pattern,
            .marker:
            true
        default: false
        }
    }

    /// Whether markers are drawn at its vertices.
    var takesMarkers: Bool { self == .path || self == .line || self == .polyline || self == .polygon }

    /// Whether `use` may refer to it.
    var isUsable: Bool {
        switch self {
        case .svg, .g, .a, .symbol, .use, .switch, .path, .rect, .circle, .ellipse, .line, .polyline, .polygon, .text,
            .image:
            true
        default: false
        }
    }
}

/// The attributes and properties that the reader looks at. Presentation attributes come first.
enum SVGName: UInt8, CaseIterable {
    // Inherited properties.
    case color, fill, fillOpacity, fillRule, fontSize, markerStart, markerMid, markerEnd, marker, paintOrder, stroke
    case strokeDasharray, strokeDashoffset, strokeLinecap, strokeLinejoin, strokeMiterlimit, strokeOpacity, strokeWidth
    case visibility
    // Properties that are not inherited.
    case clipPath, display, filter, mask, mixBlendMode, opacity, overflow, stopColor, stopOpacity, vectorEffect
    // Attributes.
    case `class`, cx, cy, d, gradientUnits, height, href, id, offset, points, preserveAspectRatio, r
    case requiredExtensions, requiredFeatures, rx, ry, style, systemLanguage, transform, type, viewBox, width, x, x1, x2
    case xlinkHref, xmlns, y, y1, y2
    /// The element's own name, kept for a warning.
    case elementName

    var isProperty: Bool { rawValue <= SVGName.vectorEffect.rawValue }

    /// Presentation attributes are written with hyphens, others as they are.
    var text: String {
        switch self {
        case .xlinkHref: return "xlink:href"
        case .elementName: return "\u{0}"
        default:
            let name = "\(self)"
            guard isProperty else { return name }
            return name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
        }
    }

    static let table = NameTable(allCases.map { ($0.text, $0.rawValue) })
}
