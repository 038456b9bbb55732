import Foundation

/// Where a reader's bytes come from: memory or a file, and what unpacks them on the way.
protocol ByteStream: AnyObject {
    /// Fills `buffer` from its start as far as bytes are at hand, and returns how many: 0 only at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int
}

/// Bytes in memory, which must outlive the stream.
final class MemoryStream: ByteStream {
    private var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let n = min(buffer.count, rest.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<n]))
        rest = UnsafeRawBufferPointer(rebasing: rest[n...])
        return n
    }
}

/// The bytes of a file, read as they are asked for.
///
/// Plain reads and not a memory map: a file that another process shortens meanwhile must be an error and not a signal.
final class FileStream: ByteStream {
    private let path: String
    private let descriptor: CInt

    init(path: String) throws(FormatError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { throw Self.failure(path) }
        guard info.st_mode & S_IFMT != S_IFDIR else {
            throw FormatError(.unreadable, source: path, problem: "it is a folder", remedy: "name a file in it")
        }
    }

    deinit { if descriptor >= 0 { _ = close(descriptor) } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        while true {
            let n = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if n >= 0 { return n }
            guard errno == EINTR else { throw Self.failure(path) }
        }
    }

    private static func failure(_ path: String) -> FormatError {
        let code = errno
        let remedy =
            switch code {
            case ENOENT, ENOTDIR: "check the spelling"
            case EACCES: "ask its owner for permission to read it"
            case EISDIR: "name a file in it"
            default: "check the disk it is on"
            }
        return FormatError(
            .unreadable, source: path, problem: "cannot read it: \(String(cString: strerror(code)).lowercased())",
            remedy: remedy)
    }
}

/// A stream whose first bytes can be looked at before they are read: what a format is recognised by.
final class PeekableStream: ByteStream {
    private let inner: any ByteStream
    private(set) var head: [UInt8] = []
    private var given = 0

    /// Reads up to `count` bytes of `inner` ahead.
    init(_ inner: any ByteStream, count: Int = 4096) throws(FormatError) {
        self.inner = inner
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let n = try Self.read(inner, &bytes, from: filled)
            if n == 0 { break }
            filled += n
        }
        bytes.removeSubrange(filled...)
        head = bytes
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        guard given < head.count else { return try inner.read(into: buffer) }
        let n = min(buffer.count, head.count - given)
        head.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[given..<given + n])) }
        given += n
        return n
    }

    private static func read(_ s: any ByteStream, _ bytes: inout [UInt8], from: Int) throws(FormatError) -> Int {
        let result: Result<Int, FormatError> = bytes.withUnsafeMutableBytes { all in
            Result { () throws(FormatError) in
                try s.read(into: UnsafeMutableRawBufferPointer(rebasing: all[from...]))
            }
        }
        return try result.get()
    }
}
