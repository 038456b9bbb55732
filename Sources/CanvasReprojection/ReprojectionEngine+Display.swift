extension ReprojectionEngine {
    /// What to show at this refresh. The newest finished frame goes on display here, with its transform, in one step.
    public mutating func present(at time: Milliseconds) -> Composition {
        if let next = pending {
            keepBacking(under: next)
            keepBeforeEdit(next)
            displayed = next
            pending = nil
            note(time, .swap, request: next.frame.id, frame: next.frame.id, samples: next.frame.samples)
        }
        policy.refreshed(at: time)
        // What is on display may be less good than a moment ago, though nobody moved.
        if policy.isPredictive, gestures.isActive { requestIfNeeded(at: time) }
        presented = situationPresented
        isPresentedInVain = false
        settleIfDone(at: time)
        return composition
    }

    /// What `present` returned last could not be shown: it is to be presented again.
    public mutating func presentFailed() { isPresentedInVain = true }

    /// Whether `present` would show anything else than it did the last time.
    ///
    /// Not while the only change is that a renderer was lost with all its frames: what was presented last stays until the
    /// next one has a frame.
    public var needsPresent: Bool {
        if pending != nil { return true }
        if displayed == nil, overview == nil, presented?.frame != nil { return false }
        return isPresentedInVain || presented != situationPresented
    }

    /// Whether nothing will change until something happens outside: no gesture, no render, nothing left to show. True
    /// also when the picture that is wanted was given up after failures, in which case `isSettled` is not.
    public var isAtRest: Bool {
        !gestures.isActive && slot.isIdle && !needsPresent && (isWantedPictureShown || abandoned == restingTarget)
    }

    /// What the display shows, from what is on display now.
    private var composition: Composition {
        // A frame's transform was checked when it was requested, and a camera always has an inverse.
        let layers = shownFrames.compactMap { try? Composition.Layer($0.frame, current: camera.transform) }
        return Composition(size: viewSize, background: background, layers: layers)
    }

    /// What lies on the display, from the lowest: what shows where the frame on display does not reach, unless it covers
    /// the view, and that frame; or the overview alone, where that shows more.
    private var shownFrames: [FinishedFrame] {
        if let overview, isOverviewSharper(overview) { return [overview] }
        let front = [displayed].compactMap { $0 }
        if let frame = displayed?.frame, covers(frame) { return front }
        let under = backing.frames.filter { $0.target.contentStamp == drawing.stamp || overview == nil }
        return [overview].compactMap { $0 } + under.reversed() + front
    }

    /// Whether the camera came so near that the frame on display would be enlarged visibly, and the picture of the whole
    /// drawing would not. Beyond that there is nothing to see.
    private func isOverviewSharper(_ overview: FinishedFrame) -> Bool {
        guard let displayed, overview.target.contentStamp == drawing.stamp,
            displayed.target.contentStamp == drawing.stamp, extent.contains(drawing.bounds)
        else { return false }
        let zoom = camera.transform.scales.largest
        return displayed.target.scale * Self.visibleEnlargement < zoom && overview.target.scale >= zoom
    }

    private static let visibleEnlargement = 1.1

    private mutating func keepBacking(under next: FinishedFrame) {
        guard policy.backingFrames > 0, opaqueBackground != nil else { return }
        backing.keep(
            displayed, under: next, camera: camera, viewSize: viewSize, leastScale: overview?.target.scale ?? 0,
            most: policy.backingFrames, bytes: bytesLeft(beside: next))
    }

    /// Keeps the frame on display if the next one differs from it by an edit alone.
    private mutating func keepBeforeEdit(_ next: FinishedFrame) {
        let old = [displayed].compactMap { $0 } + beforeEdits
        let room = (bytesLeft(beside: next) - backing.byteCount) / max(next.frame.content.byteCount, 1)
        beforeEdits = Array(
            old.filter { Self.differByEdits($0, next) }.prefix(min(max(room, 0), Self.framesBeforeEdits)))
    }

    private static let framesBeforeEdits = 4

    /// Whether two frames show the same view, of drawings of which one came from the other by edits.
    private static func differByEdits(_ a: FinishedFrame, _ b: FinishedFrame) -> Bool {
        guard a.target.isAlike(b.target), a.target.transform == b.target.transform, a.target.size == b.target.size,
            let old = a.drawing, let new = b.drawing
        else { return false }
        // Equal items where an edit and its reverse lie between them: the newer frame serves as well.
        return !(new.changedAreas(since: old)?.isEmpty ?? true)
    }

    /// Bytes for older frames: the budget less the frame that comes, one that waits and one that is drawn, the
    /// composition and the overview.
    private func bytesLeft(beside next: FinishedFrame) -> Int {
        let frame = next.frame.content.byteCount
        let others = 3 * frame + viewSize.pixelCount * 4 + (overview?.frame.content.byteCount ?? 0)
        let left = policy.memoryBudget.subtractingReportingOverflow(others)
        return left.overflow ? 0 : max(left.partialValue, 0)
    }

    /// Whether a frame covers the whole view, the half pixel at its border that fades out left aside.
    private func covers(_ frame: RenderedFrame) -> Bool {
        guard let layer = try? Composition.Layer(frame, current: camera.transform),
            let back = try? layer.delta.inverted()
        else { return false }
        let delta = layer.delta
        let isWhole =
            delta.a == 1 && delta.b == 0 && delta.c == 0 && delta.d == 1 && delta.tx.rounded() == delta.tx
            && delta.ty.rounded() == delta.ty
        let area = isWhole ? frame.coverage : frame.coverage.outset(by: -1)
        return viewSize.centeredRect(in: ViewSpace.self).corners.allSatisfy { area.contains($0.applying(back)) }
    }

    /// Whether the picture that is wanted was given up after failures.
    var hasGivenUp: Bool { abandoned != nil }

    /// Bytes of all pictures that the engine holds.
    public var heldByteCount: Int {
        ([displayed, pending, overview] + beforeEdits).reduce(backing.byteCount) {
            $0 + ($1?.frame.content.byteCount ?? 0)
        }
    }

    var situationPresented: Presented {
        Presented(
            camera: camera, viewSize: viewSize, frame: displayed?.frame.id, shown: shownFrames.map(\.frame.id))
    }

    var isWantedPictureShown: Bool {
        guard hasView else { return true }
        return displayed?.target.satisfies(restingTarget) ?? false
    }

    mutating func settleIfDone(at time: Milliseconds) {
        guard !isSettled, !gestures.isActive, slot.isIdle, !needsPresent, isWantedPictureShown else { return }
        guard neededOverview(at: time) == nil else { return }
        isSettled = true
        note(time, .settled, frame: displayed?.frame.id, samples: displayed?.frame.samples)
    }
}
