import CanvasFormats
import Foundation
import Testing

@Suite("Generated scenes")
struct SceneGeneratorTests {
    /// The SHA-256 of a file by the system's own tool.
    private func sha256(_ url: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/sha256sum")
        process.arguments = [url.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output.prefix(64), as: UTF8.self)
    }

    @Test(
        "the SVG text of S1 and S2 is the published one, byte for byte",
        arguments: [
            (10_000, "bf6af0b89d662f502ec0ac9558b1238c9b63b5006f5d097f92c0ba0d5cdd66bc"),
            (100_000, "6f00a1f67d346b5be51a75dee54705c1763352e2a1629aade5ed2b3fe2e2d2ac"),
        ])
    func publishedText(strokes: Int, hash: String) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "pantograph-\(UUID().uuidString).svg")
        defer { try? FileManager.default.removeItem(at: url) }
        try SceneGenerator(strokes: strokes).writeSVG(to: url)
        #expect(try sha256(url) == hash)
    }

    @Test("S1 has the published number of segments, and its strokes stay near the canvas")
    func segments() {
        let drawing = SceneGenerator(strokes: 10_000).drawing()
        #expect(drawing.count == 10_000)
        var segments = 0
        for case .stroke(let stroke) in drawing.items { segments += stroke.path.verbs.count - 1 }
        #expect(segments == 79_966)
        #expect(drawing.page == Rect(x: 0, y: 0, width: 4096, height: 4096))
        #expect(drawing.page!.outset(by: 140).contains(drawing.bounds))
    }

    @Test("another seed gives another scene, and no strokes an empty one")
    func seeds() {
        let a = SceneGenerator(strokes: 3).drawing()
        let b = SceneGenerator(strokes: 3, seed: 7).drawing()
        #expect(a[0] != b[0])
        #expect(a[0] == SceneGenerator(strokes: 30).drawing()[0])
        #expect(SceneGenerator(strokes: 0).drawing().isEmpty)
        #expect(SceneGenerator(strokes: -4).drawing().isEmpty)
    }
}
