/// How a `viewBox` is fitted into a viewport.
struct SVGAspectRatio: Equatable {
    enum Scale: Equatable {
        /// Both axes scaled by themselves.
        case none
        /// All of the box shows.
        case meet
        /// All of the viewport is covered.
        case slice
    }

    var scale = Scale.meet
    /// Where the box lies in what is left over: 0 at the start, ½ in the middle, 1 at the end.
    var alignX = 0.5
    var alignY = 0.5

    /// Reads `preserveAspectRatio`. `nil` if it is malformed.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var cursor = ByteCursor(text)
        func word(_ cursor: inout ByteCursor) -> UnsafeBufferPointer<UInt8> {
            cursor.skipSpaces()
            return cursor.take { !$0.isXMLSpace }
        }
        var align = word(&cursor)
        if align.equals("defer") { align = word(&cursor) }
        let fit = word(&cursor)
        guard word(&cursor).isEmpty else { return nil }
        if align.equals("none") {
            scale = .none
        } else {
            guard align.count == 8, align[0] == UInt8(ascii: "x"), align[4] == UInt8(ascii: "Y"),
                let x = Self.fraction(UnsafeBufferPointer(rebasing: align[1..<4])),
                let y = Self.fraction(UnsafeBufferPointer(rebasing: align[5..<8]))
            else { return nil }
            (alignX, alignY) = (x, y)
        }
        if fit.equals("slice") {
            if scale != .none { scale = .slice }
        } else if !fit.isEmpty, !fit.equals("meet") {
            return nil
        }
    }

    init() {}

    private static func fraction(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        if text.equals("Min") { return 0 }
        if text.equals("Mid") { return 0.5 }
        return text.equals("Max") ? 1 : nil
    }
}

/// The part of user space that a viewport shows.
struct SVGViewBox: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// Reads `viewBox`: four finite numbers, width and height not negative. `nil` if it is malformed.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var cursor = ByteCursor(text)
        cursor.skipSpaces()
        func next(_ cursor: inout ByteCursor) -> Double? {
            guard let v = cursor.number(), v.isFinite else { return nil }
            cursor.skipSeparator()
            return v
        }
        guard let x = next(&cursor), let y = next(&cursor), let w = next(&cursor), let h = next(&cursor),
            cursor.isAtEnd, w >= 0, h >= 0
        else { return nil }
        (self.x, self.y, width, height) = (x, y, w, h)
    }

    /// What carries the box into the viewport from (0, 0) to (`width`, `height`).
    ///
    /// Source: SVG 1.1, 7.8 (the `preserveAspectRatio` attribute). `nil` if the box or the viewport has no area: such
    /// an element draws nothing.
    func transform(
        toWidth vw: Double, height vh: Double, _ ratio: SVGAspectRatio
    ) -> Transform2D<ItemSpace, ItemSpace>? {
        guard width > 0, height > 0, vw > 0, vh > 0 else { return nil }
        var (sx, sy) = (vw / width, vh / height)
        switch ratio.scale {
        case .none: break
        case .meet: (sx, sy) = (min(sx, sy), min(sx, sy))
        case .slice: (sx, sy) = (max(sx, sy), max(sx, sy))
        }
        let t = Transform2D<ItemSpace, ItemSpace>(
            a: sx, b: 0, c: 0, d: sy,
            tx: -x * sx + (vw - width * sx) * ratio.alignX, ty: -y * sy + (vh - height * sy) * ratio.alignY)
        return t.isFinite ? t : nil
    }
}
