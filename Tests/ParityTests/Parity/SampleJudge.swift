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

    /// What became of the samples of some pictures.
    struct Tally {
        var samples = 0
        /// Lone samples at which one item is decided otherwise far from its edges.
        var specks = 0

        /// Expects no more specks than rasterisers make of themselves.
        ///
        /// Tight bends under a wide pen are closed by triangles thinner than a rasteriser's grid, and a fill's even-odd
        /// count depends on every shared edge of its triangles being decided once. Mesa's software rasteriser, which
        /// snaps corners to 1/256 of a pixel, misses about one sample in two million there, though the snapped mesh has
        /// no gap (the geometry's own test covers all of them). That is bounded, not ignored: one in 400,000.
        func expectFew(_ name: String) {
            #expect(specks <= 1 + samples / 400_000, "\(name): \(specks) specks in \(samples) samples")
        }
    }

    /// Expects every sample of `image`, all at `position` in their pixels, to agree, or to lie within reach of an edge;
    /// counts lone exceptions.
    func judge(_ image: PixelBuffer, at position: Point<PixelSpace>, _ name: String, _ tally: inout Tally) {
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
        tally.samples += image.pixels.count
        if wrong.count == 1, isSpeck(image, wrong[0].x, wrong[0].y, position) {
            tally.specks += 1
        } else if let (x, y) = wrong.first {
            let place = ImageComparison.save(expected: wanted, actual: image, name: "samples-\(name)")
            let first = explain(image[x, y], wanted[x, y], x, y, position)
            Issue.record("\(name), samples at (\(position.x), \(position.y)): \(wrong.count) wrong; \(first); \(place)")
        }
        // Edges are everywhere in a crowded scene, but hardly any sample should need the excuse.
        let share = Double(excused) / Double(image.pixels.count)
        #expect(share < 0.02, "\(name): \(excused) samples excused")
    }

    /// Whether deciding one item otherwise explains the sample.
    private func isSpeck(_ image: PixelBuffer, _ x: Int, _ y: Int, _ position: Point<PixelSpace>) -> Bool {
        oracle.itemsToFlip(for: image[x, y], x: x, y: y, at: position, rounding: rounding)?.count == 1
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
