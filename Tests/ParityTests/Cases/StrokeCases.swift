import CanvasTestSupport
import Foundation
import Pantograph
import Testing

/// What other projects got wrong about strokes, on every renderer. "Ink" is a pixel darker than half.
@Suite("Cases: strokes")
struct StrokeCases {
    private func document(_ width: Int, _ height: Int, _ body: String) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'>\(body)</svg>"
    }

    private func path(_ d: String, _ width: Double, _ attributes: String = "") -> String {
        "<path d='\(d)' fill='none' stroke='black' stroke-width='\(width)' \(attributes)/>"
    }

    @Test(
        "C01: a curve whose control point lies beyond its end runs out to its turning point", arguments: Renderers.all)
    func controlPointBeyondEnd(renderer: any TestRenderer) throws {
        for join in ["miter", "round", "bevel"] {
            let ink = Ink(
                darknessOf: try renderer.picture(
                    svg: document(160, 100, path("M20 50 Q120 50 60 50", 6, "stroke-linejoin='\(join)'"))))
            #expect(ink.isInk(72, 50) && ink.isInk(80, 50), "\(join)")
            #expect(ink[90, 50] == 0 && ink[17, 50] == 0, "\(join)")
        }
        let curve = QuadraticBezier<ItemSpace>(Point(20, 50), Point(120, 50), Point(60, 50))
        #expect(abs(curve.bounds.maxX - 82.5) < 0.01 && curve.bounds.minX == 20)
    }

    @Test("C02: sub-paths without length are dots, squares or nothing, at every zoom", arguments: Renderers.all)
    func zeroLength(renderer: any TestRenderer) throws {
        for (d, cap, area) in [
            ("M50 50 L50 50", "round", 113.1), ("M50 50 Z", "round", 113.1), ("M50 50 Q50 50 50 50", "round", 113.1),
            ("M50 50 L50 50", "square", 144), ("M50 50 L50 50", "butt", 0), ("M50 50", "round", 0),
        ] {
            let text = document(100, 100, path(d, 12, "stroke-linecap='\(cap)'"))
            for zoom in [0.5, 1, 8] {
                let ink = Ink(darknessOf: try renderer.picture(svg: text, zoom: zoom))
                let allowed = area == 0 ? 0 : 4 * max(zoom, zoom * zoom)
                #expect(abs(ink.area - area * zoom * zoom) <= allowed, "\(d) \(cap) at \(zoom): \(ink.area)")
                if let bounds = ink.bounds(), cap == "square" {
                    let side = Int(12 * zoom)
                    #expect(bounds.columns.count == side && bounds.rows.count == side, "\(d) at \(zoom): \(bounds)")
                }
            }
        }
    }

    @Test("C03: the closing corner is joined like the others, wherever the ring starts", arguments: Renderers.all)
    func closingJoin(renderer: any TestRenderer) throws {
        let corners = [(20, 20), (80, 20), (80, 80), (20, 80)]
        var pictures: [PixelBuffer] = []
        for start in 0..<4 {
            let points = (0..<4).map { corners[(start + $0) % 4] }
            let d = "M\(points[0].0) \(points[0].1)" + points.dropFirst().map { " L\($0.0) \($0.1)" }.joined()
            for returns in ["", " L\(points[0].0) \(points[0].1)"] {
                let picture = try renderer.picture(svg: document(100, 100, path(d + returns + " Z", 10)))
                let ink = Ink(darknessOf: picture)
                for (x, y) in [(16, 16), (83, 16), (83, 83), (16, 83)] { #expect(ink.isInk(x, y), "\(d)\(returns)") }
                pictures.append(picture)
            }
        }
        for picture in pictures {
            let failure = ImageComparison(threshold: 1).failure(
                expected: pictures[0], actual: picture, name: "C03-\(renderer.kind)")
            #expect(failure == nil)
        }
        let open = Ink(darknessOf: try renderer.picture(svg: document(100, 100, path("M20 20 H80 V80 H20 L20 20", 10))))
        #expect(open[16, 16] == 0)
    }

    @Test("C04: a miter over its limit is a bevel and never a spike", arguments: Renderers.all)
    func miterLimit(renderer: any TestRenderer) throws {
        func ink(_ degrees: Double) throws -> Ink {
            let half = degrees / 2 * .pi / 180
            let (x, y) = (100 - 70 * cos(half), 70 * sin(half))
            let d = "M\(x) \(60 - y) L100 60 L\(x) \(60 + y)"
            return Ink(
                darknessOf: try renderer.picture(svg: document(160, 120, path(d, 10, "stroke-miterlimit='4'"))))
        }
        #expect(try ink(30).isInk(112, 60))
        for degrees in [28, 0.01] {
            let ink = try ink(degrees)
            #expect(ink[104, 60] == 0, "\(degrees)")
            let bounds = try #require(ink.bounds())
            #expect(bounds.columns.upperBound <= 106, "\(degrees)")
        }
    }

    @Test("C05: a translucent stroke that crosses itself is covered once", arguments: Renderers.all)
    func selfCrossing(renderer: any TestRenderer) throws {
        let style = "stroke-opacity='0.5' stroke-linejoin='round'"
        let one = document(120, 120, path("M20 20 L100 100 L100 20 L20 100", 16, style))
        let two = document(120, 120, path("M20 20 L100 100", 16, style) + path("M100 20 L20 100", 16, style))
        let picture = try renderer.picture(svg: one)
        let plain = Int(picture[40, 40].red)
        #expect((127...128).contains(plain))
        #expect(abs(Int(picture[60, 60].red) - plain) <= 1 && abs(Int(picture[100, 100].red) - plain) <= 1)
        #expect(abs(Int(try renderer.picture(svg: two)[60, 60].red) - 64) <= 2)

        // Loops of quadratics, and the same while the frame is shown re-projected: only paper, the one grey and, along
        // edges, what lies between.
        let loops = document(
            120, 120, path("M20 60 Q110 -30 60 60 Q10 150 100 60 Q60 0 20 60", 14, "stroke-opacity='0.5'"))
        let size = PixelSize(width: 120, height: 120)
        for text in [one, loops] {
            let flat = try renderer.picture(svg: text)
            #expect(flat.pixels.allSatisfy { $0 & 0xff >= UInt32(plain) - 1 })
            let camera = Transform2D<CanvasSpace, FrameSpace>.fromTopLeft(size, zoom: 1)
            let moved = camera.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self).concatenating(
                Transform2D<ViewSpace, ViewSpace>(rotationAngle: 0.3)
            ).scaledBy(x: 1.2, y: 1.2)
            let shown = try renderer.composition(
                [RenderRequest(drawing: try Drawing(svg: text), transform: camera, size: size, background: .white)],
                current: moved, size: size, background: .white)
            #expect(shown.pixels.allSatisfy { $0 & 0xff >= UInt32(plain) - 1 })
            #expect(shown.pixels.contains { $0 & 0xff <= UInt32(plain) + 1 })
        }
    }

    @Test("C06: under a scale that is not uniform the pen is an ellipse", arguments: Renderers.all)
    func ellipticalPen(renderer: any TestRenderer) throws {
        func ink(_ transform: String, _ body: String) throws -> Ink {
            let text = document(
                400, 120, "<g transform='\(transform)' fill='none' stroke='black' stroke-width='4'>\(body)</g>")
            return Ink(darknessOf: try renderer.picture(svg: text))
        }
        func expectRuns(_ runs: [(range: Range<Int>, length: Double)], _ lengths: [Double], _ what: String) {
            #expect(runs.count == lengths.count, "\(what): \(runs)")
            for (run, length) in zip(runs, lengths) { #expect(abs(run.length - length) <= 0.5, "\(what): \(runs)") }
        }
        let lines = "<path d='M10 60.3H90'/>"
        expectRuns(try ink("scale(4,1)", lines).runs(inColumn: 200), [4], "horizontal line")
        expectRuns(try ink("scale(4,1)", "<path d='M50.3 10V110'/>").runs(inRow: 60), [16], "vertical line")
        for rotation in ["", " rotate(30)"] {
            let ring = try ink("translate(200,60) scale(4,1)\(rotation)", "<circle r='20'/>")
            expectRuns(ring.runs(inRow: 60), [16, 16], "ring, row")
            expectRuns(ring.runs(inColumn: 200), [4, 4], "ring, column")
        }
        // Turned by 30° before the scale, a band of width 4 across n = (−½, √¾) is cut by a column over 4 / √¾ and by a
        // row over 4 · 4 / ½.
        let turned = try ink("translate(200,60) scale(4,1) rotate(30)", "<path d='M-200 0H200'/>")
        expectRuns(turned.runs(inColumn: 200), [4 / 0.75.squareRoot()], "turned horizontal line, column")
        expectRuns(turned.runs(inRow: 60), [32], "turned horizontal line, row")
        let across = try ink("translate(200,60) scale(4,1) rotate(30)", "<path d='M0 -200V200'/>")
        expectRuns(across.runs(inColumn: 200), [8], "turned vertical line, column")
        expectRuns(across.runs(inRow: 60), [16 / 0.75.squareRoot()], "turned vertical line, row")
    }

    @Test("C07: hairlines keep their ink at every zoom and offset", arguments: Renderers.all)
    func hairlines(renderer: any TestRenderer) throws {
        var inkAtZoom: [Double] = []
        for zoom in [0.125, 0.25, 0.5, 1] {
            var all: [Double] = []
            for offset in 0..<10 {
                let lines = (0..<20).map { path("M\(Double(10 * $0 + 10) + Double(offset) / 10 / zoom) -50V250", 1) }
                let drawing = try Drawing(svg: document(240, 200, lines.joined()))
                let ink = Ink(darknessOf: try renderer.picture(drawing, 240, 40, zoom: zoom))
                let row = (0..<240).map { ink[$0, 17] }
                // Each line's ink lies within a window of its own. At 2.5 pixels a line, windows end between pixels only
                // every second line, and two are measured together; at 1.25 a line of one pixel's width reaches into its
                // neighbour's window, and all are. A minimum between lines takes two pixels a line: they are counted from
                // 2.5 pixels on.
                let together = zoom == 0.125 ? 20 : zoom == 0.25 ? 2 : 1
                let windows = stride(from: 0, to: 20, by: together).map { i -> Double in
                    let from = Int(10 * zoom * Double(i)) + [0.125: 0, 0.25: 2, 0.5: 2, 1: 5][zoom]!
                    let to = zoom == 0.125 ? 40 : from + Int(10 * zoom) * together + (zoom == 0.25 ? 1 : 0)
                    return row[from..<to].reduce(0, +) / Double(together)
                }
                all += windows
                #expect(windows.allSatisfy { $0 > 0 }, "zoom \(zoom), offset \(offset)")
                if zoom >= 0.25 {
                    let peaks = (1..<239).filter {
                        row[$0] > 0 && row[$0] >= row[$0 + 1] && row[$0] > row[$0 - 1]
                    }
                    #expect(peaks.count == 20, "zoom \(zoom), offset \(offset): \(row.prefix(80))")
                }
            }
            let mean = all.reduce(0, +) / Double(all.count)
            #expect((all.max()! - all.min()!) / mean <= 0.05, "zoom \(zoom): \(all.min()!)…\(all.max()!)")
            #expect(abs(mean - zoom) <= 0.03 * zoom, "zoom \(zoom): \(mean)")
            inkAtZoom.append(mean)
        }
        #expect(zip(inkAtZoom, inkAtZoom.dropFirst()).allSatisfy { $0 < $1 })

        let text = """
            <svg xmlns='http://www.w3.org/2000/svg' width='1000' height='1000' viewBox='-5 -5 10 10'>\
            <path d='M-4 0.0031H4' stroke='black' stroke-width='0.01'/></svg>
            """
        let ink = Ink(darknessOf: try renderer.picture(svg: text))
        for x in [200, 500, 777] { #expect(abs(ink.columnSums[x] - 1) <= 0.1) }
    }

    @Test("C08: a stroke far wider than its shape leaves no holes", arguments: Renderers.all)
    func wideStroke(renderer: any TestRenderer) throws {
        let text = document(120, 120, path("M50 50L62 50L62 62Z", 60, "stroke-linejoin='round'"))
        let ink = Ink(darknessOf: try renderer.picture(svg: text, zoom: 4))
        let corners = [Point<CanvasSpace>(50, 50), Point(62, 50), Point(62, 62)]
        var wrong = 0
        for y in 0..<480 {
            for x in 0..<480 {
                let p = Point<CanvasSpace>((Double(x) + 0.5) / 4, (Double(y) + 0.5) / 4)
                let distance = (0..<3).map { Self.distance(p, corners[$0], corners[($0 + 1) % 3]) }.min()!
                if distance <= 29, !ink.isInk(x, y) { wrong += 1 }
                if distance >= 31, ink[x, y] != 0 { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    private static func distance(_ p: Point<CanvasSpace>, _ a: Point<CanvasSpace>, _ b: Point<CanvasSpace>) -> Double {
        let t = min(1, max(0, (p - a).dot(b - a) / (b - a).lengthSquared))
        return p.distance(to: a.interpolated(to: b, t))
    }

    @Test("C09: repeated points at the start of a freehand stroke change nothing", arguments: Renderers.all)
    func repeatedPoints(renderer: any TestRenderer) throws {
        func picture(_ points: [(Double, Double)]) throws -> PixelBuffer {
            var path = Path<ItemSpace>()
            try path.move(to: Point(points[0].0, points[0].1))
            for p in points.dropFirst() { try path.line(to: Point(p.0, p.1)) }
            let stroke = try Stroke(
                path, width: .profile(points.map { _ in 0.5 * 20 }), paint: .solid(.black))
            #expect(stroke.bounds.isFinite)
            return try renderer.picture(Drawing([.stroke(stroke)]), 120, 90)
        }
        let repeated = try picture([(30, 30), (30, 30), (30, 30), (60, 30), (90, 60)])
        let plain = try picture([(30, 30), (60, 30), (90, 60)])
        let failure = ImageComparison(threshold: 1).failure(
            expected: plain, actual: repeated, name: "C09-\(renderer.kind)")
        #expect(failure == nil)
        let dot = Ink(darknessOf: try picture([(Double, Double)](repeating: (30, 30), count: 5)))
        #expect(abs(dot.area - .pi * 25) <= 0.05 * .pi * 25)
    }

    @Test("C10: a width that changes steeply gives the hull of two discs, and no hairs", arguments: Renderers.all)
    func steepWidth(renderer: any TestRenderer) throws {
        func ink(_ points: [(Double, Double)], _ widths: [Double], zoom: Double) throws -> Ink {
            var path = Path<ItemSpace>()
            try path.move(to: Point(points[0].0, points[0].1))
            for p in points.dropFirst() { try path.line(to: Point(p.0, p.1)) }
            let stroke = try Stroke(path, width: .profile(widths), paint: .solid(.black))
            return Ink(
                darknessOf: try renderer.picture(
                    Drawing([.stroke(stroke)]), Int(140 * zoom), Int(120 * zoom), zoom: zoom))
        }
        let hull = try ink([(40, 60), (100, 60)], [8, 48], zoom: 1)
        for y in 0..<120 {
            for x in 0..<140 {
                let p = Vector<CanvasSpace>(Double(x) + 0.5 - 40, abs(Double(y) + 0.5 - 60))
                let t = Self.hullDistance(p, 4, 24, 60)
                if t < -1 { #expect(hull.isInk(x, y), "(\(x), \(y))") }
                if t > 1 { #expect(hull[x, y] == 0, "(\(x), \(y))") }
            }
        }
        let points = [(20.0, 60.0), (60, 60), (22, 61), (60, 62), (24, 63)]
        let zigzag = try ink(points, [4, 20, 4, 20, 4], zoom: 1)
        for y in 0..<120 {
            for x in 0..<140 where zigzag[x, y] > 0 {
                let p = Point<CanvasSpace>(Double(x) + 0.5, Double(y) + 0.5)
                let distance = zip(points, points.dropFirst()).map {
                    Self.distance(p, Point($0.0, $0.1), Point($1.0, $1.1))
                }.min()!
                // A pixel with any ink may have its centre up to √½ beyond the edge.
                #expect(distance <= 10.5 + 0.71, "(\(x), \(y))")
            }
        }
    }

    /// The signed distance to the union of discs whose radius goes from `r0` at the origin to `r1` at (length, 0): the
    /// least of the distances to very many of them.
    private static func hullDistance(_ p: Vector<CanvasSpace>, _ r0: Double, _ r1: Double, _ length: Double) -> Double {
        (0...600).map { i in
            let t = Double(i) / 600
            return Vector<CanvasSpace>(p.dx - length * t, p.dy).length - (r0 + (r1 - r0) * t)
        }.min()!
    }
}
