import CanvasScene
import Foundation
import Testing

private func path(_ points: [(Double, Double)]) throws -> Path<ItemSpace> {
    var path = Path<ItemSpace>()
    for (i, p) in points.enumerated() {
        if i == 0 { try path.move(to: Point(p.0, p.1)) } else { try path.line(to: Point(p.0, p.1)) }
    }
    return path
}

@Suite("Items")
struct ItemTests {
    let wedge: Path<ItemSpace>
    init() throws { wedge = try path([(0, 0), (100, 0), (0, 10)]) }

    @Test("widths that no pen can have are refused", arguments: [-1, -1e-300, Double.nan, .infinity])
    func badWidth(_ width: Double) throws {
        #expect(throws: SceneError.invalidWidth) {
            try Stroke(wedge, width: .uniform(width), paint: .solid(.black))
        }
        #expect(throws: SceneError.invalidWidth) {
            try Stroke(wedge, width: .profile([1, width, 1]), paint: .solid(.black))
        }
    }

    @Test("a width profile has one width for each vertex, no more and no fewer")
    func profileCount() throws {
        for n in [0, 1, 2, 4] {
            #expect(throws: SceneError.profileCount(expected: 3, got: n)) {
                try Stroke(wedge, width: .profile(Array(repeating: 1, count: n)), paint: .solid(.black))
            }
        }
        _ = try Stroke(wedge, width: .profile([0, 1, 0]), paint: .solid(.black))
        _ = try Stroke(Path(), width: .profile([]), paint: .solid(.black))
        _ = try Stroke(wedge, width: .uniform(0), paint: .solid(.black))
    }

    @Test("transforms that flatten or are not finite are refused, for strokes and for fills")
    func badTransforms() throws {
        let flat = Transform2D<ItemSpace, CanvasSpace>(scaleX: 1, y: 0)
        let broken = Transform2D<ItemSpace, CanvasSpace>(translationX: .nan, y: 0)
        #expect(throws: SceneError.transform(.singular)) {
            try Stroke(wedge, width: .uniform(1), paint: .solid(.black), transform: flat)
        }
        #expect(throws: SceneError.transform(.notFinite)) {
            try Stroke(wedge, width: .uniform(1), paint: .solid(.black), transform: broken)
        }
        #expect(throws: SceneError.transform(.singular)) {
            try Fill(wedge, paint: .solid(.black), transform: flat)
        }
        #expect(throws: SceneError.transform(.notFinite)) {
            try Fill(wedge, paint: .solid(.black), transform: broken)
        }
    }

    @Test("an item that its transform carries out of a double's range is refused")
    func beyondRange() throws {
        let huge = Transform2D<ItemSpace, CanvasSpace>(scaleX: 1e300, y: 1e300)
        let far = try path([(1e20, 0), (2e20, 1)])
        #expect(throws: SceneError.boundsNotFinite) { try Fill(far, paint: .solid(.black), transform: huge) }
        #expect(throws: SceneError.boundsNotFinite) {
            try Stroke(far, width: .uniform(1), paint: .solid(.black), transform: huge)
        }
        #expect(throws: SceneError.boundsNotFinite) {
            try Stroke(wedge, width: .uniform(1.7e308), style: .init(join: .miter), paint: .solid(.black))
        }
    }

    @Test("miter limits below one and dashes that never advance are refused")
    func badStyles() throws {
        for limit in [0.99, -1, Double.nan, .infinity] {
            #expect(throws: SceneError.invalidMiterLimit) {
                try Stroke(wedge, width: .uniform(1), style: StrokeStyle(miterLimit: limit), paint: .solid(.black))
            }
        }
        for lengths in [[], [0], [0, 0], [1, -1], [-1, 3], [Double.nan, 1], [.infinity]] {
            #expect(throws: SceneError.invalidDash) { try DashPattern(lengths) }
        }
        #expect(throws: SceneError.invalidDash) { try DashPattern([1, 2], phase: .nan) }
        #expect(throws: SceneError.invalidDash) { try DashPattern([1e308, 1e308]) }
        #expect(try DashPattern([1, 2, 3]).lengths == [1, 2, 3, 1, 2, 3], "an odd pattern is repeated")
        #expect(try DashPattern([0, 2]).lengths == [0, 2], "dots are dashes without length")
    }

    @Test("the bounds hold the ink: caps, miters, and the widest place of a profile")
    func strokeBounds() throws {
        // The tip of this wedge is 5.7 degrees: a miter of ratio 20 is kept up to the limit.
        let sharp = try Stroke(
            wedge, width: .uniform(2), style: StrokeStyle(miterLimit: 25), paint: .solid(.black))
        let tip = 1 / sin(atan2(10.0, 100.0) / 2)
        #expect(sharp.bounds.maxX >= 100 + tip * 0.99)
        let diagonal = try path([(0, 0), (10, 10)])
        let square = try Stroke(
            diagonal, width: .uniform(2), style: StrokeStyle(cap: .square, join: .round), paint: .solid(.black))
        #expect(square.bounds.contains(Point(10 + 2.0.squareRoot(), 10)))
        let profile = try Stroke(diagonal, width: .profile([0, 8]), paint: .solid(.black))
        #expect(profile.bounds.contains(Point(14, 10)) && profile.bounds.contains(Point(10, 14)))
    }

    @Test("an elliptical pen reaches as far as its transform stretches it")
    func transformedBounds() throws {
        let dot = try path([(10, 10), (10, 10)])
        let stroke = try Stroke(
            dot, width: .uniform(4), style: .round, paint: .solid(.black),
            transform: Transform2D(scaleX: 4, y: 1))
        #expect(stroke.bounds == Rect(minX: 32, minY: 8, maxX: 48, maxY: 12))
    }

    @Test("a builder's groups nest: the inner transform is applied first, and ends with the group")
    func nestedTransforms() throws {
        var builder = DrawingBuilder()
        let unit = try path([(0, 0), (1, 0), (1, 1)])
        try builder.group(Transform2D(translationX: 100, y: 0)) { outer throws(SceneError) in
            try outer.group(Transform2D(scaleX: 4, y: 2)) { inner throws(SceneError) in
                try inner.fill(unit, paint: .solid(.black))
            }
            try outer.fill(unit, paint: .solid(.white))
        }
        try builder.fill(unit, rule: .evenOdd, paint: .solid(.black))
        #expect(builder.count == 3 && builder.transform == .identity)
        let drawing = builder.drawing(page: Rect(x: 0, y: 0, width: 10, height: 10))
        #expect(drawing[0].bounds == Rect(minX: 100, minY: 0, maxX: 104, maxY: 2))
        #expect(drawing[1].bounds == Rect(minX: 100, minY: 0, maxX: 101, maxY: 1))
        #expect(drawing[2].bounds == Rect(minX: 0, minY: 0, maxX: 1, maxY: 1))
        #expect(drawing.page?.width == 10)
    }

    @Test("a group that fails leaves the builder's transform as it was before")
    func failingGroup() throws {
        var builder = DrawingBuilder()
        #expect(throws: SceneError.self) {
            try builder.group(Transform2D(scaleX: 0, y: 0)) { b throws(SceneError) in
                try b.fill(wedge, paint: .solid(.black))
            }
        }
        #expect(builder.transform == .identity && builder.count == 0)
    }

    @Test("colours are clamped, rounded to nearest, and premultiplied")
    func colors() {
        #expect(Color(red: 2, green: -1, blue: .nan, alpha: 0.5) == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
        let half = Color(red8: 255, green8: 128, blue8: 0, alpha8: 128).premultiplied8
        #expect(half == (128, 64, 0, 128))
        #expect(Paint.solid(.black).isOpaque && !Paint.solid(Color.black.multipliedAlpha(0.5)).isOpaque)
    }
}
