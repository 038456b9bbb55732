import CanvasEncoding
import CanvasTestSupport
import Foundation

/// Points in a regular grid, one a pixel, and which of them the encoded geometry of an item covers: what a renderer
/// would show that draws it without any error of its own.
struct SampleGrid {
    let size: PixelSize
    /// Where in each pixel the point lies, from its top-left corner.
    let position: Point<PixelSpace>
    private(set) var covered: [Bool]
    /// Corners are moved to a grid of this many steps a pixel, as rasterisers do: a mesh must not open up by it.
    private let snap = 256.0
    /// The largest area by which a triangle is oriented against the others.
    private(set) var worstOrientation = 0.0

    init(size: PixelSize, position: Point<PixelSpace>) {
        self.size = size
        self.position = position
        covered = [Bool](repeating: false, count: size.pixelCount)
    }

    /// Covers what any triangle of the mesh covers, as a GPU does: with corners snapped to a grid.
    ///
    /// - Parameter widening: half a pixel where thin strokes are widened to one; 0 where not.
    mutating func draw(triangles mesh: StrokeMesh, isMirrored: Bool, widening: Double = 0) {
        for run in mesh.runs {
            for i in run.dropLast() {
                let (a, b) = (corners(mesh.sections[i], widening), corners(mesh.sections[i + 1], widening))
                cover(a.left, a.right, b.left, isMirrored)
                cover(a.right, b.right, b.left, isMirrored)
            }
        }
    }

    /// Covers what any of the arcs, swept by its pen, covers.
    mutating func draw(arcs: [SweptArc], widening: Double) {
        for arc in arcs {
            let way = Way(grid(arc.start), grid(arc.end), bend: arc.bend)
            let (r0, r1) = (max(arc.startRadius, widening), max(arc.endRadius, widening))
            let reach = SIMD2(repeating: max(r0, r1) + arc.height * 1.001)
            let low = pointwiseMax((pointwiseMin(way.start, way.end) - reach).rounded(.up), SIMD2(0, 0))
            let high = pointwiseMin(
                (pointwiseMax(way.start, way.end) + reach).rounded(.down),
                SIMD2(Double(size.width - 1), Double(size.height - 1)))
            guard low.x <= high.x, low.y <= high.y else { continue }
            for y in Int(low.y)...Int(high.y) {
                for x in Int(low.x)...Int(high.x) where way.isCovering(SIMD2(Double(x), Double(y)), r0, r1) {
                    covered[y * size.width + x] = true
                }
            }
        }
    }

    /// The way of a pen's centre, along which the disc that comes nearest is searched for: no formula here is the renderer's.
    private struct Way {
        let start: SIMD2<Double>
        let end: SIMD2<Double>
        private let centre: SIMD2<Double>?
        private let angle: Double
        private let turn: Double
        private let radius: Double

        init(_ start: SIMD2<Double>, _ end: SIMD2<Double>, bend: Double) {
            (self.start, self.end) = (start, end)
            let chord = end - start
            let length = (chord * chord).sum().squareRoot()
            guard abs(bend) * length > 1e-9 else {
                (centre, angle, turn, radius) = (nil, 0, 0, 0)
                return
            }
            // The centre lies on the chord's bisector at y = 1 / (2 b).
            let centre = (start + end) / 2 + SIMD2(-chord.y, chord.x) / length / (2 * bend)
            let (p, q) = (start - centre, end - centre)
            self.centre = centre
            radius = (p * p).sum().squareRoot()
            angle = atan2(p.y, p.x)
            turn = atan2(p.x * q.y - p.y * q.x, (p * q).sum())
        }

        private func place(_ t: Double) -> SIMD2<Double> {
            guard let centre else { return start + (end - start) * t }
            return centre + SIMD2(cos(angle + turn * t), sin(angle + turn * t)) * radius
        }

        /// Whether a disc, its radius from `r0` to `r1`, covers a point anywhere on the way.
        func isCovering(_ s: SIMD2<Double>, _ r0: Double, _ r1: Double) -> Bool {
            func excess(_ t: Double) -> Double {
                let d = s - place(t)
                return (d * d).sum().squareRoot() - (r0 + (r1 - r0) * t)
            }
            if min(excess(0), excess(1)) <= 0 { return true }
            // It has one minimum inside, if any that counts.
            var (low, high) = (0.0, 1.0)
            for _ in 0..<40 {
                let (p, q) = (low + (high - low) / 3, high - (high - low) / 3)
                if excess(p) < excess(q) { high = q } else { low = p }
            }
            return excess((low + high) / 2) <= 0
        }
    }

    private func corners(_ section: CrossSection, _ widening: Double) -> (left: SIMD2<Double>, right: SIMD2<Double>) {
        let f = widening > 0 ? max(1, widening / section.halfThickness) : 1
        func place(_ p: Point<CanvasSpace>) -> SIMD2<Double> {
            let q = grid(section.spine + (p - section.spine) * f)
            return q
        }
        return (place(section.left), place(section.right))
    }

    /// A canvas point in units of the grid: the grid's points have whole coordinates.
    private func grid(_ p: Point<CanvasSpace>) -> SIMD2<Double> {
        SIMD2(p.x + Double(size.width) / 2 - position.x, p.y + Double(size.height) / 2 - position.y)
    }

    private mutating func cover(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ isMirrored: Bool) {
        let unsnapped = Self.cross(b - a, c - a)
        worstOrientation = max(worstOrientation, isMirrored ? unsnapped : -unsnapped)
        let (a, b, c) = (snapped(a), snapped(b), snapped(c))
        let area = Self.cross(b - a, c - a)
        if area == 0 { return }
        let (p, q) = area > 0 ? (b, c) : (c, b)
        let low = pointwiseMax(pointwiseMin(a, pointwiseMin(b, c)).rounded(.up), SIMD2(0, 0))
        let high = pointwiseMin(
            pointwiseMax(a, pointwiseMax(b, c)).rounded(.down), SIMD2(Double(size.width - 1), Double(size.height - 1)))
        guard low.x <= high.x, low.y <= high.y else { return }
        for y in Int(low.y)...Int(high.y) {
            for x in Int(low.x)...Int(high.x) {
                let s = SIMD2(Double(x), Double(y))
                if Self.cross(p - a, s - a) >= 0, Self.cross(q - p, s - p) >= 0, Self.cross(a - q, s - q) >= 0 {
                    covered[y * size.width + x] = true
                }
            }
        }
    }

    private func snapped(_ p: SIMD2<Double>) -> SIMD2<Double> { (p * snap).rounded(.toNearestOrEven) / snap }

    private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }

    /// Covers what closed polygons wind around, as a scan converter does.
    mutating func draw(polygons: [[Point<CanvasSpace>]], rule: FillRule) {
        var change = [Int](repeating: 0, count: (size.width + 1) * size.height)
        for polygon in polygons {
            for (i, point) in polygon.enumerated() {
                let (p, q) = (grid(point), grid(polygon[(i + 1) % polygon.count]))
                if p.y == q.y { continue }
                let (top, bottom, step) = p.y < q.y ? (p, q, 1) : (q, p, -1)
                var y = max(0, top.y.rounded(.up))
                while y < bottom.y, y < Double(size.height) {
                    let x = top.x + (bottom.x - top.x) * (y - top.y) / (bottom.y - top.y)
                    let column = Int(min(max(0, x.rounded(.up)), Double(size.width)))
                    change[Int(y) * (size.width + 1) + column] += step
                    y += 1
                }
            }
        }
        for y in 0..<size.height {
            var winding = 0
            for x in 0..<size.width {
                winding += change[y * (size.width + 1) + x]
                if rule == .nonzero ? winding != 0 : !winding.isMultiple(of: 2) { covered[y * size.width + x] = true }
            }
        }
    }
}
