import CPixelKernels
import CanvasRasterCPU
import CanvasTestSupport
import Testing

/// The kernels that add edges, against their definitions in Swift: whole frames, so that every way in is taken.
@Suite("Frames by vectors and without", .enabled(if: pk_has_vectors()))
struct VectorTests {
    private let vectors = CPURenderer(threads: 1, probe: nil)
    private let plain = CPURenderer(threads: 1, probe: nil, usesVectors: false)

    private func expectSame(_ request: RenderRequest, _ name: String) throws {
        let (a, b) = (try vectors.render(request).content.readPixels(), try plain.render(request).content.readPixels())
        #expect(a.pixels == b.pixels, "\(name)")
    }

    @Test("random scenes of everything, at all sizes, have the same bytes", arguments: [0, 4])
    func scenes(samples: Int) throws {
        for seed in 0..<(runsLongTests ? 3000 : 60) as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            // From specks, whose edges lie within a pixel, to edges over hundreds of pixels.
            let zoom = random.pick([0.02, 0.1, 0.3, 1, 3, 12, 60])
            let turn = Transform2D<CanvasSpace, FrameSpace>(rotationAngle: Double.random(in: 0...7, using: &random))
                .scaledBy(x: zoom, y: seed.isMultiple(of: 3) ? -zoom : zoom)
            let content: RandomScene.Content = seed.isMultiple(of: 2) ? .thin : .broad
            let drawing = RandomScene(seed: seed, content: content).drawing(items: 12)
            try expectSame(
                RenderRequest(
                    drawing: drawing, transform: turn, size: PixelSize(width: 150, height: 110), samples: samples,
                    tolerance: random.pick([0.005, 0.1, 0.5])), "scene \(seed)")
        }
    }

    @Test("paths of many points and runs have the same bytes", arguments: [0, 4])
    func longPaths(samples: Int) throws {
        for seed in 0..<(runsLongTests ? 600 : 24) as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var path = Path<ItemSpace>()
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                var at = Point<ItemSpace>(.random(in: -50...50, using: &random), .random(in: -50...50, using: &random))
                try path.move(to: at)
                let step = Double.random(in: 0.1...40, using: &random)
                for _ in 0..<Int.random(in: 1...300, using: &random) {
                    at =
                        at
                        + Vector(.random(in: -step...step, using: &random), .random(in: -step...step, using: &random))
                    // Whole and half pixels are where rows and columns change hands.
                    if seed.isMultiple(of: 4) { at = Point((at.x * 2).rounded() / 2, (at.y * 2).rounded() / 2) }
                    try path.line(to: at)
                }
            }
            let width = random.pick([0.01, 0.3, 0.9, 1, 4, 30])
            let items = [
                try Pictures.fill(path, Color(red: 0.1, green: 0.4, blue: 0.9, alpha: 0.6), rule: .evenOdd),
                try Pictures.stroke(path, width: width, .black, style: random.pick([.round, StrokeStyle()])),
            ]
            try expectSame(
                RenderRequest(
                    drawing: Drawing(items), transform: .identity, size: PixelSize(width: 170, height: 130),
                    samples: samples, tolerance: 0.05), "path \(seed)")
        }
    }
}
