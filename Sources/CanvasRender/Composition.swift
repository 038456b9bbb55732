/// What one refresh of the display shows: frames, each carried to where its content belongs now, from below upwards.
public struct Composition: Sendable {
    /// A frame and the transform that carries it to the view.
    public struct Layer: Sendable {
        public let frame: RenderedFrame
        /// `rendered⁻¹ · current`, from the frame's pixels to the view's, both origins at the centre.
        public let delta: Transform2D<FrameSpace, ViewSpace>

        /// The layer that shows `frame` under the camera `current`.
        ///
        /// The delta is computed here from the frame's own transform, so that no other can be paired with it.
        public init(_ frame: RenderedFrame, current: Transform2D<CanvasSpace, ViewSpace>) throws(TransformError) {
            self.frame = frame
            delta = try .delta(rendered: frame.transform, current: current)
        }
    }

    /// The view's size in pixels.
    public var size: PixelSize
    /// What shows where no layer does; `nil` is transparent.
    public var background: Color?
    public var layers: [Layer]

    public init(size: PixelSize, background: Color? = nil, layers: [Layer]) {
        self.size = size
        self.background = background
        self.layers = layers
    }
}
