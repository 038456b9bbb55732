import Foundation

/// Standard output, line by line as lines come: the oracle takes its time.
enum Output {
    static func line(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
