import Pantograph

/// How a subcommand draws: by which backend, with how many samples, on what.
struct RenderingOptions: Sendable {
    static let backend = CommandOption(
        "--backend", value: "auto|gles|cpu",
        help: "what draws (auto: OpenGL ES on hardware, else the CPU; 'pantograph info' says which)",
        read: ValueReaders.choice(of: BackendChoice.self))
    static let samples = CommandOption(
        "--samples", value: "N",
        help: "samples a pixel: 0 is no antialiasing; for the CPU any other number is full antialiasing (4)",
        read: ValueReaders.integer(in: 0...1024))
    static let background = CommandOption(
        "--background", value: "COLOR|none", help: "what the drawing lies on, as white or #ffeedd",
        read: ValueReaders.background)
    static let overlay = CommandOption(
        "--overlay", value: "NAME[,NAME]", help: "diagnostic overlays (not available yet)", read: ValueReaders.text)

    static let group = OptionGroup(
        "Rendering", [backend.declaration, samples.declaration, background.declaration, overlay.declaration])

    let backend: BackendChoice
    let samples: Int
    let background: Color?

    init(_ arguments: ParsedArguments, defaultBackground: Color? = nil) throws(UsageError) {
        backend = try arguments.value(Self.backend) ?? .auto
        samples = try arguments.value(Self.samples) ?? 4
        background = try arguments.value(Self.background) ?? defaultBackground
        if try arguments.value(Self.overlay) != nil {
            throw UsageError("--overlay: diagnostic overlays are not available yet; leave the option out")
        }
    }

    /// The renderer asked for.
    func renderer(_ console: Console) throws(CommandError) -> any FrameRenderer {
        do throws(RenderError) {
            let selection = try Renderers.make(backend)
            if let warning = selection.warning { console.warning(warning) }
            return selection.renderer
        } catch {
            throw CommandError(
                .backendUnavailable, "the backend \(backend.rawValue) is not available: \(error); use --backend cpu")
        }
    }

    /// Warns if the device has fewer samples than were asked for.
    func warnIfReduced(_ backend: BackendDescription, _ console: Console) {
        let most = backend.sampleCounts.max() ?? 0
        guard backend.kind == .gles, samples > most else { return }
        console.warning("\(samples) samples a pixel were asked for; the device has at most \(most), which are used")
    }

    /// Draws a frame. If `auto` chose OpenGL ES and that fails, the CPU draws it, with a warning.
    func frame(_ request: RenderRequest, console: Console) throws(CommandError) -> RenderedPicture {
        let renderer = try renderer(console)
        warnIfReduced(renderer.backend, console)
        do throws(RenderError) {
            return try RenderedPicture(request, by: renderer)
        } catch {
            guard backend == .auto, renderer.backend.kind == .gles else { throw CommandError(error) }
            console.warning("OpenGL ES failed, so the CPU renderer draws: \(error)")
        }
        do throws(RenderError) {
            return try RenderedPicture(request, by: CPURenderer())
        } catch {
            throw CommandError(error)
        }
    }
}

/// A frame in memory, with who drew it.
struct RenderedPicture {
    let pixels: PixelBuffer
    let samples: Int
    let backend: BackendDescription
    let milliseconds: Double

    init(_ request: RenderRequest, by renderer: any FrameRenderer) throws(RenderError) {
        let clock = ContinuousClock()
        let start = clock.now
        let frame = try renderer.render(request)
        milliseconds = Double((clock.now - start) / .microseconds(1)) / 1000
        pixels = try frame.content.readPixels()
        samples = frame.samples
        backend = renderer.backend
    }
}

extension CommandError {
    init(_ error: RenderError) {
        if case .unavailable = error {
            self.init(.backendUnavailable, "\(error)")
        } else {
            self.init(.failed, "rendering: \(error)")
        }
    }
}
