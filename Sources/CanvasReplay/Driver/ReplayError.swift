import CanvasFormats

/// Why a replay could not be played to its end.
public enum ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The engine had not come to rest this many milliseconds after the last event.
    case didNotSettle(after: Milliseconds)
    /// The picture could not be rendered; the engine gave up.
    case render(RenderError)
    /// A composition could not be drawn.
    case compose(RenderError)
    /// An option makes no sense; the text says which and what to do.
    case invalidOption(String)
    /// The input lasts longer than a replay may.
    case tooLong(Milliseconds, limit: Milliseconds)
    /// A file of the output could not be written.
    case write(FileWriteError)
    /// A log could not be read back; line 0 is the file as a whole.
    case unreadableLog(String, line: Int, String)

    public var description: String {
        switch self {
        case .didNotSettle(let time):
            "the engine had not settled \(JSONScalar.number(time)) ms after the last event; use a lower render cost"
        case .render(let error): "the final picture could not be rendered: \(error)"
        case .compose(let error): "a picture could not be composed: \(error)"
        case .invalidOption(let text): text
        case .tooLong(let time, let limit):
            "the gesture lasts \(JSONScalar.number((time / 1000).rounded())) s, longer than the \(JSONScalar.number(limit / 1000)) s "
                + "a replay may; cut the recording"
        case .write(let error): error.description
        case .unreadableLog(let path, let line, let problem):
            line > 0 ? "\(path):\(line): \(problem)" : "\(path): \(problem)"
        }
    }
}
