import CGLES
import CanvasShaders
import Foundation

/// Shows frames re-projected, by one quad a layer.
final class FrameCompositor {
    /// Which row of what is drawn into is the top one.
    enum Orientation {
        /// Row 0, as in all textures here.
        case topFirst
        /// The last, as in windows.
        case topLast
    }

    /// A layer and what it is drawn from.
    struct PlacedLayer {
        let texture: SharedTexture
        let layer: Composition.Layer
        let placement: LayerPlacement

        /// - Parameters:
        ///   - view: the composition's size.
        ///   - texture: gives the frame at 1/2^level of its size.
        init(
            _ layer: Composition.Layer, view: PixelSize,
            texture: (GLESFrame, Int) throws(RenderError) -> SharedTexture
        ) throws(RenderError) {
            guard let content = layer.frame.content as? GLESFrame else { throw .foreignFrame }
            self.layer = layer
            placement = LayerPlacement(layer.delta, frame: content.size, view: view)
            var level = 0
            if case .resampled(let l) = placement { level = l }
            self.texture = try texture(content, level)
        }
    }

    /// Where a layer covers wholly, and at its edges.
    private let inner: GLProgram
    private let edges: GLProgram
    private let copy: GLProgram
    private let halve: GLProgram
    /// Draws without attributes.
    private let emptyVertexArray: GLObject

    /// Compiles the compositor's programs.
    init(_ context: GLContext) throws(RenderError) {
        inner = try GLProgram(
            "layer", vertex: ShaderSource.layerVertex, fragment: ShaderSource.layerInnerFragment, context)
        edges = try GLProgram(
            "layer edges", vertex: ShaderSource.layerVertex, fragment: ShaderSource.layerFragment, context)
        copy = try GLProgram(
            "layer copy", vertex: ShaderSource.wholeVertex, fragment: ShaderSource.layerCopyFragment, context)
        halve = try GLProgram("halve", vertex: ShaderSource.wholeVertex, fragment: ShaderSource.halveFragment, context)
        emptyVertexArray = GLObject(.vertexArray, context.queue)
    }

    /// Draws the layers, from below upwards, into a texture of the view's size.
    func compose(_ composition: Composition, on device: GLDevice) throws(RenderError) -> FrameTexture {
        // Before anything is bound: a level of a frame may have to be drawn first.
        var layers: [PlacedLayer] = []
        for layer in composition.layers {
            layers.append(
                try PlacedLayer(layer, view: composition.size) { (frame, level) throws(RenderError) in
                    try frame.texture(level: level, device)
                })
        }
        let target = device.textures.take(composition.size, isExact: true)
        device.beginDrawing(into: target)
        // All of it is cleared faster than a part.
        GLDevice.clear(composition.background)
        draw(layers, of: composition, x: 0, y: 0, .topFirst)
        device.endDrawing()
        try device.context.finish(.composing)
        return target
    }

    /// Draws layers into what is bound, at a place of it that is cleared.
    ///
    /// - Parameters:
    ///   - x: the pixel where the composition's left column goes.
    ///   - y: the row of what is bound where the composition's lowest row number goes: its top row, or with `topLast` its
    ///     bottom one.
    func draw(_ layers: [PlacedLayer], of composition: Composition, x: Int, y: Int, _ orientation: Orientation) {
        let view = composition.size
        glViewport(GLint(x), GLint(y), GLsizei(view.width), GLsizei(view.height))
        glBindVertexArray(emptyVertexArray.name)
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        for (index, entry) in layers.enumerated() {
            // On a cleared target the first layer is itself.
            GLDevice.set(GL_BLEND, index > 0 || composition.background != nil)
            let texture = entry.texture.texture
            glBindTexture(GLenum(GL_TEXTURE_2D), texture.object.name)
            switch entry.placement {
            case .copy(let shiftX, let shiftY):
                drawCopy(texture, shiftX, shiftY, view: view, x: x, y: y, orientation)
            case .resampled(let level): drawQuad(texture, entry.layer, level: level, view: view, orientation)
            }
        }
        glDisable(GLenum(GL_BLEND))
    }

    private func drawCopy(
        _ texture: FrameTexture, _ shiftX: Int, _ shiftY: Int, view: PixelSize, x: Int, y: Int,
        _ orientation: Orientation
    ) {
        let left = max(0, -shiftX)
        let top = max(0, -shiftY)
        let right = min(view.width, texture.size.width - shiftX)
        let bottom = min(view.height, texture.size.height - shiftY)
        guard left < right, top < bottom else { return }
        let isFlipped = orientation == .topLast
        let firstRow = isFlipped ? view.height - bottom : top
        glEnable(GLenum(GL_SCISSOR_TEST))
        glScissor(GLint(x + left), GLint(y + firstRow), GLsizei(right - left), GLsizei(bottom - top))
        copy.use()
        glUniform1f(copy["direction"], isFlipped ? -1 : 1)
        glUniform2i(
            copy["shift"], GLint(shiftX - x), GLint(isFlipped ? shiftY + view.height - 1 + y : shiftY - y))
        glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
        glDisable(GLenum(GL_SCISSOR_TEST))
    }

    private func drawQuad(
        _ texture: FrameTexture, _ layer: Composition.Layer, level: Int, view: PixelSize, _ orientation: Orientation
    ) {
        guard let inverse = try? layer.delta.inverted() else { return }
        let size = layer.frame.size
        let step = Double(1 << level)
        let pixel = (x: hypot(inverse.a, inverse.c), y: hypot(inverse.b, inverse.d))
        let drawn = layer.frame.coverage.intersection(size.centeredRect())
        guard drawn.width > 0, drawn.height > 0, pixel.x > 0, pixel.y > 0 else { return }
        let outline = LayerOutline(drawn, step: step, pixel: pixel, layer.delta, view: view)
        if outline.outer.count < 3 { return }
        let up: Float = orientation == .topLast ? -1 : 1
        func draw(_ program: borrowing GLProgram, _ mode: Int32, _ corners: [Point<ViewSpace>]) {
            program.use()
            glUniform2fv(
                program["corners"], GLsizei(corners.count), corners.flatMap { [Float($0.x), Float($0.y)] })
            glUniform2f(program["clipScale"], 2 / Float(view.width), up * 2 / Float(view.height))
            let matrix = [inverse.a, inverse.b, inverse.c, inverse.d].map { Float($0 / step) }
            glUniformMatrix2fv(program["viewToFrame"], 1, GLboolean(GL_FALSE), matrix)
            glUniform2f(
                program["frameOffset"], Float((inverse.tx + Double(size.width) / 2) / step),
                Float((inverse.ty + Double(size.height) / 2) / step))
            glUniform2f(
                program["texelSize"], 1 / Float(texture.capacity.width), 1 / Float(texture.capacity.height))
            glUniform2f(
                program["lastTexel"], Float(texture.size.width) - 0.5, Float(texture.size.height) - 0.5)
            let toTexels = 1 / step
            let edges = drawn.applying(size.centerToTopLeft(from: FrameSpace.self))
            glUniform2f(program["lowEdge"], Float(edges.minX * toTexels), Float(edges.minY * toTexels))
            glUniform2f(program["highEdge"], Float(edges.maxX * toTexels), Float(edges.maxY * toTexels))
            glUniform2f(program["viewPixels"], Float(step / pixel.x), Float(step / pixel.y))
            glDrawArrays(GLenum(mode), 0, GLsizei(corners.count))
        }
        if outline.inner.isEmpty {
            draw(edges, GL_TRIANGLE_FAN, outline.outer)
        } else {
            draw(inner, GL_TRIANGLE_FAN, outline.inner)
            draw(edges, GL_TRIANGLE_STRIP, outline.ring)
        }
    }

    /// `source` at half its size, rounded up.
    func half(of source: FrameTexture, on device: GLDevice) throws(RenderError) -> FrameTexture {
        let size = PixelSize(width: (source.size.width + 1) / 2, height: (source.size.height + 1) / 2)
        let target = device.textures.take(size)
        device.beginDrawing(into: target)
        glBindVertexArray(emptyVertexArray.name)
        glDisable(GLenum(GL_BLEND))
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), source.object.name)
        halve.use()
        glUniform2i(halve["frameSize"], GLint(source.size.width), GLint(source.size.height))
        glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
        device.endDrawing()
        // Another context may be the next to use it.
        try device.context.finish(.halving)
        return target
    }
}

extension GLDevice {
    /// Makes a texture what is drawn into, without depth, stencil or blending.
    func beginDrawing(into texture: FrameTexture) {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), scratchDraw.name)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.object.name, 0)
        glViewport(0, 0, GLsizei(texture.size.width), GLsizei(texture.size.height))
        for state in [GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE] { glDisable(GLenum(state)) }
        glColorMask(GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE))
    }

    /// Lets go of the texture that was drawn into.
    func endDrawing() {
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), 0, 0)
    }

    static func set(_ capability: Int32, _ isOn: Bool) {
        if isOn { glEnable(GLenum(capability)) } else { glDisable(GLenum(capability)) }
    }

    /// Clears the colours to `color`, premultiplied; to transparent for `nil`.
    static func clear(_ color: Color?, and others: Int32 = 0) {
        let pixel = color.map { Pixel($0) } ?? Pixel(packed: 0)
        glClearColor(
            Float(pixel.red) / 255, Float(pixel.green) / 255, Float(pixel.blue) / 255, Float(pixel.alpha) / 255)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT | others))
    }
}
