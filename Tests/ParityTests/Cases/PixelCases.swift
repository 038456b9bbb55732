import CanvasTestSupport
import Foundation
import Pantograph
import Testing

/// What other projects got wrong about pixels: seams, fringes, precision.
@Suite("Cases: pixels")
struct PixelCases {
    private static func rect(_ r: Rect<ItemSpace>, _ color: Color) throws -> Item {
        var path = Path<ItemSpace>()
        try path.move(to: Point(r.minX, r.minY))
        try path.line(to: Point(r.maxX, r.minY))
        try path.line(to: Point(r.maxX, r.maxY))
        try path.line(to: Point(r.minX, r.maxY))
        path.close()
        return .fill(try Fill(path, paint: .solid(color)))
    }

    @Test("C27: a flat colour has no seams, at any zoom, offset and angle", arguments: Renderers.all)
    func seams(renderer: any TestRenderer) throws {
        let colour = Color(red8: 51, green8: 102, blue8: 204)
        let item = try Self.rect(Rect(minX: -2000, minY: -2000, maxX: 4000, maxY: 4000), colour)
        let drawing = Drawing([item])
        let view = PixelSize(width: 800, height: 600)
        let wanted = Pixel(colour).packed
        for zoom in [0.37, 0.5, 1, 1.13, 2.71] {
            for offset in [0, 0.25, 0.5, 0.9] {
                for degrees in [0.0, 17] {
                    let camera = Transform2D<CanvasSpace, FrameSpace>(translationX: -1000, y: -1000)
                        .concatenating(Transform2D<FrameSpace, FrameSpace>(scaleX: zoom, y: zoom))
                        .concatenating(Transform2D<FrameSpace, FrameSpace>(rotationAngle: degrees * .pi / 180))
                        .concatenating(Transform2D<FrameSpace, FrameSpace>(translationX: offset, y: -offset))
                    let request = RenderRequest(
                        drawing: drawing, transform: camera, size: view, samples: offset == 0.25 ? 0 : 4,
                        background: .white)
                    let picture = try renderer.picture(request)
                    #expect(
                        picture.pixels.allSatisfy { $0 == wanted }, "zoom \(zoom), offset \(offset), \(degrees) degrees"
                    )
                    // Shown while panning, by whole pixels and by parts: the frame's margin covers the move.
                    guard offset == 0.5 else { continue }
                    var margined = request
                    margined.size = view.overdrawn(by: 1.1)
                    for (x, y) in [(7.0, -3.0), (12.3, 5.7)] {
                        let moved = camera.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self)
                            .concatenating(Transform2D<ViewSpace, ViewSpace>(translationX: x, y: y))
                        let shown = try renderer.composition([margined], current: moved, size: view, background: .white)
                        #expect(
                            shown.pixels.allSatisfy { $0 == wanted }, "zoom \(zoom), \(degrees) degrees, panned by \(x)"
                        )
                    }
                }
            }
        }
    }

    @Test("C28: what is re-projected has no dark fringe", arguments: Renderers.all)
    func fringes(renderer: any TestRenderer) throws {
        let sprite = Drawing([
            try Self.rect(Rect(minX: -10, minY: -10, maxX: 10, maxY: 10), Color(red8: 255, green8: 0, blue8: 0))
        ])
        let size = PixelSize(width: 40, height: 40)
        let request = RenderRequest(drawing: sprite, transform: .identity, size: size, background: nil)
        for (degrees, scale) in [(15.0, 1.7), (0, 0.6), (15, 0.6), (40, 3.1)] {
            let current = Transform2D<CanvasSpace, ViewSpace>(rotationAngle: degrees * .pi / 180)
                .scaledBy(x: scale, y: scale)
            let shown = try renderer.composition(
                [request], current: current, size: PixelSize(width: 101, height: 101), background: .white)
            var mixed = 0
            for pixel in shown.pixels.map({ Pixel(packed: $0) }) {
                #expect(pixel.red >= 254 && abs(Int(pixel.green) - Int(pixel.blue)) <= 1 && pixel.alpha == 255)
                if pixel.green > 10, pixel.green < 245 { mixed += 1 }
            }
            #expect(mixed > 10, "edges are blended")
            #expect(shown[50, 50] == Pixel(red: 255, green: 0, blue: 0, alpha: 255) && shown[2, 2] == Pixel(.white))
        }
    }

    @Test("C30: far from the origin at deep zoom an edge moves as evenly as the camera", arguments: Renderers.all)
    func deepZoom(renderer: any TestRenderer) throws {
        let corner = Point<ItemSpace>(1_000_000.25, 2_000_000.25)
        let drawing = Drawing([
            try Self.rect(Rect(minX: corner.x, minY: corner.y, maxX: corner.x + 1, maxY: corner.y + 1), .black)
        ])
        let size = PixelSize(width: 96, height: 48)
        // Four samples a pixel have four positions across an edge that is upright: it is known to an eighth of a pixel.
        // Leaning by one pixel in eight, all heights together tell it as exactly as areas do.
        for lean in renderer.kind == .cpu ? [0] : [0, 0.125] {
            var positions: [Double] = []
            let first = -20.0
            for step in 0...100 {
                // The square's left edge, at half its height, is at `x` of the frame.
                let x = first + 0.1 * Double(step)
                let camera = Transform2D<CanvasSpace, FrameSpace>(
                    a: 64, b: 0, c: -64 * lean, d: 64, tx: x - 64 * corner.x + 64 * lean * (corner.y + 0.5),
                    ty: -64 * (corner.y + 0.5))
                let picture = try renderer.picture(
                    RenderRequest(drawing: drawing, transform: camera, size: size, background: .white, tolerance: 0.02))
                let ink = Ink(darknessOf: picture)
                // The ink left of a column that is surely inside, on rows that the square fills.
                let rows = 8..<40
                let area = rows.reduce(0.0) { sum, y in sum + (0..<80).reduce(0.0) { $0 + ink[$1, y] } }
                let position = 80 - area / Double(rows.count) - 48
                #expect(
                    abs(position - x) <= (renderer.kind == .gles && lean == 0 ? 0.13 : 0.1), "step \(step): \(position)"
                )
                positions.append(position)
            }
            #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
            if lean != 0 || renderer.kind == .cpu {
                #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
            }
        }
    }
}
