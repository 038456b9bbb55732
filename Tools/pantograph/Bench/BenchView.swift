import Pantograph

/// What benchmarks look at: a view of a fixed size, and matrices whose origin is its **top-left corner**, as other
/// renderers have it.
enum BenchView {
    /// The size that all figures are stated for.
    static let size = PixelSize(width: 1366, height: 1024)
    /// The margin of the frames that are re-projected.
    static let overdraw = 1.1

    /// The camera about the frame's centre, given that about the view's top-left corner.
    static func camera(
        _ m: Transform2D<CanvasSpace, PixelSpace>
    ) -> Transform2D<CanvasSpace, FrameSpace> {
        m.concatenating(
            Transform2D(translationX: -Double(size.width) / 2, y: -Double(size.height) / 2))
    }

    /// The camera `frame` changed by `change`, which is given about the view's top-left corner.
    static func camera(
        _ frame: Transform2D<CanvasSpace, FrameSpace>, changedBy change: Transform2D<PixelSpace, PixelSpace>
    ) -> Transform2D<CanvasSpace, ViewSpace> {
        frame.concatenating(size.centerToTopLeft(from: FrameSpace.self)).concatenating(change)
            .concatenating(Transform2D(translationX: -Double(size.width) / 2, y: -Double(size.height) / 2))
    }

    static func request(
        _ drawing: Drawing, _ camera: Transform2D<CanvasSpace, FrameSpace>, samples: Int, size: PixelSize = Self.size
    ) -> RenderRequest {
        RenderRequest(drawing: drawing, transform: camera, size: size, samples: samples)
    }
}
