/// A recorded or generated gesture: contacts and wheel turns over time, on a view of a known size.
///
/// A trace is well formed by construction of its readers and generators: times do not decrease, every contact begins
/// with one `down`, ends with one `up` or `cancel`, and its number is used for no other contact.
public struct GestureTrace: Hashable, Sendable {
    /// The size in pixels of the view that positions refer to.
    public var width: Double
    public var height: Double
    /// What the gesture was made with, for people to read.
    public var device: String
    public var events: [TraceEvent]

    public init(width: Double, height: Double, device: String = "", events: [TraceEvent] = []) {
        self.width = width
        self.height = height
        self.device = device
        self.events = events
    }

    /// The time of the last event, in milliseconds; 0 for a trace without events.
    public var duration: Double { events.last?.time ?? 0 }

    /// How many contacts the trace holds.
    public var contactCount: Int { events.count { $0.action == .down } }

    /// The largest number of contacts that are down at one time.
    public var maximumContacts: Int {
        var (now, most) = (0, 0)
        for event in events {
            if event.action == .down { now += 1 }
            if event.endsContact { now -= 1 }
            most = max(most, now)
        }
        return most
    }

    /// The events that happened at one time, for those who take a device's report as a whole.
    ///
    /// A device reports all contacts at once, the trace lists them one by one: between two events of a report the
    /// contacts stand where they never stood together.
    public var reports: [ArraySlice<TraceEvent>] {
        var result: [ArraySlice<TraceEvent>] = []
        var start = events.startIndex
        while start < events.endIndex {
            var end = start + 1
            while end < events.endIndex, events[end].time == events[start].time { end += 1 }
            result.append(events[start..<end])
            start = end
        }
        return result
    }

    /// The same gesture on a view of another size: both axes by the smaller of the two factors, centred.
    ///
    /// The turn of a wheel that pans is scaled with the positions; that of a wheel that zooms is not.
    public func scaled(toWidth newWidth: Double, height newHeight: Double) -> GestureTrace {
        if newWidth == width, newHeight == height { return self }
        let factor = min(newWidth / width, newHeight / height)
        let left = (newWidth - width * factor) / 2
        let top = (newHeight - height * factor) / 2
        var result = self
        result.width = newWidth
        result.height = newHeight
        for i in result.events.indices {
            result.events[i].x = left + events[i].x * factor
            result.events[i].y = top + events[i].y * factor
            if case .wheel(let dx, let dy, ctrl: false) = events[i].action {
                result.events[i].action = .wheel(dx: dx * factor, dy: dy * factor, ctrl: false)
            }
        }
        return result
    }

    /// The same gesture on a view of `size` pixels; see `scaled(toWidth:height:)`.
    public func scaled(to size: PixelSize) -> GestureTrace {
        scaled(toWidth: Double(size.width), height: Double(size.height))
    }
}
