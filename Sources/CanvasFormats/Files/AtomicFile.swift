import Foundation
import Synchronization

/// Writes files that appear whole or not at all.
///
/// The bytes go to a hidden file in the same folder, which is renamed over the target when all of them are there; on
/// any error it is removed and what was at the target stays. A target that is not a regular file (a pipe, a terminal,
/// `/dev/null`) cannot be replaced and is written to directly. A symbolic link is followed.
public struct AtomicFile: ~Copyable {
    /// The path as the caller gave it, for messages.
    private let path: String
    private let target: String
    /// The hidden file; `nil` when writing directly.
    private var temporary: String?
    private var descriptor: CInt
    private var buffer: [UInt8] = []

    /// Opens a file to be written at `url`.
    public init(at url: URL) throws(FileWriteError) {
        let opened = try Self.open(url.path)
        path = url.path
        (target, temporary, descriptor) = opened
    }

    private static func open(
        _ path: String
    ) throws(FileWriteError) -> (target: String, temporary: String?, descriptor: CInt) {
        var info = stat()
        let exists = stat(path, &info) == 0
        if exists, info.st_mode & S_IFMT == S_IFDIR {
            errno = EISDIR
            throw .system(path, "write")
        }
        if exists, info.st_mode & S_IFMT != S_IFREG {
            let descriptor = Foundation.open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .system(path, "open for writing") }
            return (path, nil, descriptor)
        }
        let target = exists ? resolved(path) : path
        let folder = (target as NSString).deletingLastPathComponent
        let name = (target as NSString).lastPathComponent
        let unique = "\(getpid())-\(counter.add(1, ordering: .relaxed).newValue)"
        let hidden = (folder.isEmpty ? "." : folder) + "/.\(name.prefix(60)).\(unique).partial"
        let mode = exists ? info.st_mode & 0o777 : 0o666
        let descriptor = Foundation.open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .system(path, "create") }
        return (target, hidden, descriptor)
    }

    deinit {
        // Not committed: an error came between.
        if descriptor >= 0 { _ = close(descriptor) }
        if let temporary { _ = unlink(temporary) }
    }

    /// Adds bytes at the end.
    public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileWriteError) {
        if buffer.count + bytes.count <= Self.bufferSize {
            buffer.append(contentsOf: bytes)
            return
        }
        try flush()
        if bytes.count < Self.bufferSize { buffer.append(contentsOf: bytes) } else { try writeThrough(bytes) }
    }

    /// Adds the text as UTF-8 at the end.
    public mutating func write(_ text: String) throws(FileWriteError) {
        let bytes = Array(text.utf8)
        try write(bytes)
    }

    /// Adds bytes at the end.
    public mutating func write(_ bytes: [UInt8]) throws(FileWriteError) {
        do {
            try bytes.withUnsafeBytes { try write($0) }
        } catch let error as FileWriteError { throw error } catch { fatalError("unexpected error \(error)") }
    }

    /// Puts the finished file in its place.
    public consuming func commit() throws(FileWriteError) {
        try flush()
        let closed = close(descriptor) == 0
        descriptor = -1
        guard closed else { throw .system(path, "write") }
        if let temporary {
            guard rename(temporary, target) == 0 else { throw .system(path, "put the finished file in place") }
            self.temporary = nil
        }
    }

    /// Writes all of `bytes` to `url`, whole or not at all.
    public static func write(_ bytes: UnsafeRawBufferPointer, to url: URL) throws(FileWriteError) {
        var file = try AtomicFile(at: url)
        try file.write(bytes)
        try file.commit()
    }

    /// Writes `text` as UTF-8 to `url`, whole or not at all.
    public static func write(_ text: String, to url: URL) throws(FileWriteError) {
        var file = try AtomicFile(at: url)
        try file.write(text)
        try file.commit()
    }

    private mutating func flush() throws(FileWriteError) {
        let pending = buffer
        buffer.removeAll(keepingCapacity: true)
        do {
            try pending.withUnsafeBytes { try writeThrough($0) }
        } catch let error as FileWriteError { throw error } catch { fatalError("unexpected error \(error)") }
    }

    private func writeThrough(_ bytes: UnsafeRawBufferPointer) throws(FileWriteError) {
        var rest = bytes
        while !rest.isEmpty {
            let n = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if n < 0 {
                if errno == EINTR { continue }
                throw .system(path, "write")
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[n...])
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static let bufferSize = 1 << 18
    private static let counter = Atomic<UInt64>(0)
}
