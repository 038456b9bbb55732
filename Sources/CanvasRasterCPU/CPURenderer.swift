import CanvasConcurrency

@_exported import CanvasEncoding
@_exported import CanvasRender

/// Draws on the processor, on all its cores: wherever there is no GPU, and as the yardstick for the GPU.
///
/// Antialiasing is by exact area coverage. Geometry is kept from frame to frame, per chunk of items and level of detail,
/// so that a frame of the same drawing under a new camera costs its pixels and edges only. The same request gives the
/// same bytes, whatever the number of threads.
public final class CPURenderer: FrameRenderer {
    /// The largest frame, in pixels a side.
    public static let maximumSize = 32767
    /// The largest frame in bytes.
    public static let maximumByteCount = 1 << 30

    private let workers: Workers
    private let pool = PixelPool()
    private let polygons: LevelCache<ChunkGeometry>
    /// Thin strokes, for frames without antialiasing.
    private let pens: LevelCache<ChunkPens>
    /// For what must not wait, made on first use.
    private let second = Monitor<CPURenderer?>(nil)
    private let scratch = Monitor<[FrameScratch]>([])
    /// Times the stages, if this renderer is being measured.
    private let probe: StageProbe?
    private let usesVectors: Bool

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - threads: how many threads draw at once; `nil` is one for each processor that the process may use.
    ///   - geometryBudget: bytes of geometry kept beyond what the last frame needed.
    public convenience init(threads: Int? = nil, geometryBudget: Int = 96 << 20) {
        self.init(threads: threads, geometryBudget: geometryBudget, probe: nil)
    }

    /// A renderer whose stages are timed, or one that does without the processor's vectors.
    package init(
        threads: Int? = nil, geometryBudget: Int = 96 << 20, probe: StageProbe?,
        usesVectors: Bool = CoverageKernel.hasVectors
    ) {
        self.probe = probe
        self.usesVectors = usesVectors && CoverageKernel.hasVectors
        workers = Workers(threads)
        polygons = LevelCache(budget: geometryBudget / 3 * 2)
        pens = LevelCache(budget: geometryBudget / 3)
    }

    public var backend: BackendDescription {
        BackendDescription(
            kind: .cpu, device: workers.count == 1 ? "1 thread" : "\(workers.count) threads",
            version: "area coverage", sampleCounts: [], maximumSize: Self.maximumSize, isHardware: false)
    }

    /// Bytes of geometry held now.
    public var geometryByteCount: Int { polygons.byteCount + pens.byteCount }

    public var poolStatistics: PoolStatistics { pool.statistics }

    /// Draws a frame.
    ///
    /// With any number of samples above 0 a pixel is painted as far as it is covered. With 0 it is painted where its
    /// centre is inside; a stroke thinner than a pixel is then drawn one pixel wide, and so much fainter that its ink
    /// stays the same.
    public func render(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        try request.validate()
        try Self.check(request.size)
        let reused = try ReusedPixels(request)
        let scratch = scratch.withLock { $0.popLast() } ?? FrameScratch(usesVectors: usesVectors)
        defer {
            scratch.clear()
            self.scratch.withLock { $0.append(scratch) }
        }
        // A frame after an edit shows what the whole one before it did; one of a pan comes into new regions.
        let isWhole = !(reused?.plan.isSameView ?? false)
        polygons.beginFrame(isWhole: isWhole)
        pens.beginFrame(isWhole: isWhole)
        let store = pool.take(request.size.pixelCount)
        reused?.copy(to: store.pixels, width: request.size.width, workers)
        for part in reused?.parts(of: request.drawing) ?? [ReusedPixels.Part(PixelRect(request.size), request.drawing)]
        {
            let view = try FrameView(request, window: part.window)
            let context = PlanContext(
                view: view, level: DetailLevel(tolerance: request.tolerance, scale: view.scales.largest),
                tolerance: request.tolerance, antialiased: request.samples > 0, polygons: polygons, pens: pens,
                probe: probe)
            let background = part.isOver ? nil : request.background.map { Pixel($0).packed } ?? 0
            scratch.draw(
                part.drawing, context, on: background, workers: workers, cancellation: request.cancellation,
                onto: store.pixels)
        }
        polygons.trim()
        pens.trim()
        if request.cancellation?.isCancelled == true { throw .cancelled }
        let isOpaque = request.background.map { Ink($0).alpha == 255 } ?? false
        return RenderedFrame(
            answering: request, samples: request.samples, drawnPixelCount: reused?.plan.redrawnArea,
            content: CPUFrame(size: request.size, isOpaque: isOpaque, store: store))
    }

    /// Draws with a second renderer, whose caches a render under way does not hold.
    public func renderAtOnce(_ request: RenderRequest) throws(RenderError) -> RenderedFrame {
        let second = second.withLock { second in
            if let second { return second }
            let new = CPURenderer(threads: 1, geometryBudget: 1 << 20)
            second = new
            return new
        }
        return try second.render(request)
    }

    public func compose(_ composition: Composition) throws(RenderError) -> any FrameContent {
        try Compositor(pool: pool, workers: workers).compose(composition)
    }

    /// Refuses sizes without pixels and sizes beyond the limits.
    static func check(_ size: PixelSize) throws(RenderError) {
        guard size.width > 0, size.height > 0 else { throw .invalidRequest("a frame of \(size) has no pixels") }
        guard size.width <= maximumSize, size.height <= maximumSize else { throw .tooLarge(size, limit: maximumSize) }
        guard size.pixelCount * 4 <= maximumByteCount else {
            throw .tooLarge(size, limit: Int(Double(maximumByteCount / 4).squareRoot()))
        }
    }
}
