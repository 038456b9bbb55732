/// How a replay is played and what it keeps.
public struct ReplayOptions: Sendable {
    /// Which refreshes are written as PNG files.
    public enum Pictures: Hashable, Sendable {
        case none
        /// Every so many refreshes, from the first.
        case every(Int)

        /// Reads `none`, `every`, or a number: every so many.
        public init(parsing text: String) throws(ReplayError) {
            switch text {
            case "none": self = .none
            case "every": self = .every(1)
            default:
                guard let n = Int(text), n > 0 else {
                    throw .invalidOption("frames '\(text)'; use 'none', 'every', or a number above zero")
                }
                self = .every(n)
            }
        }

        func includes(_ n: Int) -> Bool {
            if case .every(let step) = self { n % step == 0 } else { false }
        }
    }

    /// What tells the time of a replay.
    public enum Clock: String, Hashable, Sendable, CaseIterable {
        /// Nothing waits; renders take as long as `cost` says.
        case virtual
        /// Input, display and renderer run on their own threads, in real time.
        case wall
    }

    /// The view in pixels.
    public var viewSize = PixelSize(width: 1366, height: 1024)
    /// Set by the run.
    package var clock = Clock.virtual
    /// Refreshes a second.
    public var hz = 60.0
    /// How long renders take on the virtual clock.
    public var cost = RenderCost.measured
    public var policy: any RenderPolicy = PlainPolicy()
    /// What the drawing lies on; `nil` is transparent.
    public var background: Color? = .white
    public var pictures = Pictures.none
    /// Whether pictures are composed at all. Without them nothing can be seen, and `swapPop` and the ground truth are not
    /// measured; everything else is the same.
    public var showsPictures = true
    /// Whether each displayed picture is compared with a synchronous render of its camera.
    public var comparesWithTruth = false
    /// What is done after a render failed.
    public var retry = RetryPolicy()
    /// How long after the last event the engine may take to settle, in milliseconds.
    public var settleLimit: Milliseconds = 10_000

    public init() {}

    /// The longest input that is played: six hours.
    public static let longestInput: Milliseconds = 6 * 3600 * 1000

    /// - Throws: `ReplayError.invalidOption` for a refresh rate or a view that cannot be.
    func validate() throws(ReplayError) {
        guard hz >= 1, hz <= 1000 else {
            throw .invalidOption("\(JSONScalar.number(hz)) refreshes a second; use 1 to 1000")
        }
        guard viewSize.width > 0, viewSize.height > 0, viewSize.width <= 1 << 15, viewSize.height <= 1 << 15 else {
            throw .invalidOption("a view of \(viewSize) pixels; use 1 to 32768 on each side")
        }
    }
}
