import CanvasTestSupport
import Pantograph
import Testing

/// Every single sample of the GLES renderer, at the device's own sample positions, against the oracle; round strokes both
/// ways that there are to draw them.
@Suite("GLES samples against the oracle", .enabled(if: Renderers.gles != nil, Renderers.glesSkipMessage))
struct SampleExactTests {
    private let size = PixelSize(width: 160, height: 140)

    private func judge(
        _ drawing: Drawing, samples: Int, _ name: String, camera: Transform2D<CanvasSpace, FrameSpace> = .identity
    ) throws {
        let request = RenderRequest(
            drawing: drawing, transform: camera, size: size, samples: samples, background: .white, tolerance: 0.01)
        let judge = try SampleJudge(request)
        for (method, renderer) in [("arcs", Renderers.glesArcs), ("strips", Renderers.glesStrips)] {
            let renderer = try #require(renderer)
            if samples == 0 {
                let picture = try renderer.render(request).content.readPixels()
                judge.judge(picture, at: Point(0.5, 0.5), "\(name), \(method)")
                continue
            }
            let found = try renderer.renderSamples(request)
            #expect(found.positions.count > 1)
            for (position, plane) in zip(found.positions, found.planes) {
                judge.judge(plane, at: position, "\(name), \(method)")
            }
        }
    }

    @Test("random scenes of everything that can be drawn", arguments: 0..<10)
    func broad(block: Int) throws {
        let scenes = runsLongTests ? 170 : 5
        for seed in block * scenes..<(block + 1) * scenes {
            let scene = RandomScene(seed: UInt64(seed))
            try judge(scene.drawing(items: 8), samples: seed.isMultiple(of: 5) ? 0 : 4, "scene \(seed)")
        }
    }

    @Test("random scenes of strokes thinner than a pixel", arguments: 0..<2)
    func thin(block: Int) throws {
        let scenes = runsLongTests ? 170 : 5
        for seed in block * scenes..<(block + 1) * scenes {
            let scene = RandomScene(seed: UInt64(seed), content: .thin)
            try judge(scene.drawing(items: 10), samples: seed.isMultiple(of: 5) ? 0 : 4, "thin scene \(seed)")
        }
    }

    @Test("zoomed in and out, far from the origin, turned and mirrored")
    func cameras() throws {
        for seed in 0..<(runsLongTests ? 100 : 6) {
            var random = SplitMix64(seed: UInt64(seed))
            // The scene is drawn at its size, but written small or large, near or far: positions stay exact as long as
            // coordinate times zoom is at most 1e12.
            let zoom = random.pick([1e-3, 0.1, 7.3, 1e3, 1e6])
            let far = random.pick([0, 1e3, 1e6]) * min(1, 1e4 / zoom)
            let place = Transform2D<CanvasSpace, CanvasSpace>(scaleX: 1 / zoom, y: 1 / zoom)
                .concatenating(Transform2D<CanvasSpace, CanvasSpace>(translationX: far, y: -far / 3))
            let items = try RandomScene(seed: UInt64(seed)).drawing(items: 6).items.map { try $0.moved(by: place) }
            let camera = Transform2D<CanvasSpace, FrameSpace>(translationX: -far, y: far / 3)
                .concatenating(
                    Transform2D<FrameSpace, FrameSpace>(scaleX: seed.isMultiple(of: 3) ? -zoom : zoom, y: zoom)
                )
                .concatenating(Transform2D<FrameSpace, FrameSpace>(rotationAngle: random.uniform(0...6)))
            try judge(Drawing(items), samples: 4, "camera scene \(seed)", camera: camera)
        }
    }
}

extension Item {
    /// The item carried elsewhere on the canvas.
    fileprivate func moved(by t: Transform2D<CanvasSpace, CanvasSpace>) throws -> Item {
        switch self {
        case .stroke(let s):
            .stroke(
                try Stroke(
                    s.path, width: s.width, style: s.style, paint: s.paint, transform: s.transform.concatenating(t)))
        case .fill(let f):
            .fill(try Fill(f.path, rule: f.rule, paint: f.paint, transform: f.transform.concatenating(t)))
        }
    }
}
