import Pantograph

/// `pantograph compare`: the same frame by two backends, or by one and as it was.
struct CompareCommand: Subcommand {
    static let name = "compare"
    static let summary = "draw a drawing by two backends and print how far they differ"
    static let examples = [
        CommandExample("pantograph compare drawing.svg", "the CPU against OpenGL ES; exit status 1 if they differ"),
        CommandExample("pantograph compare drawing.svg --size 900x900 --with cpu,gles --diff difference.png --json"),
        CommandExample("pantograph compare drawing.svg --against last-week.png", "is it still the same picture?"),
    ]
    static let positionals = [FileOptions.drawing]
    static let backends = CommandOption(
        "--with", value: "A,B", help: "the two backends, of cpu and gles (cpu,gles)", read: pair)
    static let against = CommandOption(
        "--against", value: "PICTURE.png", help: "compare the first backend's picture with this one instead",
        read: ValueReaders.text)
    static let difference = CommandOption(
        "--diff", value: "OUT.png", help: "write a picture of the differences, four times as strong",
        read: ValueReaders.text)
    static let optionGroups = [
        OptionGroup(
            "Comparison",
            [backends.declaration, against.declaration, difference.declaration, FileOptions.json.declaration]),
        CameraOptions.group,
        OptionGroup(
            "Rendering", [RenderingOptions.samples.declaration, RenderingOptions.background.declaration]),
    ]
    static let notes = [
        "'Same' means: pixels with no edge within 1 px differ by at most 2 levels, the mean difference is at most 4 "
            + "levels, and at most 0.5 % of the pixels are off by more than 96 levels (four samples know only five "
            + "levels of coverage). Without --background two backends draw on white."
    ]

    private let drawing: String
    private let kinds: [BackendDescription.Kind]
    private let againstPath: String?
    private let differencePath: String?
    private let camera: CameraOptions
    private let samples: Int
    private let background: Color?
    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        drawing = arguments.positionals[0]
        kinds = try arguments.value(Self.backends) ?? [.cpu, .gles]
        againstPath = try arguments.value(Self.against)
        differencePath = try arguments.value(Self.difference)
        camera = try CameraOptions(arguments)
        samples = try arguments.value(RenderingOptions.samples) ?? 4
        // A picture to compare with was most likely made by `render`, which draws on nothing.
        background = try arguments.value(RenderingOptions.background) ?? (againstPath == nil ? .white : nil)
        asJSON = arguments.has(FileOptions.json)
    }

    @Sendable private static func pair(_ text: String) throws(UsageError) -> [BackendDescription.Kind] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let kinds = names.compactMap { BackendDescription.Kind(rawValue: String($0)) }
        guard kinds.count == 2, names.count == 2 else {
            throw UsageError("'\(text)' is not two backends; write two of cpu and gles, as cpu,gles")
        }
        return kinds
    }

    func run(_ console: Console) throws -> ExitStatus {
        let content = try FileOptions.readDrawing(drawing, console)
        let (size, view) = try camera.view(of: content)
        let request = RenderRequest(
            drawing: content, transform: view.frameTransform, size: size, samples: samples, background: background)
        var sides: [Side] = []
        for kind in kinds.prefix(againstPath == nil ? 2 : 1) {
            sides.append(Side(try picture(request, by: kind, console)))
        }
        if let againstPath { sides.append(try Self.side(readFrom: againstPath)) }
        // The reference is the picture with the better coverage, or the one that was there before.
        let reference = againstPath != nil ? 1 : sides.firstIndex { $0.name == "cpu" } ?? 0
        let result: FrameComparison
        do throws(FrameComparisonError) {
            result = try FrameComparison(
                reference: sides[reference].pixels, other: sides[1 - reference].pixels, edges: try? EdgeProbe(request))
        } catch {
            throw CommandError(.failed, "\(error)")
        }
        if let differencePath {
            try FileOptions.write(Self.difference(sides[0].pixels, sides[1].pixels), to: differencePath)
        }
        let isSame = result.isSame()
        if asJSON {
            console.print(json(sides, result, isSame: isSame).text)
        } else {
            console.write(text(sides, result, isSame: isSame))
        }
        return isSame ? .done : .answerIsNo
    }

    /// One of the two pictures.
    private struct Side {
        let name: String
        let device: String
        let samples: Int?
        let pixels: PixelBuffer

        init(_ picture: RenderedPicture) {
            name = picture.backend.kind.rawValue
            device = picture.backend.device
            samples = picture.samples
            pixels = picture.pixels
        }

        init(path: String, _ pixels: PixelBuffer) {
            name = path
            device = ""
            samples = nil
            self.pixels = pixels
        }
    }

    private static func side(readFrom path: String) throws(CommandError) -> Side {
        do throws(FormatError) {
            return Side(path: path, try PNG.read(contentsOf: FileOptions.url(path)))
        } catch {
            throw CommandError(.unreadableInput, "\(error)")
        }
    }

    private func picture(
        _ request: RenderRequest, by kind: BackendDescription.Kind, _ console: Console
    ) throws(CommandError) -> RenderedPicture {
        switch Renderers.probe(kind) {
        case .failure(let error):
            throw CommandError(.backendUnavailable, "the backend \(kind.rawValue) is not available: \(error)")
        case .success(let renderer):
            do throws(RenderError) {
                return try RenderedPicture(request, by: renderer)
            } catch {
                throw CommandError(error)
            }
        }
    }

    private func text(_ sides: [Side], _ result: FrameComparison, isSame: Bool) -> String {
        let limits = FrameComparison.Limits.backends
        let names = sides.map { $0.device.isEmpty ? $0.name : "\($0.name) (\($0.device))" }.joined(separator: " and ")
        let unit = result.maximumAwayFromEdges == 1 ? "level" : "levels"
        let worst = result.worstAwayFromEdges.map { ", first at \($0)" } ?? ""
        return """
            \(names), \(sides[0].pixels.size) pixels: \(isSame ? "same" : "different")
              mean difference              \(rounded(result.meanDifference)) levels (at most \(rounded(limits.meanDifference)))
              off by more than 96 levels   \(rounded(result.percentOver96)) % of the pixels (at most \(rounded(limits.percentOver96)) %)
              most, away from edges        \(result.maximumAwayFromEdges) \(unit)\(worst) (at most \(limits.maximumAwayFromEdges))

            """
    }

    private func rounded(_ value: Double) -> String {
        let shown = (value * 1000).rounded() / 1000
        return Int(exactly: shown).map { "\($0)" } ?? "\(shown)"
    }

    private func json(_ sides: [Side], _ result: FrameComparison, isSame: Bool) -> JSONValue {
        let limits = FrameComparison.Limits.backends
        return .object([
            ("same", .bool(isSame)),
            ("with", .array(sides.map { .string($0.name) })),
            ("devices", .array(sides.map { .string($0.device) })),
            ("samples", .array(sides.map { $0.samples.map(JSONValue.int) ?? .null })),
            ("width", .int(sides[0].pixels.width)), ("height", .int(sides[0].pixels.height)),
            ("meanDifference", .double(result.meanDifference)), ("percentOver96", .double(result.percentOver96)),
            ("maximumAwayFromEdges", .int(result.maximumAwayFromEdges)),
            ("pixelsAwayFromEdges", .int(result.pixelsAwayFromEdges)),
            ("maximumDifference", .int(result.maximumDifference)),
            (
                "limits",
                .object([
                    ("meanDifference", .double(limits.meanDifference)),
                    ("percentOver96", .double(limits.percentOver96)),
                    ("maximumAwayFromEdges", .int(limits.maximumAwayFromEdges)),
                ])
            ),
        ])
    }

    /// Where and how much two pictures differ, on black.
    private static func difference(_ a: PixelBuffer, _ b: PixelBuffer) -> PixelBuffer {
        var result = PixelBuffer(size: a.size)
        for i in a.pixels.indices {
            let (p, q) = (Pixel(packed: a.pixels[i]), Pixel(packed: b.pixels[i]))
            let alpha = abs(Int(p.alpha) - Int(q.alpha))
            func shown(_ u: UInt8, _ v: UInt8) -> UInt8 { UInt8(min(255, 4 * max(alpha, abs(Int(u) - Int(v))))) }
            result.pixels[i] =
                Pixel(
                    red: shown(p.red, q.red), green: shown(p.green, q.green), blue: shown(p.blue, q.blue), alpha: 255
                ).packed
        }
        return result
    }
}
