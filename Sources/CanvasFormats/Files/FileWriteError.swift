import Foundation

/// Why a file could not be written: one line that says what is wrong, where, and what to do.
public struct FileWriteError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    public let problem: String
    public let remedy: String

    public init(path: String, problem: String, remedy: String) {
        self.path = path
        self.problem = problem
        self.remedy = remedy
    }

    /// The error that the last failed system call left in `errno`.
    static func system(_ path: String, _ action: String) -> FileWriteError {
        let code = errno
        let remedy =
            switch code {
            case ENOENT, ENOTDIR: "create the folder first"
            case EACCES, EPERM, EROFS: "choose a folder you may write to"
            case ENOSPC, EDQUOT, EFBIG: "free some space"
            case EISDIR: "name a file, not a folder"
            default: "choose another place"
            }
        return FileWriteError(
            path: path, problem: "cannot \(action): \(String(cString: strerror(code)).lowercased())", remedy: remedy)
    }

    public var description: String { "\(path): \(problem); \(remedy)" }
}
