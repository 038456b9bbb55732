extension GestureTrace {
    /// Reads a recording of another tool: evemu, `libinput record`, Android's `getevent -lt`, or pointer events of
    /// Flutter's tests.
    ///
    /// The trace's width and height are the device's axis ranges, the vertical one brought to the horizontal one's
    /// units a millimetre where the device says them. Without ranges the observed extent is used, with a warning. The
    /// time of the first event is 0. Contacts that are down when the recording begins come down in its first report,
    /// those that are down when it ends are lifted there. Of a semi-multi-touch device, which reports the corners of
    /// a box around the fingers and no span or angle that could be trusted, the box's centre is the one contact.
    ///
    /// - Parameters:
    ///   - bytes: the recording.
    ///   - description: evemu's description of the device, for recordings that have none in them.
    /// - Throws: `TraceError` for what is none of these, or holds no contact.
    public static func read(recording bytes: [UInt8], description: [UInt8]? = nil) throws(TraceError) -> TraceReading {
        if FlutterReader.recognizes(bytes) { return try FlutterReader.read(bytes) }
        var recording = try KernelRecording.read(bytes)
        if let description {
            let device = try EvemuReader.read(description).device
            if recording.device.axes.isEmpty { recording.device.axes = device.axes }
            if recording.device.name.isEmpty { recording.device.name = device.name }
            if recording.device.properties.isEmpty { recording.device.properties = device.properties }
        }
        return try RecordingImport(recording).reading()
    }
}

extension KernelRecording {
    /// Reads a recording of whichever tool, told apart by its text.
    static func read(_ bytes: [UInt8]) throws(TraceError) -> KernelRecording {
        if EvemuReader.recognizes(bytes) { return try EvemuReader.read(bytes) }
        if LibinputReader.recognizes(bytes) { return try LibinputReader.read(bytes) }
        if GeteventReader.recognizes(bytes) { return try GeteventReader.read(bytes) }
        throw TraceError(
            "neither a trace nor a recording of evemu, libinput record or getevent -lt, as far as its text shows")
    }
}

extension TouchReport {
    /// What touched at each report of a recording, in the device's own units.
    package static func all(inRecording bytes: [UInt8]) throws(TraceError) -> [TouchReport] {
        TouchDecoder(try KernelRecording.read(bytes)).reports
    }
}

/// Turns reports of contacts in a device's units into a trace.
struct RecordingImport {
    private let device: KernelDevice
    private var reports: [TouchReport]
    private var warnings: TraceWarnings
    private let kind: TouchProtocol

    init(_ recording: KernelRecording) {
        device = recording.device
        kind = TouchProtocol(of: recording.events)
        let decoder = TouchDecoder(recording)
        reports = decoder.reports
        warnings = decoder.warnings
        if device.properties.contains(InputCode.propertySemiMultiTouch) { mergeContacts() }
    }

    /// Replaces the contacts of each report by one in their middle.
    private mutating func mergeContacts() {
        var key = 0
        var touching = false
        for i in reports.indices {
            let contacts = reports[i].contacts
            guard let first = contacts.first else {
                touching = false
                continue
            }
            if !touching { key += 1 }
            touching = true
            if contacts.count > 1 {
                warnings.add("the device reports a box around the fingers (semi-multi-touch); its centre was taken")
            }
            let count = Int64(contacts.count)
            reports[i].contacts = [
                ReportedContact(
                    key: key, x: Int32(contacts.reduce(0) { $0 + Int64($1.x) } / count),
                    y: Int32(contacts.reduce(0) { $0 + Int64($1.y) } / count), pressure: first.pressure,
                    tool: first.tool)
            ]
        }
    }

    func reading() throws(TraceError) -> TraceReading {
        var warnings = warnings
        guard let observed = Extent(reports) else {
            throw TraceError("the recording holds no contact: no touch or pen position with a finger or pen down")
        }
        let codes =
            kind == .single
            ? (x: InputCode.Absolute.x, y: InputCode.Absolute.y)
            : (x: InputCode.Absolute.positionX, y: InputCode.Absolute.positionY)
        var x = device.axes[codes.x] ?? device.axes[InputCode.Absolute.x]
        var y = device.axes[codes.y] ?? device.axes[InputCode.Absolute.y]
        if x?.isUsable != true || y?.isUsable != true {
            warnings.add("the recording does not say the ranges of its axes; the observed extent was used")
            x = KernelAxis(minimum: observed.low.x, maximum: observed.high.x)
            y = KernelAxis(minimum: observed.low.y, maximum: observed.high.y)
        }
        let builder = TraceBuilder(
            x: x!, y: y!, pressure: pressureRange(observed), device: device.name, reports: reports)
        let trace = builder.trace(warnings: &warnings)
        return TraceReading(trace: trace, warnings: warnings.list)
    }

    /// The range that maps to pressures of 0…1: the device's, or what was observed.
    private func pressureRange(_ observed: Extent) -> ClosedRange<Double>? {
        let code = kind == .single ? InputCode.Absolute.pressure : InputCode.Absolute.touchPressure
        if let axis = device.axes[code], axis.isUsable { return Double(axis.minimum)...Double(axis.maximum) }
        guard let high = observed.pressure, high > 0 else { return nil }
        return 0...Double(high)
    }
}

/// The extent of everything a recording holds.
private struct Extent {
    var low = (x: Int32.max, y: Int32.max)
    var high = (x: Int32.min, y: Int32.min)
    var pressure: Int32?

    /// `nil` if no report has a contact.
    init?(_ reports: [TouchReport]) {
        for contact in reports.lazy.flatMap(\.contacts) {
            low = (min(low.x, contact.x), min(low.y, contact.y))
            high = (max(high.x, contact.x), max(high.y, contact.y))
            if let p = contact.pressure { pressure = max(pressure ?? p, p) }
        }
        if low.x > high.x { return nil }
    }
}

/// Writes reports as the events between them.
private struct TraceBuilder {
    let x: KernelAxis
    let y: KernelAxis
    let pressure: ClosedRange<Double>?
    let device: String
    let reports: [TouchReport]

    /// Vertical units in horizontal ones.
    private var verticalScale: Double {
        guard x.resolution > 0, y.resolution > 0 else { return 1 }
        return Double(x.resolution) / Double(y.resolution)
    }

    func trace(warnings: inout TraceWarnings) -> GestureTrace {
        // A range of 0…1279 is 1280 units wide.
        let width = Double(x.maximum) - Double(x.minimum) + 1
        let height = (Double(y.maximum) - Double(y.minimum) + 1) * verticalScale
        var trace = GestureTrace(width: width, height: height, device: device)
        var before: [ReportedContact] = []
        for report in reports {
            let now = Dictionary(uniqueKeysWithValues: report.contacts.map { ($0.key, $0) })
            let known = Set(before.map(\.key))
            // The contacts that end first: where they ended is older than this report, and a contact that moves in
            // it must not be seen together with them. The new ones last.
            for contact in before where now[contact.key] == nil {
                trace.events.append(event(.up, contact, at: report.time))
            }
            for contact in before {
                guard let moved = now[contact.key], moved != contact else { continue }
                trace.events.append(event(.move, moved, at: report.time))
            }
            for contact in report.contacts where !known.contains(contact.key) {
                trace.events.append(event(.down, contact, at: report.time))
            }
            before = report.contacts
        }
        if !before.isEmpty {
            warnings.add("contacts that are still down at the end were lifted there")
            let end = reports.last?.time ?? 0
            trace.events += before.map { event(.up, $0, at: end) }
        }
        return trace
    }

    private func event(_ action: TraceEvent.Action, _ contact: ReportedContact, at time: Int64) -> TraceEvent {
        TraceEvent(
            time: Double(time) / 1000, action, id: contact.key,
            x: Double(contact.x) - Double(x.minimum),
            y: (Double(contact.y) - Double(y.minimum)) * verticalScale,
            pressure: normalized(contact.pressure), tool: contact.tool)
    }

    private func normalized(_ value: Int32?) -> Double? {
        guard let value, let pressure else { return nil }
        let p = (Double(value) - pressure.lowerBound) / (pressure.upperBound - pressure.lowerBound)
        // Four digits are more than any sensor has.
        return (min(max(p, 0), 1) * 10_000).rounded() / 10_000
    }
}
