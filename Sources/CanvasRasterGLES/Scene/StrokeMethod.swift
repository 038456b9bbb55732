/// What round strokes are drawn as.
package enum StrokeMethod: Sendable {
    /// As arcs where the device is a program for the processor, which pays by the primitive; else as strips.
    case automatic
    case strips
    /// As arcs where the device can, and where they suit a stroke.
    case arcs
}
