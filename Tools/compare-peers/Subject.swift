import Foundation
import Pantograph

/// A picture to be judged.
struct Subject {
    let name: String
    /// At the tolerance of frames in motion, on white.
    let request: RenderRequest
    /// Whether the promise about tolerances is made for it: the generated scene's views.
    let checksTolerance: Bool

    /// A benchmark view of the generated scene: everything, the middle at one pixel a unit, that turned by 30°.
    static func view(_ name: Character, of scene: Drawing) throws -> Subject {
        let middle = Point<CanvasSpace>(SceneGenerator.side / 2, SceneGenerator.side / 2)
        let camera = try Camera(
            center: middle, zoom: name == "a" ? 0.25 : 1, rotation: name == "c" ? .pi / 6 : 0)
        let request = RenderRequest(
            drawing: scene, transform: camera.frameTransform, size: PixelSize(width: 1366, height: 1024),
            background: .white)
        return Subject(name: "S1 \(name)", request: request, checksTolerance: true)
    }

    /// A drawing, fitted.
    static func drawing(_ url: URL, named name: String) throws -> Subject {
        let drawing = try DrawingReader.read(contentsOf: url).drawing
        let size = PixelSize(width: 800, height: 600)
        let camera = try Camera.fitting(drawing.extent, in: size)
        let request = RenderRequest(
            drawing: drawing, transform: camera.frameTransform, size: size, background: .white)
        return Subject(name: name, request: request, checksTolerance: false)
    }
}
