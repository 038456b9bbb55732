/// What a program that shows a canvas may want to know of what happens by itself.
public enum CanvasNotification: Hashable, Sendable {
    /// A new frame is on display.
    case swapped(frame: Int)
    /// What is on display is what is wanted, at full quality, and nothing more will happen by itself.
    case settled
    /// The renderer was lost and one of its kind was made anew, which is tried once.
    case recovered
    /// The renderer was lost, or ran out of memory again and again, and another one took over.
    case fellBack
    /// A render failed. The frame on display stays; the same error again and again is told once.
    case failed(RenderError)
}
