import CGLES
import CanvasShaders

/// Shows frames re-projected, by one quad a layer.
final class FrameCompositor {
    private let bilinear: GLProgram
    private let copy: GLProgram
    private let halve: GLProgram
    /// Whether the sampler itself finds transparent texels around the frame.
    private let usesBorder: Bool

    /// Compiles the compositor's programs.
    init(_ queue: GLQueue, usesBorder: Bool) throws(RenderError) {
        self.usesBorder = usesBorder
        bilinear = try GLProgram(
            "layer", vertex: ShaderSource.layerVertex,
            fragment: usesBorder ? ShaderSource.layerBorderFragment : ShaderSource.layerFragment, queue)
        copy = try GLProgram(
            "layer copy", vertex: ShaderSource.wholeVertex, fragment: ShaderSource.layerCopyFragment, queue)
        halve = try GLProgram("halve", vertex: ShaderSource.wholeVertex, fragment: ShaderSource.halveFragment, queue)
    }

    /// Draws the layers, from below upwards, into a texture of the view's size.
    func compose(_ composition: Composition, on device: GLDevice) throws(RenderError) -> FrameTexture {
        // Before anything is bound: a level of a frame may have to be drawn first.
        var layers: [(texture: FrameTexture, layer: Composition.Layer, placement: LayerPlacement)] = []
        for layer in composition.layers {
            let content = layer.frame.content as! GLESFrame
            let placement = LayerPlacement(layer.delta, frame: content.size, view: composition.size)
            var level = 0
            if case .resampled(let l) = placement { level = l }
            let texture = try content.texture.texture(level: level, device) { (source) throws(RenderError) in
                try half(of: source, on: device)
            }
            layers.append((texture, layer, placement))
        }

        let target = device.textures.take(composition.size)
        device.beginDrawing(into: target)
        device.clear(composition.background)
        glBindVertexArray(device.emptyVertexArray.name)
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        for (index, entry) in layers.enumerated() {
            // On a cleared target the first layer is itself.
            device.set(GL_BLEND, index > 0 || composition.background != nil)
            glBindTexture(GLenum(GL_TEXTURE_2D), entry.texture.object.name)
            switch entry.placement {
            case .copy(let x, let y): drawCopy(entry.texture, x, y, view: composition.size)
            case .resampled(let level): drawQuad(entry.texture, entry.layer, level: level, view: composition.size)
            }
        }
        glDisable(GLenum(GL_BLEND))
        device.endDrawing()
        try device.finish("composing")
        return target
    }

    private func drawCopy(_ texture: FrameTexture, _ shiftX: Int, _ shiftY: Int, view: PixelSize) {
        let left = max(0, -shiftX)
        let top = max(0, -shiftY)
        let right = min(view.width, texture.size.width - shiftX)
        let bottom = min(view.height, texture.size.height - shiftY)
        guard left < right, top < bottom else { return }
        glEnable(GLenum(GL_SCISSOR_TEST))
        glScissor(GLint(left), GLint(top), GLsizei(right - left), GLsizei(bottom - top))
        copy.use()
        glUniform2i(copy["shift"], GLint(shiftX), GLint(shiftY))
        glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
        glDisable(GLenum(GL_SCISSOR_TEST))
    }

    private func drawQuad(_ texture: FrameTexture, _ layer: Composition.Layer, level: Int, view: PixelSize) {
        guard let inverse = try? layer.delta.inverted() else { return }
        let size = layer.frame.size
        let step = Double(1 << level)
        // Bilinear filtering reaches half a texel beyond the frame.
        let reach = Rect<FrameSpace>(
            center: .zero, width: Double(texture.size.width) * step + step,
            height: Double(texture.size.height) * step + step)
        // The level's texels begin at the frame's top left corner and may end beyond its bottom right one.
        let corner = Vector<FrameSpace>(
            (Double(texture.size.width) * step - Double(size.width)) / 2,
            (Double(texture.size.height) * step - Double(size.height)) / 2)
        let visible: Rect<ViewSpace> = view.centeredRect()
        var corners = reach.corners.map { ($0 + corner).applying(layer.delta) }
        let far = 16 * max(visible.width, visible.height)
        if !corners.allSatisfy({ abs($0.x) < far && abs($0.y) < far }) {
            // Far outside, rasterisation is coarse. What is not the frame's is transparent anyhow.
            corners = visible.corners
        }
        bilinear.use()
        // Triangle strip order.
        let strip = [corners[0], corners[1], corners[3], corners[2]].flatMap { [Float($0.x), Float($0.y)] }
        glUniform2fv(bilinear["corners"], 4, strip)
        glUniform2f(bilinear["clipScale"], 2 / Float(view.width), 2 / Float(view.height))
        let matrix = [inverse.a, inverse.b, inverse.c, inverse.d].map { Float($0 / step) }
        glUniformMatrix2fv(bilinear["viewToFrame"], 1, GLboolean(GL_FALSE), matrix)
        glUniform2f(
            bilinear["frameOffset"], Float((inverse.tx + Double(size.width) / 2) / step),
            Float((inverse.ty + Double(size.height) / 2) / step))
        glUniform2i(bilinear["frameSize"], GLint(texture.size.width), GLint(texture.size.height))
        glUniform2f(bilinear["texelSize"], 1 / Float(texture.size.width), 1 / Float(texture.size.height))
        glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
    }

    /// `source` at half its size, rounded up.
    private func half(of source: FrameTexture, on device: GLDevice) throws(RenderError) -> FrameTexture {
        let size = PixelSize(width: (source.size.width + 1) / 2, height: (source.size.height + 1) / 2)
        let target = device.textures.take(size)
        device.beginDrawing(into: target)
        glBindVertexArray(device.emptyVertexArray.name)
        glDisable(GLenum(GL_BLEND))
        glActiveTexture(GLenum(GL_TEXTURE0))
        glBindTexture(GLenum(GL_TEXTURE_2D), source.object.name)
        halve.use()
        glUniform2i(halve["frameSize"], GLint(source.size.width), GLint(source.size.height))
        glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
        device.endDrawing()
        try device.check("halving a frame")
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

    func set(_ capability: Int32, _ isOn: Bool) {
        if isOn { glEnable(GLenum(capability)) } else { glDisable(GLenum(capability)) }
    }

    /// Clears the colours to `color`, premultiplied; to transparent for `nil`.
    func clear(_ color: Color?, and others: Int32 = 0) {
        let pixel = color.map { Pixel($0) } ?? Pixel(packed: 0)
        glClearColor(
            Float(pixel.red) / 255, Float(pixel.green) / 255, Float(pixel.blue) / 255, Float(pixel.alpha) / 255)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT | others))
    }
}
