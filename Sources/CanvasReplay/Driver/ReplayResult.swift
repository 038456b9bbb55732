/// What a replay gave.
public struct ReplayResult: Sendable {
    public var logs = ReplayLogs()
    public var metrics: Metrics
    /// Some of the pictures displayed, for a report; none where no pixels were read.
    public var pictures: [Picture] = []
    /// The picture displayed last; `nil` where no pixels were read.
    public var lastPicture: PixelBuffer?

    /// What was displayed last, as frames of the replay's renderer.
    public var lastComposition: Composition?

    /// A displayed picture.
    public struct Picture: Sendable {
        /// The refresh's number.
        public var n: Int
        /// Whether no other picture had as many blank pixels.
        public var isWorst: Bool
        public var pixels: PixelBuffer
    }
}
