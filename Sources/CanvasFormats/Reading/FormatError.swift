/// Why a file could not be read: one line that says what is wrong, where, and what to do.
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, for a program to tell apart.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The file cannot be opened or read.
        case unreadable
        /// There is nothing in it.
        case empty
        /// It ends before it should.
        case truncated
        /// It is of a known format but does not follow that format's rules.
        case malformed
        /// It is of no format that is known here.
        case unknownFormat
        /// It is of a known format that cannot be read yet.
        case notSupported
        /// It exceeds a limit that guards against files made to exhaust memory or time.
        case tooLarge
    }

    public let kind: Kind
    /// The file's path, or what else the bytes came from.
    public let source: String
    /// The line in the (uncompressed) text, from 1; `nil` where there are no lines.
    public let line: Int?
    public let problem: String
    /// What the user can do about it.
    public let remedy: String

    public init(_ kind: Kind, source: String, line: Int? = nil, problem: String, remedy: String) {
        self.kind = kind
        self.source = source
        self.line = line
        self.problem = problem
        self.remedy = remedy
    }

    public var description: String {
        "\(source)\(line.map { ":\($0)" } ?? ""): \(problem); \(remedy)"
    }
}
