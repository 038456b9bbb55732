import CanvasEncoding
import CanvasTestSupport
import Testing

/// A small generator of its own, so that the sequence never changes under these tests.
private struct Random {
    var state: UInt64
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / 16_777_216
    }
    mutating func point(_ size: Double) -> Point<ItemSpace> { Point(next() * size, next() * size) }
}

/// Whether any triangle of a mesh covers a point.
private func covers(_ mesh: StrokeMesh, _ p: Point<CanvasSpace>) -> Bool {
    func side(_ a: Point<CanvasSpace>, _ b: Point<CanvasSpace>) -> Double { (b - a).cross(p - a) }
    func inside(_ a: Point<CanvasSpace>, _ b: Point<CanvasSpace>, _ c: Point<CanvasSpace>) -> Bool {
        if (b - a).cross(c - a) == 0 { return false }
        let (x, y, z) = (side(a, b), side(b, c), side(c, a))
        return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0)
    }
    for run in mesh.runs {
        for i in run.dropLast() {
            let (s, t) = (mesh.sections[i], mesh.sections[i + 1])
            if inside(s.left, s.right, t.left) || inside(s.right, t.right, t.left) { return true }
        }
    }
    return false
}

/// The smallest signed doubled area of a mesh's triangles, and the winding-sum area of its outlines.
private func smallestArea(_ mesh: StrokeMesh) -> Double {
    var smallest = Double.infinity
    for run in mesh.runs {
        for i in run.dropLast() {
            let (s, t) = (mesh.sections[i], mesh.sections[i + 1])
            smallest = min(
                smallest, (s.right - s.left).cross(t.left - s.left), (t.right - s.right).cross(t.left - s.right))
        }
    }
    return smallest
}

/// The least distance from a point to a path minus the radius there, by dense sampling: slow, simple, independent.
private func signedDistance(
    _ p: Point<ItemSpace>, _ path: Path<ItemSpace>, radius: (_ vertex: Int, _ t: Double) -> Double
) -> Double {
    var best = Double.infinity
    for subpath in path.subpaths {
        for (i, segment) in subpath.segments.enumerated() {
            let curve: QuadraticBezier<ItemSpace>
            switch segment {
            case .line(let from, let to): curve = QuadraticBezier(lineFrom: from, to: to)
            case .quad(let q): curve = q
            }
            for k in 0...250 {
                let t = Double(k) / 250
                best = min(best, p.distance(to: curve.point(at: t)) - radius(i, t))
            }
        }
    }
    return best
}

@Test("a round stroke covers exactly what lies within half its width of the path", arguments: 0..<40)
func roundStroke(seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 977 &+ 5)
    var path = Path<ItemSpace>()
    try path.move(to: random.point(100))
    for _ in 0..<(1 + Int(random.next() * 5)) {
        if random.next() < 0.3 {
            try path.line(to: random.point(100))
        } else {
            try path.quad(random.point(100), to: random.point(100))
        }
    }
    if random.next() < 0.3 { path.close() }
    let width = 0.5 + 40 * random.next() * random.next()
    let stroke = try Stroke(path, width: .uniform(width), style: .round, paint: .solid(.black))
    let tolerance = 0.01
    var mesh = StrokeMesh()
    StrokeExpander(tolerance: tolerance).expand(stroke, into: &mesh)
    #expect(smallestArea(mesh) >= -1e-6 * width)
    for _ in 0..<150 {
        let p = random.point(100)
        let distance = signedDistance(p, path) { _, _ in width / 2 }
        if abs(distance) < tolerance + 0.1 { continue }
        #expect(covers(mesh, Point(p.x, p.y)) == (distance < 0), "at \(p), \(distance) from the edge")
    }
}

@Test("a stroke of varying width covers what a disc of changing size sweeps", arguments: 0..<40)
func sweptDisc(seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 1931 &+ 77)
    var path = Path<ItemSpace>()
    var widths: [Double] = []
    try path.move(to: random.point(100))
    widths.append(random.next() * 30)
    for _ in 0..<(1 + Int(random.next() * 5)) {
        if random.next() < 0.6 {
            try path.line(to: random.point(100))
        } else {
            try path.quad(random.point(100), to: random.point(100))
        }
        widths.append(random.next() < 0.1 ? 0 : random.next() * (random.next() < 0.2 ? 80 : 20))
    }
    let stroke = try Stroke(path, width: .profile(widths), paint: .solid(.black))
    let tolerance = 0.01
    var mesh = StrokeMesh()
    StrokeExpander(tolerance: tolerance).expand(stroke, into: &mesh)
    #expect(smallestArea(mesh) >= -1e-6, "\(smallestArea(mesh))")
    for _ in 0..<150 {
        let p = random.point(100)
        let distance = signedDistance(p, path) { i, t in
            (widths[i] * (1 - t) + widths[i + 1] * t) / 2
        }
        if abs(distance) < tolerance + 0.1 { continue }
        #expect(covers(mesh, Point(p.x, p.y)) == (distance < 0), "at \(p), \(distance) from the edge")
    }
}

@Test("a clip changes nothing inside it", arguments: 0..<30)
func clippedStroke(seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 613 &+ 1)
    var path = Path<ItemSpace>()
    try path.move(to: random.point(1000))
    for _ in 0..<4 { try path.quad(random.point(1000), to: random.point(1000)) }
    let styles = [StrokeStyle.round, StrokeStyle(cap: .square, join: .miter), StrokeStyle(cap: .butt, join: .bevel)]
    let stroke = try Stroke(
        path, width: .uniform(3 + 30 * random.next()), style: styles[seed % 3], paint: .solid(.black))
    let near = path.points[2 * (seed % 4)]
    let clip = Rect<CanvasSpace>(center: Point(near.x, near.y), width: 30, height: 20)
    var (whole, cut) = (StrokeMesh(), StrokeMesh())
    StrokeExpander(tolerance: 0.0001).expand(stroke, into: &whole)
    StrokeExpander(tolerance: 0.0001, clip: clip).expand(stroke, into: &cut)
    #expect(cut.sections.count < whole.sections.count)
    var different = 0
    for _ in 0..<2000 {
        let p = Point<CanvasSpace>(clip.minX + clip.width * random.next(), clip.minY + clip.height * random.next())
        if covers(whole, p) != covers(cut, p) { different += 1 }
    }
    // Within the tolerance of an edge the two may decide otherwise.
    #expect(different <= 1)
}

@Test("at a zoom of a billion a stroke takes a few hundred cross-sections, not a billion")
func deepZoom() throws {
    var path = Path<ItemSpace>()
    try path.move(to: Point(0, 0))
    try path.quad(Point(1e6, 3e6), to: Point(2e6, 0))
    let stroke = try Stroke(path, width: .uniform(1e-6), style: .round, paint: .solid(.black))
    let clip = Rect<CanvasSpace>(center: Point(1e6, 1.5e6), width: 1e-6, height: 1e-6)
    var mesh = StrokeMesh()
    StrokeExpander(tolerance: 1e-10, clip: clip).expand(stroke, into: &mesh)
    #expect(mesh.sections.count < 1000)
    #expect(covers(mesh, Point(1e6, 1.5e6)))
}

@Test("dashes have the pattern's length, and closed sub-paths join their first and last dash")
func dashes() throws {
    var path = Path<ItemSpace>()
    try path.move(to: Point(0, 0))
    try path.line(to: Point(100, 0))
    func runs(_ lengths: [Double], phase: Double = 0, path: Path<ItemSpace>) throws -> [Range<Double>] {
        let style = StrokeStyle(dash: try DashPattern(lengths, phase: phase))
        let stroke = try Stroke(path, width: .uniform(2), style: style, paint: .solid(.black))
        var mesh = StrokeMesh()
        StrokeExpander(tolerance: 0.01).expand(stroke, into: &mesh)
        return mesh.runs.map { run in
            let xs = mesh.sections[run].map(\.spine.x)
            return (xs.min()! * 1e9).rounded() / 1e9..<(xs.max()! * 1e9).rounded() / 1e9
        }
    }
    #expect(try runs([10, 30], path: path) == [0..<10, 40..<50, 80..<90])
    #expect(try runs([10, 30], phase: 5, path: path) == [0..<5, 35..<45, 75..<85])
    #expect(try runs([10, 30], phase: -5, path: path) == [5..<15, 45..<55, 85..<95])
    #expect(try runs([20], path: path) == [0..<20, 40..<60, 80..<100])
    try path.line(to: Point(100, 100))
    try path.line(to: Point(0, 100))
    path.close()
    // 400 around: 70 on, 60 off … the last dash, 390..<400 of the way, runs on into the first one.
    #expect(try runs([70, 60], path: path).count == 3)
    #expect(try runs([1000, 1], path: path).count == 1)
}

@Test("points that repeat, and paths without length, draw what SVG says", arguments: LineCap.allCases)
func degenerate(cap: LineCap) throws {
    func area(_ build: (inout Path<ItemSpace>) throws -> Void) throws -> Double {
        var path = Path<ItemSpace>()
        try build(&path)
        let stroke = try Stroke(
            path, width: .uniform(12), style: StrokeStyle(cap: cap, join: .miter), paint: .solid(.black))
        var mesh = StrokeMesh()
        StrokeExpander(tolerance: 0.0001).expand(stroke, into: &mesh)
        var doubled = 0.0
        for run in mesh.runs {
            for i in run.dropLast() {
                let (s, t) = (mesh.sections[i], mesh.sections[i + 1])
                doubled += (s.right - s.left).cross(t.left - s.left) + (t.right - s.right).cross(t.left - s.right)
            }
        }
        return doubled / 2
    }
    let p = Point<ItemSpace>(50, 50)
    let dot: Double =
        switch cap {
        case .butt: 0
        case .round: .pi * 36
        case .square: 144
        }
    #expect(
        abs(
            try area {
                try $0.move(to: p); try $0.line(to: p)
            } - dot) < 0.1)
    #expect(
        abs(
            try area {
                try $0.move(to: p); $0.close()
            } - dot) < 0.1)
    #expect(
        abs(
            try area {
                try $0.move(to: p); try $0.quad(p, to: p)
            } - dot) < 0.1)
    #expect(try area { try $0.move(to: p) } == 0)
}
