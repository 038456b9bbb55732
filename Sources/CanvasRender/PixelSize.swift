@_exported import CanvasScene

/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var pixelCount: Int { width * height }
    public var description: String { "\(width)x\(height)" }

    /// The pixels as a rectangle of a space whose origin is their centre.
    public func centeredRect<S: CoordinateSpace>(in space: S.Type = S.self) -> Rect<S> {
        Rect(center: .zero, width: Double(width), height: Double(height))
    }

    /// What carries a centre-origin space of this size to pixel coordinates with the origin at the top left.
    public func centerToTopLeft<S: CoordinateSpace>(from space: S.Type = S.self) -> Transform2D<S, PixelSpace> {
        Transform2D(translationX: Double(width) / 2, y: Double(height) / 2)
    }

    /// The size enlarged by `factor` on both axes, rounded up, and on each axis by an even number of pixels, so that
    /// the pixel grids of the two sizes coincide when their centres do.
    public func overdrawn(by factor: Double) -> PixelSize {
        func grow(_ n: Int) -> Int {
            let extra = Double(n) * (factor - 1) / 2
            // 1.1 as a double is a little more than 1.1, which must not cost a pixel on each side.
            return n + 2 * Int((extra - 1e-9).rounded(.up))
        }
        return PixelSize(width: grow(width), height: grow(height))
    }
}
