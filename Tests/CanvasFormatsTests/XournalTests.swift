import CanvasFormats
import CanvasTestSupport
import Foundation
import Testing

@Suite("Xournal++ documents")
struct XournalTests {
    private func read(_ strokes: String, page: String? = nil) throws -> ReadResult {
        let page = page ?? #"<page width="200" height="100"><background type="solid" color="white" style="plain"/>"#
        let text =
            "<?xml version=\"1.0\"?>\n<xournal fileversion=\"4\">\n\(page)\n<layer>\n\(strokes)\n</layer></page></xournal>"
        return try DrawingReader.read(data: Data(text.utf8), name: "test.xopp")
    }

    private func stroke(_ attributes: String, _ points: String) -> String {
        #"<stroke tool="pen" color="black" \#(attributes)>\#(points)</stroke>"#
    }

    @Test("C20: bad pressure widths are replaced, with one warning, and good strokes are untouched")
    func badWidths() throws {
        let result = try read(
            """
            \(stroke("width=\"2 1.5 nan\"", "10 20 40 20 70 20"))
            \(stroke("width=\"2 1.5 0\"", "10 40 40 40 70 40"))
            \(stroke("width=\"2 -1 1.5\"", "10 60 40 60 70 60"))
            \(stroke("width=\"2\"", "10 80 40 80 70 80"))
            """)
        let strokes = result.strokes
        #expect(strokes.count == 4)
        // The last good width before, or the stroke's own; at each point the mean of the segments that meet there.
        #expect(strokes[0].width == .profile([1.5, 1.5, 1.5]))
        #expect(strokes[1].width == .profile([1.5, 1.5, 1.5]))
        #expect(strokes[2].width == .profile([2, 1.75, 1.5]))
        #expect(strokes[3].width == .uniform(2))
        #expect(result.warnings.count == 1)
        #expect(result.warning(.strokeWidth)?.count == 3 && result.warning(.strokeWidth)?.line == 5)
        for item in result.items { #expect(item.bounds.isFinite) }
    }

    @Test("pressure gives each segment its width; too few widths mean none")
    func pressure() throws {
        let result = try read(
            stroke("width=\"2 1 3 2\"", "0 0 10 0 20 0 30 0") + stroke("width=\"2 1 3\"", "0 0 10 0 20 0 30 0")
                + stroke("width=\"2 1 3 5 7 9\"", "0 0 10 0 20 0") + stroke("width=\"-4\"", "0 0 10 0")
                + stroke("width=\"nan 3\"", "0 0 10 0"))
        #expect(
            result.strokes.map(\.width) == [
                .profile([1, 2, 2.5, 2]), .uniform(2), .profile([1, 2, 3]), .uniform(1.41), .profile([3, 3]),
            ])
        #expect(result.warning(.strokeWidth)?.count == 3)
    }

    @Test("tools, colours, caps, dashes and fills")
    func tools() throws {
        let points = "0 0 10 0 10 10"
        let result = try read(
            """
            <stroke tool="pen" color="blue" width="1" capStyle="butt" style="dash">\(points)</stroke>
            <stroke tool="highlighter" color="#ffff007f" width="8" capStyle="square">\(points)</stroke>
            <stroke tool="highlighter" color="yellow" width="8 1 2">\(points)</stroke>
            <stroke tool="eraser" color="#ffffffff" width="8" style="cust: 1 2 3">\(points)</stroke>
            <stroke tool="pen" color="#ff0000ff" width="1" fill="51">\(points)</stroke>
            <stroke tool="pen" color="mauve" width="1">5 5 5 5</stroke>
            """)
        #expect(
            result.items.dropFirst().map(\.hex) == [
                "#3333ccff", "#ffff007f", "#ffff0078", "#ffffffff", "#ff000033", "#ff0000ff", "#000000ff",
            ])
        let s = result.strokes
        #expect(s.allSatisfy { $0.style.join == .round })
        #expect(s.map(\.style.cap) == [.butt, .square, .round, .round, .round, .round])
        #expect(s[0].style.dash?.lengths == [6, 3] && s[3].style.dash?.lengths == [1, 2, 3, 1, 2, 3])
        #expect(s[2].width == .uniform(8))
        #expect(result.warning(.color)?.count == 1)
        #expect(s[5].path.points == [Point(5, 5), Point(5, 5)])
    }

    @Test("pages lie side by side with a gap, each on its paper")
    func pages() throws {
        let one = #"<page width="100" height="50"><background type="solid" color="yellow" style="plain"/>"#
        let two = "</layer></page><page width=\"60\" height=\"80\"><layer>"
        let result = try read(stroke("width=\"2\"", "1 2 3 4") + two + stroke("width=\"2\"", "1 2 3 4"), page: one)
        #expect(result.drawing.page == Rect(x: 0, y: 0, width: 180, height: 80))
        #expect(result.items.map(\.hex) == ["#ffffa0ff", "#000000ff", "#ffffffff", "#000000ff"])
        #expect(result.items[2].bounds == Rect(x: 120, y: 0, width: 60, height: 80))
        #expect(result.items[3].pathBox == Rect(minX: 121, minY: 2, maxX: 123, maxY: 4))
        var options = DrawingReader.Options()
        options.pageGap = 5
        let text = Data("<xournal><page width=\"10\" height=\"10\"/><page width=\"10\" height=\"10\"/></xournal>".utf8)
        #expect(try DrawingReader.read(data: text, options: options).drawing.page?.width == 25)
    }

    @Test("rulings are drawn where Xournal++ draws them")
    func rulings() throws {
        func lines(_ style: String, _ config: String = "", paper: String = "#ffffffff") throws -> [Stroke] {
            try read(
                "",
                page:
                    #"<page width="612" height="792"><background type="solid" color="\#(paper)" style="\#(style)" config="\#(config)"/>"#
            ).strokes
        }
        let ruled = try lines("ruled")
        #expect(ruled.count == 1 && ruled[0].path.subpaths.count == 28)
        #expect(ruled[0].path.points[0] == Point(0, 80) && ruled[0].path.points[2] == Point(0, 104))
        let lined = try lines("lined", "m1=-72,r1=30")
        #expect(lined.count == 2 && lined[1].path.points[0] == Point(540, 0))
        #expect(Item.stroke(lined[1]).hex == "#ff0080ff" && lined[0].path.points[2].y == 110)
        let graph = try lines("graph", "m1=40,rm=1,r1=20")
        #expect(graph[0].path.controlBounds == Rect(minX: 40, minY: 40, maxX: 560, maxY: 740))
        #expect(try lines("dotted", "f1=ff0000").map { Item.stroke($0).hex } == ["#ff0000ff"])
        #expect(try lines("ruled", "", paper: "#000000ff").map { Item.stroke($0).hex } == ["#434343ff"])
        #expect(try lines("staves")[0].path.subpaths.count == 7 * 11)
        for style in ["isograph", "isodotted"] {
            let iso = try lines(style)[0]
            #expect(iso.path.controlBounds.minX > 14 && iso.path.controlBounds.maxX < 612 - 14)
        }
        #expect(try lines("plain").isEmpty)
    }

    @Test("what is not supported is one warning a kind, broken strokes are drawn up to the error")
    func unsupported() throws {
        let result = try read(
            """
            <text x="1" y="2">hello</text><image left="0">AAAA</image><teximage>BBBB</teximage><bogus/>
            \(stroke("width=\"2\"", "0 0 10 0 x 5"))
            \(stroke("width=\"2\"", "0 0 10 0 7"))
            \(stroke("width=\"2\"", ""))
            """, page: #"<page width="200" height="NaN"><background type="pdf" filename="a.pdf" pageno="1"/>"#)
        #expect(
            Set(result.warnings.map(\.kind)) == [
                .length, .background, .text, .image, .textImage, .element, .strokePoints,
            ])
        #expect(result.warning(.strokePoints)?.count == 3)
        #expect(result.strokes.map(\.path.verbs) == [[.move, .line], [.move, .line]])
        #expect(result.fills.count == 1)
    }
}
