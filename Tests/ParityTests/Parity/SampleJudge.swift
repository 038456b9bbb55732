import CanvasTestSupport
import Pantograph
import Testing

/// Holds every sample of a picture against the oracle.
struct SampleJudge {
    let request: RenderRequest
    let oracle: Oracle
    /// How far from a sample an edge has to pass for the sample to be decided either way.
    let reach: Double
    let rounding: Double

    init(_ request: RenderRequest, reach: Double = 0.02, rounding: Double = 1) throws {
        self.request = request
        self.reach = reach
        self.rounding = rounding
        oracle = try Oracle(request, thinStrokes: .pixelPen)
    }

    /// Expects every sample of `image`, all at `position` in their pixels, to agree, or to lie within reach of an edge.
    func judge(_ image: PixelBuffer, at position: Point<PixelSpace>, _ name: String) {
        let wanted = oracle.sampled(at: position)
        var wrong: [(x: Int, y: Int)] = []
        var excused = 0
        for y in 0..<image.height {
            for x in 0..<image.width where image[x, y] != wanted[x, y] {
                switch oracle.judge(image[x, y], x: x, y: y, at: position, reach: reach, rounding: rounding) {
                case .agrees: break
                case .withinEdge: excused += 1
                case .wrong: wrong.append((x, y))
                }
            }
        }
        if let (x, y) = wrong.first {
            let place = ImageComparison.save(expected: wanted, actual: image, name: "samples-\(name)")
            let first = explain(image[x, y], wanted[x, y], x, y, position)
            Issue.record("\(name), samples at (\(position.x), \(position.y)): \(wrong.count) wrong; \(first); \(place)")
        }
        // Edges are everywhere in a crowded scene, but hardly any sample should need the excuse.
        let share = Double(excused) / Double(image.pixels.count)
        #expect(share < 0.02, "\(name): \(excused) samples excused")
    }

    /// What a person needs to look into a wrong sample.
    private func explain(_ found: Pixel, _ wanted: Pixel, _ x: Int, _ y: Int, _ position: Point<PixelSpace>) -> String {
        let reaches = [0.03, 0.05, 0.1, 0.2, 0.5, 1]
        let near = reaches.first {
            oracle.judge(found, x: x, y: y, at: position, reach: $0, rounding: rounding) == .withinEdge
        }
        let items = oracle.coveringItems(x: x, y: y, at: position)
        let flips = oracle.itemsToFlip(for: found, x: x, y: y, at: position, rounding: rounding)
        let suspect = (flips ?? items).last
        let top = suspect.map { "; item \($0): \(request.drawing[$0].testDescription)" } ?? ""
        return "first at (\(x), \(y)), \(near.map { "\($0) px" } ?? "far") from an edge that explains it: "
            + "\(found) where \(wanted) was expected from items \(items), as if \(flips.map { "\($0)" } ?? "no one or two items") were decided otherwise\(top)"
    }
}
