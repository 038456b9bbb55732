import Foundation
import Pantograph

let file = URL(fileURLWithPath: CommandLine.arguments[1])
let drawing = try DrawingReader.read(contentsOf: file).drawing
let camera = try Camera(center: Point(1505, 720), zoom: 3)
let request = RenderRequest(
    drawing: drawing, transform: camera.frameTransform, size: PixelSize(width: 800, height: 600), background: .white)
let frame = try Renderers.make().renderer.render(request)
try PNG.write(frame.content.readPixels(), to: URL(fileURLWithPath: CommandLine.arguments[2]))
