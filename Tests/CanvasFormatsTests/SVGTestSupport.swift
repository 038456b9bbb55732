import CanvasFormats
import Foundation
import Testing

/// Reads an SVG document written in a test. The namespace and, if not given, the root element are added.
func readSVG(_ body: String, root: String? = nil, options: DrawingReader.Options = .init()) throws -> ReadResult {
    let open = root ?? #"<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">"#
    return try DrawingReader.read(data: Data("\(open)\n\(body)\n</svg>".utf8), name: "test.svg", options: options)
}

extension ReadResult {
    var items: [Item] { Array(drawing.items) }
    var strokes: [Stroke] { items.compactMap { if case .stroke(let s) = $0 { s } else { nil } } }
    var fills: [Fill] { items.compactMap { if case .fill(let f) = $0 { f } else { nil } } }

    func warning(_ kind: ReadWarning.Kind) -> ReadWarning? { warnings.first { $0.kind == kind } }
}

extension Item {
    /// The item's colour as `#rrggbbaa`.
    var hex: String {
        guard case .solid(let c) = paint else { return "?" }
        return [c.red, c.green, c.blue, c.alpha].reduce("#") { $0 + String(format: "%02x", Int(($1 * 255).rounded())) }
    }

    /// The tight box of the item's path on the canvas, pen apart.
    var pathBox: Rect<CanvasSpace> {
        let (path, transform): (Path<ItemSpace>, Transform2D<ItemSpace, CanvasSpace>) =
            switch self {
            case .stroke(let s): (s.path, s.transform)
            case .fill(let f): (f.path, f.transform)
            }
        return ((try? path.applying(transform)) ?? Path()).bounds
    }
}

/// Whether two boxes agree to `tolerance` at every edge.
func isClose<S>(_ a: Rect<S>, _ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double, _ tolerance: Double)
    -> Bool
{
    abs(a.minX - minX) <= tolerance && abs(a.minY - minY) <= tolerance && abs(a.maxX - maxX) <= tolerance
        && abs(a.maxY - maxY) <= tolerance
}
