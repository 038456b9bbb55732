import CanvasTestSupport
import Foundation
import Pantograph
import Synchronization
import Testing

/// What other projects got wrong about documents, on every renderer.
@Suite("Cases: documents")
struct DocumentCases {
    private func document(_ size: String, _ body: String) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(size)>\(body)</svg>"
    }

    private func read(_ text: String) throws -> ReadResult {
        try DrawingReader.read(data: Data(text.utf8), name: "case.svg")
    }

    private let hundred = "width='100' height='100'"

    @Test("C11: numbers that are none are one warning, and the rest is drawn", arguments: Renderers.all)
    func notANumber(renderer: any TestRenderer) throws {
        let text = document(
            hundred,
            """
            <path d='M10 10 LNaN NaN ZNaN' stroke='red' stroke-width='4'/>
            <path d='M10 10L1e400 5' stroke='red' stroke-width='4'/>
            <rect x='20' y='20' width='40' height='40' fill='#008000'/>
            """)
        let clock = ContinuousClock()
        let begin = clock.now
        let result = try read(text)
        #expect(clock.now - begin < .seconds(1))
        #expect(result.warnings.count == 1, "\(result.warnings)")
        #expect(result.warnings.first?.count == 2 && result.warnings.first?.line == 1, "\(result.warnings)")
        #expect(result.drawing.items.allSatisfy { $0.bounds.isFinite || $0.bounds.isEmpty })
        let picture = try renderer.picture(result.drawing, 100, 100)
        #expect(picture[40, 40] == Pixel(red: 0, green: 128, blue: 0, alpha: 255))

        var path = Path<ItemSpace>()
        try path.move(to: .zero)
        #expect(throws: PathError.notFinite) { try path.quad(Point(.nan, 0), to: Point(1, 1)) }
        #expect(throws: RenderError.self) {
            let size = PixelSize(width: 10, height: 10)
            let camera = Transform2D<CanvasSpace, FrameSpace>(a: 1, b: 0, c: 0, d: 1, tx: .nan, ty: 0)
            _ = try renderer.picture(RenderRequest(drawing: result.drawing, transform: camera, size: size))
        }
    }

    @Test("C12: arc flags need no separators", arguments: Renderers.all)
    func arcFlags(renderer: any TestRenderer) throws {
        func drawing(_ d: String) throws -> Drawing { try Drawing(svg: document(hundred, "<path d='\(d)'/>")) }
        for (compact, spaced) in [
            ("M10 60a20 20 0 0140 0", "M 10 60 a 20 20 0 0 1 40 0"),
            ("M10 60a20 20 0 01.5.5", "M 10 60 a 20 20 0 0 1 0.5 0.5"),
        ] {
            let one = try renderer.picture(try drawing(compact), 100, 100)
            #expect(one == (try renderer.picture(try drawing(spaced), 100, 100)))
        }
        let half = try #require(Self.curves(of: try drawing("M10 60a20 20 0 0140 0")[0]))
        let bounds = half.reduce(Rect<ItemSpace>.empty) { $0.union($1.bounds) }
        for (measured, wanted) in [
            (bounds.minX, 10.0), (bounds.maxX, 50), (bounds.minY, 40), (bounds.maxY, 60),
        ] { #expect(abs(measured - wanted) <= 0.05, "\(bounds)") }
        let end = try #require(Self.curves(of: try drawing("M10 60a20 20 0 01.5.5")[0])?.last?.p2)
        #expect(end.distance(to: Point(10.5, 60.5)) < 1e-6)
    }

    /// The segments of a fill's path as curves, without the closing line.
    private static func curves(of item: Item) -> [QuadraticBezier<ItemSpace>]? {
        guard case .fill(let fill) = item else { return nil }
        return fill.path.subpaths.flatMap(\.segments).map {
            switch $0 {
            case .line(let p, let q): QuadraticBezier(lineFrom: p, to: q)
            case .quad(let curve): curve
            }
        }
    }

    @Test("C13: a relative moveto starts from the end of the open sub-path before it", arguments: Renderers.all)
    func relativeMove(renderer: any TestRenderer) throws {
        let ink = Ink(
            darknessOf: try renderer.picture(
                svg: document(
                    hundred, "<path d='M10 10 L50 10 m0 30 l40 0' stroke='black' stroke-width='6'/>")))
        #expect(ink.isInk(80, 40) && ink[20, 40] == 0)
    }

    @Test("C14: exponents and numbers may touch")
    func gluedNumbers() throws {
        for (d, points) in [
            ("M1e1,5e1L9e1 5e1", [(10.0, 50.0), (90.0, 50.0)]), ("M10 50l8e1.0", [(10, 50), (90, 50)]),
            ("M10 50L90-5e-1", [(10, 50), (90, -0.5)]), ("M1.5.5-.5.5", [(1.5, 0.5), (-0.5, 0.5)]),
        ] {
            let drawing = try Drawing(
                svg: document(hundred, "<path d='\(d)' fill='none' stroke='black'/>"))
            guard drawing.count == 1, case .stroke(let stroke) = drawing[0] else {
                Issue.record("\(d): \(drawing.count) items")
                continue
            }
            let found = stroke.path.points.map { $0.applying(stroke.transform) }
            #expect(found.count == points.count, "\(d): \(found)")
            for (p, q) in zip(found, points) { #expect(p.distance(to: Point(q.0, q.1)) < 1e-6, "\(d): \(found)") }
        }
    }

    @Test("C15: a stroke width in percent is one of the viewport's diagonal over √2", arguments: Renderers.all)
    func percentages(renderer: any TestRenderer) throws {
        let size = "width='600' height='800' viewBox='0 0 300 400'"
        let line = Ink(
            darknessOf: try renderer.picture(
                svg: document(size, "<path d='M50 200H250' stroke='black' stroke-width='10%'/>")))
        #expect(abs(line.columnSums[200] - 70.7) <= 0.6)
        let rect = Ink(
            darknessOf: try renderer.picture(
                svg: document(size, "<rect x='50%' y='50%' width='10%' height='10%'/>")))
        let bounds = try #require(rect.bounds())
        #expect(bounds.columns == 300...359 && bounds.rows == 400...479)
        #expect(abs(rect.area - 60 * 80) < 1)
    }

    @Test("C16: style beats attributes, and currentColor is inherited", arguments: Renderers.all)
    func styles(renderer: any TestRenderer) throws {
        let text = document(
            hundred,
            """
            <defs><rect id='c' x='0' y='0' width='10' height='10' fill='currentColor'/></defs>
            <rect x='0' y='0' width='10' height='10' fill='#0000ff' style='fill:#ff0000'/>
            <rect x='20' y='0' width='10' height='10' style='fill:#ff0000' fill='#0000ff'/>
            <g color='#008000'>
              <rect x='40' y='0' width='10' height='10' fill='currentColor'/>
              <rect x='60' y='0' width='10' height='10' fill='currentColor' color='#ffa500'/>
            </g>
            <g color='#800080'><use xlink:href='#c' x='80' y='0'/></g>
            """)
        let picture = try renderer.picture(svg: text)
        for (x, color) in [
            (5, Color(red8: 255, green8: 0, blue8: 0)), (25, Color(red8: 255, green8: 0, blue8: 0)),
            (45, Color(red8: 0, green8: 128, blue8: 0)), (65, Color(red8: 255, green8: 165, blue8: 0)),
            (85, Color(red8: 128, green8: 0, blue8: 128)),
        ] { #expect(picture[x, 5] == Pixel(color), "at \(x)") }
    }

    @Test("C18: transform lists apply from right to left, and brackets may stand apart", arguments: Renderers.all)
    func transformLists(renderer: any TestRenderer) throws {
        for (transform, rect, box) in [
            ("rotate(90) scale (2) translate (10 ,-30)", "width='5' height='5'", (50.0, 20.0, 60.0, 30.0)),
            ("skewX(45) translate(0 20)", "width='10' height='10'", (20, 20, 40, 30)),
        ] {
            let drawing = try Drawing(svg: document(hundred, "<rect \(rect) transform='\(transform)'/>"))
            let bounds = drawing.bounds
            for (measured, wanted) in [
                (bounds.minX, box.0), (bounds.minY, box.1), (bounds.maxX, box.2), (bounds.maxY, box.3),
            ] { #expect(abs(measured - wanted) <= 0.01, "\(transform): \(bounds)") }
            let ink = try #require(Ink(darknessOf: try renderer.picture(drawing, 100, 100)).bounds(above: 0.01))
            #expect(ink.columns == Int(box.0)...Int(box.2) - 1 && ink.rows == Int(box.1)...Int(box.3) - 1)
            if transform.hasPrefix("skew") {
                // (0,0) goes to (20,20) and (10,10) to (40,30): the top row begins at 20 and the bottom row ends at 40.
                let picture = Ink(darknessOf: try renderer.picture(drawing, 100, 100))
                #expect(
                    picture.isInk(24, 20) && picture.isInk(36, 29) && !picture.isInk(38, 20) && !picture.isInk(22, 29))
            }
        }
    }

    @Test(
        "C20: strokes with impossible pressure widths are drawn, and good ones are as wide as they say",
        arguments: Renderers.all)
    func pressureWidths(renderer: any TestRenderer) throws {
        let strokes = [(20, "2 1.5 nan"), (40, "2 1.5 0"), (60, "2 -1 1.5"), (80, "2")].map { y, width in
            "<stroke tool='pen' color='black' width='\(width)'>10 \(y) 40 \(y) 70 \(y)</stroke>"
        }
        let text = """
            <?xml version='1.0'?><xournal creator='test' fileversion='4'><page width='200' height='100'>
            <background type='solid' color='white' style='plain'/><layer>\(strokes.joined())</layer></page></xournal>
            """
        let result = try DrawingReader.read(data: Data(text.utf8), name: "case.xopp")
        #expect(result.warnings.count == 1, "\(result.warnings)")
        let ink = Ink(darknessOf: try renderer.picture(result.drawing, 200, 100))
        for y in [20, 40, 60] { #expect(ink.isInk(25, y)) }
        #expect(abs((75..<85).reduce(0) { $0 + ink[40, $1] } - 2) <= 0.2)
    }

    @Test("C19: what refers to itself is left out, and the rest is drawn", arguments: Renderers.all)
    func cycles(renderer: any TestRenderer) throws {
        let red = "<rect x='60' y='60' width='20' height='20' fill='#ff0000'/>"
        let uses = document(
            hundred,
            """
            <g id='P'><rect x='10' y='10' width='20' height='20'/><use xlink:href='#Q' x='30'/></g>
            <g id='Q'><rect x='10' y='10' width='20' height='20' fill='#0000ff'/><use xlink:href='#P' x='30'/></g>
            \(red)
            """)
        let gradients = document(
            hundred,
            """
            <linearGradient id='g1' xlink:href='#g2'/><linearGradient id='g2' xlink:href='#g1'/>
            <rect x='10' y='60' width='20' height='20' fill='url(#g1)'/>
            \(red)
            """)
        for text in [uses, gradients] {
            let clock = ContinuousClock()
            let begin = clock.now
            let result = try Self.onSmallStack { try DrawingReader.read(data: Data(text.utf8), name: "cycle.svg") }
            #expect(clock.now - begin < .seconds(1))
            #expect(!result.warnings.isEmpty)
            #expect(result.drawing.count < 50)
            let picture = try renderer.picture(result.drawing, 100, 100)
            #expect(picture[70, 70] == Pixel(red: 255, green: 0, blue: 0, alpha: 255))
        }
    }

    /// Runs `body` on a thread with a stack of 512 KiB.
    private static func onSmallStack<T: Sendable>(_ body: @escaping @Sendable () throws -> T) throws -> T {
        let shared = SharedResult<T>()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let made = Result { try body() }
            shared.set(made)
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
        return try shared.get()
    }

    /// Hands a result from one thread to another.
    private final class SharedResult<T: Sendable>: Sendable {
        private let value = Mutex<Result<T, any Error>?>(nil)

        func set(_ result: Result<T, any Error>) { value.withLock { $0 = result } }
        func get() throws -> T { try value.withLock { $0! }.get() }
    }
}
