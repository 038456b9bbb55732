/// Why a frame could not be drawn.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request itself is wrong; the text says what and what to do.
    case invalidRequest(String)
    /// The backend cannot be used on this machine; the text says why.
    case unavailable(String)
    /// The frame is larger than the device's limit, in pixels a side.
    case tooLarge(PixelSize, limit: Int)
    /// The device ran out of memory.
    case outOfMemory(String)
    /// The device's context was lost; the renderer is of no more use.
    case contextLost(String)
    /// A frame of another renderer was handed in.
    case foreignFrame
    /// The request was taken back while it was being drawn (`RenderRequest.cancellation`).
    case cancelled
    /// The device refused an operation; the text names it and the device's word.
    case device(String)

    public var description: String {
        switch self {
        case .invalidRequest(let text): text
        case .unavailable(let text): text
        case .tooLarge(let size, let limit):
            "a frame of \(size) pixels is beyond the device's limit of \(limit) a side; ask for a smaller one"
        case .outOfMemory(let text): "out of memory: \(text)"
        case .contextLost(let text): "the graphics context was lost: \(text)"
        case .foreignFrame: "the frame was rendered by another renderer than the one asked to show it"
        case .cancelled: "the frame is not wanted any more"
        case .device(let text): text
        }
    }
}
