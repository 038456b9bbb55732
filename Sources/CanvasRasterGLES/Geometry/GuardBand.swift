/// A corner of an item in frame pixels, in doubles, before it is cut to what floats and rasterisers can take.
struct CutPoint {
    var x: Double
    var y: Double
    var penX: Double
    var penY: Double
    /// Half the stroke's thickness in pixels; infinite for fills.
    var half: Double

    init(_ edge: Point<CanvasSpace>, spine: Point<CanvasSpace>, _ half: Double, _ camera: SceneCamera) {
        let p = edge.applying(camera.transform)
        let pen = (edge - spine).applying(camera.transform)
        (x, y, penX, penY) = (p.x, p.y, pen.dx, pen.dy)
        self.half = half
    }

    init(_ point: Point<CanvasSpace>, _ camera: SceneCamera) {
        let p = point.applying(camera.transform)
        (x, y, penX, penY) = (p.x, p.y, 0, 0)
        half = .infinity
    }

    private init(x: Double, y: Double, penX: Double, penY: Double, half: Double) {
        (self.x, self.y, self.penX, self.penY, self.half) = (x, y, penX, penY, half)
    }

    func vertex(_ id: UInt32) -> SceneVertex {
        SceneVertex(
            x: Float(x), y: Float(y), penX: HalfFloat.bits(Float(penX)), penY: HalfFloat.bits(Float(penY)),
            halfThickness: half == .infinity ? SceneVertex.noPen : HalfFloat.bits(Float(half)), item: id)
    }

    /// The point between two where a fraction `t` of the way is gone.
    func interpolated(to other: CutPoint, _ t: Double) -> CutPoint {
        func mix(_ a: Double, _ b: Double) -> Double { a == b ? a : a * (1 - t) + b * t }
        return CutPoint(
            x: mix(x, other.x), y: mix(y, other.y), penX: mix(penX, other.penX), penY: mix(penY, other.penY),
            half: mix(half, other.half))
    }
}

/// The square of pixels around the frame beyond which geometry is cut off before it becomes floats.
enum GuardBand {
    /// Half its side: as large as the frames of any device.
    static let reach = 32768.0

    static func holds(_ points: [CutPoint]) -> Bool {
        points.allSatisfy { abs($0.x) <= reach && abs($0.y) <= reach }
    }

    /// The part of a convex polygon within the band.
    ///
    /// Source: Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974. An edge that two polygons share is cut at the
    /// same point in both, whichever way they run along it.
    static func cut(_ polygon: [CutPoint]) -> [CutPoint] {
        var points = polygon
        for side in [1.0, -1.0] {
            points = cut(points) { reach - side * $0.x }
            points = cut(points) { reach - side * $0.y }
        }
        return points
    }

    private static func cut(_ points: [CutPoint], _ distance: (CutPoint) -> Double) -> [CutPoint] {
        var out: [CutPoint] = []
        guard var before = points.last else { return out }
        var d0 = distance(before)
        for point in points {
            let d1 = distance(point)
            if d0 < 0, d1 >= 0 {
                out.append(before.interpolated(to: point, d0 / (d0 - d1)))
            } else if d0 >= 0, d1 < 0 {
                // From the outer end, as for the neighbour that comes in along this edge.
                out.append(point.interpolated(to: before, d1 / (d1 - d0)))
            }
            if d1 >= 0 { out.append(point) }
            (before, d0) = (point, d1)
        }
        return out
    }
}
