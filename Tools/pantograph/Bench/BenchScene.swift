import Foundation
import Pantograph

/// A drawing that is measured: one of the generated scenes, or a file.
struct BenchScene {
    /// As it was asked for: `S1`, `S2` or the file's path.
    let name: String
    let drawing: Drawing
    /// Where the drawing's file is; a generated scene's is there as long as the scene.
    let url: URL
    let fileBytes: Int
    /// How long reading the file took.
    let reading: Timing
    private let temporary: TemporaryFile?

    /// How many strokes the generated scenes have.
    static let generated = ["S1": 10_000, "S2": 100_000]

    /// Generates or finds the scene's file, and reads it `rounds` times.
    init(_ name: String, rounds: Int, _ console: Console) throws(CommandError) {
        self.name = name
        let url = FileOptions.url(name)
        if let strokes = Self.generated[name], !FileManager.default.fileExists(atPath: url.path) {
            let file = TemporaryFile("\(name).svg")
            do throws(FileWriteError) {
                console.progress(0, "generating \(name)")
                try SceneGenerator(strokes: strokes).writeSVG(to: file.url)
            } catch {
                throw CommandError(.failed, "\(error)")
            }
            temporary = file
            self.url = file.url
        } else {
            temporary = nil
            self.url = url
        }
        fileBytes = (try? self.url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        var reading = Timing()
        var result: Drawing?
        let clock = ContinuousClock()
        for round in 0..<rounds {
            console.progress(Double(round) / Double(rounds), "reading \(name)")
            // Not two at once in memory.
            result = nil
            let start = clock.now
            // Warnings are those of every round, and shown once.
            result = try FileOptions.readDrawing(self.url.path, round == 0 ? console : Console(isQuiet: true))
            reading.add((clock.now - start) / .milliseconds(1))
        }
        drawing = result ?? Drawing()
        self.reading = reading
    }
}

/// A file that goes when nobody needs it any more.
final class TemporaryFile {
    let url: URL
    private let folder: URL

    init(_ name: String) {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("pantograph-\(UUID().uuidString)")
        url = folder.appendingPathComponent(name)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
