import CanvasReplay
import Synchronization

/// Pixels in memory.
final class PatternContent: FrameContent {
    let pixels: PixelBuffer
    let reads: ReadCounter?
    init(_ pixels: PixelBuffer, _ reads: ReadCounter?) {
        self.pixels = pixels
        self.reads = reads
    }
    var byteCount: Int { pixels.byteCount }
    func readPixels() throws(RenderError) -> PixelBuffer {
        reads?.count.add(1, ordering: .relaxed)
        return pixels
    }
}

/// Counts how often pixels were read back.
final class ReadCounter: Sendable {
    let count = Atomic<Int>(0)
}

/// Draws a fixed pattern of the canvas by point sampling: blobs on a lattice, each of its own shade, so that a picture
/// shown in the wrong place is a wrong picture. Opaque within the drawing's extent, the background outside.
final class PatternRenderer: FrameRenderer {
    let kind: BackendDescription.Kind
    let reads = ReadCounter()
    let renders = Atomic<Int>(0)
    private let failure: @Sendable (Int) -> RenderError?

    /// - Parameter failure: for the number of a call, from 0, the error to throw.
    init(kind: BackendDescription.Kind = .cpu, failure: @escaping @Sendable (Int) -> RenderError? = { _ in nil }) {
        self.kind = kind
        self.failure = failure
    }

    var backend: BackendDescription {
        BackendDescription(
            kind: kind, device: "test", version: "1", sampleCounts: [], maximumSize: 16384, isHardware: false)
    }

    func render(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        let number = renders.add(1, ordering: .relaxed).oldValue
        if let error = failure(number) { throw error }
        guard let back = try? request.transform.inverted() else { throw .invalidRequest("singular") }
        let extent = request.drawing.extent
        var buffer = PixelBuffer(
            size: request.size, filledWith: request.background.map { Pixel($0).packed } ?? 0)
        let (halfWidth, halfHeight) = (Double(buffer.width) / 2, Double(buffer.height) / 2)
        for y in 0..<buffer.height {
            for x in 0..<buffer.width {
                let p = Point<FrameSpace>(Double(x) + 0.5 - halfWidth, Double(y) + 0.5 - halfHeight).applying(back)
                if extent.contains(p) { buffer.pixels[y * buffer.width + x] = Self.shade(p) }
            }
        }
        return RenderedFrame(answering: request, samples: request.samples, content: PatternContent(buffer, reads))
    }

    private static func shade(_ p: Point<CanvasSpace>) -> UInt32 {
        let (i, j) = ((p.x / 16).rounded(), (p.y / 16).rounded())
        let (dx, dy) = (p.x - i * 16, p.y - j * 16)
        guard dx * dx + dy * dy < 36 else { return 0xFFFF_FFFF }
        let (a, b) = (Int(max(min(i, 1e6), -1e6)), Int(max(min(j, 1e6), -1e6)))
        return 0xFF00_0000 | UInt32((a &* 37) & 127) | UInt32((b &* 53) & 127) << 8 | UInt32((a ^ b) & 127) << 16
    }

    /// Nearest pixel; exact for whole-pixel moves.
    func compose(_ composition: Composition) throws(RenderError) -> any FrameContent {
        let background = composition.background.map { Pixel($0).packed } ?? 0
        var result = PixelBuffer(size: composition.size, filledWith: background)
        let (halfWidth, halfHeight) = (Double(result.width) / 2, Double(result.height) / 2)
        for layer in composition.layers {
            guard let content = layer.frame.content as? PatternContent else { throw .foreignFrame }
            guard let back = try? layer.delta.inverted() else { continue }
            let source = content.pixels
            let (w, h) = (Double(source.width) / 2, Double(source.height) / 2)
            for y in 0..<result.height {
                for x in 0..<result.width {
                    let p = Point<ViewSpace>(Double(x) + 0.5 - halfWidth, Double(y) + 0.5 - halfHeight).applying(back)
                    let (sx, sy) = (Int((p.x + w).rounded(.down)), Int((p.y + h).rounded(.down)))
                    guard sx >= 0, sy >= 0, sx < source.width, sy < source.height else { continue }
                    result.pixels[y * result.width + x] = source.pixels[sy * source.width + sx]
                }
            }
        }
        return PatternContent(result, reads)
    }
}

/// A drawing with the given page and one item.
func pageDrawing(_ page: Rect<CanvasSpace>) -> Drawing { Drawing([], page: page) }

/// A trace's step-free timeline of hand-made steps.
func timeline(_ camera: Camera, _ steps: [(Double, [InputTimeline.Action])]) -> InputTimeline {
    InputTimeline(initialCamera: camera, steps: steps.map { .init($0.0, $0.1) })
}

/// Options for small, quick replays.
func smallOptions(cost: RenderCost = .fixed(multisampled: 40, plain: 15)) -> ReplayOptions {
    var options = ReplayOptions()
    options.viewSize = PixelSize(width: 160, height: 120)
    options.cost = cost
    return options
}

/// Plays without a real clock.
func play(
    _ timeline: InputTimeline, drawing: Drawing = pageDrawing(Rect(x: -500, y: -500, width: 1000, height: 1000)),
    renderer: any FrameRenderer = PatternRenderer(), options: ReplayOptions = smallOptions(),
    into folder: ReplayFolder? = nil
) throws -> ReplayResult {
    try ReplayRun(drawing: drawing, timeline: timeline, renderer: renderer, options: options, stopwatch: { 0 })
        .run(into: folder)
}
