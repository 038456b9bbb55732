import Foundation
import Pantograph
import Testing

/// The package's folder, and the programs built beside the tests.
enum Checkout {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    static func program(_ name: String) -> URL? {
        ["/proc/self/exe", CommandLine.arguments[0]]
            .map {
                URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent()
                    .appendingPathComponent(name)
            }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

@Suite("What the README says")
struct ReadmeTests {
    @Test("the README's example is, character by character, a program that the package builds")
    func exampleIsCompiled() throws {
        let readme = try Checkout.text("README.md")
        let block = try #require(readme.components(separatedBy: "```swift\n").dropFirst().first)
        let example = try #require(block.components(separatedBy: "```").first)
        #expect(example == (try Checkout.text("Examples/render-town/main.swift")))
        let lines = example.split(separator: "\n").filter { !$0.hasPrefix("import") }
        #expect(lines.count <= 10, "ten lines, it promises")
    }

    @Test("the README's example runs and makes a picture of the size it asks for")
    func exampleRuns() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let picture = folder.appendingPathComponent("town.png")
        let process = Process()
        let program: URL = try #require(Checkout.program("render-town"))
        process.executableURL = program
        process.arguments = [Checkout.folder.appendingPathComponent("Samples/landscape.svgz").path, picture.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let pixels = try PNG.read(contentsOf: picture)
        #expect(pixels.size == PixelSize(width: 800, height: 600))
        // The middle of the view is the church of the town: plaster, roofs and ink, and not one colour.
        var colors: Set<UInt32> = []
        for y in stride(from: 250, to: 350, by: 3) {
            for x in stride(from: 350, to: 450, by: 3) { colors.insert(pixels[x, y].packed) }
        }
        #expect(colors.count > 200)
    }

    @Test(
        "every file and folder that the documents link to exists",
        arguments: [
            "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Documentation/ARCHITECTURE.md",
            "Documentation/decisions/README.md", "Samples/README.md",
        ])
    func linksLeadSomewhere(_ document: String) throws {
        let text = try Checkout.text(document)
        let base = Checkout.folder.appendingPathComponent(document).deletingLastPathComponent()
        for part in text.components(separatedBy: "](").dropFirst() {
            let target = part.prefix { $0 != ")" && $0 != "#" }
            guard !target.isEmpty, !target.hasPrefix("http") else { continue }
            let path = base.appendingPathComponent(String(target)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(document) links to \(target)")
        }
    }

    @Test("the scripts that the README names are there and can be run", arguments: ["setup", "demo", "test"])
    func scripts(_ name: String) throws {
        let path = Checkout.folder.appendingPathComponent("Tools/\(name)").path
        #expect(FileManager.default.isExecutableFile(atPath: path))
        #expect(try Checkout.text("README.md").contains("Tools/\(name)"))
    }
}
