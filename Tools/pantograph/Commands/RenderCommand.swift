import Pantograph

/// `pantograph render`: one frame of a drawing.
struct RenderCommand: Subcommand {
    static let name = "render"
    static let summary = "draw one frame of a drawing into a PNG file"
    static let examples = [
        CommandExample("pantograph render drawing.svg -o drawing.png", "the page at one pixel a unit"),
        CommandExample("pantograph render notes.xopp --size 900x1200 -o notes.png", "the page, fitted"),
        CommandExample(
            "pantograph render map.svg --size 1366x1024 --zoom 8 --center 120,340 --rotate 30 -o detail.png"),
        CommandExample("pantograph render drawing.svg --backend gles --samples 0 --background white -o fast.png"),
    ]
    static let positionals = [FileOptions.drawing]
    static let output = FileOptions.output("OUT.png", "the PNG file to write")
    static let optionGroups = [
        OptionGroup("Output", [output.declaration, FileOptions.json.declaration]),
        CameraOptions.group, RenderingOptions.group,
    ]
    static let notes = [
        "Without a camera option the picture is the drawing's page at one pixel a unit. With --zoom, --rotate or "
            + "--center what is missing of them is zoom 1, no rotation and the page's centre, and the size, without "
            + "--size, is still the page's."
    ]

    private let drawing: String
    private let outputPath: String
    private let camera: CameraOptions
    private let rendering: RenderingOptions
    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        drawing = arguments.positionals[0]
        outputPath = try arguments.required(Self.output)
        camera = try CameraOptions(arguments)
        rendering = try RenderingOptions(arguments)
        asJSON = arguments.has(FileOptions.json)
    }

    func run(_ console: Console) throws -> ExitStatus {
        let content = try FileOptions.readDrawing(drawing, console)
        let (size, view) = try camera.view(of: content)
        let request = RenderRequest(
            drawing: content, transform: view.frameTransform, size: size, samples: rendering.samples,
            background: rendering.background)
        let picture = try rendering.frame(request, console: console)
        try FileOptions.write(picture.pixels, to: outputPath)
        if asJSON { console.print(json(content, view, picture).text) }
        return .done
    }

    private func json(_ content: Drawing, _ view: Camera, _ picture: RenderedPicture) -> JSONValue {
        let t = view.transform
        return .object([
            ("output", .string(outputPath)), ("width", .int(picture.pixels.width)),
            ("height", .int(picture.pixels.height)), ("items", .int(content.count)),
            ("camera", .array([t.a, t.b, t.c, t.d, t.tx, t.ty].map(JSONValue.double))),
            ("backend", .string(picture.backend.kind.rawValue)), ("device", .string(picture.backend.device)),
            ("samples", .int(picture.samples)), ("renderMs", .double(picture.milliseconds)),
        ])
    }
}
