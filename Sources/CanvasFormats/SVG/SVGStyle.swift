/// What `fill` or `stroke` names.
enum SVGPaint: Equatable {
    case none
    case color(Color)
    /// The element's own `color`, wherever the value was inherited from.
    case currentColor
    /// A gradient or pattern: its node, −1 if the reference leads nowhere; and what stands for it if it cannot be used.
    case server(node: Int32, fallback: SVGPaintFallback)
}

/// The second part of `url(#id) …`.
enum SVGPaintFallback: Equatable {
    /// Not given.
    case absent
    case none
    case color(Color)
    case currentColor
}

/// The inherited properties of an element.
struct SVGStyle {
    /// CSS's `medium`.
    static let initialFontSize = 16.0

    var color = Color.black
    var fill = SVGPaint.color(.black)
    var stroke = SVGPaint.none
    var fillOpacity: Float = 1
    var strokeOpacity: Float = 1
    var fillRule = FillRule.nonzero
    var strokeWidth = SVGLength(value: 1, unit: .px)
    var cap = LineCap.butt
    var join = LineJoin.miter
    var miterLimit = 4.0
    /// Empty for a solid line.
    var dashes: [SVGLength] = []
    var dashOffset = SVGLength.zero
    var isVisible = true
    var hasMarkers = false
    var hasPaintOrder = false
    var fontSize = initialFontSize
}

/// The properties of an element that its children do not inherit.
struct SVGOwnStyle {
    var isDisplayed = true
    var opacity: Float = 1
    var isClipped = false
    var isMasked = false
    var isFiltered = false
    var isBlended = false
    /// Whether what leaves an inner viewport still shows.
    var overflows = false
    var hasNonScalingStroke = false
    var stopColor: SVGPaint = .color(.black)
    var stopOpacity: Float = 1
}
