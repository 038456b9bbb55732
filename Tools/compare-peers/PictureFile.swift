import Pantograph

/// A frame's drawing as text that small programs around other renderers can read.
///
/// ```text
/// size WIDTH HEIGHT
/// fill nonzero|evenodd RED GREEN BLUE ALPHA a b c d tx ty
/// stroke WIDTH CAP JOIN MITERLIMIT RED GREEN BLUE ALPHA a b c d tx ty
/// M x y | L x y | Q cx cy x y | Z
/// draw
/// ```
///
/// Paths are in the item's own coordinates; the matrix carries them to pixels, the origin at the top left. Colours are
/// 0…255 with straight alpha.
struct PictureFile {
    private(set) var text: String

    /// Why a drawing cannot be handed to other renderers.
    struct Unsupported: Error, CustomStringConvertible {
        let description: String
    }

    init(_ request: RenderRequest) throws(Unsupported) {
        text = "size \(request.size.width) \(request.size.height)\n"
        let toPixels = request.transform.concatenating(request.size.centerToTopLeft(from: FrameSpace.self))
        for item in request.drawing.items {
            switch item {
            case .fill(let fill):
                text += "fill \(fill.rule == .evenOdd ? "evenodd" : "nonzero")"
                append(fill.paint, fill.transform.concatenating(toPixels))
                append(fill.path)
            case .stroke(let stroke):
                guard case .uniform(let width) = stroke.width else {
                    throw Unsupported(description: "it has strokes of varying width, which other renderers have not")
                }
                guard stroke.style.dash == nil else { throw Unsupported(description: "it has dashes") }
                if width == 0 { continue }
                text += "stroke \(width) \(stroke.style.cap) \(stroke.style.join) \(stroke.style.miterLimit)"
                append(stroke.paint, stroke.transform.concatenating(toPixels))
                append(stroke.path)
            }
            text += "draw\n"
        }
    }

    private mutating func append(_ paint: Paint, _ m: Transform2D<ItemSpace, PixelSpace>) {
        guard case .solid(let color) = paint else { return }
        for part in [color.red, color.green, color.blue, color.alpha] { text += " \(Int((part * 255).rounded()))" }
        text += " \(m.a) \(m.b) \(m.c) \(m.d) \(m.tx) \(m.ty)\n"
    }

    private mutating func append(_ path: Path<ItemSpace>) {
        var next = 0
        func point() -> String {
            defer { next += 1 }
            return " \(path.points[next].x) \(path.points[next].y)"
        }
        for verb in path.verbs {
            switch verb {
            case .move: text += "M" + point()
            case .line: text += "L" + point()
            case .quad: text += "Q" + point() + point()
            case .close: text += "Z"
            }
            text += "\n"
        }
    }
}
