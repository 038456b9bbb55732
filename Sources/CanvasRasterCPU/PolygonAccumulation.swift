import CPixelKernels

/// Kept polygons into coverage. Each mode is a function by itself: its loop then has all registers.
extension CoverageAccumulator {
    /// Adds the edges of `polygons`, of an item clipped to `clip`, by area or by pixel centres.
    ///
    /// - Parameters:
    ///   - isInside: whether all of them lie within the clip.
    ///   - isWithinColumns: whether none lies left or right of it.
    /// - Returns: whether track was kept of the cells that were added to.
    @inline(__always)
    func add(
        _ polygons: PlacedPolygons, _ clip: PixelRect, _ view: FrameView, isInside: Bool, isWithinColumns: Bool,
        byArea: Bool
    ) -> Bool {
        if isWithinColumns, usesVectors {
            addByVectors(polygons, clip, view, byArea: byArea)
            return !isNarrow
        }
        let loop = PolygonLoop(polygons, clip, view)
        switch (byArea, isInside, isNarrow) {
        case (true, true, true): addSmall(loop)
        case (true, true, false): addWhole(loop)
        case (true, false, _): addClipped(loop)
        case (false, true, true): addSmallCenters(loop)
        case (false, true, false): addWholeCenters(loop)
        case (false, false, _): addClippedCenters(loop)
        }
        return !isInside || !isNarrow
    }

    private func addByVectors(_ polygons: PlacedPolygons, _ clip: PixelRect, _ view: FrameView, byArea: Bool) {
        let one = Double(Fixed.one)
        let place = polygons.place
        var target = pk_place(
            a: view.toPixels.a * one, b: view.toPixels.b * one, c: view.toPixels.c * one, d: view.toPixels.d * one,
            start_x: place.restX * one + Fixed.roundingMagic, start_y: place.restY * one + Fixed.roundingMagic,
            shift_x: (Int32(place.wholeX) &- clip.minX) << Fixed.bits,
            shift_y: (Int32(place.wholeY) &- clip.minY) << Fixed.bits)
        UnsafeRawPointer(polygons.points).withMemoryRebound(to: Float.self, capacity: 0) { points in
            pk_add_polygons(
                points, polygons.ends, polygons.contourCount, &target, cells, stride, width, height,
                isNarrow ? nil : rows, byArea)
        }
    }

    @inline(never)
    private func addSmall(_ loop: PolygonLoop) { loop.forEachEdge { addEdge($0, $1, $2, $3, .small) } }

    @inline(never)
    private func addWhole(_ loop: PolygonLoop) { loop.forEachEdge { addEdge($0, $1, $2, $3, .whole) } }

    @inline(never)
    private func addClipped(_ loop: PolygonLoop) { loop.forEachEdge { addEdge($0, $1, $2, $3, .clipped) } }

    @inline(never)
    private func addSmallCenters(_ loop: PolygonLoop) { loop.forEachEdge { addCenterEdge($0, $1, $2, $3, .small) } }

    @inline(never)
    private func addWholeCenters(_ loop: PolygonLoop) { loop.forEachEdge { addCenterEdge($0, $1, $2, $3, .whole) } }

    @inline(never)
    private func addClippedCenters(_ loop: PolygonLoop) {
        loop.forEachEdge { addCenterEdge($0, $1, $2, $3, .clipped) }
    }
}

/// The edges of polygons under a camera, in fixed point relative to a clip's top-left corner.
struct PolygonLoop {
    private let points: UnsafePointer<SIMD2<Float>>
    private let ends: UnsafePointer<Int32>
    private let contourCount: Int
    private let alongX: SIMD2<Double>
    private let alongY: SIMD2<Double>
    /// Already carries the magic number of `Fixed.rounded`: one addition less, and the same rounding.
    private let start: SIMD2<Double>
    private let shiftX: Int32
    private let shiftY: Int32

    @inline(__always)
    init(_ polygons: PlacedPolygons, _ clip: PixelRect, _ view: FrameView) {
        points = polygons.points
        ends = polygons.ends
        contourCount = Int(polygons.contourCount)
        let one = Double(Fixed.one)
        alongX = SIMD2(view.toPixels.a, view.toPixels.b) * one
        alongY = SIMD2(view.toPixels.c, view.toPixels.d) * one
        let place = polygons.place
        start = SIMD2(place.restX, place.restY) * one + Fixed.roundingMagic
        shiftX = (Int32(place.wholeX) &- clip.minX) << Fixed.bits
        shiftY = (Int32(place.wholeY) &- clip.minY) << Fixed.bits
    }

    @inline(__always)
    private func position(_ i: Int) -> (Int32, Int32) {
        let p = points[i]
        let v = start + (alongX * Double(p.x) + alongY * Double(p.y))
        return (
            Int32(truncatingIfNeeded: v.x.bitPattern) &+ shiftX, Int32(truncatingIfNeeded: v.y.bitPattern) &+ shiftY
        )
    }

    @inline(__always)
    func forEachEdge(_ body: (Int32, Int32, Int32, Int32) -> Void) {
        var i = 0
        for contour in 0..<contourCount {
            let end = Int(ends[contour])
            var (px, py) = position(end &- 1)
            while i < end {
                let (x, y) = position(i)
                body(px, py, x, y)
                (px, py) = (x, y)
                i &+= 1
            }
        }
    }
}
