import CanvasConcurrency
import CanvasEncoding

/// Everything a frame needs while it is drawn, kept for the next one.
///
/// `@unchecked Sendable`: belongs to one call of `render` at a time. Within it, each plan and each painter is used by
/// one thread at a time.
final class FrameScratch: @unchecked Sendable {
    private var plans: [ChunkPlan] = []
    /// The chunks that the window shows.
    private var chunks: [ItemChunk] = []
    /// One for each worker.
    private var painters: [UnsafeMutablePointer<BandPainter>] = []
    private var loads: [Int] = []
    private var bandOfStrip: [Int32] = []
    /// The first strip of each band, and the end.
    private var bandStarts: [Int] = []
    private var used = 0
    private let usesVectors: Bool

    init(usesVectors: Bool) { self.usesVectors = usesVectors }

    deinit {
        for painter in painters {
            painter.deinitialize(count: 1)
            painter.deallocate()
        }
    }

    /// Lets go of geometry; memory stays.
    func clear() {
        for plan in plans[..<used] { plan.clear() }
        used = 0
        chunks.removeAll(keepingCapacity: true)
    }

    /// Draws a drawing into the window, on `background` or over what is there: plans the chunks, divides the rows into bands of equal work, paints the bands.
    func draw(
        _ drawing: Drawing, _ context: PlanContext, on background: UInt32?, workers: Workers,
        cancellation: RenderCancellation?, onto pixels: UnsafeMutablePointer<UInt32>
    ) {
        let view = context.view
        chunks.removeAll(keepingCapacity: true)
        for (i, bounds) in drawing.chunkBounds.enumerated() where bounds.intersects(view.visible) {
            chunks.append(drawing.chunks[i])
        }
        let chunks = chunks
        while plans.count < chunks.count { plans.append(ChunkPlan()) }
        while painters.count < workers.count {
            let painter = UnsafeMutablePointer<BandPainter>.allocate(capacity: 1)
            painter.initialize(to: BandPainter(usesVectors: usesVectors))
            painters.append(painter)
        }
        used = chunks.count
        let frame = FrameJob(
            view: view, background: background, antialiased: context.antialiased, pixels: pixels, painters: painters)
        let plans = plans[..<used]
        let probe = context.probe
        workers.run(used) { piece, _ in
            probe.measure(.cull) { plans[piece].prepare(chunks[piece], context) }
        }
        if cancellation?.isCancelled == true { return }
        divide(height: view.window.height, threads: workers.count)
        let bands = bandStarts.count - 1
        let bandOfStrip = bandOfStrip
        let top = view.window.minY
        workers.run(used) { chunk, _ in
            probe.measure(.cull) { plans[chunk].bin(bandOfStrip: bandOfStrip, bandCount: bands, top: top) }
        }
        let bandStarts = bandStarts
        workers.run(bands) { band, worker in
            if cancellation?.isCancelled == true { return }
            probe.measure(.raster) {
                frame.paint(
                    plans, band: band, strips: bandStarts[band]..<bandStarts[band + 1], worker: worker)
            }
        }
    }

    /// Divides the strips of rows into bands of about the same work: several a thread, so that none waits long for the
    /// last, but not too many, since an item is looked at once for each band that it touches.
    private func divide(height: Int32, threads: Int) {
        let strips = ChunkPlan.strips(height)
        loads.removeAll(keepingCapacity: true)
        // A strip without items still has to be cleared.
        loads.append(contentsOf: repeatElement(64, count: strips))
        for plan in plans[..<used] {
            for (strip, load) in plan.stripLoads.enumerated() { loads[strip] += Int(load) }
        }
        let wanted = min(strips, max(8, threads * 6))
        let share = (loads.reduce(0, +) + wanted - 1) / wanted
        bandOfStrip.removeAll(keepingCapacity: true)
        bandStarts.removeAll(keepingCapacity: true)
        bandStarts.append(0)
        var load = 0
        for strip in 0..<strips {
            // A strip begins the next band if more than half of it would lie beyond the share.
            if load > 0, load + loads[strip] / 2 > share {
                bandStarts.append(strip)
                load = 0
            }
            bandOfStrip.append(Int32(bandStarts.count - 1))
            load += loads[strip]
        }
        bandStarts.append(strips)
    }
}

/// What the painting threads share.
///
/// `@unchecked Sendable`: each thread writes the pixels of its own bands only, with its own painter.
private struct FrameJob: @unchecked Sendable {
    let view: FrameView
    let background: UInt32?
    let antialiased: Bool
    let pixels: UnsafeMutablePointer<UInt32>
    let painters: [UnsafeMutablePointer<BandPainter>]

    func paint(_ plans: ArraySlice<ChunkPlan>, band: Int, strips: Range<Int>, worker: Int) {
        let first = view.window.minY + Int32(strips.lowerBound * ChunkPlan.stripHeight)
        let end = min(view.window.minY + Int32(strips.upperBound * ChunkPlan.stripHeight), view.window.maxY)
        painters[worker].pointee.paint(
            plans, band: band, rows: first..<end, view: view, background: background,
            antialiased: antialiased, onto: pixels)
    }
}
