import CanvasTestSupport
import Foundation
import Pantograph
import Testing

/// A renderer as the test bodies see it: each body runs on every one there is.
///
/// A test-only protocol rather than `FrameRenderer` itself, so that a body says what it wants to see (a drawing, from a
/// camera, on paper) and cannot depend on what a backend happens to offer.
protocol TestRenderer: Sendable, CustomTestStringConvertible {
    var kind: BackendDescription.Kind { get }

    /// The picture of a request.
    func picture(_ request: RenderRequest) throws -> PixelBuffer

    /// The picture of a composition of frames that this renderer drew for `requests`, shown under `current`.
    func composition(
        _ requests: [RenderRequest], current: Transform2D<CanvasSpace, ViewSpace>, size: PixelSize, background: Color?
    ) throws -> PixelBuffer
}

extension TestRenderer {
    var testDescription: String { kind.rawValue }

    /// The picture of a drawing whose origin is at the top-left corner, on white paper.
    ///
    /// - Parameters:
    ///   - zoom: pixels a canvas unit.
    ///   - origin: the canvas point at the top-left corner.
    ///   - samples: 4 by default: full antialiasing on the CPU, 4 samples a pixel on GLES.
    func picture(
        _ drawing: Drawing, _ width: Int, _ height: Int, zoom: Double = 1, origin: Point<CanvasSpace> = .zero,
        samples: Int = 4, background: Color? = .white, tolerance: Double = 0.05
    ) throws -> PixelBuffer {
        let size = PixelSize(width: width, height: height)
        return try picture(
            RenderRequest(
                drawing: drawing, transform: .fromTopLeft(size, zoom: zoom, origin: origin), size: size,
                samples: samples, background: background, tolerance: tolerance))
    }

    /// The picture of an SVG document, shown as large as it says or `zoom` times that.
    func picture(svg: String, zoom: Double = 1, samples: Int = 4) throws -> PixelBuffer {
        let drawing = try Drawing(svg: svg)
        let page = try #require(drawing.page, "the document names no size")
        return try picture(
            drawing, Int((page.width * zoom).rounded()), Int((page.height * zoom).rounded()), zoom: zoom,
            samples: samples)
    }
}

extension Transform2D {
    /// The camera that shows the point `origin` at a frame's top-left corner.
    static func fromTopLeft(
        _ size: PixelSize, zoom: Double, origin: Point<From> = .zero
    ) -> Transform2D<From, To> {
        Transform2D(
            a: zoom, b: 0, c: 0, d: zoom, tx: -zoom * origin.x - Double(size.width) / 2,
            ty: -zoom * origin.y - Double(size.height) / 2)
    }
}

extension Drawing {
    /// The drawing of an SVG document that must be read without a warning.
    init(svg: String) throws {
        let result = try DrawingReader.read(data: Data(svg.utf8), name: "the test's document")
        #expect(result.warnings.isEmpty, "\(result.warnings)")
        self = result.drawing
    }
}

/// The renderers that this machine has.
enum Renderers {
    static let cpu: any TestRenderer = EngineRenderer(kind: .cpu, renderer: CPURenderer())

    /// The GLES renderer, or why there is none.
    static let glesResult = Result { () throws(RenderError) in try GLESRenderer() }

    /// GLES renderers that draw round strokes as arcs and as strips, whatever the device.
    static let glesArcs = try? GLESRenderer(debug: true, strokes: .arcs)
    static let glesStrips = try? GLESRenderer(debug: true, strokes: .strips)

    static let gles: (any TestRenderer)? = (try? glesResult.get()).map { EngineRenderer(kind: .gles, renderer: $0) }

    /// All of them, the CPU's first.
    static let all: [any TestRenderer] = [cpu] + (gles.map { [$0] } ?? [])

    /// Why tests of the GLES renderer are skipped.
    static let glesSkipMessage: Comment = {
        if case .failure(let error) = glesResult { return "no OpenGL ES here: \(error.description)" }
        return "OpenGL ES is here"
    }()
}

/// A renderer of the engine under test.
private struct EngineRenderer: TestRenderer {
    let kind: BackendDescription.Kind
    let renderer: any FrameRenderer

    func picture(_ request: RenderRequest) throws -> PixelBuffer {
        try renderer.render(request).content.readPixels()
    }

    func composition(
        _ requests: [RenderRequest], current: Transform2D<CanvasSpace, ViewSpace>, size: PixelSize, background: Color?
    ) throws -> PixelBuffer {
        let layers = try requests.map { try Composition.Layer(try renderer.render($0), current: current) }
        return try renderer.compose(Composition(size: size, background: background, layers: layers)).readPixels()
    }
}
