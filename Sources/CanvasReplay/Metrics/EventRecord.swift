/// One line of `events.jsonl`: something the engine did.
public struct EventRecord: Hashable, Sendable, Codable {
    /// Milliseconds from the start of the replay.
    public var t: Double
    /// The kind: `EngineEvent.Kind`'s names.
    public var event: String
    public var request: Int?
    public var frame: Int?
    public var samples: Int?
    /// At `replace`: the request that took the place.
    public var by: Int?
    /// At `gestureBegin` and `gestureEnd`: the gesture's number.
    public var gesture: Int?
    /// At the same: how many gestures are under way after the event.
    public var active: Int?
    /// At `start`: the frame's size in pixels.
    public var width: Int?
    public var height: Int?
    /// At `fail`: what went wrong, and whether it is news rather than one more of a row.
    public var error: String?
    public var first: Bool?

    public init(
        t: Double, event: String, request: Int? = nil, frame: Int? = nil, samples: Int? = nil, by: Int? = nil,
        gesture: Int? = nil, active: Int? = nil, width: Int? = nil, height: Int? = nil, error: String? = nil,
        first: Bool? = nil
    ) {
        self.t = t
        self.event = event
        self.request = request
        self.frame = frame
        self.samples = samples
        self.by = by
        self.gesture = gesture
        self.active = active
        self.width = width
        self.height = height
        self.error = error
        self.first = first
    }

    public init(_ event: EngineEvent) {
        self.init(
            t: event.time, event: event.kind.rawValue, request: event.request, frame: event.frame,
            samples: event.samples, by: event.by, gesture: event.gesture, active: event.active,
            width: event.size?.width, height: event.size?.height, error: event.error?.description,
            first: event.isFirstOfItsKind)
    }

    /// The kind, or `nil` for one that this version does not know.
    public var kind: EngineEvent.Kind? { EngineEvent.Kind(rawValue: event) }

    /// The line, without its newline.
    public var jsonLine: String {
        var json = JSONText()
        json.add("t", t)
        json.add("event", event)
        json.addIfPresent("request", request)
        json.addIfPresent("frame", frame)
        json.addIfPresent("samples", samples)
        json.addIfPresent("by", by)
        json.addIfPresent("gesture", gesture)
        json.addIfPresent("active", active)
        json.addIfPresent("width", width)
        json.addIfPresent("height", height)
        json.addIfPresent("error", error)
        json.addIfPresent("first", first)
        return json.text
    }
}
