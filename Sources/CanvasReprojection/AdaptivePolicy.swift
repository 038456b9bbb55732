/// The engine's best: renders for where the camera will be when the frame is on screen, with as much margin at each
/// edge as the movement needs, over a picture of the whole drawing.
///
/// In a gesture a frame is made for the stretch of time in which it will be shown: from the end of its own render to the
/// end of the next one. It covers what the camera is expected to show during that stretch (`CameraPredictor`), plus what
/// such expectations were wrong by of late, within a budget of pixels, because a larger frame is a later one. Its scale
/// is the largest of the stretch, so that it is not enlarged; its centre is that of what it covers, which need not be
/// the camera's.
public struct AdaptivePolicy: RenderPolicy {
    public var name: String { "adaptive" }
    public var isPredictive: Bool { true }
    public var backingFrames: Int { 3 }
    /// The frame's width and height at rest as multiples of the view's.
    public var overdraw: Double
    /// Samples a pixel while a gesture is under way.
    public var movingSamples: Int
    /// Samples a pixel at rest.
    public var settledSamples: Int
    /// How far a drawn edge may lie from the true curve, in pixels, while a gesture is under way.
    public var movingTolerance: Double
    /// The same at rest.
    public var settledTolerance: Double
    /// Bytes that all pictures together may hold.
    public var memoryBudget: Int

    private var predictor = CameraPredictor()
    private var times = RenderTimes()
    private var lastRefresh: Milliseconds?
    /// When a finger was lifted last while others stayed.
    private var lastLift = -Milliseconds.infinity
    private var refreshInterval: Milliseconds = 1000.0 / 60

    /// The margin at rest when none is given: 3 % of the view on each side, since what the hand does next is expected
    /// soon after it begins.
    public static let defaultOverdraw = 1.06
    /// The memory budget when none is given: 256 MiB.
    public static let defaultMemoryBudget = 256 << 20
    /// How much the scale of a frame may exceed that of the middle of its time on screen.
    static let largestGain = 1.4
    /// How much it may fall below that, for the frame to cover the view.
    static let leastGain = 0.85

    /// - Parameter overdraw: held to 1…4; a value that is not finite gives the default.
    public init(
        overdraw: Double = AdaptivePolicy.defaultOverdraw, movingSamples: Int = 0, settledSamples: Int = 4,
        movingTolerance: Double = 0.1, settledTolerance: Double = 0.05,
        memoryBudget: Int = AdaptivePolicy.defaultMemoryBudget
    ) {
        self.overdraw = overdraw.isFinite ? min(max(overdraw, 1), 4) : Self.defaultOverdraw
        self.movingSamples = max(movingSamples, 0)
        self.settledSamples = max(settledSamples, 0)
        self.movingTolerance = movingTolerance
        self.settledTolerance = settledTolerance
        self.memoryBudget = max(memoryBudget, 0)
    }

    /// For how many milliseconds after a finger was lifted nothing is foretold: mostly the others follow, and stand still
    /// until then.
    private static let leavingTime = 100.0

    // MARK: - Learning

    public mutating func gestureBegan(in situation: RenderSituation) {
        let side = Double(max(situation.viewSize.width, situation.viewSize.height))
        lastLift = -.infinity
        predictor.reset(to: situation.camera, at: situation.time, margin: 0.04 * side)
    }

    public mutating func cameraChanged(in situation: RenderSituation) {
        let view = situation.viewSize
        predictor.add(situation.camera, at: situation.time, horizon: horizon(view), size: view)
    }

    public mutating func fingerLifted(in situation: RenderSituation) { lastLift = situation.time }

    public mutating func renderFinished(
        _ target: RenderTarget, took duration: Milliseconds, in situation: RenderSituation
    ) {
        times.add(
            duration, pixels: target.size.pixelCount, usual: Self.usualPixels(situation.viewSize),
            isMoving: target.samples == movingSamples)
    }

    public mutating func refreshed(at time: Milliseconds) {
        if let last = lastRefresh {
            // The shortest time between two refreshes of late: some are left out where nothing changes.
            let step = time - last
            if step > 1 { refreshInterval = min(refreshInterval * 1.01, max(step, 4), 50) }
        }
        lastRefresh = time
    }

    private static func usualPixels(_ view: PixelSize) -> Int {
        view.overdrawn(by: PlainPolicy.defaultOverdraw).pixelCount
    }

    private func usualTime(_ view: PixelSize) -> Milliseconds {
        times.estimate(pixels: Self.usualPixels(view), usual: Self.usualPixels(view), isMoving: true)
    }

    public func waitsForRefresh(in situation: RenderSituation) -> Bool {
        guard situation.isGestureActive, let lastRefresh else { return false }
        return situation.time + usualTime(situation.viewSize) < lastRefresh + refreshInterval
    }

    /// From the start of a render to the middle of its frame's time on screen.
    private func horizon(_ view: PixelSize) -> Milliseconds { 1.5 * usualTime(view) + refreshInterval }

    // MARK: - What to render

    public func target(in situation: RenderSituation) -> RenderTarget {
        guard situation.isGestureActive else {
            return centered(situation, samples: settledSamples, tolerance: settledTolerance)
        }
        let view = situation.viewSize
        guard situation.time - lastLift > Self.leavingTime,
            predictor.isMoving(at: situation.time, horizon: horizon(view), size: view)
        else {
            let headroom = predictor.headroom(at: situation.time)
            return centered(situation, enlarged: headroom, samples: movingSamples, tolerance: movingTolerance)
        }
        let usual = Self.usualPixels(view)
        var duration = usualTime(view)
        var plan = FramePlan(situation, predictor, duration: duration, refreshInterval: refreshInterval)
        for _ in 0..<2 {
            duration = times.estimate(pixels: plan.size.pixelCount, usual: usual, isMoving: true)
            plan = FramePlan(situation, predictor, duration: duration, refreshInterval: refreshInterval)
        }
        return RenderTarget(
            transform: plan.camera.frameTransform, size: plan.size, samples: movingSamples, tolerance: movingTolerance,
            contentStamp: situation.contentStamp
        ).aligned(to: situation.newestFrame)
    }

    private func centered(
        _ situation: RenderSituation, enlarged factor: Double = 1, samples: Int, tolerance: Double
    ) -> RenderTarget {
        let camera = factor == 1 ? nil : try? situation.camera.zoomed(by: factor, about: .zero)
        return RenderTarget(
            transform: (camera ?? situation.camera).frameTransform,
            size: situation.viewSize.overdrawn(by: overdraw * (camera == nil ? 1 : factor)),
            samples: samples, tolerance: tolerance, contentStamp: situation.contentStamp)
    }
}

// MARK: - Under the frames

extension AdaptivePolicy {
    /// First a small picture, so that there is one soon: half the resolution of a view that the drawing is fitted into.
    /// Then the best that three tenths of the memory and fourteen views' pixels hold.
    public func overviews(of extent: Rect<CanvasSpace>, in situation: RenderSituation) -> [RenderTarget] {
        let view = situation.viewSize
        let most = min(memoryBudget / 40 * 3, 14 * view.pixelCount)
        guard let fitted = try? Camera.fitting(extent, in: view) else { return [] }
        let area = max(extent.width, 1 / fitted.zoom) * max(extent.height, 1 / fitted.zoom)
        let best = max((Double(most) / area).squareRoot(), fitted.zoom / 2)
        return [fitted.zoom / 2, best].compactMap { zoom in
            guard let camera = try? Camera(center: extent.center, zoom: zoom) else { return nil }
            func side(_ length: Double) -> Int { Int(min((length * camera.zoom).rounded(.up), 16384)) + 2 }
            return RenderTarget(
                transform: camera.frameTransform,
                size: PixelSize(width: side(extent.width), height: side(extent.height)), samples: settledSamples,
                tolerance: movingTolerance, contentStamp: situation.contentStamp)
        }
    }

    /// Gives up, when a gesture begins, what is rendered for rest and would take another refresh; in a gesture, a frame
    /// that would not even show the middle half of the view, or at a scale off by more than 1.7.
    public func givesUp(
        _ target: RenderTarget, after elapsed: Milliseconds, isForView: Bool, in situation: RenderSituation
    ) -> Bool {
        guard situation.isGestureActive else { return false }
        let isMoving = target.samples == movingSamples && isForView
        let whole = times.estimate(
            pixels: target.size.pixelCount, usual: Self.usualPixels(situation.viewSize), isMoving: isMoving)
        let left = max(whole - elapsed, 0)
        if !isMoving { return left > refreshInterval }
        guard elapsed < whole / 2, let camera = predictor.camera(after: left, at: situation.time),
            let delta = try? Transform2D<FrameSpace, ViewSpace>.delta(
                rendered: target.transform, current: camera.transform),
            let back = try? delta.inverted()
        else { return false }
        let scale = delta.scales.largest
        if scale > 1.7 || scale < 1 / 1.7 { return true }
        let size = situation.viewSize
        let middle = Rect<ViewSpace>(
            center: .zero, width: Double(size.width) / 2, height: Double(size.height) / 2)
        let frame = target.size.centeredRect(in: FrameSpace.self)
        return !middle.corners.allSatisfy { frame.contains($0.applying(back)) }
    }
}
