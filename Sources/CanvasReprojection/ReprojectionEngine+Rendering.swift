extension ReprojectionEngine {
    /// Puts the waiting request in flight, if none is and the time has come.
    ///
    /// - Returns: what to render now. Answer it by `finish` or `fail`.
    public mutating func startNext(at time: Milliseconds) -> RenderRequest? {
        guard time >= earliestStart, slot.inFlight == nil, let waiting = slot.queued else { return nil }
        let situation = situation(at: time)
        if waiting.purpose == .view, pending != nil, policy.waitsForRefresh(in: situation) { return nil }
        // What is best to render may have changed since it was asked for.
        let isStale = waiting.purpose == .view && policy.isPredictive && gestures.isActive
        let target = isStale ? policy.target(in: situation) : waiting.target
        guard
            let job = slot.start({ job in
                job.startTime = time
                if target != job.target { job.aim(at: target) }
            })
        else { return nil }
        note(
            time, .start, request: job.request.id, samples: job.request.samples, size: job.request.size)
        var request = job.request
        request.reuse = reusable(for: request, job.target)
        return request
    }

    /// The frame that leaves the least to draw, of those of the same kind, scale and rotation.
    private func reusable(for request: RenderRequest, _ target: RenderTarget) -> FrameReuse? {
        let frames = [pending, displayed, overview].compactMap { $0 } + beforeEdits + backing.frames
        var best: (reuse: FrameReuse, area: Int)?
        for frame in frames where frame.target.isAlike(target) {
            guard let drawing = frame.drawing else { continue }
            var request = request
            request.reuse = FrameReuse(frame.frame, of: drawing)
            guard let reuse = request.reuse, let plan = request.reusePlan() else { continue }
            if plan.redrawnArea < best?.area ?? .max { best = (reuse, plan.redrawnArea) }
            if plan.redrawnArea == 0 { break }
        }
        return best?.reuse
    }

    /// The number of the request in flight. A driver whose render is another one's drops it: it was given up.
    public var requestInFlight: Int? { slot.inFlight?.request.id }

    /// When to call `startNext` again though nothing happens until then: after a failure, the end of the wait.
    public var nextStartTime: Milliseconds? {
        slot.inFlight == nil && slot.queued != nil && earliestStart.isFinite ? earliestStart : nil
    }

    /// Whether the render in flight is that of an overview.
    public var isRenderingOverview: Bool { slot.inFlight?.purpose == .overview }

    /// Whether a request waits.
    public var isRequestWaiting: Bool { slot.queued != nil }

    /// Whether a render is in flight.
    public var isRendering: Bool { slot.inFlight != nil }

    /// The render in flight ended with this frame. It goes on display at the next refresh.
    ///
    /// A frame that answers nothing in flight (late after a failure, or handed in twice) is not shown. One that has
    /// the right number but another camera, size or content than was asked for counts as a failure.
    public mutating func finish(_ frame: RenderedFrame, at time: Milliseconds) {
        guard let job = slot.inFlight, job.request.id == frame.id else {
            note(time, .discard, frame: frame.id, samples: frame.samples)
            return
        }
        guard frame.transform == job.target.transform, frame.size == job.target.size,
            frame.contentStamp == job.target.contentStamp
        else {
            return fail(
                frame.id, with: .device("the renderer answered a request with a frame of another picture"), at: time)
        }
        _ = slot.finish()
        failuresInRow = 0
        failedTarget = nil
        lastError = nil
        earliestStart = -.infinity
        gaveUpLast = false
        note(time, .finish, request: frame.id, frame: frame.id, samples: frame.samples)
        let finished = FinishedFrame(
            frame: frame, target: job.target, startTime: job.startTime, drawing: job.request.drawing)
        if job.purpose == .overview {
            take(overview: finished, at: time)
            requestIfNeeded(at: time)
            // Where it lies under a frame that covers the view, there is nothing new to present.
            return settleIfDone(at: time)
        }
        if let superseded = pending {
            note(time, .discard, frame: superseded.frame.id, samples: superseded.frame.samples)
        }
        pending = finished
        // What an edit takes at rest says nothing about how long a whole frame takes.
        if gestures.isActive || frame.drawnPixelCount == frame.size.pixelCount {
            policy.renderFinished(job.target, took: time - job.startTime, in: situation(at: time))
        }
        if !gestures.isActive || policy.isPredictive { requestIfNeeded(at: time) }
    }

    /// The render in flight ended with an error. What is on display stays; see `RetryPolicy` for what follows.
    ///
    /// An error for a request that is not in flight changes nothing.
    public mutating func fail(_ request: Int, with error: RenderError, at time: Milliseconds) {
        guard let job = slot.inFlight, job.request.id == request else { return }
        _ = slot.finish()
        failuresInRow += 1
        failuresOfTarget = failedTarget == job.target ? failuresOfTarget + 1 : 1
        failedTarget = job.target
        note(
            time, .fail, request: request, samples: job.request.samples, error: error,
            isFirstOfItsKind: lastError != error)
        lastError = error
        earliestStart = time + retry.wait(after: failuresInRow)
        if !retry.isWorthRetrying(error) || failuresOfTarget >= retry.attempts {
            if job.purpose == .overview { abandonedOverview = job.target } else { abandoned = job.target }
        }
        requestIfNeeded(at: time)
        settleIfDone(at: time)
    }

    /// Another renderer takes over. What had been given up is tried again, at once.
    ///
    /// A render in flight fails first (`fail`).
    ///
    /// - Parameter displayed: the frame on display in a form that the new renderer can show, so that it stays; `nil`
    ///   if its pixels were lost.
    /// - Parameter isRecovery: whether the new renderer is one of the same kind.
    public mutating func rendererChanged(
        displayed carried: RenderedFrame?, isRecovery: Bool = false, at time: Milliseconds
    ) {
        isSettled = false
        displayed = carried.flatMap { frame in
            displayed.map { FinishedFrame(frame: frame, target: $0.target, startTime: $0.startTime, drawing: nil) }
        }
        pending = nil
        overview = nil
        backing.removeAll()
        beforeEdits.removeAll()
        abandoned = nil
        abandonedOverview = nil
        failedTarget = nil
        failuresInRow = 0
        lastError = nil
        earliestStart = -.infinity
        note(time, isRecovery ? .recovery : .fallback)
        requestIfNeeded(at: time)
    }
}
