@_exported import CanvasRender

/// Where the view looks: a similarity from the canvas to the view's pixels, the **view's centre** being the origin.
///
/// Scale and rotation are one complex number `p + iq`, so that a camera stays a similarity exactly, however often it
/// is moved: there is no third and fourth entry that could drift away from the first two.
///
/// ```text
///                        | p   q   0 |
///   [x' y' 1] = [x y 1]  | -q  p   0 |      (x' + iy') = (p + iq) (x + iy) + (tx + i ty)
///                        | tx  ty  1 |      zoom = |p + iq|, rotation = arg(p + iq)
/// ```
///
/// The zoom is held within `Camera.zoomLimits`. An operation that would leave them stops at the limit and keeps the
/// point it works about where it is.
public struct Camera: Hashable, Sendable {
    /// Real part of scale-rotation.
    private let p: Double
    /// Imaginary part of scale-rotation.
    private let q: Double
    private let tx: Double
    private let ty: Double

    /// View pixels a canvas unit: the least and the most that a camera shows.
    public static let zoomLimits: ClosedRange<Double> = 1e-6...1e9

    /// The canvas's origin at the view's centre, one pixel a unit, upright.
    public static let identity = Camera(unchecked: 1, 0, 0, 0)

    private init(unchecked p: Double, _ q: Double, _ tx: Double, _ ty: Double) {
        self.p = p
        self.q = q
        self.tx = tx
        self.ty = ty
    }

    /// A camera of these entries, or the reason why there is none.
    private init(p: Double, q: Double, tx: Double, ty: Double) throws(CameraError) {
        guard p.isFinite, q.isFinite, tx.isFinite, ty.isFinite else { throw .notFinite }
        self.init(unchecked: p, q, tx, ty)
    }

    /// The camera that shows the canvas point `center` at the view's centre.
    ///
    /// - Parameters:
    ///   - zoom: view pixels a canvas unit, held within `zoomLimits`.
    ///   - rotation: radians, from x towards y (clockwise on screen); quarter turns are exact.
    /// - Throws: `CameraError.notFinite`, `CameraError.zoomNotPositive`.
    public init(center: Point<CanvasSpace>, zoom: Double = 1, rotation: Double = 0) throws(CameraError) {
        guard center.isFinite, zoom.isFinite, rotation.isFinite else { throw .notFinite }
        guard zoom > 0 else { throw .zoomNotPositive }
        let held = min(max(zoom, Self.zoomLimits.lowerBound), Self.zoomLimits.upperBound)
        let turn = Transform2D<CanvasSpace, ViewSpace>(rotationAngle: rotation)
        let (p, q) = (held * turn.a, held * turn.b)
        try self.init(p: p, q: q, tx: -(p * center.x - q * center.y), ty: -(q * center.x + p * center.y))
    }

    /// The upright camera that shows all of `rect`, centred, as large as `size` allows.
    ///
    /// A rectangle without width (height) fits by its height (width); a point is shown at one pixel a unit, and
    /// `Rect.empty`, which is nowhere, by the identity.
    ///
    /// - Throws: `CameraError.notFinite` for a rectangle, other than the empty one, with an edge that is not finite.
    public static func fitting(_ rect: Rect<CanvasSpace>, in size: PixelSize) throws(CameraError) -> Camera {
        if rect.isEmpty, !rect.minX.isNaN, !rect.minY.isNaN, !rect.maxX.isNaN, !rect.maxY.isNaN { return .identity }
        guard rect.isFinite else { throw .notFinite }
        var zoom = Double.infinity
        if rect.width > 0 { zoom = min(zoom, Double(size.width) / rect.width) }
        if rect.height > 0 { zoom = min(zoom, Double(size.height) / rect.height) }
        if !(zoom > 0 && zoom.isFinite) { zoom = 1 }
        return try Camera(center: rect.center, zoom: zoom)
    }

    /// What carries canvas coordinates to view pixels. Its `a` and `d` are one number, and so are its `b` and `−c`.
    public var transform: Transform2D<CanvasSpace, ViewSpace> {
        Transform2D(a: p, b: q, c: -q, d: p, tx: tx, ty: ty)
    }

    /// The same numbers for a frame: its centre is the view's, so a margin changes no matrix.
    public var frameTransform: Transform2D<CanvasSpace, FrameSpace> {
        Transform2D(a: p, b: q, c: -q, d: p, tx: tx, ty: ty)
    }

    /// View pixels a canvas unit.
    public var zoom: Double { complexLength(p, q) }

    /// Radians from the canvas's x axis towards its y axis, in (−π, π].
    public var rotation: Double { Vector<ViewSpace>(p, q).angle }

    /// The canvas point at the view's centre.
    public var center: Point<CanvasSpace> { canvasPoint(at: .zero) }

    /// The canvas point that is shown at `point`.
    public func canvasPoint(at point: Point<ViewSpace>) -> Point<CanvasSpace> {
        let z = divide(point.x - tx, point.y - ty, by: (p, q))
        return Point(z.re, z.im)
    }

    /// Where the canvas point `point` is shown.
    public func viewPoint(of point: Point<CanvasSpace>) -> Point<ViewSpace> { point.applying(transform) }

    /// The largest distance, in pixels, between where this camera and `other` show what this one has at a corner of a
    /// view of this size: 0 if the two show the same.
    public func cornerDistance(to other: Camera, in size: PixelSize) -> Double {
        var largest = 0.0
        for corner in size.centeredRect(in: ViewSpace.self).corners {
            largest = max(largest, other.viewPoint(of: canvasPoint(at: corner)).distance(to: corner))
        }
        return largest
    }
}

// MARK: - Moves

extension Camera {
    /// The content moved by `v` view pixels.
    ///
    /// - Throws: `CameraError.notFinite`.
    public func panned(by v: Vector<ViewSpace>) throws(CameraError) -> Camera {
        try Camera(p: p, q: q, tx: tx + v.dx, ty: ty + v.dy)
    }

    /// The content enlarged by `factor`, the point shown at `anchor` staying there.
    ///
    /// - Throws: `CameraError.notFinite`, `CameraError.zoomNotPositive`.
    public func zoomed(by factor: Double, about anchor: Point<ViewSpace>) throws(CameraError) -> Camera {
        guard factor.isFinite, anchor.isFinite else { throw .notFinite }
        guard factor > 0 else { throw .zoomNotPositive }
        return try applying(factor, 0, from: anchor, to: anchor)
    }

    /// The content turned by `angle` radians (clockwise on screen), the point shown at `anchor` staying there.
    ///
    /// - Throws: `CameraError.notFinite`.
    public func rotated(by angle: Double, about anchor: Point<ViewSpace>) throws(CameraError) -> Camera {
        guard angle.isFinite, anchor.isFinite else { throw .notFinite }
        let turn = Transform2D<ViewSpace, ViewSpace>(rotationAngle: angle)
        return try applying(turn.a, turn.b, from: anchor, to: anchor)
    }

    /// What was shown under two fingers, carried to where the fingers are now: pan, pinch and rotation at once.
    ///
    /// Where the zoom meets its limit the content under the fingers' midpoint stays under their midpoint.
    ///
    /// - Parameters:
    ///   - from: where the two fingers were in the view when this camera was current.
    ///   - to: where they are now, in the same order.
    /// - Throws: `CameraError.coincidentPoints` if the fingers were or are on one point, `CameraError.notFinite`.
    public func moved(
        from: (Point<ViewSpace>, Point<ViewSpace>), to: (Point<ViewSpace>, Point<ViewSpace>)
    ) throws(CameraError) -> Camera {
        let ratio = try similarityRatio(from.1 - from.0, to.1 - to.0)
        return try applying(
            ratio.re, ratio.im, from: from.0.interpolated(to: from.1, 0.5), to: to.0.interpolated(to: to.1, 0.5))
    }

    /// What was shown at `from` carried to `to`, turned and enlarged about it by the complex number `ratio`.
    ///
    /// For the similarity that follows any number of fingers, found elsewhere. Where the zoom meets its limit, what was
    /// at `from` still goes to `to`.
    ///
    /// - Throws: `CameraError.zoomNotPositive` for a ratio of 0, `CameraError.notFinite`.
    public func moved(
        from: Point<ViewSpace>, to: Point<ViewSpace>, ratio: Vector<ViewSpace>
    ) throws(CameraError) -> Camera {
        guard from.isFinite, to.isFinite else { throw .notFinite }
        return try applying(ratio.dx, ratio.dy, from: from, to: to)
    }

    /// The camera that shows two canvas points under two fingers.
    ///
    /// Where the zoom meets its limit the canvas points' midpoint is shown under the fingers' midpoint.
    ///
    /// - Throws: `CameraError.coincidentPoints` if either pair is one point, `CameraError.notFinite`.
    public static func placing(
        _ canvas: (Point<CanvasSpace>, Point<CanvasSpace>), under view: (Point<ViewSpace>, Point<ViewSpace>)
    ) throws(CameraError) -> Camera {
        let ratio = try similarityRatio(canvas.1 - canvas.0, view.1 - view.0)
        let start = Camera(unchecked: 1, 0, 0, 0)
        let from = canvas.0.interpolated(to: canvas.1, 0.5).reinterpreted(as: ViewSpace.self)
        return try start.applying(ratio.re, ratio.im, from: from, to: view.0.interpolated(to: view.1, 0.5))
    }

    /// The camera a fraction `t` of the way to `other`, entry by entry.
    ///
    /// Exactly what fingers that move evenly on straight lines ask for: the camera that keeps points under fingers is
    /// a linear function of where the fingers are. Half-way between opposite rotations there is no such camera; the
    /// nearer of the two is given then.
    public func interpolated(to other: Camera, _ t: Double) -> Camera {
        if t <= 0 || self == other { return self }
        if t >= 1 { return other }
        func mix(_ a: Double, _ b: Double) -> Double { a * (1 - t) + b * t }
        let mixed = Camera(unchecked: mix(p, other.p), mix(q, other.q), mix(tx, other.tx), mix(ty, other.ty))
        guard Self.zoomLimits.contains(mixed.zoom) else { return t < 0.5 ? self : other }
        return mixed
    }

    /// `z ↦ (re + i·im)(z − from) + to` after this camera, with the factor's size cut where the zoom meets a limit.
    private func applying(
        _ re: Double, _ im: Double, from: Point<ViewSpace>, to: Point<ViewSpace>
    ) throws(CameraError) -> Camera {
        let length = complexLength(re, im)
        guard re.isFinite, im.isFinite, length.isFinite else { throw .notFinite }
        guard length > 0 else { throw .zoomNotPositive }
        // Limits of the factor and not of the product, which may leave the range of a double.
        let held = min(max(length, Self.zoomLimits.lowerBound / zoom), Self.zoomLimits.upperBound / zoom)
        var (re, im) = (re, im)
        if held != length {
            re = re / length * held
            im = im / length * held
        }
        let (x, y) = (tx - from.x, ty - from.y)
        return try Camera(
            p: p * re - q * im, q: p * im + q * re, tx: x * re - y * im + to.x, ty: x * im + y * re + to.y)
    }
}

private func similarityRatio<A, B>(_ from: Vector<A>, _ to: Vector<B>) throws(CameraError) -> (re: Double, im: Double) {
    guard from.isFinite, to.isFinite else { throw .notFinite }
    guard from.length > 0, to.length > 0 else { throw .coincidentPoints }
    return divide(to.dx, to.dy, by: (from.dx, from.dy))
}

private func complexLength(_ re: Double, _ im: Double) -> Double { Vector<ViewSpace>(re, im).length }

/// `(re + i·im) / d`, scaled so that no intermediate value overflows (Smith's algorithm, CACM 5:8, 1962).
private func divide(_ re: Double, _ im: Double, by d: (re: Double, im: Double)) -> (re: Double, im: Double) {
    if abs(d.re) >= abs(d.im) {
        let r = d.im / d.re
        let den = d.re + d.im * r
        return ((re + im * r) / den, (im - re * r) / den)
    }
    let r = d.re / d.im
    let den = d.re * r + d.im
    return ((re * r + im) / den, (im * r - re) / den)
}
