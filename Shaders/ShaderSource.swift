/// The GLSL ES sources, embedded in the binary: a resource bundle would be lost when the binary moves.
public enum ShaderSource {
    /// Geometry of items: strokes, and the fills' triangles and covers.
    public static var sceneVertex: String { text(PackageResources.Scene_vert) }
    public static var sceneFragment: String { text(PackageResources.Scene_frag) }
    /// The quad of a composed layer.
    public static var layerVertex: String { text(PackageResources.Layer_vert) }
    /// A layer resampled by four texel fetches.
    public static var layerFragment: String { text(PackageResources.Layer_frag) }
    /// A layer resampled by a sampler with a transparent border.
    public static var layerBorderFragment: String { text(PackageResources.LayerBorder_frag) }
    /// A layer moved by whole pixels.
    public static var layerCopyFragment: String { text(PackageResources.LayerCopy_frag) }
    /// A triangle over the whole target.
    public static var wholeVertex: String { text(PackageResources.Whole_vert) }
    /// A frame at half its size.
    public static var halveFragment: String { text(PackageResources.Halve_frag) }
    /// One sample of a multisampled image (GLSL ES 3.10, for tests).
    public static var samplePlaneFragment: String { text(PackageResources.SamplePlane_frag) }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
