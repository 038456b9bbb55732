import CanvasScene

extension Item {
    /// The item in SVG's words, exactly: for messages from which a failure can be rebuilt.
    public var testDescription: String {
        switch self {
        case .stroke(let s):
            let dash = s.style.dash.map { ", dash \($0.lengths) from \($0.phase)" } ?? ""
            return "stroke \(s.width), \(s.style.cap) caps, \(s.style.join) joins to \(s.style.miterLimit)\(dash), "
                + "\(Self.matrix(s.transform)) \(Self.data(s.path))"
        case .fill(let f): return "fill \(f.rule), \(Self.matrix(f.transform)) \(Self.data(f.path))"
        }
    }

    private static func data(_ path: Path<ItemSpace>) -> String {
        var next = path.points.makeIterator()
        func point() -> String { next.next().map { "\($0.x),\($0.y)" } ?? "" }
        return path.verbs.map { verb in
            switch verb {
            case .move: "M\(point())"
            case .line: "L\(point())"
            case .quad: "Q\(point()) \(point())"
            case .close: "Z"
            }
        }.joined(separator: " ")
    }

    private static func matrix(_ t: Transform2D<ItemSpace, CanvasSpace>) -> String {
        "matrix(\(t.a) \(t.b) \(t.c) \(t.d) \(t.tx) \(t.ty))"
    }
}
