/// An axis-aligned rectangle in the space `S`: the points with `minX ≤ x ≤ maxX` and `minY ≤ y ≤ maxY`.
///
/// A rectangle may have no width or no height; `Rect.empty` holds no point at all and is the neutral element of
/// `union`.
@frozen
public struct Rect<S: CoordinateSpace>: Hashable, Sendable {
    public var minX: Double
    public var minY: Double
    public var maxX: Double
    public var maxY: Double

    @inlinable
    public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }

    /// The rectangle of the given size around `center`.
    @inlinable
    public init(center: Point<S>, width: Double, height: Double) {
        self.init(
            minX: center.x - width / 2, minY: center.y - height / 2,
            maxX: center.x + width / 2, maxY: center.y + height / 2)
    }

    /// The smallest rectangle around two points.
    @inlinable
    public init(_ p: Point<S>, _ q: Point<S>) {
        self.init(minX: min(p.x, q.x), minY: min(p.y, q.y), maxX: max(p.x, q.x), maxY: max(p.y, q.y))
    }

    /// The rectangle that holds no point.
    @inlinable
    public static var empty: Rect {
        Rect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    }

    @inlinable public var width: Double { max(0, maxX - minX) }
    @inlinable public var height: Double { max(0, maxY - minY) }
    @inlinable public var center: Point<S> { Point((minX + maxX) / 2, (minY + maxY) / 2) }

    /// Whether the rectangle holds no point.
    @inlinable public var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }

    /// Whether all four edges are finite numbers. The empty rectangle is not.
    @inlinable public var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }

    /// The corners, clockwise on screen from the top left.
    @inlinable
    public var corners: [Point<S>] {
        [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
    }

    @inlinable
    public func contains(_ p: Point<S>) -> Bool { p.x >= minX && p.x <= maxX && p.y >= minY && p.y <= maxY }

    /// Whether every point of `r` is in this rectangle. The empty rectangle is contained in every one.
    @inlinable
    public func contains(_ r: Rect) -> Bool {
        r.isEmpty || (r.minX >= minX && r.maxX <= maxX && r.minY >= minY && r.maxY <= maxY)
    }

    /// Whether the two share a point, edges included.
    @inlinable
    public func intersects(_ r: Rect) -> Bool {
        minX <= r.maxX && r.minX <= maxX && minY <= r.maxY && r.minY <= maxY
    }

    @inlinable
    public func intersection(_ r: Rect) -> Rect {
        let i = Rect(
            minX: max(minX, r.minX), minY: max(minY, r.minY), maxX: min(maxX, r.maxX), maxY: min(maxY, r.maxY))
        return i.isEmpty ? .empty : i
    }

    @inlinable
    public func union(_ r: Rect) -> Rect {
        Rect(minX: min(minX, r.minX), minY: min(minY, r.minY), maxX: max(maxX, r.maxX), maxY: max(maxY, r.maxY))
    }

    @inlinable
    public func union(_ p: Point<S>) -> Rect {
        Rect(minX: min(minX, p.x), minY: min(minY, p.y), maxX: max(maxX, p.x), maxY: max(maxY, p.y))
    }

    /// The rectangle with every edge moved outwards by `d` (inwards where negative). The empty one stays empty.
    @inlinable
    public func outset(by d: Double) -> Rect {
        if isEmpty { return self }
        let r = Rect(minX: minX - d, minY: minY - d, maxX: maxX + d, maxY: maxY + d)
        return r.isEmpty ? .empty : r
    }

    /// The bounding box of this rectangle's image under `transform`.
    @inlinable
    public func applying<T>(_ transform: Transform2D<S, T>) -> Rect<T> {
        if isEmpty { return .empty }
        var r = Rect<T>.empty
        r = r.union(Point(minX, minY).applying(transform))
        r = r.union(Point(maxX, minY).applying(transform))
        r = r.union(Point(maxX, maxY).applying(transform))
        r = r.union(Point(minX, maxY).applying(transform))
        return r
    }
}
