/// What a replay gave.
public struct ReplayResult: Sendable {
    public var logs = ReplayLogs()
    public var metrics: Metrics
    /// Some of the pictures displayed, for a report; none where no pixels were read.
    public var pictures: [Picture] = []
    /// The picture displayed last; `nil` where no pixels were read.
    public var lastPicture: PixelBuffer?
    /// How long the graphics device was at work on the frames that were shown, in milliseconds, by their numbers; empty where
    /// it does not tell. It differs from one replay to the next, and is in no log.
    public var deviceTimes: [Int: Double] = [:]

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
