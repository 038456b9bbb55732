import CanvasTestSupport
import Pantograph
import Testing

/// What the tolerance of a request is worth: the generated scene's views, drawn coarsely and as finely as need be.
@Suite("Tolerance")
struct ToleranceTests {
    /// Mean absolute difference over red, green and blue, and pixels of a hundred off by more than 24 levels.
    private static func difference(_ a: PixelBuffer, _ b: PixelBuffer) -> (mean: Double, percentOver24: Double) {
        var (sum, over) = (0, 0)
        for (p, q) in zip(a.pixels, b.pixels) where p != q {
            let d = [UInt32(0), 8, 16].map { abs(Int(p >> $0 & 255) - Int(q >> $0 & 255)) }
            sum += d.reduce(0, +)
            if d.max()! > 24 { over += 1 }
        }
        return (Double(sum) / Double(3 * a.pixels.count), 100 * Double(over) / Double(a.pixels.count))
    }

    @Test(
        "a frame at 0.1 px is near one at 0.005 px, and one at 0.05 px twice as near",
        arguments: [(0.25, 0.0), (1, 0), (1, 30)])
    func tolerance(zoom: Double, degrees: Double) throws {
        let scene = SceneGenerator(strokes: 10_000).drawing()
        let camera = try Camera(center: Point(2048, 2048), zoom: zoom, rotation: degrees * .pi / 180)
        let renderer = CPURenderer()
        func picture(_ tolerance: Double) throws -> PixelBuffer {
            let request = RenderRequest(
                drawing: scene, transform: camera.frameTransform, size: PixelSize(width: 1366, height: 1024),
                background: .white, tolerance: tolerance)
            return try renderer.render(request).content.readPixels()
        }
        let finest = try picture(0.005)
        #expect(Set(finest.pixels).count > 10_000)
        for (tolerance, mean, percent) in [(0.1, 1.6, 0.1), (0.05, 0.8, 0.05)] {
            let found = Self.difference(finest, try picture(tolerance))
            #expect(found.mean <= mean && found.percentOver24 <= percent, "\(tolerance) px: \(found)")
            // It is a tolerance, and not the finest whatever is asked for.
            #expect(found.mean > 0)
        }
    }
}
