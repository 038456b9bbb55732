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

    private static func load(_ url: URL) throws(TraceError) -> [UInt8] {
        let data: Data
        do {
            let values = try url.resourceValues(forKeys: [.fileSizeKey, .isDirectoryKey])
            if values.isDirectory == true { throw TraceError("a folder, not a file") }
            if let size = values.fileSize, size > maximumBytes { throw TraceError("larger than 512 MB") }
            data = try Data(contentsOf: url)
        } catch let error as TraceError {
            throw error
        } catch {
            throw TraceError(FileManager.default.fileExists(atPath: url.path) ? "cannot be read" : "no such file")
        }
        if data.isEmpty { throw TraceError("the file is empty") }
        return [UInt8](data)
    }

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
