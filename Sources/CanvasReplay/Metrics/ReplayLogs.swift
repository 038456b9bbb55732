import Foundation

/// The two logs of a replay, from which everything else follows.
public struct ReplayLogs: Hashable, Sendable {
    public var frames: [FrameRecord]
    public var events: [EventRecord]

    public init(frames: [FrameRecord] = [], events: [EventRecord] = []) {
        self.frames = frames
        self.events = events
    }

    /// Reads `frames.jsonl` and `events.jsonl` from a folder.
    ///
    /// - Throws: `ReplayError.unreadableLog` with the file and line.
    public init(readingFrom folder: URL) throws(ReplayError) {
        frames = try Self.read(folder.appendingPathComponent("frames.jsonl"))
        events = try Self.read(folder.appendingPathComponent("events.jsonl"))
    }

    /// The bytes of `frames.jsonl`.
    public var framesText: String { frames.map { $0.jsonLine + "\n" }.joined() }

    /// The bytes of `events.jsonl`.
    public var eventsText: String { events.map { $0.jsonLine + "\n" }.joined() }

    private static func read<T: Decodable>(_ url: URL) throws(ReplayError) -> [T] {
        guard let data = try? Data(contentsOf: url) else {
            throw .unreadableLog(url.path, line: 0, "the file cannot be read")
        }
        let decoder = JSONDecoder()
        var result: [T] = []
        for (number, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let value = try? decoder.decode(T.self, from: Data(line)) else {
                throw .unreadableLog(url.path, line: number + 1, "not a line of this log")
            }
            result.append(value)
        }
        return result
    }
}
