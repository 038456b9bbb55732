import Foundation
import Pantograph

/// Where a subcommand that renders looks: the view's size and the camera, from the command line and the drawing.
struct CameraOptions: Sendable {
    static let size = CommandOption(
        "--size", value: "WxH", help: "the picture's size in pixels; alone, it fits the drawing's page into it",
        read: ValueReaders.size)
    static let zoom = CommandOption(
        "--zoom", value: "Z", help: "pixels a canvas unit (1)", read: ValueReaders.number(in: 1e-6...1e9))
    static let rotate = CommandOption(
        "--rotate", value: "DEGREES", help: "turn the drawing clockwise (0)", read: ValueReaders.number(in: -1e6...1e6))
    static let center = CommandOption(
        "--center", value: "X,Y", help: "the canvas point at the picture's centre (the page's centre)",
        read: ValueReaders.point)
    static let fit = CommandOption<Bool>(flag: "--fit", help: "show the whole drawing, centred, as large as it fits")

    static let group = OptionGroup(
        "Camera", [size.declaration, zoom.declaration, rotate.declaration, center.declaration, fit.declaration])

    private let size: PixelSize?
    private let zoom: Double?
    private let rotation: Double?
    private let center: Point<CanvasSpace>?
    private let fits: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        size = try arguments.value(Self.size)
        zoom = try arguments.value(Self.zoom)
        rotation = try arguments.value(Self.rotate)
        center = try arguments.value(Self.center)
        fits = arguments.has(Self.fit)
        if fits, zoom != nil { throw UsageError("--fit and --zoom contradict each other; give one of them") }
        if fits, center != nil { throw UsageError("--fit and --center contradict each other; give one of them") }
    }

    /// The view's size and the camera for `drawing`.
    ///
    /// - Parameter defaultSize: the size where none was given; `nil` is the drawing's page at one pixel a unit.
    func view(of drawing: Drawing, defaultSize: PixelSize? = nil) throws(CommandError) -> (PixelSize, Camera) {
        let extent = drawing.extent
        let given = size ?? defaultSize
        let ownSize = if let given { given } else { try Self.pageSize(extent) }
        do throws(CameraError) {
            return (ownSize, try camera(for: extent, in: ownSize, hasSize: given != nil))
        } catch {
            throw CommandError(.failed, "the camera: \(error)")
        }
    }

    private func camera(
        for extent: Rect<CanvasSpace>, in view: PixelSize, hasSize: Bool
    ) throws(CameraError) -> Camera {
        let radians = (rotation ?? 0) * .pi / 180
        if fits { return try Self.fitted(extent, in: view, rotation: radians) }
        let middle = extent.isFinite ? extent.center : .zero
        if zoom != nil || rotation != nil || center != nil {
            return try Camera(center: center ?? middle, zoom: zoom ?? 1, rotation: radians)
        }
        if hasSize { return try Self.fitted(extent, in: view, rotation: 0) }
        // One pixel a unit with the page's corner on a pixel's corner, whatever fraction its size ends on.
        let corner = extent.isFinite ? Point<CanvasSpace>(extent.minX, extent.minY) : .zero
        return try Camera(center: corner + Vector(Double(view.width) / 2, Double(view.height) / 2))
    }

    private static func fitted(
        _ extent: Rect<CanvasSpace>, in view: PixelSize, rotation: Double
    ) throws(CameraError) -> Camera {
        if rotation == 0 { return try Camera.fitting(extent, in: view) }
        let turned = extent.applying(Transform2D<CanvasSpace, CanvasSpace>(rotationAngle: rotation))
        let zoom = try Camera.fitting(turned, in: view).zoom
        return try Camera(center: extent.isFinite ? extent.center : .zero, zoom: zoom, rotation: rotation)
    }

    private static func pageSize(_ extent: Rect<CanvasSpace>) throws(CommandError) -> PixelSize {
        guard extent.isFinite, extent.width > 0 || extent.height > 0 else {
            throw CommandError(.failed, "the drawing is empty and has no page, so no size of its own; give --size WxH")
        }
        func pixels(_ units: Double) -> Double { max(1, (units - 1e-9).rounded(.up)) }
        let (width, height) = (pixels(extent.width), pixels(extent.height))
        let limit = Double(ValueReaders.maximumSide)
        guard width <= limit, height <= limit else {
            throw CommandError(
                .failed, "the drawing's page is too large for a picture at one pixel a unit; give --size WxH")
        }
        return PixelSize(width: Int(width), height: Int(height))
    }
}
