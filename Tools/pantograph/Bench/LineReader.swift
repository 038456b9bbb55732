import Foundation

/// Reads lines from a descriptor, of any bytes, without keeping more of an endless one than makes sense.
struct LineReader {
    /// What is kept of a line at most.
    static let longest = 1 << 16

    private let descriptor: CInt
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var filled = 0
    private var position = 0

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// The next line without its end, bytes that are no UTF-8 replaced; `nil` after the last.
    mutating func next() -> String? {
        var line: [UInt8] = []
        var hasBegun = false
        while true {
            if position == filled {
                filled = fill()
                position = 0
                if filled <= 0 {
                    filled = 0
                    return hasBegun ? String(decoding: line, as: UTF8.self) : nil
                }
            }
            hasBegun = true
            let byte = buffer[position]
            position += 1
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            if line.count < Self.longest { line.append(byte) }
        }
    }

    private mutating func fill() -> Int {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress!, $0.count) }
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
