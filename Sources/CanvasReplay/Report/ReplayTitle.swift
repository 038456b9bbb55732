/// What a replay played, in words, for its report.
public struct ReplayTitle: Hashable, Sendable {
    /// The drawing's name.
    public var drawing: String
    /// The gesture's name.
    public var gesture: String
    /// The settings, as name and value, in the order in which they are shown.
    public var settings: [Setting]

    /// One setting.
    public struct Setting: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(drawing: String, gesture: String, settings: [Setting] = []) {
        self.drawing = drawing
        self.gesture = gesture
        self.settings = settings
    }

    /// The usual settings of a replay.
    public init(drawing: String, gesture: String, options: ReplayOptions, backend: BackendDescription) {
        let cost =
            switch options.cost {
            case .measured: "measured"
            case .fixed(let full, let plain): "\(JSONScalar.number(full)) ms, in motion \(JSONScalar.number(plain)) ms"
            }
        self.init(
            drawing: drawing, gesture: gesture,
            settings: [
                Setting("Policy", options.policy.name), Setting("View", "\(options.viewSize) px"),
                Setting("Refreshes", "\(JSONScalar.number(options.hz)) Hz, virtual clock"),
                Setting("Render cost", cost),
                Setting("Renderer", "\(backend.kind.rawValue) (\(backend.device))"),
            ])
    }
}
