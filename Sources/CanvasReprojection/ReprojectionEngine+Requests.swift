extension ReprojectionEngine {
    /// The request for the picture wanted now, to be rendered by the caller, who hands the frame to `adopt`.
    ///
    /// For programs that want the first frame at once rather than a refresh or two later. Nothing else may be in
    /// flight.
    public mutating func immediateRequest(at time: Milliseconds) -> RenderRequest {
        let target = currentTarget(at: time)
        if let job = slot.withdraw(), job.target == target { return job.request }
        return makeJob(target).request
    }

    /// Puts the answer to `immediateRequest` on display: the engine is settled, as if it had always shown this frame.
    ///
    /// - Returns: whether the frame was taken: it is not if it is of another picture than is wanted.
    public mutating func adopt(_ frame: RenderedFrame, at time: Milliseconds) -> Bool {
        let target = currentTarget(at: time)
        guard frame.transform == target.transform, frame.size == target.size, slot.inFlight == nil,
            frame.contentStamp == target.contentStamp
        else { return false }
        displayed = FinishedFrame(frame: frame, target: target, startTime: time, drawing: drawing)
        pending = nil
        requestIfNeeded(at: time)
        presented = situationPresented
        isSettled = !gestures.isActive && slot.isIdle
        return true
    }

    /// The request for the picture that is to lie under the frames, if one is still wanted: to be rendered by the caller,
    /// who hands the frame to `adoptOverview`. Nothing may be in flight, and the first frame there already.
    public mutating func immediateOverviewRequest(at time: Milliseconds) -> RenderRequest? {
        guard slot.inFlight == nil, neededOverview(at: time) != nil,
            let best = policy.overviews(of: extent, in: situation(at: time)).last
        else { return nil }
        _ = slot.withdraw()
        return makeJob(best, for: .overview).request
    }

    /// Puts the answer to `immediateOverviewRequest` under the frames.
    public mutating func adoptOverview(_ frame: RenderedFrame, at time: Milliseconds) {
        guard let best = policy.overviews(of: extent, in: situation(at: time)).last,
            frame.transform == best.transform, frame.size == best.size, frame.contentStamp == best.contentStamp
        else { return }
        overview = FinishedFrame(frame: frame, target: best, startTime: time, drawing: drawing)
        presented = situationPresented
        isSettled = !gestures.isActive && slot.isIdle && isWantedPictureShown
    }

    var hasView: Bool { viewSize.width > 0 && viewSize.height > 0 }

    func situation(at time: Milliseconds) -> RenderSituation {
        RenderSituation(
            time: time, camera: camera, viewSize: viewSize, isGestureActive: gestures.isActive,
            contentStamp: drawing.stamp, overviewScale: overview?.target.scale ?? 0,
            newestFrame: (pending ?? displayed)?.target)
    }

    /// What is wanted once no gesture is under way, which does not depend on the time.
    var restingTarget: RenderTarget {
        var resting = situation(at: 0)
        resting.isGestureActive = false
        return policy.target(in: resting)
    }

    private func currentTarget(at time: Milliseconds) -> RenderTarget { policy.target(in: situation(at: time)) }

    /// Brings the slot in line with what is wanted: asks for it, unless it is in flight, waiting or there already.
    mutating func requestIfNeeded(at time: Milliseconds) {
        let target = currentTarget(at: time)
        if let given = abandoned, given != target { abandoned = nil }
        giveUpIfUseless(for: target, at: time)
        if hasView, abandoned == nil, !isOnItsWay(target) { return ask(for: target, .view, at: time) }
        if let job = slot.queued, job.purpose == .view { withdraw(at: time) }
        guard let overview = neededOverview(at: time) else { return withdraw(at: time) }
        if let job = slot.inFlight, job.purpose == .overview, job.target == overview { return }
        ask(for: overview, .overview, at: time)
    }

    private mutating func withdraw(at time: Milliseconds) {
        guard let job = slot.withdraw() else { return }
        note(time, .cancel, request: job.request.id, samples: job.request.samples)
    }

    private mutating func ask(for target: RenderTarget, _ purpose: Job.Purpose, at time: Milliseconds) {
        guard slot.queued?.target != target else { return }
        let job = makeJob(target, for: purpose)
        if let replaced = slot.submit(job) {
            note(
                time, .replace, request: replaced.request.id, samples: replaced.request.samples, by: job.request.id)
        }
        note(time, .request, request: job.request.id, samples: job.request.samples)
    }

    /// Whether the last frame that will come if nothing more is requested is as good as `target`.
    private func isOnItsWay(_ target: RenderTarget) -> Bool {
        if let job = slot.inFlight, job.purpose == .view { return job.target.satisfies(target) }
        return (pending ?? displayed)?.target.satisfies(target) ?? false
    }

    /// Drops the render in flight if it stands in the way of what is wanted.
    private mutating func giveUpIfUseless(for target: RenderTarget, at time: Milliseconds) {
        guard let job = slot.inFlight, !gaveUpLast, job.target != target else { return }
        guard
            policy.givesUp(
                job.target, after: time - job.startTime, isForView: job.purpose == .view, in: situation(at: time))
        else { return }
        _ = slot.finish()
        gaveUpLast = true
        job.request.cancellation?.cancel()
        note(time, .cancel, request: job.request.id, samples: job.request.samples)
    }

    private mutating func makeJob(_ target: RenderTarget, for purpose: Job.Purpose = .view) -> Job {
        defer { nextID += 1 }
        // Over a background that is not opaque the frame is drawn transparent and laid on it once, when shown.
        return Job(
            request: RenderRequest(
                id: nextID, drawing: drawing, transform: target.transform, size: target.size, samples: target.samples,
                background: opaqueBackground, tolerance: target.tolerance, cancellation: RenderCancellation()),
            target: target, purpose: purpose)
    }

    var opaqueBackground: Color? { background.flatMap { $0.alpha >= 1 ? $0 : nil } }

    mutating func note(
        _ time: Milliseconds, _ kind: EngineEvent.Kind, request: Int? = nil, frame: Int? = nil, samples: Int? = nil,
        by: Int? = nil, gesture: Int? = nil, size: PixelSize? = nil, error: RenderError? = nil,
        isFirstOfItsKind: Bool? = nil
    ) {
        let active = kind == .gestureBegin || kind == .gestureEnd ? gestures.active.count : nil
        events.append(
            EngineEvent(
                time: time, kind: kind, request: request, frame: frame, samples: samples, by: by, gesture: gesture,
                active: active, size: size, error: error, isFirstOfItsKind: isFirstOfItsKind))
    }
}

// MARK: - The overview

extension ReprojectionEngine {
    /// The picture of the whole drawing to ask for now; `nil` when there is nothing to do, or no time for it.
    ///
    /// Only over an opaque background: a translucent frame would let it shine through.
    func neededOverview(at time: Milliseconds) -> RenderTarget? {
        guard !gestures.isActive, hasView, opaqueBackground != nil, !drawing.isEmpty || drawing.page != nil else {
            return nil
        }
        let targets = policy.overviews(of: extent, in: situation(at: time))
        guard let best = targets.last, let first = targets.first, best != abandonedOverview else { return nil }
        guard let overview else { return first }
        if overview.target.contentStamp == best.contentStamp, overview.target.scale >= 0.75 * best.scale { return nil }
        return best
    }

    mutating func take(overview finished: FinishedFrame, at time: Milliseconds) {
        overview = finished
        note(time, .overview, frame: finished.frame.id, samples: finished.frame.samples)
    }

    /// What the overview shows: the page with what lies around it, or the page alone where some item lies far off.
    var extent: Rect<CanvasSpace> {
        let (extent, bounds) = (drawing.extent, drawing.bounds)
        let both = extent.union(bounds)
        return both.width * both.height <= 4 * extent.width * extent.height ? both : extent
    }
}

extension RenderTarget {
    /// Frame pixels a canvas unit.
    var scale: Double { transform.scales.largest }
}

extension ReprojectionEngine.Job {
    /// Asks for another picture under the same number.
    mutating func aim(at target: RenderTarget) {
        self.target = target
        request.transform = target.transform
        request.size = target.size
        request.samples = target.samples
        request.tolerance = target.tolerance
    }
}
