/// One thing that happened at the input: a contact went down, moved or ended, or a wheel turned.
///
/// Positions are pixels of the view that the trace was made on, y down, **origin at the view's top-left corner**.
public struct TraceEvent: Hashable, Sendable {
    /// What touches the surface.
    public enum Tool: String, Hashable, Sendable, CaseIterable {
        /// Moves the camera.
        case finger
        /// Draws.
        case pen
        /// Erases.
        case eraser
    }

    /// What happened.
    public enum Action: Hashable, Sendable {
        case down
        case move
        case up
        /// The contact ended without being lifted: the system took it away, or took it for a palm.
        case cancel
        /// A wheel turned by `dx`, `dy` pixels (positive is towards the right and the bottom of the content); with
        /// `ctrl`, it zooms.
        case wheel(dx: Double, dy: Double, ctrl: Bool)
    }

    /// Milliseconds from the start of the trace.
    public var time: Double
    public var action: Action
    /// The contact's number, new for every contact; 0 for a wheel.
    public var id: Int
    public var x: Double
    public var y: Double
    /// 0…1, or `nil` where the device does not say.
    public var pressure: Double?
    public var tool: Tool

    public init(
        time: Double, _ action: Action, id: Int = 0, x: Double, y: Double, pressure: Double? = nil,
        tool: Tool = .finger
    ) {
        self.time = time
        self.action = action
        self.id = id
        self.x = x
        self.y = y
        self.pressure = pressure
        self.tool = tool
    }

    /// Whether this is a wheel event, which belongs to no contact.
    public var isWheel: Bool { if case .wheel = action { true } else { false } }

    /// Whether this event ends its contact.
    public var endsContact: Bool { action == .up || action == .cancel }
}
