/// The GLSL ES sources, embedded in the binary: a resource bundle would be lost when the binary moves.
public enum ShaderSource {
    /// Triangle strips of items: strokes, and the fills' triangles and covers.
    public static var sceneVertex: String {
        header() + text(PackageResources.Item_glsl) + text(PackageResources.Scene_vert)
    }
    public static var sceneFragment: String { header() + text(PackageResources.Scene_frag) }
    /// Arcs that round pens draw.
    ///
    /// - Parameters:
    ///   - samples: how many a pixel has, at most 8.
    ///   - tapers: whether the pen's radius may change along a line.
    public static func arcVertex(samples: Int, tapers: Bool) -> String {
        header() + arcDefinitions(samples, tapers) + text(PackageResources.Item_glsl) + text(PackageResources.Arc_vert)
    }
    /// See `arcVertex`. More than one sample a pixel need `GL_OES_sample_variables`.
    public static func arcFragment(samples: Int, tapers: Bool) -> String {
        header(samples > 1 ? "#extension GL_OES_sample_variables : require\n" : "") + arcDefinitions(samples, tapers)
            + text(PackageResources.Arc_frag)
    }
    /// A polygon of a composed layer.
    public static var layerVertex: String { text(PackageResources.Layer_vert) }
    /// A resampled layer's edges.
    public static var layerFragment: String { text(PackageResources.Layer_frag) }
    /// A resampled layer where it covers wholly.
    public static var layerInnerFragment: String { text(PackageResources.LayerInner_frag) }
    /// A layer moved by whole pixels.
    public static var layerCopyFragment: String { text(PackageResources.LayerCopy_frag) }
    /// A triangle over the whole target.
    public static var wholeVertex: String { text(PackageResources.Whole_vert) }
    /// A frame at half its size.
    public static var halveFragment: String { text(PackageResources.Halve_frag) }
    /// One sample of a multisampled image (GLSL ES 3.10, for tests).
    public static var samplePlaneFragment: String { text(PackageResources.SamplePlane_frag) }

    private static func arcDefinitions(_ samples: Int, _ tapers: Bool) -> String {
        "#define SAMPLE_GROUPS \(samples > 1 ? (samples + 3) / 4 : 0)\n#define TAPERS \(tapers ? 1 : 0)\n"
    }

    /// What sources that are put together begin with.
    private static func header(_ extensions: String = "") -> String {
        """
        #version 300 es
        \(extensions)precision highp float;
        precision highp int;
        precision highp usampler2D;
        precision highp isampler2D;

        """
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
