/// One kind of thing in a file that was skipped or drawn otherwise than the file asks, with how often and where first.
public struct ReadWarning: Hashable, Sendable, CustomStringConvertible {
    public let kind: Kind
    /// How often it occurred.
    public let count: Int
    /// The file's path, or what else the bytes came from.
    public let source: String
    /// The line of the first occurrence in the (uncompressed) text, from 1.
    public let line: Int
    /// What it was at the first occurrence, such as an element's name; empty if the kind says it all.
    public let detail: String

    public init(_ kind: Kind, count: Int, source: String, line: Int, detail: String) {
        self.kind = kind
        self.count = count
        self.source = source
        self.line = line
        self.detail = detail
    }

    public var description: String {
        let what = detail.isEmpty ? kind.explanation : "\(kind.explanation) (\(detail))"
        return "\(source):\(line): \(what)\(count > 1 ? "; \(count) times, here first" : "")"
    }

    /// What a warning is about.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        // Broken parts.
        case pathData, number, length, color, transform, points, viewBox, styleSheet, property
        case outOfRange, reference, cycle, tooManyInstances, tooDeep
        case strokeWidth, strokePoints
        // Not supported yet.
        case text, image, gradient, pattern, clip, mask, filter, marker, element
        case groupOpacity, nonScalingStroke, paintOrder, blendMode, viewportClip, selector, textImage, background

        /// What is wrong and what is done about it.
        public var explanation: String {
            switch self {
            case .pathData: "path data has an error; the path is drawn up to it"
            case .number: "a number is missing, malformed or not finite; its default is used"
            case .length: "a length is missing, malformed, negative or not finite; its default is used"
            case .color: "a colour is not understood; the declaration is ignored"
            case .transform: "a transform is malformed or not finite; it is ignored"
            case .points: "a list of points has an error; the shape is drawn up to it"
            case .viewBox: "a viewBox is malformed; it is ignored"
            case .styleSheet: "a style sheet has an error; the rest of that rule is ignored"
            case .property: "a property's value is not understood; the declaration is ignored"
            case .outOfRange: "coordinates are beyond 1e12 canvas units; the shape is left out"
            case .reference: "a reference leads to nothing that can be used; what refers to it is left out"
            case .cycle: "an element refers to itself by way of others; the inner reference is left out"
            case .tooManyInstances: "references multiply beyond the limit; the rest of them is left out"
            case .tooDeep: "references are nested beyond the limit; the inner ones are left out"
            case .strokeWidth: "a stroke width is negative or not a number; it is replaced, or the stroke left out"
            case .strokePoints: "a stroke's points are malformed; the stroke is drawn up to the error"
            case .text: "text is not supported yet; it is left out"
            case .image: "images are not supported yet; they are left out"
            case .gradient: "gradients are not supported yet; one colour stands for each"
            case .pattern: "patterns are not supported yet; the fallback colour is used, or nothing"
            case .clip: "clipping is not supported yet; clipped parts are drawn"
            case .mask: "masks are not supported yet; masked parts are drawn"
            case .filter: "filters are not supported yet; the unfiltered shape is drawn"
            case .marker: "markers are not supported yet; they are left out"
            case .element: "an element is not supported; it is left out"
            case .groupOpacity:
                "the opacity of several overlapping parts as one is not supported yet; each part is made translucent"
            case .nonScalingStroke: "non-scaling strokes are not supported yet; the stroke scales"
            case .paintOrder: "paint-order is not supported yet; the fill lies under the stroke"
            case .blendMode: "blend modes are not supported yet; colours are laid over what is below"
            case .viewportClip: "clipping to an inner viewport is not supported yet; what overflows it is drawn"
            case .selector: "a style sheet's selector is not supported; its rule is ignored"
            case .textImage: "formulas as embedded pictures are not supported yet; they are left out"
            case .background: "a page background is not supported yet; a plain page stands for it"
            }
        }
    }
}

/// Collects warnings while a file is read: one a kind.
struct WarningLog {
    private var entries: [(kind: ReadWarning.Kind, count: Int, line: Int, detail: String)] = []

    /// Notes one occurrence. `detail` is only evaluated for the first of its kind.
    mutating func note(_ kind: ReadWarning.Kind, line: Int, _ detail: @autoclosure () -> String = "") {
        if let i = entries.firstIndex(where: { $0.kind == kind }) {
            entries[i].count += 1
            // References are followed out of document order: the first place is the lowest line.
            if line < entries[i].line {
                entries[i].line = line
                entries[i].detail = detail()
            }
        } else {
            entries.append((kind, 1, line, detail()))
        }
    }

    /// The warnings in the order of their first places.
    func warnings(source: String) -> [ReadWarning] {
        entries.sorted { $0.line < $1.line }.map {
            ReadWarning($0.kind, count: $0.count, source: source, line: $0.line, detail: $0.detail)
        }
    }
}
