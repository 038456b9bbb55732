import Foundation
import Synchronization

/// Where results, messages and progress go.
///
/// Results go to standard output, everything else to standard error. If nobody reads standard output any more, the
/// program ends quietly.
final class Console: Sendable {
    /// Whether warnings and progress are left out.
    let isQuiet: Bool
    /// Whether messages are coloured.
    private let isColored: Bool
    /// Whether a progress bar can be drawn.
    private let showsProgress: Bool
    /// The progress bar on the screen now; it is wiped off before anything else is written.
    private let bar = Mutex<String>("")

    init(isQuiet: Bool, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let isTerminal = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        self.isQuiet = isQuiet
        isColored = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
        showsProgress = isTerminal && !isQuiet
    }

    /// Writes a result and a newline to standard output.
    func print(_ text: String) { write(text + "\n") }

    /// Writes a result to standard output.
    func write(_ text: String) {
        clearBar()
        let (done, code) = Self.writeAll(text, to: STDOUT_FILENO)
        if done { return }
        // The reader has seen enough (a pager that was left, `head`): no error.
        if code == EPIPE { exit(ExitStatus.done.rawValue) }
        error("cannot write to standard output: \(String(cString: strerror(code)).lowercased())")
        exit(ExitStatus.failed.rawValue)
    }

    func warning(_ text: String) {
        if isQuiet { return }
        message("warning", color: "33", text)
    }

    func error(_ text: String) { message("error", color: "31", text) }

    private func message(_ kind: String, color: String, _ text: String) {
        clearBar()
        // Every message is one line, whatever went into it.
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let label = isColored ? "\u{1B}[1;\(color)m\(kind):\u{1B}[0m" : "\(kind):"
        _ = Self.writeAll("pantograph: \(label) \(line)\n", to: STDERR_FILENO)
    }

    /// Shows how far a long job is; nothing unless standard error is a terminal.
    ///
    /// - Parameters:
    ///   - done: 0…1.
    ///   - what: what is being done, in a word or two.
    func progress(_ done: Double, _ what: String) {
        guard showsProgress else { return }
        let width = 32
        let filled = Int((min(max(done, 0), 1) * Double(width)).rounded())
        let text =
            "\(what) [" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
            + "] \(Int(min(max(done, 0), 1) * 100)) %"
        bar.withLock { shown in
            if shown == text { return }
            _ = Self.writeAll("\r\u{1B}[K" + text, to: STDERR_FILENO)
            shown = text
        }
    }

    /// Wipes the progress bar off.
    func clearBar() {
        guard showsProgress else { return }
        bar.withLock { shown in
            if shown.isEmpty { return }
            _ = Self.writeAll("\r\u{1B}[K", to: STDERR_FILENO)
            shown = ""
        }
    }

    private static func writeAll(_ text: String, to descriptor: CInt) -> (done: Bool, code: CInt) {
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress! + start, bytes.count - start)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return (false, errno)
            }
            start += count
        }
        return (true, 0)
    }
}
