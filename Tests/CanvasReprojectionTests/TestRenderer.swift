import CanvasConcurrency
import CanvasReprojection
import Foundation
import Synchronization

/// Pixels in memory, for renderers of the tests.
final class TestContent: FrameContent {
    let pixels: PixelBuffer
    init(_ pixels: PixelBuffer) { self.pixels = pixels }
    var byteCount: Int { pixels.byteCount }
    func readPixels() throws(RenderError) -> PixelBuffer { pixels }
}

/// A renderer that draws one antialiased dot of radius 3 pixels at a canvas point, takes as long as it is told, and
/// fails when it is told.
final class DotRenderer: FrameRenderer {
    let dot: Point<CanvasSpace>
    /// Seconds a render takes.
    let duration: Double
    private let calls = Monitor<[RenderRequest]>([])
    private let failure: @Sendable (Int) -> RenderError?
    private let concurrent = Atomic<Int>(0)
    let mostConcurrent = Atomic<Int>(0)

    /// - Parameter failure: for the number of a call, from 0, the error to throw.
    init(
        dot: Point<CanvasSpace> = Point(60, 40), duration: Double = 0,
        failure: @escaping @Sendable (Int) -> RenderError? = { _ in nil }
    ) {
        self.dot = dot
        self.duration = duration
        self.failure = failure
    }

    var requests: [RenderRequest] { calls.withLock { $0 } }

    var backend: BackendDescription {
        BackendDescription(
            kind: .cpu, device: "test", version: "1", sampleCounts: [], maximumSize: 16384, isHardware: false)
    }

    func render(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        let running = concurrent.add(1, ordering: .relaxed).newValue
        mostConcurrent.max(running, ordering: .relaxed)
        defer { concurrent.subtract(1, ordering: .relaxed) }
        let number = calls.withLock { calls in
            calls.append(request)
            return calls.count - 1
        }
        if duration > 0 { Thread.sleep(forTimeInterval: duration) }
        if let error = failure(number) { throw error }
        return RenderedFrame(
            answering: request, samples: request.samples,
            content: TestContent(Self.picture(of: dot.applying(request.transform), size: request.size)))
    }

    /// Bilinear, with the coverage of an opaque black dot in alpha.
    func compose(_ composition: Composition) throws(RenderError) -> any FrameContent {
        var result = PixelBuffer(size: composition.size)
        for layer in composition.layers {
            let source = try layer.frame.content.readPixels()
            guard let back = try? layer.delta.inverted() else { continue }
            for y in 0..<result.height {
                for x in 0..<result.width {
                    let v = Point<ViewSpace>(
                        Double(x) + 0.5 - Double(result.width) / 2, Double(y) + 0.5 - Double(result.height) / 2)
                    let alpha = Self.sample(source, at: v.applying(back))
                    result.pixels[y * result.width + x] = UInt32(alpha) << 24
                }
            }
        }
        return TestContent(result)
    }

    private static func sample(_ source: PixelBuffer, at p: Point<FrameSpace>) -> UInt8 {
        let (x, y) = (p.x + Double(source.width) / 2 - 0.5, p.y + Double(source.height) / 2 - 0.5)
        let (x0, y0) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        func alpha(_ x: Int, _ y: Int) -> Double {
            guard x >= 0, y >= 0, x < source.width, y < source.height else { return 0 }
            return Double(source[x, y].alpha)
        }
        let (u, v) = (x - Double(x0), y - Double(y0))
        let top = alpha(x0, y0) * (1 - u) + alpha(x0 + 1, y0) * u
        let bottom = alpha(x0, y0 + 1) * (1 - u) + alpha(x0 + 1, y0 + 1) * u
        return UInt8((top * (1 - v) + bottom * v).rounded())
    }

    private static func picture(of center: Point<FrameSpace>, size: PixelSize) -> PixelBuffer {
        var buffer = PixelBuffer(size: size)
        let (cx, cy) = (center.x + Double(size.width) / 2, center.y + Double(size.height) / 2)
        guard cx > -8, cy > -8, cx < Double(size.width) + 8, cy < Double(size.height) + 8 else { return buffer }
        for y in max(Int(cy) - 6, 0)..<max(min(Int(cy) + 6, size.height), 0) {
            for x in max(Int(cx) - 6, 0)..<max(min(Int(cx) + 6, size.width), 0) {
                let distance =
                    ((Double(x) + 0.5 - cx) * (Double(x) + 0.5 - cx)
                    + (Double(y) + 0.5 - cy) * (Double(y) + 0.5 - cy)).squareRoot()
                let coverage = min(max(3.5 - distance, 0), 1)
                buffer.pixels[y * size.width + x] = UInt32((coverage * 255).rounded()) << 24
            }
        }
        return buffer
    }
}

/// The centre of the ink, in view coordinates; `nil` if there is none.
func centroid(_ buffer: PixelBuffer) -> Point<ViewSpace>? {
    var (sum, sx, sy) = (0.0, 0.0, 0.0)
    for y in 0..<buffer.height {
        for x in 0..<buffer.width {
            let alpha = Double(buffer[x, y].alpha)
            sum += alpha
            sx += alpha * (Double(x) + 0.5)
            sy += alpha * (Double(y) + 0.5)
        }
    }
    guard sum > 0 else { return nil }
    return Point(sx / sum - Double(buffer.width) / 2, sy / sum - Double(buffer.height) / 2)
}

/// A frame for `request` without a picture.
func blankFrame(_ request: RenderRequest, samples: Int? = nil) -> RenderedFrame {
    RenderedFrame(
        answering: request, samples: samples ?? request.samples,
        content: TestContent(PixelBuffer(size: PixelSize(width: 1, height: 1))))
}
