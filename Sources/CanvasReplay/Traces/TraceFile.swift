import Foundation

extension GestureTrace {
    /// Reads a gesture from a file, told apart by content: a trace, or a recording of evemu, `libinput record` or
    /// `getevent -lt`.
    ///
    /// For an evemu recording without a description of its device, the `.desc` file beside it is looked for: the one
    /// of the same name, or else the one whose name shares most leading words with it (`isdv4.desc` for
    /// `isdv4_2f_circle.events`).
    ///
    /// - Parameter description: evemu's description of the device, instead of one found beside the recording.
    /// - Throws: `TraceError`; the message does not repeat the file's name.
    public static func read(contentsOf url: URL, description: URL? = nil) throws(TraceError) -> TraceReading {
        let bytes = try load(url)
        if isTrace(bytes) { return try read(jsonLines: bytes) }
        var descriptionBytes: [UInt8]?
        if let description {
            do throws(TraceError) {
                descriptionBytes = try load(description)
            } catch {
                throw TraceError("\(description.lastPathComponent): \(error.message)")
            }
        } else if EvemuReader.recognizes(bytes), let found = descriptionFile(beside: url) {
            descriptionBytes = try? load(found)
        }
        return try read(recording: bytes, description: descriptionBytes)
    }

    /// Whether `bytes` begin as a trace in the project's own form does: with a JSON object.
    static func isTrace(_ bytes: [UInt8]) -> Bool {
        var lines = TraceLines(bytes)
        return lines.next()?.bytes.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "{")
    }

    private static let maximumBytes = 1 << 29

    /// The bytes of a file, or of what else can be read from a path: a pipe, say.
    private static func load(_ url: URL) throws(TraceError) -> [UInt8] {
        guard let file = fopen(url.path, "rb") else {
            throw TraceError(errno == ENOENT ? "no such file" : "cannot be read: \(reason())")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            bytes += chunk[..<count]
            if bytes.count > maximumBytes { throw TraceError("larger than \(maximumBytes >> 20) MB") }
            if count == chunk.count { continue }
            if ferror(file) == 0 { break }
            throw TraceError(errno == EISDIR ? "a folder, not a file" : "cannot be read: \(reason())")
        }
        if bytes.isEmpty { throw TraceError("the file is empty") }
        return bytes
    }

    private static func reason() -> String { String(cString: strerror(errno)).lowercased() }

    private static func descriptionFile(beside url: URL) -> URL? {
        let folder = url.deletingLastPathComponent()
        let exact = url.deletingPathExtension().appendingPathExtension("desc")
        if FileManager.default.fileExists(atPath: exact.path) { return exact }
        func words(_ url: URL) -> [Substring] {
            url.deletingPathExtension().lastPathComponent.split(whereSeparator: { "_-. ".contains($0) })
        }
        let name = words(url)
        let entries = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        var best: (shared: Int, url: URL)?
        for entry in entries.sorted(by: { $0.path < $1.path }) where entry.pathExtension == "desc" {
            let shared = zip(name, words(entry)).prefix { $0 == $1 }.count
            if shared > best?.shared ?? 0 { best = (shared, entry) }
        }
        return best?.url
    }
}
