import Foundation
import Pantograph
import Testing

@Suite("The drawing that is shipped")
struct ShippedDrawingTests {
    private func read() throws -> ReadResult {
        try DrawingReader.read(contentsOf: Checkout.folder.appendingPathComponent("Samples/landscape.svgz"))
    }

    @Test("it is read without a warning and has twenty thousand strokes and more, of every kind")
    func content() throws {
        let result = try read()
        #expect(result.warnings.isEmpty, "\(result.warnings)")
        let drawing = result.drawing
        #expect(drawing.page == Rect(x: 0, y: 0, width: 2000, height: 1500))
        var (strokes, dashed, translucent, fills, evenOdd, sheared) = (0, 0, 0, 0, 0, 0)
        var widths: Set<Double> = []
        for item in drawing.items {
            switch item {
            case .stroke(let stroke):
                strokes += 1
                if stroke.style.dash != nil { dashed += 1 }
                if !stroke.paint.isOpaque { translucent += 1 }
                if case .uniform(let width) = stroke.width { widths.insert(width) }
                if !stroke.transform.isSimilarity { sheared += 1 }
            case .fill(let fill):
                fills += 1
                if fill.rule == .evenOdd { evenOdd += 1 }
            }
        }
        #expect(strokes >= 20_000, "\(strokes) strokes")
        #expect(
            fills >= 5_000 && dashed >= 50 && translucent >= 5_000,
            "\(fills) fills, \(dashed) dashed, \(translucent) translucent")
        #expect(widths.count >= 100, "pen lines of \(widths.count) widths")
        #expect(sheared >= 1_000, "the painter's canvas shows the picture again, sheared: \(sheared)")
    }

    @Test("every item is finite and on or near the page")
    func bounds() throws {
        let drawing = try read().drawing
        #expect(drawing.bounds.isFinite)
        #expect(Rect<CanvasSpace>(x: 0, y: 0, width: 2000, height: 1500).outset(by: 30).contains(drawing.bounds))
    }

    @Test("its program draws it again, stroke by stroke")
    func drawnAgain() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("draw-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let svg = folder.appendingPathComponent("landscape.svg")
        let process = Process()
        let program: URL = try #require(Checkout.program("draw-landscape"))
        process.executableURL = program
        process.arguments = [svg.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let (again, shipped) = (try DrawingReader.read(contentsOf: svg).drawing, try read().drawing)
        #expect(again.count == shipped.count)
        // Another machine's sines may differ in the last place, and a coordinate then by a hundredth of a unit.
        for (a, b) in zip(again.items, shipped.items) where a != b {
            let (r, s) = (a.bounds, b.bounds)
            let worst = max(abs(r.minX - s.minX), abs(r.minY - s.minY), abs(r.maxX - s.maxX), abs(r.maxY - s.maxY))
            #expect(worst <= 0.1)
            if worst > 0.1 { break }
        }
    }
}
