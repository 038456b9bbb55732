import CanvasFormats
import CanvasTestSupport
import Foundation
import Testing

@Suite("Reading by content")
struct DrawingReaderTests {
    private let small = Data(
        #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="4" height="4"/></svg>"#.utf8)

    private func kind(_ data: Data) -> FormatError.Kind? {
        do {
            _ = try DrawingReader.read(data: data)
            return nil
        } catch { return error.kind }
    }

    /// The bytes packed by the system's gzip.
    private func gzip(_ data: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = ["-c"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let writer = Thread {
            try? input.fileHandleForWriting.write(contentsOf: data)
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        let packed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return packed
    }

    @Test("empty, blank, foreign and unknown content are errors of their kind")
    func refusals() {
        #expect(kind(Data()) == .empty)
        #expect(kind(Data(" \n\t ".utf8)) == .empty)
        #expect(kind(Data("hello".utf8)) == .unknownFormat)
        #expect(kind(Data("<html></html>".utf8)) == .unknownFormat)
        #expect(kind(Data(#"{"type":"excalidraw","elements":[]}"#.utf8)) == .notSupported)
        #expect(kind(Data(#"{"type":"FeatureCollection","features":[]}"#.utf8)) == .notSupported)
        #expect(kind(Data([0x89, 0x50, 0x4e, 0x47, 0x0d])) == .notSupported)
        #expect(kind(Data("<svg><rect></svg>".utf8)) == .malformed)
        #expect(kind(Data("<svg><rect/>".utf8)) == .truncated)
        #expect(kind(Data("<svg".utf8)) == .truncated)
        #expect(kind(Data("<!-- only a comment -->".utf8)) == .truncated)
    }

    @Test("an error is one line: where, what, and what to do")
    func errorText() {
        let error = #expect(throws: FormatError.self) {
            _ = try DrawingReader.read(data: Data("<svg>\n<g></svg>".utf8), name: "x.svg")
        }
        #expect(
            error?.description
                == "x.svg:2: the XML is not well-formed: mismatched tag; repair that line or save the drawing again")
        let missing = #expect(throws: FormatError.self) {
            _ = try DrawingReader.read(contentsOf: URL(filePath: "/nonexistent/a.svg"))
        }
        #expect(
            missing?.description == "/nonexistent/a.svg: cannot read it: no such file or directory; check the spelling")
        #expect(throws: FormatError.self) { _ = try DrawingReader.read(contentsOf: URL(filePath: "/")) }
    }

    @Test("gzip is unpacked, several members are one stream, and what follows them is ignored")
    func gzipped() throws {
        let packed = try gzip(small)
        #expect(try DrawingReader.read(data: packed).drawing.count == 1)
        let half = small.count / 2
        let joined = try gzip(small[..<half]) + gzip(small[half...]) + Data("trailing".utf8)
        #expect(try DrawingReader.read(data: joined).drawing.count == 1)
    }

    @Test("a gzip stream that is cut or damaged is an error, wherever")
    func damagedGzip() throws {
        let packed = try gzip(Data(String(decoding: small, as: UTF8.self).utf8))
        for length in 2..<packed.count { #expect(kind(packed[..<length]) != nil, "\(length)") }
        var damaged = packed
        damaged[damaged.count - 6] ^= 0x55
        #expect(kind(damaged) == .malformed)
    }

    @Test("what unpacks beyond the limit, or is larger, is an error")
    func bombs() throws {
        let text = "<svg>" + String(repeating: " ", count: 40 << 20) + "</svg>"
        let packed = try gzip(Data(text.utf8))
        #expect(packed.count < 100_000)
        var options = DrawingReader.Options()
        options.maximumBytes = 16 << 20
        for data in [packed, Data(text.utf8)] {
            let error = #expect(throws: FormatError.self) { _ = try DrawingReader.read(data: data, options: options) }
            #expect(error?.kind == .tooLarge)
        }
    }

    @Test("entities that multiply or nest without end are refused")
    func entityBombs() {
        var laughs = #"<!DOCTYPE svg [<!ENTITY a0 "ha ha ha ha ha ha ha ha ha ha">"#
        for i in 1...12 { laughs += "<!ENTITY a\(i) \"\(String(repeating: "&a\(i - 1);", count: 12))\">" }
        #expect(kind(Data((laughs + "]><svg>&a12;</svg>").utf8)) == .tooLarge)
        var chain = #"<!DOCTYPE svg [<!ENTITY b0 "x">"#
        for i in 1...5000 { chain += "<!ENTITY b\(i) \"&b\(i - 1);\">" }
        #expect(kind(Data((chain + "]><svg>&b5000;</svg>").utf8)) == .tooLarge)
        let fine =
            ##"<!DOCTYPE svg [<!ENTITY st "fill:#ff0000">]><svg width="9" height="9"><rect style="&st;" width="4" height="4"/></svg>"##
        #expect((try? DrawingReader.read(data: Data(fine.utf8)).items[0].hex) == "#ff0000ff")
    }

    @Test("other encodings are read")
    func encodings() throws {
        let text = String(decoding: small, as: UTF8.self)
        #expect(try DrawingReader.read(data: text.data(using: .utf16)!).drawing.count == 1)
        #expect(try DrawingReader.read(data: Data([0xef, 0xbb, 0xbf]) + small).drawing.count == 1)
        for name in ["ISO-8859-1", "windows-1252", "KOI8-R"] {
            let data =
                Data("<?xml version=\"1.0\" encoding=\"\(name)\"?><!-- ".utf8) + Data([0xe9, 0x80]) + Data(" -->".utf8)
            #expect(try DrawingReader.read(data: data + small).drawing.count == 1, "\(name)")
        }
    }

    @Test("one enormous attribute, longer than any piece it is read in, is read whole")
    func enormousAttribute() throws {
        let data = Data(
            #"<svg width="9" height="9"><path stroke="red" d="M0 0\#(String(repeating: "L1 1 ", count: 1_000_000))"/></svg>"#
                .utf8)
        let url = FileManager.default.temporaryDirectory.appending(path: "pantograph-\(UUID().uuidString).svg")
        defer { try? FileManager.default.removeItem(at: url) }
        try data.write(to: url)
        let read = try DrawingReader.read(contentsOf: url)
        #expect(read.strokes[0].path.verbs.count == 1_000_001)
    }
}

@Suite("Drawings of the corpus", .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipMessage)))
struct CorpusReadingTests {
    static let drawings = ["svg", "svgz", "svg_resvg", "xopp"].flatMap(Corpus.files(in:)).filter {
        !$0.hasSuffix(".png")
    }
    /// What is not well-formed, and must be an error.
    static let broken: Set<String> = ["svg/thorvg_test3.svg", "xopp/preview_test_invalid.xoj"]

    @Test("every drawing is read, with finite bounds and a page", arguments: drawings)
    func readsAll(name: String) throws {
        let url = try #require(Corpus.url(name))
        if Self.broken.contains(name) {
            #expect(throws: FormatError.self) { _ = try DrawingReader.read(contentsOf: url) }
            return
        }
        let result = try DrawingReader.read(contentsOf: url)
        #expect(result.drawing.count > 0)
        #expect(result.drawing.bounds.isFinite)
        #expect(result.drawing.page != nil)
        #expect(Set(result.warnings.map(\.kind)).count == result.warnings.count)
    }

    @Test("the number of items of known drawings, and what they warn about")
    func known() throws {
        let cases: [(String, Int, Set<ReadWarning.Kind>)] = [
            ("svg/tiger_vello.svg", 182, []), ("svg/paper_pathfinder.svg", 3860, []),
            ("svg/simple_world_map.svg", 314, []), ("svgz/simple_world_map_min.svgz", 201, []),
            ("svg/rnote_tree.svg", 13_926, [.property]), ("svg/openlayers_world.svg", 4825, [.clip]),
            ("svg/world_svgmaps.svg", 256, []), ("xopp/strokes.xopp", 15, []),
            ("xopp/setsquare_annotations.xopp", 66, [.text]),
            ("svg_resvg/structure__use__indirect-recursive-1.svg", 1, [.cycle]),
        ]
        for (name, count, kinds) in cases {
            let result = try DrawingReader.read(contentsOf: try #require(Corpus.url(name)))
            #expect(result.drawing.count == count, "\(name)")
            #expect(Set(result.warnings.map(\.kind)) == kinds, "\(name)")
        }
    }

    @Test("formats that come later are recognised", arguments: ["excalidraw", "rnote", "geojson"])
    func later(folder: String) throws {
        for name in Corpus.files(in: folder) {
            let error = #expect(throws: FormatError.self) {
                _ = try DrawingReader.read(contentsOf: try #require(Corpus.url(name)))
            }
            #expect(error?.kind == .notSupported, "\(name)")
        }
    }

    @Test("a drawing cut anywhere is an error and never a crash", arguments: drawings)
    func truncated(name: String) throws {
        let data = try Data(contentsOf: #require(Corpus.url(name)))
        var random = SplitMix64(seed: UInt64(data.count))
        // Large files many times over take minutes: the long version only.
        let cuts = runsLongTests ? 200 : max(3, min(200, 400_000 / data.count))
        for _ in 0..<cuts {
            let length = Int.random(in: 0..<data.count, using: &random)
            do {
                // White space and comments after the root may be cut off without harm.
                let result = try DrawingReader.read(data: data[..<length])
                #expect(data[length...].count < 600, "\(name) cut at \(length) reads as \(result.drawing.count) items")
            } catch {
                #expect(!error.problem.isEmpty && !error.remedy.isEmpty)
            }
        }
    }

    @Test("a drawing with bytes changed at random is read or refused, never a crash", arguments: drawings)
    func mutated(name: String) throws {
        let data = try Data(contentsOf: #require(Corpus.url(name)))
        var random = SplitMix64(seed: UInt64(data.count) &+ 1)
        let rounds = runsLongTests ? 200 : max(2, min(100, 300_000 / data.count))
        var options = DrawingReader.Options()
        options.maximumInstances = 20_000
        for _ in 0..<rounds {
            var copy = data
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                copy[Int.random(in: 0..<copy.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let result = try? DrawingReader.read(data: copy, options: options) {
                #expect(result.drawing.isEmpty || result.drawing.bounds.isFinite)
            }
        }
    }
}
