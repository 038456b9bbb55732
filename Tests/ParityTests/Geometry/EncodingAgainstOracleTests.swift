import CanvasEncoding
import CanvasTestSupport
import Testing

/// The geometry that both renderers draw, against the oracle, without any renderer: flattened fills and expanded strokes
/// cover the points they should, but for points within the tolerance of an edge.
@Suite("Encoded geometry against the oracle")
struct EncodingAgainstOracleTests {
    private let size = PixelSize(width: 220, height: 220)
    private static let tolerance = 0.01

    @Test("every triangle of an expanded stroke and every flattened fill covers what it should", arguments: 0..<12)
    func broad(block: Int) throws {
        let scenes = runsLongTests ? 400 : 20
        for seed in block * scenes..<(block + 1) * scenes {
            try check(RandomScene(seed: UInt64(seed)).drawing(items: 6), widening: 0, "scene \(seed)")
        }
    }

    @Test("strokes thinner than a pixel, widened to one, cover what they should", arguments: 0..<4)
    func thin(block: Int) throws {
        let scenes = runsLongTests ? 400 : 20
        for seed in block * scenes..<(block + 1) * scenes {
            try check(
                RandomScene(seed: UInt64(seed), content: .thin).drawing(items: 6), widening: 0.5, "thin scene \(seed)")
        }
    }

    private func check(_ drawing: Drawing, widening: Double, _ name: String) throws {
        var random = SplitMix64(seed: UInt64(drawing.count))
        for (number, item) in drawing.items.enumerated() {
            let position = Point<PixelSpace>(random.uniform(0.1...0.9), random.uniform(0.1...0.9))
            let oracle = try Oracle(
                Drawing([item]), transform: .identity, size: size,
                thinStrokes: widening > 0 ? .pixelPen : .exact)
            switch item {
            case .stroke(let stroke):
                var mesh = StrokeMesh()
                StrokeExpander(tolerance: Self.tolerance, widening: widening).expand(stroke, into: &mesh)
                let isMirrored = stroke.transform.determinant < 0
                var triangles = SampleGrid(size: size, position: position)
                triangles.draw(triangles: mesh, isMirrored: isMirrored, widening: widening)
                compare(triangles, oracle, "\(name), item \(number), triangles", item)
                if widening == 0 {
                    #expect(triangles.worstOrientation < 1e-6, "\(name), item \(number): \(item.testDescription)")
                    var polygons = SampleGrid(size: size, position: position)
                    polygons.draw(
                        polygons: mesh.runs.map { run in
                            run.map { mesh.sections[$0].left } + run.reversed().map { mesh.sections[$0].right }
                        }, rule: .nonzero)
                    compare(polygons, oracle, "\(name), item \(number), outlines", item)
                }
                var expander = SweptArcExpander(tolerance: Self.tolerance, widening: widening)
                var arcs: [SweptArc] = []
                if expander.expand(stroke, into: &arcs) {
                    var discs = SampleGrid(size: size, position: position)
                    discs.draw(arcs: arcs, widening: widening)
                    compare(discs, oracle, "\(name), item \(number), arcs", item)
                }
            case .fill(let fill):
                var set = PolygonSet()
                FillFlattener(tolerance: Self.tolerance).flatten(fill, into: &set)
                var polygons = SampleGrid(size: size, position: position)
                polygons.draw(polygons: set.ranges.map { Array(set.points[$0]) }, rule: fill.rule)
                compare(polygons, oracle, "\(name), item \(number)", item)
            }
        }
    }

    /// Every point on which grid and oracle disagree must lie within 0.02 px of an edge.
    private func compare(_ grid: SampleGrid, _ oracle: Oracle, _ name: String, _ item: Item) {
        var wrong = 0
        var first = ""
        for y in 0..<size.height {
            for x in 0..<size.width {
                let s = Point<FrameSpace>(
                    Double(x) + grid.position.x - Double(size.width) / 2,
                    Double(y) + grid.position.y - Double(size.height) / 2)
                let isCovered = grid.covered[y * size.width + x]
                guard oracle.covers(s) != isCovered, !oracle.hasEdge(near: s, within: 0.02) else { continue }
                wrong += 1
                if wrong == 1 {
                    let reach = [0.03, 0.05, 0.1, 0.2, 0.5, 1].first { oracle.hasEdge(near: s, within: $0) }
                    first =
                        "(\(x), \(y)) \(isCovered ? "covered" : "free"), \(reach.map { "\($0)" } ?? "far") from an edge"
                }
            }
        }
        #expect(wrong == 0, "\(name): \(wrong) points, first \(first); \(item.testDescription)")
    }
}
