import CanvasGeometry
import Foundation
import Testing

@Suite("Paths")
struct PathTests {
    typealias P = Point<ItemSpace>

    /// `M` starts a path here, as in SVG; a test's way to write one in a line.
    private func path(_ build: (inout Path<ItemSpace>) throws -> Void) rethrows -> Path<ItemSpace> {
        var path = Path<ItemSpace>()
        try build(&path)
        return path
    }

    private func ring(_ center: P, _ radius: Double, clockwise: Bool) throws -> Path<ItemSpace> {
        try path { p in
            let corners = [(1.0, 0.0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
            func at(_ i: Int) -> P {
                let c = corners[((clockwise ? i : -i) % 8 + 8) % 8]
                return P(center.x + radius * c.0, center.y + radius * c.1)
            }
            try p.move(to: at(0))
            for i in stride(from: 1, to: 8, by: 2) { try p.quad(at(i), to: at(i + 1)) }
            p.close()
        }
    }

    @Test("coordinates that are not finite are refused and leave the path as it was")
    func refusesNonFinite() throws {
        var p = Path<ItemSpace>()
        #expect(throws: PathError.noCurrentPoint) { try p.line(to: P(1, 1)) }
        #expect(throws: PathError.notFinite) { try p.move(to: P(.nan, 0)) }
        #expect(p.isEmpty)
        try p.move(to: P(1, 2))
        let before = p
        #expect(throws: PathError.notFinite) { try p.line(to: P(0, .infinity)) }
        #expect(throws: PathError.notFinite) { try p.quad(P(.nan, 0), to: P(1, 1)) }
        #expect(throws: PathError.notFinite) { try p.quad(P(0, 0), to: P(1, -.infinity)) }
        #expect(p == before)
        #expect(throws: PathError.notFinite) {
            try p.applying(Transform2D<ItemSpace, CanvasSpace>(scaleX: .infinity, y: 1))
        }
    }

    @Test("a line after a close begins a new sub-path at the closed one's start")
    func lineAfterClose() throws {
        let p = try path {
            try $0.move(to: P(1, 1))
            try $0.line(to: P(5, 1))
            $0.close()
            try $0.line(to: P(9, 9))
        }
        #expect(p.verbs == [.move, .line, .close, .move, .line])
        #expect(p.subpaths.count == 2)
        #expect(p.subpaths[1].start == P(1, 1))
        #expect(p.vertexCount == 4)
    }

    @Test("case C01: the box of a path is the curve's, not the control point's")
    func bounds() throws {
        let p = try path {
            try $0.move(to: P(20, 50))
            try $0.quad(P(120, 50), to: P(60, 50))
        }
        #expect(abs(p.bounds.maxX - 82.5) < 0.01)
        #expect(p.bounds.minX == 20)
        #expect(p.controlBounds.maxX == 120)
        #expect(Path<ItemSpace>().bounds.isEmpty)
    }

    @Test("length counts closing lines and every sub-path")
    func length() throws {
        let square = try path {
            try $0.move(to: P(0, 0))
            for c in [P(10, 0), P(10, 10), P(0, 10)] { try $0.line(to: c) }
            $0.close()
            try $0.move(to: P(50, 50))
            try $0.quad(P(53, 54), to: P(56, 58))
        }
        #expect(abs(square.length - 50) < 1e-12)
        #expect(Path<ItemSpace>().length == 0)
    }

    @Test("segments are those of the sub-paths, and a fill's closing lines are added on request")
    func segments() throws {
        let p = try path {
            try $0.move(to: P(0, 0))
            try $0.line(to: P(10, 0))
            try $0.quad(P(20, 5), to: P(10, 10))
            try $0.move(to: P(30, 30))
            try $0.move(to: P(40, 40))
            try $0.line(to: P(50, 40))
            try $0.line(to: P(40, 50))
            $0.close()
            try $0.line(to: P(45, 60))
        }
        var own: [[Path<ItemSpace>.Segment]] = Array(repeating: [], count: p.subpaths.count)
        p.forEachSegment { (i, s) throws(Never) in own[i].append(s) }
        #expect(own == p.subpaths.map(\.segments))
        var filled: [Path<ItemSpace>.Segment] = []
        p.forEachSegment(closingAll: true) { (_, s) throws(Never) in filled.append(s) }
        #expect(filled.count == own.joined().count + 2)
        #expect(filled.contains(.line(from: P(10, 10), to: P(0, 0))))
        #expect(filled.last == .line(from: P(45, 60), to: P(40, 40)))
    }

    @Test("the nearest place on a path says where it is")
    func nearest() throws {
        let p = try path {
            try $0.move(to: P(0, 0))
            try $0.line(to: P(100, 0))
            try $0.quad(P(150, 50), to: P(100, 100))
            $0.close()
            try $0.move(to: P(500, 500))
            $0.close()
            try $0.move(to: P(900, 900))
        }
        let onCurve = try #require(p.nearestPoint(to: P(140, 50)))
        #expect(onCurve.subpath == 0 && onCurve.segment == 1 && abs(onCurve.parameter - 0.5) < 1e-9)
        #expect(abs(onCurve.distance - 15) < 1e-9)
        let onClosing = try #require(p.nearestPoint(to: P(40, 50)))
        #expect(onClosing.segment == 2)
        let dot = try #require(p.nearestPoint(to: P(503, 504)))
        #expect(dot.subpath == 1 && dot.distance == 5)
        // A lone move draws nothing, so it is never the nearest.
        #expect(try #require(p.nearestPoint(to: P(900, 900))).subpath == 1)
        #expect(Path<ItemSpace>().nearestPoint(to: .zero) == nil)
    }

    @Test("no place on a path is nearer than the nearest, for random paths")
    func nearestIsNearest() throws {
        var random = SplitMix64(seed: 31)
        for _ in 0..<50 {
            let p = try path {
                for _ in 0..<3 {
                    try $0.move(to: random.point())
                    for _ in 0..<4 {
                        let q = random.curve()
                        try $0.quad(q.p1, to: q.p2)
                        try $0.line(to: random.point())
                    }
                    if Bool.random(using: &random) { $0.close() }
                }
            }
            let q = random.point(200)
            let near = try #require(p.nearestPoint(to: q))
            let segment = p.subpaths[near.subpath].segments[near.segment]
            #expect(segment.point(at: near.parameter) == near.point)
            var least = Double.infinity
            p.forEachSegment { (_, s) throws(Never) in
                for k in 0...100 { least = min(least, s.point(at: Double(k) / 100).distance(to: q)) }
            }
            #expect(near.distance <= least + 1e-12)
        }
    }

    @Test("winding counts turns with their direction; the rules tell a hole")
    func winding() throws {
        let outer = try ring(P(0, 0), 10, clockwise: true)
        #expect(outer.winding(at: P(0, 0)) == 1)
        #expect(try ring(P(0, 0), 10, clockwise: false).winding(at: P(0, 0)) == -1)
        #expect(outer.winding(at: P(20, 0)) == 0)
        #expect(outer.winding(at: P(9.9, 9.9)) == 0, "outside the rounded corner")

        func ringInRing(inner: Bool) throws -> Path<ItemSpace> {
            var p = outer
            let hole = try ring(P(0, 0), 4, clockwise: inner)
            try p.move(to: hole.points[0])
            for s in hole.subpaths[0].segments {
                if case .quad(let q) = s { try p.quad(q.p1, to: q.p2) }
            }
            p.close()
            return p
        }
        let same = try ringInRing(inner: true)
        #expect(same.winding(at: .zero) == 2)
        #expect(same.contains(.zero, rule: .nonzero) && !same.contains(.zero, rule: .evenOdd))
        let opposed = try ringInRing(inner: false)
        #expect(!opposed.contains(.zero, rule: .nonzero) && !opposed.contains(.zero, rule: .evenOdd))
        #expect(opposed.contains(P(7, 0), rule: .nonzero) && opposed.contains(P(7, 0), rule: .evenOdd))
    }

    @Test("an open path is closed for the fill, and a ray through vertices counts once")
    func throughVertices() throws {
        let diamond = try path {
            try $0.move(to: P(0, -10))
            for c in [P(10, 0), P(0, 10), P(-10, 0)] { try $0.line(to: c) }
        }
        // Rays at y = 0 pass through two vertices, at y = ±10 touch one.
        for x in stride(from: -9.5, through: 9.5, by: 0.5) { #expect(diamond.contains(P(x, 0), rule: .nonzero)) }
        for x in [-30.0, -10.5, 10.5, 30] {
            for y in [-10.0, 0, 10] { #expect(!diamond.contains(P(x, y), rule: .evenOdd)) }
        }
    }

    @Test("winding agrees with the angle the path sweeps about a point, for random paths")
    func windingAgreesWithAngles() throws {
        var random = SplitMix64(seed: 32)
        for exponent in [-150.0, 0, 150] {
            let reach = pow(10, exponent)
            for _ in 0..<100 {
                let p = try path {
                    try $0.move(to: random.point(reach))
                    for _ in 0..<5 {
                        let q = random.curve(reach)
                        try $0.quad(q.p1, to: q.p2)
                        try $0.line(to: random.point(reach))
                    }
                }
                let q = random.point(reach)
                // The angle is summed over 2,000 steps a segment, which goes wrong only at the path itself.
                guard let near = p.nearestPoint(to: q), near.distance > 0.02 * reach else { continue }
                var angle = 0.0
                p.forEachSegment(closingAll: true) { (_, s) throws(Never) in
                    var last = (s.start - q) / reach
                    for k in 1...2000 {
                        let v = (s.point(at: Double(k) / 2000) - q) / reach
                        angle += atan2(last.cross(v), last.dot(v))
                        last = v
                    }
                }
                #expect(p.winding(at: q) == Int((angle / (2 * .pi)).rounded()))
            }
        }
    }

    @Test("a mapped path is the path of the mapped points")
    func mapped() throws {
        var random = SplitMix64(seed: 33)
        let p = try ring(P(3, 4), 10, clockwise: true)
        for _ in 0..<50 {
            let t = random.transform()
            let image = try p.applying(t)
            #expect(image.verbs == p.verbs)
            #expect(image.points == p.points.map { $0.applying(t) })
            #expect(image.currentPoint == p.currentPoint?.applying(t))
            #expect(image.winding(at: P(3, 4).applying(t)) == (t.determinant > 0 ? 1 : -1))
        }
    }
}
