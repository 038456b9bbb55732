import CanvasFormats
import Foundation

/// The folder a replay writes into. Each file appears whole or not at all.
public struct ReplayFolder: Sendable {
    public let url: URL

    /// The kinds of numbered pictures, by their folder's name.
    enum PictureKind: String, CaseIterable {
        case frame = "frames"
        case truth
        case difference = "diff"
    }

    /// Creates the folder if it is not there, and removes the numbered pictures that an earlier replay left in it,
    /// which would otherwise be taken for this one's.
    public init(_ url: URL) throws(ReplayError) {
        self.url = url
        try Self.create(url)
        for kind in PictureKind.allCases {
            let folder = url.appendingPathComponent(kind.rawValue)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for name in names where Self.isNumbered(name) {
                try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        }
    }

    /// Writes the two logs.
    public func write(_ logs: ReplayLogs) throws(ReplayError) {
        try write(logs.framesText, to: "frames.jsonl")
        try write(logs.eventsText, to: "events.jsonl")
    }

    /// Writes everything that follows from a replay: the logs, `metrics.json`, `trace.json` and `report.html`; and what was
    /// played, `replay.json`, from which a report of several replays takes it.
    public func write(_ result: ReplayResult, titled title: ReplayTitle) throws(ReplayError) {
        try write(result.logs)
        try write(result.metrics.json, to: "metrics.json")
        try write(title.json, to: "replay.json")
        try write(ChromeTrace(result.logs, deviceTimes: result.deviceTimes).json, to: "trace.json")
        try write(ReplayReport(result, title: title).html, to: "report.html")
    }

    func write(_ picture: PixelBuffer, as kind: PictureKind, n: Int) throws(ReplayError) {
        let folder = url.appendingPathComponent(kind.rawValue)
        if n == 0 || !FileManager.default.fileExists(atPath: folder.path) { try Self.create(folder) }
        let digits = "\(n)"
        let name = String(repeating: "0", count: max(6 - digits.count, 0)) + digits + ".png"
        do { try PNG.write(picture, to: folder.appendingPathComponent(name), effort: .fast) } catch {
            throw .write(error)
        }
    }

    private func write(_ text: String, to name: String) throws(ReplayError) {
        do { try AtomicFile.write(text, to: url.appendingPathComponent(name)) } catch { throw .write(error) }
    }

    private static func create(_ url: URL) throws(ReplayError) {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw .write(
                FileWriteError(
                    path: url.path, problem: "the folder cannot be created", remedy: "choose a folder you may write to")
            )
        }
    }

    private static func isNumbered(_ name: String) -> Bool {
        name.hasSuffix(".png") && name.count >= 10 && name.dropLast(4).allSatisfy { $0.isASCII && $0.isNumber }
    }
}
