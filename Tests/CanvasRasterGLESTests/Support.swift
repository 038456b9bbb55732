import CanvasFormats
import CanvasRasterGLES
import CanvasTestSupport
import Foundation
import Testing

/// What the tests of this target share: one renderer, and the ways to a picture.
enum GLES {
    /// A renderer whose context reports every misuse; `nil` where there is no OpenGL ES 3.
    static let shared: GLESRenderer? = try? GLESRenderer(debug: true)
    static let isAvailable = shared != nil
    static let message: Comment = "no EGL display here gives an OpenGL ES 3 context"

    /// A frame of `size` pixels in which the canvas' origin is at the top left, after `camera`.
    static func request(
        _ drawing: Drawing, _ width: Int, _ height: Int, camera: Transform2D<CanvasSpace, PixelSpace> = .identity,
        samples: Int = 4, background: Color? = .white, tolerance: Double = RenderRequest.defaultTolerance
    ) -> RenderRequest {
        let size = PixelSize(width: width, height: height)
        let toCentre = Transform2D<PixelSpace, FrameSpace>(
            translationX: -Double(width) / 2, y: -Double(height) / 2)
        return RenderRequest(
            drawing: drawing, transform: camera.concatenating(toCentre), size: size, samples: samples,
            background: background, tolerance: tolerance)
    }

    static func picture(_ request: RenderRequest) throws -> PixelBuffer {
        try #require(shared).render(request).content.readPixels()
    }
}

/// A path from SVG-like steps: `M`, `L`, `Q` with numbers, `Z`.
func path(_ text: String) throws -> Path<ItemSpace> {
    var out = Path<ItemSpace>()
    var tokens = text.split(separator: " ").map(String.init)[...]
    func point() -> Point<ItemSpace> { Point(Double(tokens.removeFirst())!, Double(tokens.removeFirst())!) }
    while let verb = tokens.popFirst() {
        switch verb {
        case "M": try out.move(to: point())
        case "L": try out.line(to: point())
        case "Q":
            let control = point()
            try out.quad(control, to: point())
        default: out.close()
        }
    }
    return out
}

/// A drawing of one rectangle.
func rectangle(_ rect: Rect<ItemSpace>, _ color: Color) throws -> Fill {
    var p = Path<ItemSpace>()
    try p.move(to: Point(rect.minX, rect.minY))
    try p.line(to: Point(rect.maxX, rect.minY))
    try p.line(to: Point(rect.maxX, rect.maxY))
    try p.line(to: Point(rect.minX, rect.maxY))
    p.close()
    return try Fill(p, paint: .solid(color))
}

/// Writes a picture to the folder that PANTOGRAPH_PICTURES names, if any, for somebody to look at.
func keep(_ picture: PixelBuffer, _ name: String) {
    guard let folder = ProcessInfo.processInfo.environment["PANTOGRAPH_PICTURES"] else { return }
    try? PNG.write(picture, to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).png"))
}
