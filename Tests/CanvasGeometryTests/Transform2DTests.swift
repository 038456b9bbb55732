import CanvasGeometry
import Foundation
import Testing

@Suite("Transforms")
struct Transform2DTests {
    typealias Canvas = Transform2D<ItemSpace, CanvasSpace>
    typealias Rendered = Transform2D<CanvasSpace, FrameSpace>
    typealias Current = Transform2D<CanvasSpace, ViewSpace>
    typealias Delta = Transform2D<FrameSpace, ViewSpace>

    @Test("the entries mean what Core Graphics' mean")
    func meaning() {
        let t = Canvas(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(Point<ItemSpace>(1, 10).applying(t) == Point(2 + 50 + 11, 3 + 70 + 13))
        #expect(Vector<ItemSpace>(1, 10).applying(t) == Vector(52, 73))
        let quarter = Canvas(rotationAngle: .pi / 2)
        #expect(Point<ItemSpace>(1, 0).applying(quarter) == Point(0, 1), "x turns towards y, exactly")
        #expect(Canvas(rotationAngle: -.pi) == Canvas(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0))
        #expect(t.determinant == -1)
    }

    @Test("concatenating applies the receiver first")
    func concatenation() {
        var random = SplitMix64(seed: 41)
        for _ in 0..<100 {
            let (t, u) = (
                random.transform(), random.transform().reinterpreted(from: CanvasSpace.self, to: ViewSpace.self)
            )
            let p = random.point()
            let once = p.applying(t.concatenating(u))
            let twice = p.applying(t).applying(u)
            #expect(once.distance(to: twice) <= 1e-9 * (1 + u.scales.largest * (1 + t.scales.largest)) * 100)
        }
    }

    @Test("translatedBy, scaledBy and rotated act on the input, as in Core Graphics")
    func actsOnInput() {
        let t = Canvas(scaleX: 2, y: 3)
        #expect(t.translatedBy(x: 10, y: 10) == Canvas(a: 2, b: 0, c: 0, d: 3, tx: 20, ty: 30))
        #expect(t.scaledBy(x: 5, y: 7) == Canvas(scaleX: 10, y: 21))
        #expect(t.rotated(by: .pi / 2) == Canvas(a: 0, b: 3, c: -2, d: 0, tx: 0, ty: 0))
    }

    @Test("there and back again is the identity to rounding, for scales from 1e-150 to 1e150")
    func inverses() throws {
        var random = SplitMix64(seed: 42)
        for scale in [1e-150, 1e-9, 1, 1e9, 1e150] {
            for _ in 0..<100 {
                var t = random.transform().scaledBy(x: scale, y: scale)
                t.tx *= scale
                t.ty *= scale
                let back = try t.inverted()
                let p = random.point()
                // What rounding can do to a round trip grows with the ratio of the scales.
                let (large, small) = t.scales
                let reach = 100 + abs(back.tx) + abs(back.ty)
                #expect(p.applying(t).applying(back).distance(to: p) <= 1e-14 * (large / small) * reach)
                #expect(abs(t.concatenating(back).determinant - 1) < 1e-8)
            }
        }
    }

    @Test("flat transforms are refused as singular, others never")
    func singular() throws {
        let flat = [
            Canvas(scaleX: 0, y: 1), Canvas(scaleX: 1, y: 0), Canvas(scaleX: 0, y: 0),
            Canvas(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0), Canvas(a: 0.1, b: 0.3, c: 0.2, d: 0.6, tx: 5, ty: 5),
            Canvas(a: 1e-200, b: 2e-200, c: 2e-200, d: 4e-200, tx: 0, ty: 0),
        ]
        for t in flat { #expect(throws: TransformError.singular) { try t.inverted() } }
        for t in flat { #expect(throws: TransformError.singular) { try t.decomposed() } }
        #expect(throws: TransformError.singular, "its inverse has infinite entries") {
            try Canvas(scaleX: 0x1p-1070, y: 0x1p-1070).inverted()
        }
        _ = try Canvas(scaleX: 1e-300, y: 1e-300).inverted()
        _ = try Canvas(scaleX: 1e-150, y: 1e150).inverted()
    }

    @Test("an entry that is no finite number is refused", arguments: 0..<6, [Double.nan, .infinity, -.infinity])
    func notFinite(_ entry: Int, _ bad: Double) {
        var e = [1.0, 0, 0, 1, 0, 0]
        e[entry] = bad
        let t = Rendered(a: e[0], b: e[1], c: e[2], d: e[3], tx: e[4], ty: e[5])
        let sound = Rendered.identity
        #expect(!t.isFinite)
        #expect(throws: TransformError.notFinite) { try t.inverted() }
        #expect(throws: TransformError.notFinite) { try t.decomposed() }
        #expect(throws: TransformError.notFinite) {
            try Delta.delta(rendered: t, current: Current.identity)
        }
        #expect(throws: TransformError.notFinite) {
            try Delta.delta(rendered: sound, current: t.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self))
        }
    }

    @Test("where nothing moved the delta is the identity, bit for bit")
    func identityDelta() throws {
        var random = SplitMix64(seed: 43)
        for scale in [1e-150, 1e-6, 1, 1e9, 1e150] {
            for _ in 0..<200 {
                let t = random.transform().scaledBy(x: scale, y: scale)
                let delta = try Delta.delta(
                    rendered: t.reinterpreted(from: CanvasSpace.self, to: FrameSpace.self),
                    current: t.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self))
                #expect(delta == .identity)
                #expect(delta.isIdentity)
            }
        }
    }

    @Test("where the camera only moved the delta only moves")
    func pureTranslation() throws {
        var random = SplitMix64(seed: 44)
        for _ in 0..<200 {
            let t = random.transform().reinterpreted(from: CanvasSpace.self, to: FrameSpace.self)
            var moved = t.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self)
            moved.tx += 12.5
            moved.ty -= 3
            let delta = try Delta.delta(rendered: t, current: moved)
            #expect(delta.a == 1 && delta.b == 0 && delta.c == 0 && delta.d == 1)
            #expect(delta.tx == moved.tx - t.tx && delta.ty == moved.ty - t.ty)
        }
    }

    @Test("the delta carries where a frame shows a point to where the view wants it")
    func deltaCarriesPoints() throws {
        var random = SplitMix64(seed: 45)
        for _ in 0..<500 {
            // Cameras: similarities, far from the origin, at zooms from 1e-6 to 1e9.
            func camera(_ zoom: Double, _ angle: Double, _ center: Point<CanvasSpace>) -> Current {
                Transform2D<CanvasSpace, CanvasSpace>(translationX: -center.x, y: -center.y)
                    .concatenating(Current(rotationAngle: angle).scaledBy(x: zoom, y: zoom))
            }
            let zoom = pow(10, random.number(-6...9))
            let reach = min(1e12 / zoom, 1e9)
            let center = Point<CanvasSpace>(random.number(-reach...reach), random.number(-reach...reach))
            let rendered = camera(zoom, random.number(-3...3), center)
            let next = Point<CanvasSpace>(
                center.x + random.number(-300...300) / zoom, center.y + random.number(-300...300) / zoom)
            let current = camera(zoom * random.number(0.5...2), random.number(-3...3), next)
            let delta = try Delta.delta(
                rendered: rendered.reinterpreted(from: CanvasSpace.self, to: FrameSpace.self), current: current)
            for _ in 0..<4 {
                let p = Point<CanvasSpace>(
                    center.x + random.number(-500...500) / zoom, center.y + random.number(-500...500) / zoom)
                let inFrame = p.applying(rendered).reinterpreted(as: FrameSpace.self)
                #expect(inFrame.applying(delta).distance(to: p.applying(current)) < 0.01)
            }
        }
    }

    @Test("taken apart and put together again a transform is the same")
    func decomposition() throws {
        var random = SplitMix64(seed: 46)
        for scale in [1e-150, 1, 1e150] {
            for _ in 0..<200 {
                let t = random.transform().scaledBy(x: scale, y: scale)
                let parts = try t.decomposed()
                let again = Canvas(parts)
                let size = t.scales.largest
                for (x, y) in [(t.a, again.a), (t.b, again.b), (t.c, again.c), (t.d, again.d)] {
                    #expect(abs(x - y) <= 1e-14 * size)
                }
                #expect(again.tx == t.tx && again.ty == t.ty)
                #expect(parts.scaleX > 0 && (parts.scaleY < 0) == (t.determinant < 0))
                #expect(parts.rotation > -.pi - 1e-15 && parts.rotation <= .pi)
            }
        }
        let parts = try Canvas(rotationAngle: .pi / 6).scaledBy(x: 2, y: 3).decomposed()
        #expect(abs(parts.rotation - .pi / 6) < 1e-15 && abs(parts.scaleX - 2) < 1e-15 && abs(parts.scaleY - 3) < 1e-15)
        #expect(abs(parts.shear) < 1e-15)
    }

    @Test("scales are the largest and smallest stretch of any direction")
    func singularValues() {
        var random = SplitMix64(seed: 47)
        for _ in 0..<100 {
            let t = random.transform()
            let (large, small) = t.scales
            var seen = (Double.infinity, 0.0)
            for k in 0..<2000 {
                let angle = Double(k) / 2000 * .pi
                let length = Vector<ItemSpace>(cos(angle), sin(angle)).applying(t).length
                seen = (min(seen.0, length), max(seen.1, length))
            }
            #expect(seen.1 <= large * (1 + 1e-12) && seen.1 >= large * (1 - 1e-5))
            // The smallest stretch is a dip as narrow as small / large: the samples reach it only so far.
            #expect(seen.0 >= small * (1 - 1e-9) && seen.0 <= small + large * 2e-3)
            #expect(abs(large * small - abs(t.determinant)) <= 1e-9 * large * large)
        }
    }

    @Test("a similarity is told from a mirror and from a stretch")
    func similarity() {
        #expect(Canvas(rotationAngle: 1.234).scaledBy(x: 1e-150, y: 1e-150).isSimilarity)
        #expect(!Canvas(scaleX: 1, y: -1).isSimilarity)
        #expect(!Canvas(scaleX: 1, y: 1.001).isSimilarity)
        #expect(!Canvas(scaleX: 0, y: 0).isSimilarity)
    }
}

@Suite("Points, vectors, rectangles")
struct RectTests {
    typealias R = Rect<CanvasSpace>

    @Test("the empty rectangle is the neutral element of union and holds nothing")
    func empty() {
        let r = R(x: 1, y: 2, width: 3, height: 4)
        #expect(R.empty.union(r) == r && r.union(.empty) == r)
        #expect(R.empty.isEmpty && !r.isEmpty && !R(x: 1, y: 1, width: 0, height: 0).isEmpty)
        #expect(R.empty.width == 0 && R.empty.height == 0)
        #expect(!R.empty.contains(Point(0, 0)) && r.contains(R.empty) && !r.intersects(.empty))
        #expect(R.empty.outset(by: 5).isEmpty)
        #expect(R.empty.applying(Transform2D<CanvasSpace, ViewSpace>(rotationAngle: 1)).isEmpty)
        #expect(R.empty.distance(to: Point(0, 0)) == .infinity)
    }

    @Test("intersection is what both hold; touching edges share points")
    func intersection() {
        let a = R(x: 0, y: 0, width: 10, height: 10)
        #expect(a.intersection(R(x: 5, y: 5, width: 10, height: 10)) == R(x: 5, y: 5, width: 5, height: 5))
        #expect(a.intersects(R(x: 10, y: 0, width: 5, height: 5)))
        #expect(a.intersection(R(x: 11, y: 0, width: 5, height: 5)).isEmpty)
        #expect(a.outset(by: -6).isEmpty)
        #expect(a.distance(to: Point(13, 14)) == 5 && a.distance(to: Point(5, 5)) == 0)
    }

    @Test("the box of a mapped rectangle holds the mapped corners")
    func mapped() {
        let r = R(x: -1, y: -2, width: 5, height: 7)
        let t = Transform2D<CanvasSpace, ViewSpace>(rotationAngle: 0.7).scaledBy(x: -2, y: 3)
        let box = r.applying(t)
        for corner in r.corners { #expect(box.contains(corner.applying(t))) }
    }

    @Test("lengths neither overflow nor vanish")
    func lengths() {
        #expect(abs(Vector<CanvasSpace>(3e200, 4e200).length / 5e200 - 1) < 1e-15)
        #expect(abs(Vector<CanvasSpace>(3e-200, 4e-200).length / 5e-200 - 1) < 1e-15)
        #expect(Vector<CanvasSpace>.zero.normalized == nil)
        #expect(Vector<CanvasSpace>(.infinity, 0).normalized == nil)
        #expect(Point<CanvasSpace>(0.1, 0.7).interpolated(to: Point(0.3, 0.9), 1) == Point(0.3, 0.9))
    }
}
