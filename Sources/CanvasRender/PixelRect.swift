/// Whole pixels of a frame, counted from its top left: `minX ≤ x < maxX`, `minY ≤ y < maxY`.
@frozen
public struct PixelRect: Hashable, Sendable, CustomStringConvertible {
    public var minX: Int32
    public var minY: Int32
    public var maxX: Int32
    public var maxY: Int32

    @inlinable
    public init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// All pixels of a frame.
    public init(_ size: PixelSize) {
        self.init(
            minX: 0, minY: 0, maxX: Int32(clamping: size.width), maxY: Int32(clamping: size.height))
    }

    @inlinable public var isEmpty: Bool { minX >= maxX || minY >= maxY }
    @inlinable public var width: Int32 { maxX &- minX }
    @inlinable public var height: Int32 { maxY &- minY }
    /// How many pixels the rectangle holds.
    public var area: Int { isEmpty ? 0 : Int(width) * Int(height) }
    public var description: String { "\(minX)..<\(maxX) × \(minY)..<\(maxY)" }

    /// The pixels that lie in both rectangles; an empty rectangle if there are none.
    public func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY))
    }

    /// The smallest rectangle that holds both.
    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }

    /// The rectangle moved by whole pixels.
    public func offset(x: Int32, y: Int32) -> PixelRect {
        PixelRect(minX: minX &+ x, minY: minY &+ y, maxX: maxX &+ x, maxY: maxY &+ y)
    }
}
