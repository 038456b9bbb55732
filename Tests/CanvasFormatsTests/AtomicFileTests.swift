import CanvasFormats
import Foundation
import Testing

@Suite("Files whole or not at all")
struct AtomicFileTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pantograph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("a file appears when it is committed, and not before")
    func appearsWhole() throws {
        try withFolder { folder in
            let url = folder.appending(path: "out.txt")
            var file = try AtomicFile(at: url)
            try file.write("first ")
            #expect(!FileManager.default.fileExists(atPath: url.path))
            try file.write([UInt8](repeating: 65, count: 1 << 20))
            #expect(!FileManager.default.fileExists(atPath: url.path))
            try file.commit()
            #expect(try Data(contentsOf: url).count == 6 + 1 << 20)
            #expect(try names(folder) == ["out.txt"])
        }
    }

    @Test("a file that is given up leaves what was there, and nothing beside it")
    func givenUp() throws {
        try withFolder { folder in
            let url = folder.appending(path: "out.txt")
            try AtomicFile.write("old", to: url)
            do {
                var file = try AtomicFile(at: url)
                try file.write("new")
            }
            #expect(try String(contentsOf: url, encoding: .utf8) == "old")
            #expect(try names(folder) == ["out.txt"])
            try AtomicFile.write("newer", to: url)
            #expect(try String(contentsOf: url, encoding: .utf8) == "newer")
        }
    }

    @Test("a symbolic link is followed, not replaced")
    func followsLinks() throws {
        try withFolder { folder in
            let url = folder.appending(path: "real.txt")
            let link = folder.appending(path: "link.txt")
            try AtomicFile.write("old", to: url)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
            try AtomicFile.write("new", to: link)
            #expect(try String(contentsOf: url, encoding: .utf8) == "new")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path).hasSuffix("real.txt"))
        }
    }

    @Test("what is not a file is written to and not replaced")
    func devices() throws {
        try AtomicFile.write("gone", to: URL(filePath: "/dev/null"))
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType != .typeRegular)
    }

    @Test("errors say what, where and what to do")
    func errors() throws {
        try withFolder { folder in
            let error = #expect(throws: FileWriteError.self) {
                try AtomicFile.write("x", to: folder.appending(path: "missing/out.txt"))
            }
            #expect(
                error?.description.hasSuffix(
                    "missing/out.txt: cannot create: no such file or directory; create the folder first") == true)
            #expect(throws: FileWriteError.self) { try AtomicFile.write("x", to: folder) }
        }
    }
}
