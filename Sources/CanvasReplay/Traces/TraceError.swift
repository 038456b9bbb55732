/// Why a trace or a recording could not be read: what is wrong and on which line.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the file, counted from 1, or `nil` if the whole file is meant.
    public var line: Int?
    /// What is wrong and what to do, in one line.
    public var message: String

    public init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }

    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}

/// Something in a trace or a recording that was repaired or left out: one a kind, with its count and first place.
public struct TraceWarning: Hashable, Sendable, CustomStringConvertible {
    /// What was found and what was done about it.
    public var message: String
    /// How often.
    public var count: Int
    /// The line where it was found first, counted from 1, or `nil` if the whole file is meant.
    public var line: Int?

    public init(_ message: String, count: Int = 1, line: Int? = nil) {
        self.message = message
        self.count = count
        self.line = line
    }

    public var description: String {
        switch (line, count) {
        case (let line?, 1): "line \(line): \(message)"
        case (let line?, _): "line \(line) and \(count - 1) more: \(message)"
        case (nil, 1): message
        case (nil, _): "\(message) (\(count) times)"
        }
    }
}

/// Gathers warnings while a file is read, one a kind, in the order of their first appearance.
struct TraceWarnings {
    private(set) var list: [TraceWarning] = []
    private var index: [String: Int] = [:]

    mutating func add(_ message: String, line: Int? = nil) {
        if let i = index[message] {
            list[i].count += 1
        } else {
            index[message] = list.count
            list.append(TraceWarning(message, line: line))
        }
    }
}
