/// A length as SVG writes it: a number with a unit, which may depend on the font or on the viewport.
struct SVGLength: Equatable {
    enum Unit: UInt8 {
        case px, percent, em, ex, rem
    }

    var value: Double
    var unit: Unit

    static let zero = SVGLength(value: 0, unit: .px)

    init(value: Double, unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// Reads a whole value, white space around it allowed. `nil` if it is not one finite length in a known unit.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var cursor = ByteCursor(text)
        cursor.skipSpaces()
        guard let length = SVGLength(&cursor) else { return nil }
        cursor.skipSpaces()
        guard cursor.isAtEnd else { return nil }
        self = length
    }

    /// Reads a length at `cursor`. Absolute units become CSS pixels at once: 96 of them are an inch.
    init?(_ cursor: inout ByteCursor) {
        guard let number = cursor.number(), number.isFinite else { return nil }
        if cursor.take(UInt8(ascii: "%")) {
            self.init(value: number, unit: .percent)
            return
        }
        let name = cursor.take { $0.isASCIILetter }
        let factor: Double
        var unit = Unit.px
        switch name.count {
        case 0: factor = 1
        case 1 where name.equals(ignoringCase: "q"): factor = 96 / 25.4 / 4
        case 2 where name.equals(ignoringCase: "px"): factor = 1
        case 2 where name.equals(ignoringCase: "pt"): factor = 96.0 / 72
        case 2 where name.equals(ignoringCase: "pc"): factor = 16
        case 2 where name.equals(ignoringCase: "mm"): factor = 96 / 25.4
        case 2 where name.equals(ignoringCase: "cm"): factor = 96 / 2.54
        case 2 where name.equals(ignoringCase: "in"): factor = 96
        case 2 where name.equals(ignoringCase: "em"): (factor, unit) = (1, .em)
        case 2 where name.equals(ignoringCase: "ex"): (factor, unit) = (1, .ex)
        case 3 where name.equals(ignoringCase: "rem"): (factor, unit) = (1, .rem)
        default: return nil
        }
        guard (number * factor).isFinite else { return nil }
        self.init(value: number * factor, unit: unit)
    }

    /// The length in user units.
    ///
    /// - Parameters:
    ///   - whole: what 100 % is.
    ///   - fontSize: of the element; an `ex` is taken as half of it.
    func resolved(whole: Double, fontSize: Double) -> Double {
        switch unit {
        case .px: value
        case .percent: value * whole / 100
        case .em: value * fontSize
        case .ex: value * fontSize / 2
        case .rem: value * SVGStyle.initialFontSize
        }
    }
}

/// The size of a viewport in user units, for percentages.
struct SVGViewport: Equatable {
    var width: Double
    var height: Double

    /// What 100 % is of a length that is neither along x nor along y: `√((w² + h²) / 2)` (SVG 1.1, 7.10).
    var diagonal: Double { ((width * width + height * height) / 2).squareRoot() }
}
