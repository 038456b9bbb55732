import CanvasFormats
import CanvasTestSupport
import Foundation
import Testing

@Suite("SVG structure")
struct SVGStructureTests {
    private func root(_ attributes: String) -> String { #"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)>"# }

    @Test("C18: transform lists apply from the last to the first, spaces before the bracket or not")
    func transforms() throws {
        let result = try readSVG(
            """
            <rect width="5" height="5" transform="rotate(90) scale (2) translate (10 ,-30)"/>
            <rect width="10" height="10" transform="skewX(45) translate(0 20)"/>
            """)
        #expect(isClose(result.items[0].bounds, 50, 20, 60, 30, 1e-9))
        #expect(isClose(result.items[1].bounds, 20, 20, 40, 30, 1e-9))
        let fill = result.fills[1]
        #expect(Point<ItemSpace>(0, 0).applying(fill.transform).distance(to: Point(20, 20)) < 1e-9)
        #expect(Point<ItemSpace>(10, 10).applying(fill.transform).distance(to: Point(40, 30)) < 1e-9)
    }

    @Test(
        "every transform function",
        arguments: [
            ("matrix(1 2 3 4 5 6)", [1, 2, 3, 4, 5, 6]), ("translate(5)", [1, 0, 0, 1, 5, 0]),
            ("translate(5-6)", [1, 0, 0, 1, 5, -6]), ("scale(2)", [2, 0, 0, 2, 0, 0]),
            ("scale(2,3)", [2, 0, 0, 3, 0, 0]),
            ("rotate(90)", [0, 1, -1, 0, 0, 0]), ("rotate(90 10 20)", [0, 1, -1, 0, 30, 10]),
            ("skewX(45)", [1, 0, 1, 1, 0, 0]), ("skewY(45)", [1, 1, 0, 1, 0, 0]), ("", [1, 0, 0, 1, 0, 0]),
            ("translate(1,2),scale(3)", [3, 0, 0, 3, 1, 2]),
        ])
    func functions(text: String, entries: [Double]) throws {
        let t = try #require(readSVG(#"<rect width="9" height="9" transform="\#(text)"/>"#).fills.first).transform
        for (got, want) in zip([t.a, t.b, t.c, t.d, t.tx, t.ty], entries) { #expect(abs(got - want) < 1e-12) }
    }

    @Test("a malformed transform is ignored with a warning; a flattening one draws nothing")
    func badTransforms() throws {
        let result = try readSVG(
            """
            <rect width="9" height="9" transform="rotate(90"/><rect width="9" height="9" transform="scale(1,2,3)"/>
            <rect width="9" height="9" transform="spin(4)"/><rect width="9" height="9" transform="scale(1e400)"/>
            <rect width="9" height="9" transform="scale(0)"/><rect width="9" height="9" transform="scale(1 0)"/>
            """)
        #expect(result.items.count == 4)
        #expect(result.warning(.transform)?.count == 4)
    }

    @Test("C19: elements that use each other are drawn once each way, quickly, and the rest is drawn")
    func useCycle() throws {
        let result = try readSVG(
            """
            <g id="P"><rect x="10" y="10" width="20" height="20"/><use href="#Q" x="30"/></g>
            <g id="Q"><rect x="10" y="10" width="20" height="20" fill="blue"/><use href="#P" x="30"/></g>
            <rect x="60" y="60" width="20" height="20" fill="red"/>
            """)
        #expect(result.items.count == 5)
        #expect(result.items.last?.hex == "#ff0000ff")
        #expect(result.warning(.cycle)?.count == 2)
        let own = try readSVG(##"<use id="u" href="#u"/><g id="v"><use href="#v"/></g><rect width="9" height="9"/>"##)
        #expect(own.items.count == 1)
    }

    @Test("C19: gradients that refer to each other end, and the rest is drawn")
    func gradientCycle() throws {
        let result = try readSVG(
            """
            <linearGradient id="g1" href="#g2"/><linearGradient id="g2" href="#g1"/>
            <rect x="10" y="60" width="20" height="20" fill="url(#g1)"/>
            <rect x="60" y="60" width="20" height="20" fill="red"/>
            """)
        #expect(result.items.map(\.hex) == ["#ff0000ff"])
        #expect(result.warning(.cycle)?.count == 1)
    }

    @Test("uses that multiply are bounded, with a warning, in little time")
    func multiplying() throws {
        var body = #"<rect id="l0" width="9" height="9"/>"#
        for level in 1...12 {
            let inner = String(repeating: ##"<use href="#l\##(level - 1)"/>"##, count: 10)
            body += "<g id=\"l\(level)\" display=\"inline\">\(inner)</g>"
        }
        var options = DrawingReader.Options()
        options.maximumInstances = 20_000
        let result = try readSVG(
            "<defs>\(body)</defs><use href=\"#l12\"/><rect width=\"1\" height=\"1\"/>", options: options)
        #expect(result.items.count > 1000 && result.items.count <= 20_001)
        #expect(result.items.last?.bounds.width == 1)
        #expect(result.warning(.tooManyInstances) != nil)
    }

    @Test("nesting and chains of references as deep as they may be need less than 512 KiB of stack")
    func deep() throws {
        let depth = 4000
        let nested =
            String(repeating: "<g>", count: depth) + #"<rect width="9" height="9"/>"#
            + String(repeating: "</g>", count: depth)
        var chain = #"<rect id="c0" width="9" height="9"/>"#
        for i in 1...20_000 { chain += "<use id=\"c\(i)\" href=\"#c\(i - 1)\"/>" }
        let bodies = [nested, "<defs>\(chain)</defs><use href=\"#c100\"/><use href=\"#c20000\"/>"]
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var counts: [Int] = []
        let thread = Thread {
            counts = bodies.map { body in (try? readSVG(body).items.count) ?? -1 }
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
        #expect(counts == [1, 1])
        let tooDeep = String(repeating: "<g>", count: 5000) + String(repeating: "</g>", count: 5000)
        let error = #expect(throws: FormatError.self) { _ = try readSVG(tooDeep) }
        #expect(error?.kind == .tooLarge)
    }

    @Test("use: elements defined later, both spellings of the reference, its own place, transform and style")
    func uses() throws {
        let result = try readSVG(
            """
            <use href="#r" x="10" y="20" fill="red"/>
            <use xlink:href="#r" transform="scale(2)" x="1"/>
            <use href="#missing"/><use href="other.svg#r"/><use/>
            <defs><rect id="r" width="3" height="4"/></defs>
            """)
        #expect(
            result.items.map(\.bounds) == [
                Rect(x: 10, y: 20, width: 3, height: 4), Rect(x: 2, y: 0, width: 6, height: 8),
            ])
        #expect(result.items.map(\.hex) == ["#ff0000ff", "#000000ff"])
        #expect(result.warning(.reference)?.count == 2)
    }

    @Test("symbols draw only where they are used, in the viewport that the use gives them")
    func symbols() throws {
        let result = try readSVG(
            """
            <symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>
            <use href="#s" x="20" y="30" width="40" height="20"/>
            <use href="#s" width="40" height="20"/>
            """)
        // Fitted and centred.
        #expect(isClose(result.items[0].bounds, 30, 30, 50, 50, 1e-9))
        #expect(isClose(result.items[1].bounds, 10, 0, 30, 20, 1e-9))
        #expect(result.items.count == 2 && result.warnings.isEmpty)
    }

    @Test("inner viewports have their own place, size and percentages; what overflows them is a warning")
    func innerViewports() throws {
        let result = try readSVG(
            """
            <svg x="10" y="20" width="50%" height="100" viewBox="0 0 50 50" preserveAspectRatio="xMaxYMin meet">
              <rect width="100%" height="50%"/>
            </svg>
            <svg width="10" height="10"><rect width="20" height="5"/></svg>
            <svg width="10" height="10" overflow="visible"><rect width="20" height="5"/></svg>
            <svg width="0" height="10"><rect width="20" height="5"/></svg>
            """)
        #expect(isClose(result.items[0].bounds, 10, 20, 110, 70, 1e-9))
        #expect(result.items.count == 3)
        #expect(result.warning(.viewportClip)?.count == 1)
    }

    @Test("the page is the outermost viewport in CSS pixels, whatever the unit")
    func page() throws {
        let cases: [(String, Double, Double)] = [
            (#"width="10mm" height="1in" viewBox="0 0 5 5""#, 96 / 2.54, 96),
            (#"width="3pc" height="72pt""#, 48, 96),
            (#"viewBox="5 5 30 40""#, 30, 40), (#"width="60" viewBox="0 0 30 40""#, 60, 80),
            (#"height="60" viewBox="0 0 30 40""#, 45, 60), (#"width="100%" height="100%" viewBox="0 0 30 40""#, 30, 40),
            (#"width="25" height="35""#, 25, 35),
        ]
        for (attributes, width, height) in cases {
            let page = try #require(readSVG("<rect width='1' height='1'/>", root: root(attributes)).drawing.page)
            #expect(abs(page.width - width) < 1e-9 && abs(page.height - height) < 1e-9, "\(attributes)")
        }
    }

    @Test("preserveAspectRatio: none, meet and slice, and the nine places")
    func aspectRatio() throws {
        let cases: [(String, Rect<CanvasSpace>)] = [
            ("none", Rect(x: 0, y: 0, width: 100, height: 50)), ("xMidYMid", Rect(x: 25, y: 0, width: 50, height: 50)),
            ("xMinYMax meet", Rect(x: 0, y: 0, width: 50, height: 50)),
            ("xMaxYMin", Rect(x: 50, y: 0, width: 50, height: 50)),
            ("xMidYMid slice", Rect(x: 0, y: -25, width: 100, height: 100)),
            ("xMinYMax slice", Rect(x: 0, y: -50, width: 100, height: 100)),
            ("xmidymid", Rect(x: 25, y: 0, width: 50, height: 50)),
        ]
        for (text, box) in cases {
            let result = try readSVG(
                #"<rect width="10" height="10"/>"#,
                root: root(#"width="100" height="50" viewBox="0 0 10 10" preserveAspectRatio="\#(text)""#))
            #expect(isClose(result.items[0].bounds, box.minX, box.minY, box.maxX, box.maxY, 1e-9), "\(text)")
        }
    }

    @Test("the basic shapes have the outlines that SVG gives them")
    func shapes() throws {
        let result = try readSVG(
            """
            <rect x="10" y="20" width="30" height="40" rx="5"/>
            <circle cx="50" cy="60" r="7"/><ellipse cx="50" cy="60" rx="7" ry="3"/><ellipse cx="5" cy="6" rx="4"/>
            <line x1="1" y1="2" x2="3" y2="4" stroke="red"/>
            <polyline points="0,0 10,0 10 10" stroke="red" fill="none"/><polygon points="0,0 10,0 10-10"/>
            <rect width="30" height="40" rx="100" ry="2"/>
            """)
        let boxes = result.items.map(\.pathBox)
        #expect(isClose(boxes[0], 10, 20, 40, 60, 1e-9))
        #expect(isClose(boxes[1], 43, 53, 57, 67, 0.006))
        #expect(isClose(boxes[2], 43, 57, 57, 63, 0.006))
        #expect(isClose(boxes[3], 1, 2, 9, 10, 0.006))
        #expect(boxes[4] == Rect(minX: 1, minY: 2, maxX: 3, maxY: 4))
        #expect(result.strokes[1].path.verbs == [.move, .line, .line])
        #expect(result.fills[4].path.verbs == [.move, .line, .line, .close])
        #expect(isClose(boxes[7], 0, 0, 30, 40, 1e-9))
        // The rounded corner of the first: a quarter circle about (15, 25).
        let corner = result.fills[0].path
        #expect(corner.points.first == Point(15, 20))
        for p in corner.subpaths[0].segments {
            if case .quad(let q) = p, q.p2.x < 15, q.p2.y < 25 {
                #expect(abs(q.p2.distance(to: Point(15, 25)) - 5) < 1e-9)
            }
        }
    }

    @Test("shapes without size draw nothing; broken ones are a warning, and the rest is drawn")
    func degenerateShapes() throws {
        let result = try readSVG(
            """
            <rect width="0" height="5"/><rect height="5"/><circle r="0"/><ellipse rx="0" ry="4"/><polygon points=""/>
            <rect width="-5" height="5"/><circle r="x"/><rect x="1e999" width="5" height="5"/>
            <polyline points="0 0 10 0 10" stroke="red" fill="none"/>
            <polyline points="0 0 10 0 NaN 5" stroke="red" fill="none"/>
            <rect x="1e12" width="5" height="5"/><path d="M0 0L1e12 5" stroke="red"/>
            """)
        #expect(result.strokes.map(\.path.verbs) == [[.move, .line], [.move, .line]])
        #expect(result.fills.count == 1)
        #expect(result.warning(.length)?.count == 3)
        #expect(result.warning(.points)?.count == 2)
        #expect(result.warning(.outOfRange)?.count == 3)
    }

    @Test("fill comes before stroke, and later elements are above earlier ones")
    func order() throws {
        let result = try readSVG(
            #"<rect width="9" height="9" fill="red" stroke="blue"/><rect width="9" height="9" fill="lime"/>"#)
        #expect(result.items.map(\.hex) == ["#ff0000ff", "#0000ffff", "#00ff00ff"])
    }

    @Test("prefixes: svg: is SVG's, other vocabularies are passed over")
    func namespaces() throws {
        let text = """
            <?xml version="1.0"?><!DOCTYPE svg><svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="9" height="9">
            <metadata><rdf:RDF/></metadata><sodipodi:namedview x="1"><rect/></sodipodi:namedview>
            <other xmlns="http://example.com/"><rect width="5" height="5"/></other>
            <svg:rect width="4" height="4"/></svg:svg>
            """
        let result = try DrawingReader.read(data: Data(text.utf8))
        #expect(result.items.count == 1 && result.warnings.isEmpty)
    }
}
