import CanvasTestSupport
import Foundation
import Pantograph
import Testing

@Suite("Command line: render", .enabled(if: CommandRun.program != nil, "the program is not built beside the tests"))
struct RenderTests {
    /// A page of 100 × 60 units with a red rectangle from (10, 20) to (30, 40).
    static let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="100" height="60"><rect x="10" y="20" width="20" height="20"
        fill="#ff0000"/></svg>
        """
    static let red = Pixel(red: 255, green: 0, blue: 0, alpha: 255)
    static let clear = Pixel(red: 0, green: 0, blue: 0, alpha: 0)

    /// Renders the drawing and reads the picture back.
    static func render(_ options: String..., text: String = drawing) throws -> PixelBuffer {
        let scratch = try Scratch()
        let input = try scratch.file("a.svg", text)
        let run = try CommandRun(["render", input, "-o", scratch.path("o.png"), "--backend", "cpu"] + options)
        #expect(run.status == 0 && run.errors.isEmpty, "\(options): \(run.errors)")
        #expect(scratch.contents == ["a.svg", "o.png"])
        return try PNG.read(contentsOf: URL(fileURLWithPath: scratch.path("o.png")))
    }

    @Test("without camera options: the page at one pixel a unit, transparent")
    func page() throws {
        let p = try Self.render()
        #expect(p.size == PixelSize(width: 100, height: 60))
        #expect(p[10, 20] == Self.red && p[29, 39] == Self.red)
        #expect(p[9, 20] == Self.clear && p[30, 39] == Self.clear && p[10, 19] == Self.clear)
    }

    @Test("a page whose size ends on a fraction keeps its corner on the pixels' corner")
    func fractionalPage() throws {
        let p = try Self.render(text: Self.drawing.replacing("width=\"100\"", with: "width=\"100.4\""))
        #expect(p.size == PixelSize(width: 101, height: 60))
        #expect(p[10, 20] == Self.red && p[9, 20] == Self.clear)
    }

    @Test("--size alone fits the page, as --fit does")
    func fit() throws {
        let p = try Self.render("--size", "400x240")
        #expect(p.size == PixelSize(width: 400, height: 240))
        #expect(p[40, 80] == Self.red && p[119, 159] == Self.red && p[39, 80] == Self.clear)
        #expect(try Self.render("--size=400x240", "--fit") == p)
        // The page is centred where the shapes differ: 4 pixels a unit, 30 above.
        let tall = try Self.render("--size", "400x300")
        #expect(tall[40, 110] == Self.red && tall[40, 109] == Self.clear)
    }

    @Test("--zoom, --rotate and --center put a canvas point at the view's centre")
    func camera() throws {
        let p = try Self.render("--size", "80x80", "--zoom", "2", "--center", "20,30")
        #expect(p[20, 20] == Self.red && p[59, 59] == Self.red && p[19, 20] == Self.clear && p[60, 59] == Self.clear)
        // A quarter turn clockwise about (10, 30), the middle of the left edge: the rectangle hangs below.
        let turned = try Self.render("--size", "80x80", "--center", "10,30", "--rotate", "90")
        #expect(turned[40, 45] == Self.red && turned[40, 35] == Self.clear && turned[31, 59] == Self.red)
        let negative = try Self.render("--size", "80x80", "--center", "-5,-10.5")
        #expect(negative[60, 75] == Self.red)
        #expect(try Self.render("--zoom", "2").size == PixelSize(width: 100, height: 60))
    }

    @Test("--background and --samples")
    func backgroundAndSamples() throws {
        let p = try Self.render("--background", "#336699")
        #expect(p[0, 0] == Pixel(red: 0x33, green: 0x66, blue: 0x99, alpha: 255) && p[15, 25] == Self.red)
        #expect(try Self.render("--background", "none") == Self.render())
        let slanted = Self.drawing.replacing("<rect", with: "<rect transform=\"rotate(20)\"")
        func levels(_ picture: PixelBuffer) -> Int { Set(picture.pixels).count }
        #expect(levels(try Self.render("--samples", "0", text: slanted)) == 2)
        #expect(levels(try Self.render("--samples", "7", text: slanted)) > 10)
    }

    @Test("twice the same command, the same bytes")
    func determinism() throws {
        let scratch = try Scratch()
        let scene = scratch.path("s.svg")
        #expect(try CommandRun(["generate", "--strokes", "300", "-o", scene]).status == 0)
        for name in ["1.png", "2.png"] {
            #expect(try CommandRun(["render", scene, "--size", "512x512", "-o", scratch.path(name)]).status == 0)
        }
        #expect(try scratch.bytes("1.png") == scratch.bytes("2.png"))
    }

    @Test("--json says what was drawn and how")
    func json() throws {
        let scratch = try Scratch()
        let input = try scratch.file("a.svg", Self.drawing)
        let run = try CommandRun(["render", input, "-o", scratch.path("o.png"), "--json", "--backend", "cpu"])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(object["width"] as? Int == 100 && object["height"] as? Int == 60 && object["items"] as? Int == 1)
        #expect(object["backend"] as? String == "cpu")
        #expect(object["camera"] as? [Double] == [1, 0, 0, 1, -50, -30])
    }

    @Test("input that cannot be read or understood is status 3, one line, and leaves nothing behind")
    func badInput() throws {
        let scratch = try Scratch()
        let bad = [
            try scratch.file("empty.svg", ""), try scratch.file("noise.svg", "\u{1}\u{2}noise"),
            try scratch.file("cut.svg", String(Self.drawing.prefix(90))), scratch.path("missing.svg"), scratch.url.path,
        ]
        let before = scratch.contents
        for input in bad {
            let run = try CommandRun(["render", input, "-o", scratch.path("o.png")])
            #expect(run.status == 3, "\(input): \(run.status) \(run.errors)")
            #expect(run.errorLines.count == 1 && run.errors.hasPrefix("pantograph: error: "), "\(run.errors)")
            #expect(scratch.contents == before)
        }
    }

    @Test("what can be skipped is one warning, status 0; --quiet leaves it out")
    func warnings() throws {
        let scratch = try Scratch()
        let input = try scratch.file(
            "a.svg", Self.drawing.replacing("</svg>", with: "<path d=\"M10 10 LNaN NaN\" stroke=\"#000\"/></svg>"))
        let run = try CommandRun(["render", input, "-o", scratch.path("o.png"), "--backend", "cpu"])
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(run.errorLines.count == 1 && run.errors.hasPrefix("pantograph: warning: "), "\(run.errors)")
        let quiet = try CommandRun(["render", "--quiet", input, "-o", scratch.path("q.png"), "--backend", "cpu"])
        #expect(quiet.status == 0 && quiet.errors.isEmpty)
        #expect(try scratch.bytes("o.png") == scratch.bytes("q.png"))
    }

    @Test("an output that cannot be written is status 5 and leaves what was there")
    func badOutput() throws {
        let scratch = try Scratch()
        let input = try scratch.file("a.svg", Self.drawing)
        for output in [scratch.path("no/such/folder/o.png"), scratch.url.path, "/dev/full"] {
            let run = try CommandRun(["render", input, "-o", output, "--backend", "cpu"])
            #expect(run.status == 5 && run.errorLines.count == 1, "\(output): \(run.status) \(run.errors)")
            #expect(scratch.contents == ["a.svg"])
        }
    }

    @Test("a picture too large to draw is a clean error")
    func tooLarge() throws {
        let scratch = try Scratch()
        let input = try scratch.file("a.svg", Self.drawing)
        let huge = try scratch.file("huge.svg", Self.drawing.replacing("width=\"100\"", with: "width=\"1e11\""))
        for arguments in [[input, "--size", "1000000x1000000"], [huge]] {
            let run = try CommandRun(["render"] + arguments + ["-o", scratch.path("o.png"), "--backend", "cpu"])
            #expect(run.status == 5 && run.errorLines.count == 1, "\(arguments): \(run.status) \(run.errors)")
            #expect(scratch.contents == ["a.svg", "huge.svg"])
        }
    }

    @Test("file names that look like options are taken after --")
    func dashes() throws {
        let scratch = try Scratch()
        _ = try scratch.file("-a.svg", Self.drawing)
        let run = try CommandRun(["render", "-o", "o.png", "--backend", "cpu", "--", "-a.svg"], in: scratch.url)
        #expect(run.status == 0 && scratch.contents == ["-a.svg", "o.png"])
    }
}
