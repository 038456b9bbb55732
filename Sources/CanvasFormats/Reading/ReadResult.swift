/// A drawing as read from a file, and what of the file is not in it.
public struct ReadResult: Sendable {
    /// The formats that can be read.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        case svg = "SVG"
        case xournal = "Xournal++"
    }

    public let drawing: Drawing
    public let format: Format
    /// One for each kind of thing that was skipped or drawn otherwise than the file asks.
    public let warnings: [ReadWarning]

    public init(drawing: Drawing, format: Format, warnings: [ReadWarning]) {
        self.drawing = drawing
        self.format = format
        self.warnings = warnings
    }
}
