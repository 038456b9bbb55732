import Foundation

/// How fast a camera moves: pan, zoom and rotation at once, as rates that stay the same.
///
/// What the view's centre shows moves by `pan` while everything grows by `zoom` and turns by `turn` about it. With
/// `μ = zoom + i·turn` a shown point obeys `ż = μ z + v`, so that after a time `h`
///
/// ```text
///   z(h) = e^(μh) z(0) + v (e^(μh) − 1) / μ
/// ```
///
/// which for a pinch about a fixed point keeps that point where it is, however long it lasts.
public struct CameraVelocity: Hashable, Sendable {
    /// View pixels a millisecond at the view's centre.
    public var pan: Vector<ViewSpace>
    /// The logarithm of the zoom, per millisecond.
    public var zoom: Double
    /// Radians a millisecond, clockwise on screen.
    public var turn: Double

    public static let zero = CameraVelocity(pan: .zero, zoom: 0, turn: 0)

    public init(pan: Vector<ViewSpace>, zoom: Double, turn: Double) {
        self.pan = pan
        self.zoom = zoom
        self.turn = turn
    }

    /// The same motion `factor` times as fast.
    public func scaled(by factor: Double) -> CameraVelocity {
        CameraVelocity(pan: pan * factor, zoom: zoom * factor, turn: turn * factor)
    }

    /// `(e^w − 1) / w` for a complex number, by its series where the quotient would cancel.
    static func growth(_ re: Double, _ im: Double) -> (re: Double, im: Double) {
        let square = re * re + im * im
        if square < 1e-6 {
            // 1 + w/2 + w²/6, whose next term is below 1e-10.
            return (1 + re / 2 + (re * re - im * im) / 6, im / 2 + re * im / 3)
        }
        let e = exp(re)
        let (x, y) = (e * cos(im) - 1, e * sin(im))
        return ((x * re + y * im) / square, (y * re - x * im) / square)
    }
}

extension Camera {
    /// Where this camera will be after `time` milliseconds of `velocity`; itself where that leaves what can be shown.
    public func advanced(by velocity: CameraVelocity, for time: Milliseconds) -> Camera {
        if velocity == .zero || time == 0 { return self }
        let (re, im) = (velocity.zoom * time, velocity.turn * time)
        let grown = CameraVelocity.growth(re, im)
        let pan = velocity.pan * time
        let offset = Vector<ViewSpace>(pan.dx * grown.re - pan.dy * grown.im, pan.dx * grown.im + pan.dy * grown.re)
        let factor = exp(re)
        let ratio = Vector<ViewSpace>(factor * cos(im), factor * sin(im))
        return (try? moved(from: .zero, to: .zero + offset, ratio: ratio)) ?? self
    }
}
