import CanvasFormats
import CanvasTestSupport
import Foundation
import Testing

@Suite("SVG styles")
struct SVGStyleTests {
    private func colors(_ body: String) throws -> [String] { try readSVG(body).items.map(\.hex) }

    @Test("C16: the style attribute beats presentation attributes, and currentColor inherits")
    func styleAndCurrentColor() throws {
        let result = try readSVG(
            """
            <rect width="10" height="10" fill="#0000ff" style="fill:#ff0000"/>
            <rect width="10" height="10" style="fill:#ff0000" fill="#0000ff"/>
            <g color="#008000">
              <rect width="10" height="10" fill="currentColor"/>
              <rect width="10" height="10" fill="currentColor" color="#ffa500"/>
            </g>
            <g color="#800080"><use href="#c"/></g>
            <defs><rect id="c" width="10" height="10" fill="currentColor"/></defs>
            """)
        #expect(result.items.map(\.hex) == ["#ff0000ff", "#ff0000ff", "#008000ff", "#ffa500ff", "#800080ff"])
        #expect(result.warnings.isEmpty)
    }

    @Test(
        "colours in every notation",
        arguments: [
            ("#f80", "#ff8800ff"), ("#f808", "#ff880088"), ("#FF8800", "#ff8800ff"), ("#ff880080", "#ff880080"),
            ("rgb(255, 136,0)", "#ff8800ff"), ("rgb(100%,50%,0%)", "#ff8000ff"), ("rgba(255,136,0,0.5)", "#ff880080"),
            ("rgb(255 136 0 / 50%)", "#ff880080"), ("rgb(300,-5,0)", "#ff0000ff"), ("hsl(120,100%,25%)", "#008000ff"),
            ("hsla(-240deg 100% 25% / 0.5)", "#00800080"), ("DarkSlateGrey", "#2f4f4fff"),
            ("rebeccapurple", "#663399ff"),
            (" red ", "#ff0000ff"), ("#CD853F icc-color(acmecmyk, 0.11, 0.48, 0.83, 0.00)", "#cd853fff"),
        ])
    func notations(text: String, hex: String) throws {
        #expect(try colors(#"<rect width="9" height="9" fill="\#(text)"/>"#) == [hex])
    }

    @Test("a colour that is not understood leaves the one before, with a warning")
    func badColor() throws {
        let result = try readSVG(
            """
            <g fill="blue"><rect width="9" height="9" fill="#12345"/><rect width="9" height="9" fill="bleu"/></g>
            """)
        #expect(result.items.map(\.hex) == ["#0000ffff", "#0000ffff"])
        #expect(result.warning(.color)?.count == 2)
    }

    @Test("opacities multiply into the paints, and several parts under one are a warning")
    func opacity() throws {
        let single = try readSVG(
            """
            <g opacity="0.5"><g opacity="50%"><rect width="9" height="9" fill="red" fill-opacity="0.5"/></g></g>
            """)
        #expect(single.items.map(\.hex) == ["#ff000020"])
        #expect(single.warnings.isEmpty)
        let several = try readSVG(
            """
            <g opacity="0.5"><rect width="9" height="9"/><rect width="9" height="9"/></g>
            <rect width="9" height="9" stroke="red" opacity="0.5"/>
            """)
        #expect(several.items.map(\.hex) == ["#00000080", "#00000080", "#00000080", "#ff000080"])
        #expect(several.warning(.groupOpacity)?.count == 2)
        #expect(try readSVG(#"<g opacity="0"><rect width="9" height="9"/></g>"#).items.isEmpty)
    }

    @Test("style sheets: elements, classes, ids, descendants, children, weights and !important")
    func sheets() throws {
        let result = try readSVG(
            """
            <style type="text/css"><![CDATA[
              /* a comment { */
              rect { fill: red } .a, .b { fill: green; stroke: none }
              #x { fill: blue } g > .c { fill: lime } g .c { stroke: white }
              .d { fill: yellow !important } .e { fill: rgb(1,2,3);; bogus; stroke : black }
            ]]></style>
            <rect width="9" height="9"/>
            <rect width="9" height="9" class="a" fill="black"/>
            <rect width="9" height="9" class="z b" id="x"/>
            <g><rect width="9" height="9" class="c"/><g><a><rect width="9" height="9" class="c"/></a></g></g>
            <rect width="9" height="9" class="d" style="fill:black"/>
            <rect width="9" height="9" class="e" style="fill:black"/>
            """)
        #expect(
            result.items.map(\.hex) == [
                "#ff0000ff", "#008000ff", "#0000ffff", "#00ff00ff", "#ffffffff", "#ff0000ff", "#ffffffff",
                "#ffff00ff", "#000000ff", "#000000ff",
            ])
        #expect(result.warnings.isEmpty)
    }

    @Test("selectors that are not supported are one warning, and their rules are ignored")
    func unsupportedSelectors() throws {
        let result = try readSVG(
            """
            <style>rect:hover { fill: red } rect[x] { fill: red } @media print { rect { fill: red } } rect { fill: lime</style>
            <rect width="9" height="9"/>
            """)
        #expect(result.items.map(\.hex) == ["#00ff00ff"])
        #expect(result.warning(.selector)?.count == 3)
    }

    @Test("stroke properties reach the stroke: width, cap, join, miter limit, dashes")
    func strokeProperties() throws {
        let result = try readSVG(
            """
            <g fill="none" stroke="black" stroke-width="2mm" stroke-linecap="round" stroke-linejoin="bevel">
              <path d="M0 0H9" stroke-dasharray="1 2,3" stroke-dashoffset="-4"/>
              <path d="M0 0H9" stroke-miterlimit="7" stroke-linecap="square" stroke-linejoin="miter" stroke-width="0.5em"/>
              <path d="M0 0H9" stroke-dasharray="0 0"/>
              <path d="M0 0H9" stroke-dasharray="10%" stroke-dashoffset="5%"/>
              <path d="M0 0H9" stroke-dasharray="5 -1"/>
              <path d="M0 0H9" stroke-miterlimit="0.5"/>
              <path d="M0 0H9" stroke-width="0"/>
            </g>
            """)
        let s = result.strokes
        #expect(s.count == 6)
        #expect(s[0].width == .uniform(2 * 96 / 25.4))
        #expect(s[0].style.cap == .round && s[0].style.join == .bevel && s[0].style.miterLimit == 4)
        #expect(s[0].style.dash?.lengths == [1, 2, 3, 1, 2, 3] && s[0].style.dash?.phase == -4)
        #expect(s[1].style.cap == .square && s[1].style.join == .miter && s[1].style.miterLimit == 7)
        #expect(s[1].width == .uniform(8))
        #expect(s[2].style.dash == nil)
        #expect(s[3].style.dash?.lengths == [20, 20] && s[3].style.dash?.phase == 10)
        #expect(s[4].style.dash == nil)
        #expect(s[5].style.miterLimit == 4)
        #expect(result.warning(.length)?.count == 1 && result.warning(.number)?.count == 1)
    }

    @Test("a negative stroke width draws no stroke, with a warning")
    func negativeWidth() throws {
        let result = try readSVG(#"<rect width="9" height="9" fill="red" stroke="black" stroke-width="-2"/>"#)
        #expect(result.strokes.isEmpty && result.fills.count == 1)
        #expect(result.warning(.strokeWidth)?.count == 1)
    }

    @Test("C15: percentages relate to the viewBox, lengths across both axes to its diagonal")
    func percentages() throws {
        let result = try readSVG(
            """
            <path d="M50 200H250" stroke="black" stroke-width="10%"/>
            <rect x="50%" y="50%" width="10%" height="10%"/>
            """, root: #"<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800" viewBox="0 0 300 400">"#)
        #expect(result.drawing.page == Rect(x: 0, y: 0, width: 600, height: 800))
        guard case .uniform(let width)? = result.strokes.first?.width else { throw TestFailure("no stroke") }
        #expect(abs(width - 35.355339) < 1e-5)
        #expect(isClose(result.items.last!.bounds, 300, 400, 360, 480, 1e-9))
    }

    @Test("gradients: the fallback colour, else the mean of the stops; a single colour is exact")
    func gradients() throws {
        let result = try readSVG(
            """
            <linearGradient id="g"><stop offset="0" stop-color="black"/><stop offset="1" stop-color="white"/></linearGradient>
            <radialGradient id="h" href="#g"/>
            <linearGradient id="one"><stop offset="0.3" stop-color="red" stop-opacity="0.5"/></linearGradient>
            <linearGradient id="none"/>
            <rect width="9" height="9" fill="url(#g)"/>
            <rect width="9" height="9" fill="url(#h)"/>
            <rect width="9" height="9" fill="url('#g') lime"/>
            <rect width="9" height="9" fill="url(#one)"/>
            <rect width="9" height="9" fill="url(#none)"/>
            <rect width="9" height="9" fill="url(#missing)"/>
            <rect width="9" height="9" fill="url(#missing) blue"/>
            """)
        #expect(result.items.map(\.hex) == ["#808080ff", "#808080ff", "#00ff00ff", "#ff000080", "#0000ffff"])
        #expect(result.warning(.gradient)?.count == 3)
        #expect(result.warning(.reference)?.count == 2)
    }

    @Test("a gradient in fractions of a box without height paints nothing, or its fallback")
    func flatBox() throws {
        let result = try readSVG(
            """
            <linearGradient id="g"><stop stop-color="black"/><stop offset="1" stop-color="white"/></linearGradient>
            <path d="M20 50H180" stroke="url(#g)" stroke-width="10"/>
            <path d="M20 50H180" stroke="url(#g) #008000" stroke-width="10"/>
            <path d="M20 50L180 60" stroke="url(#g)" stroke-width="10"/>
            """)
        #expect(result.strokes.map { Item.stroke($0).hex } == ["#008000ff", "#808080ff"])
    }

    @Test("visibility hides an element and not its visible children; display hides all")
    func hidden() throws {
        let result = try readSVG(
            """
            <g visibility="hidden"><rect width="9" height="9"/><rect width="9" height="9" visibility="visible"/></g>
            <g display="none"><rect width="9" height="9" display="inline"/></g>
            <switch><rect width="1" height="1" systemLanguage="xx"/><rect width="2" height="2"/><rect width="3" height="3"/>
            </switch>
            """)
        #expect(result.items.map(\.bounds.width) == [9, 2])
    }

    @Test("what is not supported is one warning a kind, with its count and first line, and the rest is drawn")
    func unsupported() throws {
        let result = try readSVG(
            """
            <clipPath id="c"><rect width="5" height="5"/></clipPath>
            <rect width="9" height="9" clip-path="url(#c)"/>
            <text x="5" y="5">a<tspan>b</tspan></text>
            <text x="5" y="5">c</text>
            <image href="x.png" width="5" height="5"/>
            <rect width="9" height="9" filter="url(#f)" mask="url(#m)"/>
            <path d="M0 0H5" stroke="red" marker-end="url(#m)" vector-effect="non-scaling-stroke"/>
            <bogus/>
            <rect width="9" height="9" fill="url(#p)"/><pattern id="p"/>
            """)
        let kinds: [(ReadWarning.Kind, Int, Int)] = [
            (.clip, 1, 3), (.text, 2, 4), (.image, 1, 6), (.filter, 1, 7), (.mask, 1, 7), (.marker, 1, 8),
            (.nonScalingStroke, 1, 8), (.element, 1, 9), (.pattern, 1, 10),
        ]
        #expect(result.warnings.count == kinds.count)
        for (kind, count, line) in kinds {
            #expect(result.warning(kind)?.count == count && result.warning(kind)?.line == line, "\(kind)")
        }
        #expect(
            result.warning(.element)?.description == "test.svg:9: an element is not supported; it is left out (<bogus>)"
        )
        #expect(
            result.warning(.text)?.description
                == "test.svg:4: text is not supported yet; it is left out; 2 times, here first")
        #expect(result.items.count == 4)
    }
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
