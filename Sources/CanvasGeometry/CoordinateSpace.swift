/// Names a coordinate space, so that the compiler keeps points and transforms of different spaces apart.
///
/// Conforming types are empty: they are never instantiated and cost nothing. The habit is euclid's (`UnknownUnit`
/// and friends): one empty type a space, composition of transforms composes the types.
public protocol CoordinateSpace {}

/// The space in which an item's own path and pen width are written, before the item's transform.
public enum ItemSpace: CoordinateSpace {}

/// The drawing's space: unbounded, y down, one unit as large as the drawing's author made it.
public enum CanvasSpace: CoordinateSpace {}

/// Pixels of the view, y down, **origin at the view's centre**.
public enum ViewSpace: CoordinateSpace {}

/// Pixels of a rendered frame, y down, **origin at the frame's centre**.
///
/// A frame is larger than the view by its overdraw margin. Because both origins are centres, a margin changes no
/// matrix: the transform that a frame was rendered with is the camera's.
public enum FrameSpace: CoordinateSpace {}

/// Pixels of an image, y down, origin at the top-left corner of the top-left pixel, whose centre is (0.5, 0.5).
public enum PixelSpace: CoordinateSpace {}
