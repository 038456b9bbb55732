import CanvasTestSupport
import Foundation
import Pantograph
import Testing

/// The two backends draw the same picture: full coverage on the CPU, 4 samples a pixel on GLES.
@Suite("CPU and GLES draw the same picture", .enabled(if: Renderers.gles != nil, Renderers.glesSkipMessage))
struct BackendParityTests {
    /// Compares the two pictures of a drawing by the three figures, and keeps them where they differ.
    ///
    /// Which pixels have no edge within 1 px is asked of the oracle, not of the pictures: an edge between like colours,
    /// or of an island too small to see, is one; a pinhole is none.
    static func compare(_ request: RenderRequest, _ name: String) throws {
        let gles = try #require(Renderers.gles)
        let reference = try Renderers.cpu.picture(request)
        let other = try gles.picture(request)
        let comparison = try FrameComparison(reference: reference, other: other)
        let oracle = try Oracle(request, thinStrokes: .pixelPen)
        var wrong: [String] = []
        for y in 0..<reference.height {
            for x in 0..<reference.width {
                let (p, q) = (reference[x, y], other[x, y])
                guard p != q, distance(p, q) > 2, !oracle.mayHaveEdge(within: 1, ofPixelAt: x, y) else { continue }
                wrong.append("(\(x), \(y)) \(p) and \(q)")
            }
        }
        if comparison.meanDifference <= 4, comparison.percentOver96 <= 0.5, wrong.isEmpty { return }
        Issue.record(
            """
            \(name): mean \(comparison.meanDifference), \(comparison.percentOver96) % over 96, \(wrong.count) pixels \
            without an edge within 1 px off by more than 2, first \(wrong.prefix(3)); \
            \(ImageComparison.save(expected: reference, actual: other, name: "parity-\(name)"))
            """)
    }

    private static func distance(_ p: Pixel, _ q: Pixel) -> Int {
        [(p.red, q.red), (p.green, q.green), (p.blue, q.blue), (p.alpha, q.alpha)].map {
            abs(Int($0.0) - Int($0.1))
        }.max()!
    }

    /// The request that shows a whole drawing, fitted.
    static func fitted(_ drawing: Drawing, _ size: PixelSize, samples: Int = 4) -> RenderRequest? {
        let extent = drawing.extent
        guard extent.isFinite, extent.width > 0 || extent.height > 0 else { return nil }
        let zoom = min(
            Double(size.width) / max(extent.width, 1e-9), Double(size.height) / max(extent.height, 1e-9))
        let camera = Transform2D<CanvasSpace, FrameSpace>(translationX: -extent.center.x, y: -extent.center.y)
            .concatenating(Transform2D<FrameSpace, FrameSpace>(scaleX: zoom, y: zoom))
        return RenderRequest(drawing: drawing, transform: camera, size: size, samples: samples, background: .white)
    }

    @Test("on random scenes of everything that can be drawn", arguments: 0..<4)
    func randomScenes(block: Int) throws {
        for seed in 0..<(runsLongTests ? 100 : 5) {
            let content: RandomScene.Content = block == 3 ? .thin : .broad
            let scene = RandomScene(seed: UInt64(1000 * block + seed), content: content, reach: 150)
            let camera = Transform2D<CanvasSpace, FrameSpace>(rotationAngle: Double(seed))
            try Self.compare(
                RenderRequest(
                    drawing: scene.drawing(items: 12), transform: camera, size: PixelSize(width: 500, height: 400),
                    background: .white), "scene-\(block)-\(seed)")
        }
    }

    @Test(
        "on every drawing of the corpus", .enabled(if: Corpus.isAvailable, "\(Corpus.skipMessage)"),
        arguments: CorpusDrawings.paths)
    func corpus(path: String) throws {
        guard let drawing = CorpusDrawings.read(path) else { return }
        let isSmall = path.hasPrefix("svg_resvg")
        let size = isSmall ? PixelSize(width: 200, height: 200) : PixelSize(width: 900, height: 900)
        guard let request = Self.fitted(drawing, size) else { return }
        try Self.compare(request, path)
    }
}

/// How far the backends' pictures are apart, against how far the oracle's are: four samples of a pixel know less than its
/// whole area does, however exact both are.
@Suite("CPU and GLES differ by what samples do", .enabled(if: Renderers.gles != nil, Renderers.glesSkipMessage))
struct BackendDistanceTests {
    /// Of the distance of the oracle's pictures; and what eight bits may round otherwise where those are hardly apart.
    private static let most = 1.25
    private static let rounding = 0.05
    /// Two drawings are further apart, which is no fault of a sample: so many levels in all.
    ///
    /// - The gradients' colours are translucent over most of the picture, and both renderers round what they blend to other
    ///   levels than the oracle, by one or two.
    /// - The L-systems draw lines there and back along themselves. Where such a line leaves part of a pixel free, the CPU
    ///   renderer adds up the area of both ways.
    private static let known = ["svg/inkscape_gradient.svg": 0.6, "svgz/inkscape_lsystems.svgz": 0.7]

    @Test(
        "on every drawing of the corpus", .enabled(if: Corpus.isAvailable, "\(Corpus.skipMessage)"),
        arguments: CorpusDrawings.paths)
    private func corpus(path: String) throws {
        guard let drawing = CorpusDrawings.read(path) else { return }
        let side = runsLongTests ? 400 : 200
        guard let request = BackendParityTests.fitted(drawing, PixelSize(width: side, height: side)) else { return }
        let renderer = try #require(Renderers.glesArcs)
        let found = try renderer.renderSamples(request)
        let sampled = Self.mean(try found.positions.map(Oracle(request, thinStrokes: .pixelPen).sampled))
        let covered = try Oracle(request).covered()
        let oracle = try FrameComparison(reference: covered, other: sampled).meanDifference
        let (cpu, gles) = (try Renderers.cpu.picture(request), try renderer.render(request).content.readPixels())
        let backends = try FrameComparison(reference: cpu, other: gles).meanDifference
        #expect(
            backends <= Self.known[path] ?? (Self.most * oracle + Self.rounding),
            "\(path): \(backends), the oracle's \(oracle), ratio \(backends / oracle)")
    }

    /// The mean of pictures, rounded to nearest, as samples are resolved.
    private static func mean(_ planes: [PixelBuffer]) -> PixelBuffer {
        var result = planes[0]
        for i in result.pixels.indices {
            var packed: UInt32 = 0
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                let sum = planes.reduce(0.0) { $0 + Double($1.pixels[i] >> shift & 255) }
                packed |= UInt32((sum / Double(planes.count)).rounded()) << shift
            }
            result.pixels[i] = packed
        }
        return result
    }
}

/// The drawings of the corpus that the readers understand.
enum CorpusDrawings {
    static let paths: [String] = ["svg", "svgz", "xopp", "svg_resvg"].flatMap { Corpus.files(in: $0) }.filter {
        ["svg", "svgz", "xopp", "xoj"].contains($0.split(separator: ".").last.map(String.init) ?? "")
    }

    /// The drawing, or `nil` if the file is one that cannot be understood or holds nothing to draw.
    static func read(_ path: String) -> Drawing? {
        guard let url = Corpus.url(path), let result = try? DrawingReader.read(contentsOf: url) else { return nil }
        return result.drawing.isEmpty ? nil : result.drawing
    }
}
