/// Which gestures are under way. Several at once are one interaction: it begins with the first and ends with the last.
public struct GestureState: Hashable, Sendable {
    /// The gestures under way, by the numbers their recogniser gave them.
    public private(set) var active: Set<Int> = []

    public init() {}

    /// Whether any gesture is under way.
    public var isActive: Bool { !active.isEmpty }

    /// Notes that a gesture began.
    ///
    /// - Returns: whether it was not under way already.
    public mutating func begin(_ id: Int) -> Bool { active.insert(id).inserted }

    /// Notes that a gesture ended.
    ///
    /// - Returns: whether it was under way.
    public mutating func end(_ id: Int) -> Bool { active.remove(id) != nil }
}
