/// The same gesture by two policies, measured on the virtual clock: what the better one gains.
///
/// No pixels are drawn but those of the frame that each replay ends with, which is compared with a cold render of the same
/// camera. A comparison takes some milliseconds and two renders.
public struct PolicyComparison: Sendable {
    /// What was played.
    public let gesture: String
    public let cost: RenderCost
    public let plain: Metrics
    public let adaptive: Metrics
    /// Whether the picture that the adaptive replay ended with equals a cold render of its camera; `nil` if that was not
    /// asked.
    public let endsWithTruth: Bool?
    /// The longest moving and the longest full-quality render of the adaptive replay, in milliseconds.
    public let longestRenders: (moving: Milliseconds, settled: Milliseconds)
    /// From one refresh to the next, in milliseconds.
    public let refreshInterval: Milliseconds

    /// Plays it twice.
    ///
    /// - Parameters:
    ///   - options: as for a replay; the policy and what is shown are set here.
    ///   - truth: draws the last frame and its cold render; `nil` leaves the comparison out.
    public init(
        _ drawing: Drawing, timeline: InputTimeline, gesture: String, options: ReplayOptions,
        adaptive policy: AdaptivePolicy = AdaptivePolicy(), truth: (any FrameRenderer)? = nil
    ) throws(ReplayError) {
        self.gesture = gesture
        cost = options.cost
        refreshInterval = 1000 / options.hz
        let (_, before) = try Self.play(drawing, timeline, options, PlainPolicy(settledSamples: policy.settledSamples))
        plain = before.metrics
        let (settings, after) = try Self.play(drawing, timeline, options, policy)
        adaptive = after.metrics
        longestRenders = Self.longest(after.logs.events)
        endsWithTruth =
            if let truth, let last = after.lastComposition {
                try SettledPicture(last, options: settings).isTrue(truth, policy)
            } else { nil }
    }

    private static func play(
        _ drawing: Drawing, _ timeline: InputTimeline, _ options: ReplayOptions, _ policy: any RenderPolicy
    ) throws(ReplayError) -> (ReplayOptions, ReplayResult) {
        var options = options
        options.policy = policy
        options.showsPictures = false
        options.pictures = .none
        options.comparesWithTruth = false
        let replay = try ReplayRun(
            drawing: drawing, timeline: timeline, renderer: PixellessRenderer(), options: options, stopwatch: { 0 })
        return (options, try replay.run())
    }

    private static func longest(_ events: [EventRecord]) -> (moving: Milliseconds, settled: Milliseconds) {
        var started: [Int: EventRecord] = [:]
        var longest = (moving: 0.0, settled: 0.0)
        for event in events {
            guard let request = event.request else { continue }
            if event.kind == .start { started[request] = event }
            guard event.kind == .finish, let start = started[request] else { continue }
            if (start.samples ?? 0) > 0 {
                longest.settled = max(longest.settled, event.t - start.t)
            } else {
                longest.moving = max(longest.moving, event.t - start.t)
            }
        }
        return longest
    }
}

// MARK: - The verdict

extension PolicyComparison {
    /// One thing that the adaptive policy is to be better at.
    public enum Goal: String, Hashable, Sendable, CaseIterable {
        /// `coverage.blankPixelMs` is 0.
        case blank
        /// `coverage.fallbackPixelMs` is at most a quarter of what is blank under the plain policy.
        case fallback
        /// `sharpness.underResolution` is at most half.
        case softness
        /// `staleness.frameAgeMs.p95` is at most 1.2 times.
        case age
        /// `sharpness.timeToFullQualityMs` is at most one render in flight, one at full quality and one refresh.
        case fullQuality = "full quality"
        /// `renders.wastedPercent` is at most 10.
        case wasted
        /// `renders.afterSettle` is 0.
        case afterSettle = "after settling"
        /// `staleness.maxSwapGapMs` is at most two renders and one refresh.
        case starvation
        /// The picture at the end is the true one.
        case truth
    }

    /// The most that full quality may take to come, in milliseconds.
    public var fullQualityLimit: Milliseconds {
        if case .fixed(let settled, let moving) = cost { return moving + settled + refreshInterval }
        return longestRenders.moving + longestRenders.settled + refreshInterval
    }

    /// The longest that a gesture may go without a new frame, in milliseconds.
    public var starvationLimit: Milliseconds { 2 * longestRenders.moving + refreshInterval }

    /// The goals that were missed.
    public var missed: [Goal] {
        // The last digits of a double are no softness.
        let slack = 1e-9
        func age(_ metrics: Metrics) -> Double { metrics.staleness.frameAgeMs?.p95 ?? 0 }
        return Goal.allCases.filter { goal in
            switch goal {
            case .blank: adaptive.coverage.blankPixelMs > 0
            case .fallback: adaptive.coverage.fallbackPixelMs > 0.25 * plain.coverage.blankPixelMs
            case .softness: adaptive.sharpness.underResolution > 0.5 * plain.sharpness.underResolution + slack
            case .age: age(adaptive) > 1.2 * age(plain)
            case .fullQuality: (adaptive.sharpness.timeToFullQualityMs ?? 0) > fullQualityLimit + slack
            case .wasted: adaptive.renders.wastedPercent > 10
            case .afterSettle: adaptive.renders.afterSettle > 0
            case .starvation: adaptive.staleness.maxSwapGapMs > starvationLimit + slack
            case .truth: endsWithTruth == false
            }
        }
    }
}

/// The picture at the end of a replay without pixels, drawn after all.
struct SettledPicture {
    private let composition: Composition
    private let options: ReplayOptions

    init(_ composition: Composition, options: ReplayOptions) {
        self.composition = composition
        self.options = options
    }

    /// Whether what the replay ended with equals a cold render of the same camera.
    func isTrue(_ renderer: any FrameRenderer, _ policy: AdaptivePolicy) throws(ReplayError) -> Bool {
        do {
            guard let front = composition.layers.last, let asked = PixellessRenderer.request(of: front.frame),
                asked.samples == policy.settledSamples, front.delta.isIdentity
            else { return false }
            // The delta is the identity, so the frame's camera is the view's.
            let camera = front.frame.transform.reinterpreted(from: CanvasSpace.self, to: ViewSpace.self)
            var drawn = composition
            drawn.layers = []
            for layer in composition.layers {
                guard let request = PixellessRenderer.request(of: layer.frame) else { return false }
                drawn.layers.append(try Composition.Layer(try renderer.render(request), current: camera))
            }
            var cold = asked
            cold.size = composition.size
            cold.tolerance = policy.settledTolerance
            var expected = composition
            expected.layers = [try Composition.Layer(try renderer.render(cold), current: camera)]
            return try renderer.compose(drawn).readPixels() == renderer.compose(expected).readPixels()
        } catch let error as RenderError {
            throw .render(error)
        } catch {
            throw .render(.device("\(error)"))
        }
    }
}
