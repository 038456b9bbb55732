import Pantograph

/// What benchmarks look at: a view of a fixed size, and cameras that suit any drawing.
enum BenchView {
    /// The size that all figures are stated for.
    static let size = PixelSize(width: 1366, height: 1024)
    /// The margin of the frames that are re-projected.
    static let overdraw = 1.1

    /// The three cameras frames are timed under. For the generated scenes they are one quarter of a pixel a unit, one
    /// pixel a unit, and that turned.
    enum Name: String, CaseIterable, Sendable {
        /// The whole drawing.
        case a
        /// Its middle, four times as large.
        case b
        /// That, turned by 30°.
        case c

        var meaning: String {
            switch self {
            case .a: "everything visible"
            case .b: "four times as large"
            case .c: "that, turned by 30 degrees"
            }
        }
    }

    /// The camera of a view of `drawing`.
    static func camera(_ name: Name, of drawing: Drawing) throws(CameraError) -> Camera {
        switch name {
        case .a: try camera(of: drawing, magnification: 1)
        case .b: try camera(of: drawing, magnification: 4)
        case .c: try camera(of: drawing, magnification: 4, rotation: .pi / 6)
        }
    }

    /// The camera that shows the middle of `drawing`, `magnification` times as large as it fits the view.
    static func camera(
        of drawing: Drawing, magnification: Double, rotation: Double = 0
    ) throws(CameraError) -> Camera {
        let extent = drawing.extent
        let fitted = try Camera.fitting(extent.isFinite ? extent : .empty, in: size)
        return try Camera(
            center: extent.isFinite && !extent.isEmpty ? extent.center : .zero, zoom: fitted.zoom * magnification,
            rotation: rotation)
    }

    static func request(
        _ drawing: Drawing, _ camera: Transform2D<CanvasSpace, FrameSpace>, samples: Int, size: PixelSize = Self.size
    ) -> RenderRequest {
        RenderRequest(drawing: drawing, transform: camera, size: size, samples: samples)
    }
}

// MARK: - Matrices about the top-left corner, as other renderers have them

extension BenchView {
    /// The camera about the frame's centre, given that about the view's top-left corner.
    static func camera(
        _ m: Transform2D<CanvasSpace, PixelSpace>
    ) -> Transform2D<CanvasSpace, FrameSpace> {
        m.concatenating(
            Transform2D(translationX: -Double(size.width) / 2, y: -Double(size.height) / 2))
    }

    /// The camera about the view's top-left corner, given that about its centre.
    static func topLeft(_ camera: Camera) -> Transform2D<CanvasSpace, PixelSpace> {
        camera.transform.concatenating(size.centerToTopLeft(from: ViewSpace.self))
    }

    /// The camera `frame` changed by `change`, which is given about the view's top-left corner.
    static func camera(
        _ frame: Transform2D<CanvasSpace, FrameSpace>, changedBy change: Transform2D<PixelSpace, PixelSpace>
    ) -> Transform2D<CanvasSpace, ViewSpace> {
        frame.concatenating(size.centerToTopLeft(from: FrameSpace.self)).concatenating(change)
            .concatenating(Transform2D(translationX: -Double(size.width) / 2, y: -Double(size.height) / 2))
    }
}
