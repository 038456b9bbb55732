import CanvasTestSupport
import Pantograph
import Testing

/// Both compositors show the same of the same frame, up to its edges.
@Suite("CPU and GLES show frames alike", .enabled(if: Renderers.gles != nil, Renderers.glesSkipMessage))
struct CompositionParityTests {
    /// A frame of one colour, so that what differs is the compositors' doing and not the renderers'.
    private func request(_ size: PixelSize) -> RenderRequest {
        RenderRequest(
            drawing: Drawing([]), transform: .identity, size: size, background: Color(red8: 200, green8: 90, blue8: 10))
    }

    @Test("edges, of frames near and far, odd and even, turned, enlarged and reduced", arguments: 0..<4)
    func edges(block: Int) throws {
        let gles = try #require(Renderers.gles)
        for seed in block * 40..<(block + 1) * 40 {
            var random = SplitMix64(seed: UInt64(seed))
            let size = PixelSize(width: 31 + Int(random.uniform(0...90)), height: 30 + Int(random.uniform(0...60)))
            let zoom = random.pick([0.07, 0.3, 0.61, 1, 1.7, 6, 40])
            let camera = Transform2D<CanvasSpace, ViewSpace>(scaleX: zoom, y: zoom)
                .concatenating(
                    Transform2D<ViewSpace, ViewSpace>(rotationAngle: random.pick([0, 0.2, 1.5707963, 2.9]))
                )
                .concatenating(
                    Transform2D<ViewSpace, ViewSpace>(
                        translationX: random.uniform(-60...60), y: random.uniform(-40...40)))
            let pictures = try [Renderers.cpu, gles].map {
                try $0.composition(
                    [request(size)], current: camera, size: PixelSize(width: 140, height: 110), background: .white)
            }
            let comparison = try FrameComparison(reference: pictures[0], other: pictures[1])
            #expect(comparison.maximumDifference <= 3, "seed \(seed), zoom \(zoom): \(comparison)")
        }
    }
}
