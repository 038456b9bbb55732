#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Turns contacts and wheel turns into a moving camera: pan, pinch and rotation about the fingers, all at once.
///
/// The canvas points that the fingers took hold of stay under them. Whenever fingers come or go, hold is taken anew
/// under the camera of that moment, so nothing jumps: a lifted finger changes nothing.
///
/// - **Slop.** Fingers that have moved less than `slop` pixels do not move the camera yet. Hold is taken where they
///   are when they have, so there is no step; the canvas lags behind the fingers by the slop and by no more. With a
///   slop of 0 the gesture begins as the first finger comes down.
/// - **Coincident contacts.** Two fingers on one point have neither span nor angle. Until they are
///   `minimumSpan` apart the camera stands still; then hold is taken.
/// - **Pens** draw and erasers erase; fingers that touch while one of them is down, or were down before it, belong to
///   the hand that holds it and move nothing until they are lifted.
/// - **Wheels** pan, or with ctrl zoom about the cursor, which is a gesture of its own that ends `wheelPause` after the
///   last turn.
///
/// All fingers together are one gesture, from recognition until the last is lifted, however many come and go; with a
/// wheel turned at the same time there are two, still of one interaction. The recogniser never reads a clock: it
/// knows the time from the events and from `advance(to:camera:)`.
public struct TouchRecognizer: Hashable, Sendable {
    /// How far, in view pixels, a finger moves before a gesture is recognised; 0 recognises at once.
    public let slop: Double
    /// The size of the view, whose top-left corner events count from.
    public let viewSize: PixelSize
    /// How the canvas glides on after a fling; `nil`, the default, lets it stand where it was let go.
    public let inertia: Inertia?

    /// The least span in pixels from which a scale and an angle can be told.
    public static let minimumSpan = 1.0
    /// Pixels of a turning wheel that double or halve the zoom.
    public static let wheelPixelsPerDoubling = 300.0
    /// Milliseconds without a turn after which a wheel's gesture is over.
    public static let wheelPause = 150.0
    /// The slop when none is given.
    public static let defaultSlop = 8.0

    private enum Role: Hashable { case camera, ink, palm }

    private struct Contact: Hashable {
        var id: Int
        var role: Role
        var start: Point<ViewSpace>
        var position: Point<ViewSpace>
        var tool: TraceEvent.Tool
        var velocity = VelocityTracker()
    }

    private enum Phase: Hashable {
        /// No gesture of fingers; there may be fingers that have not moved far enough.
        case waiting
        case moving(gesture: Int, hold: Hold)
        case gliding(gesture: Int, glide: Glide)
    }

    /// What the fingers hold: where they were under which camera.
    private struct Hold: Hashable {
        var camera: Camera
        var points: [Point<ViewSpace>]
        /// The time up to which moves shift the hold instead of the camera: those of the same report.
        var settledAt: Double?
        /// Since when the contacts have been too close together.
        var lostAt: Double?
        /// The camera handed out last. Another one at the next event was set by somebody else.
        var current: Camera
        /// The time of the report that moved the camera last, and the camera before it.
        var report: Report?
    }

    private struct Report: Hashable {
        var time: Double
        var before: Camera
    }

    private struct Glide: Hashable {
        var camera: Camera
        var velocity: Vector<ViewSpace>
        var start: Double
        var current: Camera
    }

    private struct WheelGesture: Hashable {
        var gesture: Int
        var end: Double
    }

    /// In the order in which they came down.
    private var contacts: [Contact] = []
    private var phase = Phase.waiting
    private var wheel: WheelGesture?
    private var nextGesture = 1
    /// When a finger of a gesture was lifted last while others stayed.
    private var lastPartialLift = -Double.infinity

    /// - Parameters:
    ///   - viewSize: the size of the view in pixels.
    ///   - slop: how far a finger moves before a gesture is recognised; negative or not a number counts as 0.
    ///   - inertia: how the canvas glides on; `nil` is not at all.
    public init(viewSize: PixelSize, slop: Double = TouchRecognizer.defaultSlop, inertia: Inertia? = nil) {
        self.viewSize = viewSize
        self.slop = slop > 0 ? slop : 0
        self.inertia = inertia
    }

    /// Whether a gesture moves the camera now.
    public var isActive: Bool { phase != .waiting || wheel != nil }

    /// The time in milliseconds from which `advance(to:camera:)` has something to do, or `nil` if it has not before
    /// the next event. While the canvas glides it is the past: call at every refresh.
    public var nextDeadline: Double? {
        if case .gliding(_, let glide) = phase { return glide.start }
        return wheel?.end
    }

    /// Takes an event in.
    ///
    /// - Parameters:
    ///   - event: positions in pixels of the view, from its top-left corner. Events of contacts that are not down, and
    ///     positions that are not finite, are ignored.
    ///   - camera: the camera as it is now. If somebody else moved it meanwhile, hold is taken anew under it.
    /// - Returns: what happened, in order; the last `cameraChanged` is the camera from now on. It is always finite and
    ///   invertible.
    public mutating func handle(_ event: TraceEvent, camera: Camera) -> [RecognizerOutput] {
        var outputs = advance(to: event.time, camera: camera)
        let camera = outputs.lastCamera ?? camera
        guard event.x.isFinite, event.y.isFinite else { return outputs }
        let position = Point<ViewSpace>(
            event.x - Double(viewSize.width) / 2, event.y - Double(viewSize.height) / 2)
        switch event.action {
        case .wheel(let dx, let dy, let ctrl):
            turnWheel(Vector(dx, dy), zooms: ctrl, at: position, time: event.time, camera: camera, &outputs)
        case .down: down(event, at: position, camera: camera, &outputs)
        case .move: move(event, to: position, camera: camera, &outputs)
        case .up, .cancel: end(event, at: position, camera: camera, &outputs)
        }
        return outputs
    }

    /// Takes in all events of one moment, as a device reports them, and gives the camera after the last of them only:
    /// in between, some contacts stand where they are and others where they were.
    public mutating func handle(_ events: some Sequence<TraceEvent>, camera: Camera) -> [RecognizerOutput] {
        var outputs: [RecognizerOutput] = []
        var current = camera
        for event in events {
            let new = handle(event, camera: current)
            current = new.lastCamera ?? current
            outputs += new
        }
        return outputs.withoutIntermediateCameras()
    }

    /// Lets time pass without an event: the canvas glides on, a wheel that rests ends its gesture.
    ///
    /// - Parameter time: milliseconds, in the events' time; not before the last event.
    public mutating func advance(to time: Double, camera: Camera) -> [RecognizerOutput] {
        var outputs: [RecognizerOutput] = []
        if let wheel, time >= wheel.end {
            outputs.append(.gestureEnded(wheel.gesture))
            self.wheel = nil
        }
        guard case .gliding(let gesture, var glide) = phase, let inertia else { return outputs }
        if camera != glide.current {
            // Somebody took the canvas elsewhere: it does not glide on from there.
            phase = .waiting
            return outputs + [.gestureEnded(gesture)]
        }
        let offset = inertia.offset(velocity: glide.velocity, after: time - glide.start)
        if let moved = try? glide.camera.panned(by: offset), moved != camera {
            glide.current = moved
            outputs.append(.cameraChanged(moved))
        }
        if time - glide.start >= inertia.duration(from: glide.velocity) {
            phase = .waiting
            outputs.append(.gestureEnded(gesture))
        } else {
            phase = .gliding(gesture: gesture, glide: glide)
        }
        return outputs
    }

    private mutating func beginGesture(_ outputs: inout [RecognizerOutput]) -> Int {
        defer { nextGesture += 1 }
        outputs.append(.gestureBegan(nextGesture))
        return nextGesture
    }
}

// MARK: - Contacts

extension TouchRecognizer {
    private var cameraPoints: [Point<ViewSpace>] { contacts.filter { $0.role == .camera }.map(\.position) }

    private mutating func down(
        _ event: TraceEvent, at position: Point<ViewSpace>, camera: Camera, _ outputs: inout [RecognizerOutput]
    ) {
        guard !contacts.contains(where: { $0.id == event.id }) else { return }
        let isInk = event.tool != .finger
        let role: Role = isInk ? .ink : contacts.contains { $0.role == .ink } ? .palm : .camera
        var contact = Contact(id: event.id, role: role, start: position, position: position, tool: event.tool)
        contact.velocity.add(position, at: event.time)
        if isInk { rejectPalms(&outputs) }
        contacts.append(contact)
        if isInk { outputs.append(ink(.began, event, contact)) }
        guard role == .camera else { return }
        switch phase {
        case .gliding(let gesture, _):
            // A finger on a gliding canvas stops it.
            outputs.append(.gestureEnded(gesture))
            phase = .waiting
            if slop == 0 { recognize(at: event.time, camera: camera, &outputs) }
        case .waiting:
            if slop == 0 { recognize(at: event.time, camera: camera, &outputs) }
        case .moving(let gesture, _):
            phase = .moving(gesture: gesture, hold: newHold(camera))
        }
    }

    private mutating func move(
        _ event: TraceEvent, to position: Point<ViewSpace>, camera: Camera, _ outputs: inout [RecognizerOutput]
    ) {
        guard let index = contacts.firstIndex(where: { $0.id == event.id }) else { return }
        takeHoldAnewIfMoved(camera)
        contacts[index].position = position
        contacts[index].velocity.add(position, at: event.time)
        switch contacts[index].role {
        case .palm: break
        case .ink: outputs.append(ink(.moved, event, contacts[index]))
        case .camera:
            if phase == .waiting {
                guard position.distance(to: contacts[index].start) >= slop else { return }
                recognize(at: event.time, camera: camera, &outputs)
            } else {
                follow(at: event.time, &outputs)
            }
        }
    }

    private mutating func end(
        _ event: TraceEvent, at position: Point<ViewSpace>, camera: Camera, _ outputs: inout [RecognizerOutput]
    ) {
        guard let index = contacts.firstIndex(where: { $0.id == event.id }) else { return }
        takeHoldAnewIfMoved(camera)
        // Where a finger is lifted counts as the last place it moved to; where it is taken away says nothing.
        if event.action == .up, position != contacts[index].position {
            contacts[index].position = position
            contacts[index].velocity.add(position, at: event.time)
            if contacts[index].role == .camera { follow(at: event.time, &outputs) }
        }
        let contact = contacts.remove(at: index)
        switch contact.role {
        case .palm: break
        case .ink: outputs.append(ink(event.action == .up ? .ended : .cancelled, event, contact))
        case .camera:
            guard case .moving(let gesture, _) = phase else { return }
            let camera = outputs.lastCamera ?? camera
            if cameraPoints.isEmpty {
                let velocity = event.action == .up ? contact.velocity.velocity(at: event.time) : .zero
                letGo(gesture, velocity: velocity, at: event.time, camera: camera, &outputs)
            } else {
                lastPartialLift = event.time
                phase = .moving(gesture: gesture, hold: newHold(camera))
                outputs.append(.fingerLifted(gesture))
            }
        }
    }

    /// Makes palms of all fingers, because a pen came down.
    private mutating func rejectPalms(_ outputs: inout [RecognizerOutput]) {
        for i in contacts.indices where contacts[i].role == .camera { contacts[i].role = .palm }
        switch phase {
        case .waiting: break
        case .moving(let gesture, _), .gliding(let gesture, _): outputs.append(.gestureEnded(gesture))
        }
        phase = .waiting
    }

    private func ink(_ phase: InkEvent.Phase, _ event: TraceEvent, _ contact: Contact) -> RecognizerOutput {
        .ink(
            InkEvent(
                phase: phase, id: event.id, time: event.time, position: contact.position, pressure: event.pressure,
                erases: contact.tool == .eraser))
    }
}

// MARK: - Hold

extension TouchRecognizer {
    private func newHold(_ camera: Camera, settlingAt time: Double? = nil) -> Hold {
        Hold(camera: camera, points: cameraPoints, settledAt: time, current: camera)
    }

    private mutating func recognize(at time: Double, camera: Camera, _ outputs: inout [RecognizerOutput]) {
        let gesture = beginGesture(&outputs)
        phase = .moving(gesture: gesture, hold: newHold(camera, settlingAt: slop > 0 ? time : nil))
    }

    private mutating func takeHoldAnewIfMoved(_ camera: Camera) {
        guard case .moving(let gesture, let hold) = phase, camera != hold.current else { return }
        phase = .moving(gesture: gesture, hold: newHold(camera))
    }

    /// Moves the camera to where the fingers ask for.
    private mutating func follow(at time: Double, _ outputs: inout [RecognizerOutput]) {
        guard case .moving(let gesture, var hold) = phase else { return }
        defer { phase = .moving(gesture: gesture, hold: hold) }
        let points = cameraPoints
        if hold.settledAt == time {
            hold.points = points
            return
        }
        guard points.count > 1 else {
            return show(try? hold.camera.panned(by: points[0] - hold.points[0]), at: time, &hold, &outputs)
        }
        let similarity = ContactSimilarity(from: hold.points, to: points)
        guard similarity.spanBefore >= Self.minimumSpan else {
            // Fingers that were on one point: hold is taken where they are first apart.
            if ContactSimilarity(from: points, to: points).spanBefore >= Self.minimumSpan {
                hold = newHold(hold.current, settlingAt: time)
            }
            return
        }
        guard similarity.spanNow >= Self.minimumSpan else {
            // What the first events of this report seemed to say is taken back.
            if let report = hold.report, report.time == time { show(report.before, at: time, &hold, &outputs) }
            hold.lostAt = hold.lostAt ?? time
            return
        }
        if let lost = hold.lostAt {
            hold.lostAt = nil
            // Within one report contacts may seem to meet only because they are listed one after the other.
            if lost < time {
                hold = newHold(hold.current, settlingAt: time)
                return
            }
        }
        let moved = try? hold.camera.moved(from: similarity.from, to: similarity.to, ratio: similarity.ratio)
        show(moved, at: time, &hold, &outputs)
    }

    private func show(
        _ camera: Camera?, at time: Double, _ hold: inout Hold, _ outputs: inout [RecognizerOutput]
    ) {
        guard let camera, camera != hold.current, (try? camera.transform.inverted()) != nil else { return }
        if hold.report?.time != time { hold.report = Report(time: time, before: hold.current) }
        hold.current = camera
        outputs.append(.cameraChanged(camera))
    }

    /// The last finger was lifted: the gesture ends, or the canvas glides on.
    private mutating func letGo(
        _ gesture: Int, velocity: Vector<ViewSpace>, at time: Double, camera: Camera,
        _ outputs: inout [RecognizerOutput]
    ) {
        // Fingers of a pinch are never lifted quite together; what the last one does then is no fling.
        if let inertia, velocity.isFinite, velocity.length >= inertia.startSpeed, time - lastPartialLift > 100 {
            phase = .gliding(
                gesture: gesture, glide: Glide(camera: camera, velocity: velocity, start: time, current: camera))
        } else {
            phase = .waiting
            outputs.append(.gestureEnded(gesture))
        }
    }
}

// MARK: - Wheel

extension TouchRecognizer {
    private mutating func turnWheel(
        _ turn: Vector<ViewSpace>, zooms: Bool, at cursor: Point<ViewSpace>, time: Double, camera: Camera,
        _ outputs: inout [RecognizerOutput]
    ) {
        guard turn.isFinite else { return }
        let gesture = wheel?.gesture ?? beginGesture(&outputs)
        wheel = WheelGesture(gesture: gesture, end: time + Self.wheelPause)
        // Turned towards the bottom of the content, the content moves up, or away.
        let doublings = min(max(-turn.dy / Self.wheelPixelsPerDoubling, -60), 60)
        let moved = zooms ? try? camera.zoomed(by: exp2(doublings), about: cursor) : try? camera.panned(by: -turn)
        if let moved, moved != camera, (try? moved.transform.inverted()) != nil {
            outputs.append(.cameraChanged(moved))
        }
    }
}
