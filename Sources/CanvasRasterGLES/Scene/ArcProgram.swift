import CGLES
import CanvasShaders

/// Draws arcs into targets of one sample count.
final class ArcProgram {
    /// What there are programs for.
    struct Key: Hashable {
        /// Of the target; 0 without multisampling.
        var samples: Int
        /// Whether pens may change their radius along a line.
        var tapers: Bool
    }

    let program: GLProgram
    private let positions: [SIMD2<Float>]

    /// Makes the program for the target that is bound.
    init(_ key: Key, _ context: GLContext) throws(RenderError) {
        let positions = key.samples > 1 ? SampleLayout.positions(key.samples, context.limits) ?? [] : []
        self.positions = positions
        program = try GLProgram(
            "arcs", vertex: ShaderSource.arcVertex(samples: positions.count, tapers: key.tapers),
            fragment: ShaderSource.arcFragment(samples: positions.count, tapers: key.tapers), context)
    }

    /// Whether a device can draw them with so many samples a pixel.
    static func isAvailable(samples: Int, _ limits: GLLimits) -> Bool {
        guard limits.maximumPointSize >= ArcPacker.largestSquare, samples <= mostSamples else { return false }
        return samples <= 1
            || SampleLayout.isKnown(limits)
                && (limits.version >= (3, 2) || limits.extensions.contains("GL_OES_sample_variables"))
    }

    /// Each four take four of the 15 vectors that every device hands from one shader to the other.
    private static let mostSamples = 8

    /// Sets what depends on the camera and on which pixels of the frame the target holds, or on nothing.
    func setUniforms(_ camera: SceneCamera, _ area: PixelRect) {
        glUniform1f(program["penPixels"], Float(camera.penScale))
        let mirrored = camera.transform.determinant < 0
        glUniform1f(program["bendScale"], Float((mirrored ? -1 : 1) / camera.penScale))
        let half = SIMD2(Float(camera.size.width) / 2, Float(camera.size.height) / 2)
        glUniform2f(program["halfSize"], half.x, half.y)
        glUniform2f(program["frameCentre"], half.x - Float(area.minX), half.y - Float(area.minY))
        guard !positions.isEmpty else { return }
        // From the pixel's centre. What a group has too many lies where no arc is.
        var x = [Float](repeating: 1e6, count: (positions.count + 3) / 4 * 4)
        var y = x
        for (i, position) in positions.enumerated() { (x[i], y[i]) = (position.x - 0.5, position.y - 0.5) }
        glUniform4fv(program["sampleX"], GLsizei(x.count / 4), x)
        glUniform4fv(program["sampleY"], GLsizei(y.count / 4), y)
    }
}
