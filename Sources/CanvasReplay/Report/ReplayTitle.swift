import Foundation

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
    public init(
        drawing: String, gesture: String, options: ReplayOptions, clock: ReplayOptions.Clock = .virtual,
        backend: BackendDescription
    ) {
        let cost =
            switch options.cost {
            case .measured: "measured"
            case .fixed(let full, let plain): "\(JSONScalar.number(full)) ms, in motion \(JSONScalar.number(plain)) ms"
            }
        self.init(
            drawing: drawing, gesture: gesture,
            settings: [
                Setting("Policy", options.policy.name), Setting("View", "\(options.viewSize) px"),
                Setting("Refreshes", "\(JSONScalar.number(options.hz)) Hz, \(clock.rawValue) clock"),
                Setting("Render cost", clock == .wall ? "as it was" : cost),
                Setting("Renderer", "\(backend.kind.rawValue) (\(backend.device))"),
            ])
    }
}

extension ReplayTitle {
    /// The schema of `replay.json`.
    public static let schema = "pantograph.replay/1"

    /// `replay.json`: the drawing, the gesture, and the settings by their names.
    var json: String {
        var values = JSONText()
        for setting in settings { values.add(setting.name, setting.value) }
        var root = JSONText()
        root.add("schema", Self.schema)
        root.add("drawing", drawing)
        root.add("gesture", gesture)
        root.add("settings", values)
        return root.text + "\n"
    }

    /// What `replay.json` of a folder says was played there; the folder's name where there is no such file.
    public init(readingFrom folder: URL) {
        self.init(drawing: folder.lastPathComponent, gesture: "")
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("replay.json")),
            let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            root["schema"] as? String == Self.schema
        else { return }
        drawing = root["drawing"] as? String ?? drawing
        gesture = root["gesture"] as? String ?? ""
        let values = root["settings"] as? [String: String] ?? [:]
        settings = values.sorted { $0.key < $1.key }.map { Setting($0.key, $0.value) }
    }
}
