import CanvasFormats
import CanvasTestSupport
import Foundation
import Testing

@Suite("SVG path data")
struct SVGPathTests {
    private func path(_ d: String) throws -> Path<ItemSpace> {
        let result = try readSVG(#"<path d="\#(d)" fill="none" stroke="black"/>"#)
        return try #require(result.strokes.first).path
    }

    private func points(_ d: String) throws -> [[Double]] { try path(d).points.map { [$0.x, $0.y] } }

    @Test("C11: a path with NaN or an overflowing number is drawn up to it, with one warning; the rest is drawn")
    func notFinite() throws {
        let clock = ContinuousClock()
        var result: ReadResult?
        let time = try clock.measure {
            result = try readSVG(
                """
                <path d="M10 10 LNaN NaN ZNaN"/>
                <path d="M10 10L1e400 5"/>
                <rect x="20" y="20" width="40" height="40" fill="green"/>
                """)
        }
        let read = try #require(result)
        #expect(time < .seconds(1))
        #expect(read.items.count == 1)
        #expect(read.items[0].hex == "#008000ff")
        #expect(read.items[0].bounds == Rect(x: 20, y: 20, width: 40, height: 40))
        #expect(read.warnings.count == 1)
        #expect(read.warnings[0].kind == .pathData && read.warnings[0].count == 2 && read.warnings[0].line == 2)
        #expect(read.drawing.bounds.isFinite)
    }

    @Test("C12: arc flags need no separators")
    func arcFlags() throws {
        for (compact, spaced) in [
            ("M10 60a20 20 0 0140 0", "M10 60 a 20 20 0 0 1 40 0"),
            ("M10 60a20 20 0 01.5.5", "M 10 60 a 20 20 0 0 1 .5 .5"),
            ("M10 60A20 20 0 1150 60", "M10,60A20,20,0,1,1,50,60"),
        ] {
            #expect(try path(compact) == path(spaced))
        }
        #expect(try points("M10 60a20 20 0 01.5.5").last == [10.5, 60.5])
        let half = try readSVG(#"<path d="M10 60a20 20 0 0140 0"/>"#)
        #expect(isClose(half.items[0].pathBox, 10, 40, 50, 60, 0.01))
    }

    @Test("a flag that is neither 0 nor 1 ends the path before it")
    func badFlag() throws {
        let result = try readSVG(#"<path d="M10 60 H50 A20 20 0 0 2 90 60" stroke="black" fill="none"/>"#)
        #expect(result.strokes[0].path.verbs == [.move, .line])
        #expect(result.warning(.pathData)?.count == 1)
    }

    @Test("C13: a relative moveto after an open sub-path counts from its end")
    func relativeMove() throws {
        #expect(try points("M10 10 L50 10 m0 30 l40 0") == [[10, 10], [50, 10], [50, 40], [90, 40]])
        #expect(try points("M10 10 L50 10 z m5 30 l40 0") == [[10, 10], [50, 10], [15, 40], [55, 40]])
    }

    @Test("C14: exponents and numbers glued together are told apart")
    func gluedNumbers() throws {
        #expect(try points("M1e1,5e1L9e1 5e1") == [[10, 50], [90, 50]])
        #expect(try points("M10 50l8e1.0") == [[10, 50], [90, 50]])
        #expect(try points("M10 50L90-5e-1") == [[10, 50], [90, -0.5]])
        #expect(try points("M1.5.5-.5.5") == [[1.5, 0.5], [-0.5, 0.5]])
        #expect(try points("M+1.-2.5E+0L3,,4".replacingOccurrences(of: ",,", with: " , ")) == [[1, -2.5], [3, 4]])
    }

    @Test("numbers are the doubles nearest to what is written")
    func numbers() throws {
        let words = [
            "656.2486996912721", "0.1", "123456789.123456789", "2916.16112794", "1e11", "900719925474.0993",
            "0.000001234567890123456789", "4.9406564584124654e-324",
            "2.2250738585072014e-308",
            "12345678901.234567890123", "0.30000000000000004", "179769.31348623157", "9.5367431640625e-07", "8.5e-19",
            "1234567890123456789e-19",
        ]
        for word in words {
            #expect(try points("M\(word) -\(word)L0 0")[0] == [Double(word)!, -Double(word)!], "\(word)")
        }
        var random = SplitMix64(seed: 11)
        for _ in 0..<2000 {
            let digits = Int.random(in: 1...19, using: &random)
            var text = String(UInt64.random(in: 0..<UInt64(pow(10, Double(digits))), using: &random))
            let place = Int.random(in: 0...text.count, using: &random)
            text.insert(".", at: text.index(text.startIndex, offsetBy: place))
            if text.first == "." { text = "0" + text }
            if text.last == "." { text += "0" }
            guard Double(text)! < 1e12 else { continue }
            #expect(try points("M\(text) 0L0 0")[0][0] == Double(text)!, "\(text)")
        }
    }

    @Test("every command, absolute and relative, and the points it leads to")
    func commands() throws {
        #expect(try points("M1 2 3 4 5 6") == [[1, 2], [3, 4], [5, 6]])
        #expect(try points("m1 2 3 4 5 6") == [[1, 2], [4, 6], [9, 12]])
        #expect(try points("M1 2H5V7h-1v-2") == [[1, 2], [5, 2], [5, 7], [4, 7], [4, 5]])
        #expect(try points("M0 0Q1 2 3 4q1 1 2 2") == [[0, 0], [1, 2], [3, 4], [4, 5], [5, 6]])
        // Smooth quadratics reflect the control point; without one before, it is the current point.
        #expect(
            try points("M0 0Q1 2 3 4T10 10t1 1") == [
                [0, 0], [1, 2], [3, 4], [5, 6], [10, 10], [15, 14], [11, 11],
            ])
        #expect(try points("M0 0T10 10") == [[0, 0], [0, 0], [10, 10]])
        #expect(try points("M0 0C0 0 3 3 3 3T10 10").suffix(2) == [[3, 3], [10, 10]])
        // A smooth cubic is the cubic with the reflected control point.
        #expect(try path("M0 0C0 10 20 10 20 0S40-10 40 0") == path("M0 0C0 10 20 10 20 0C20-10 40-10 40 0"))
        #expect(try path("m0 0c0 10 20 10 20 0s20-10 20 0") == path("M0 0C0 10 20 10 20 0C20-10 40-10 40 0"))
        #expect(try path("M0 0L3 3S10 10 20 0") == path("M0 0L3 3C3 3 10 10 20 0"))
        #expect(try path("M0 0L9 0L9 9ZL5 5").verbs == [.move, .line, .line, .close, .move, .line])
    }

    @Test("an error ends the path, and what comes before it is drawn")
    func errors() throws {
        #expect(try path("M0 0L10 10L20").verbs == [.move, .line])
        #expect(try path("M0 0L10 10 X 5 5").verbs == [.move, .line])
        #expect(try path("M0 0L10 10 Z 5 5").verbs == [.move, .line, .close])
        for d in ["", "   ", "L10 10", "10 10", "M", "M 10", "Z", "é", "M0 0"] {
            let result = try readSVG(#"<path d="\#(d)" stroke="black"/>"#)
            #expect(result.items.isEmpty, "\(d)")
            let isFine = d.trimmingCharacters(in: .whitespaces).isEmpty || d == "M0 0"
            #expect((result.warning(.pathData) == nil) == isFine, "\(d)")
        }
    }

    @Test("random bytes as path data never crash, and give finite paths only")
    func noise() throws {
        var random = SplitMix64(seed: 3)
        let alphabet = Array("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE ,,  \t")
        for _ in 0..<3000 {
            let d = String(
                (0..<Int.random(in: 0...60, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
            let result = try readSVG(#"<path d="\#(d)" stroke="black"/>"#)
            for item in result.items { #expect(item.bounds.isFinite) }
        }
    }

    @Test("cubics and arcs stay within the reader's tolerance on the canvas, whatever the transform")
    func tolerance() throws {
        let body = #"<path transform="scale(50)" d="M0 0C0 3 4 3 4 0"/>"#
        let fine = try #require(readSVG(body).fills.first)
        var options = DrawingReader.Options()
        options.tolerance = 5
        let coarse = try #require(readSVG(body, options: options).fills.first)
        #expect(fine.path.verbs.count > 2 * coarse.path.verbs.count)
        let curve = CubicBezier<CanvasSpace>(Point(0, 0), Point(0, 150), Point(200, 150), Point(200, 0))
        for (fill, bound) in [(fine, 0.005), (coarse, 5)] {
            for p in try fill.path.applying(fill.transform).subpaths[0].segments {
                guard case .quad(let q) = p else { continue }
                let m = q.point(at: 0.5)
                let nearest = (0...4000).map { curve.point(at: Double($0) / 4000).distance(to: m) }.min()!
                #expect(nearest <= bound + 0.06)
            }
        }
    }
}
