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
        var reports: [TouchReport] = []
        _ = TouchDecoder.forEachReport(of: try KernelRecording.read(bytes)) { reports.append($0) }
        return reports
    }
}

/// Turns reports of contacts in a device's units into a trace.
struct RecordingImport {
    private let recording: KernelRecording
    private let kind: TouchProtocol

    init(_ recording: KernelRecording) {
        self.recording = recording
        kind = TouchProtocol(of: recording.events)
    }

    /// Hands each report to `body`, merged where the device knows no better.
    private func forEachReport(_ body: (TouchReport) -> Void) -> TraceWarnings {
        guard recording.device.properties.contains(InputCode.propertySemiMultiTouch) else {
            return TouchDecoder.forEachReport(of: recording, body)
        }
        var merger = BoxMerger()
        var warnings = TouchDecoder.forEachReport(of: recording) { body(merger.merged($0)) }
        if merger.didMerge {
            warnings.add("the device reports a box around the fingers (semi-multi-touch); its centre was taken")
        }
        return warnings
    }

    func reading() throws(TraceError) -> TraceReading {
        let device = recording.device
        var observed = Extent()
        var warnings = forEachReport { observed.add($0) }
        guard !observed.isEmpty else {
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
        var builder = TraceBuilder(x: x!, y: y!, pressure: pressureRange(observed), device: device.name)
        _ = forEachReport { builder.add($0) }
        if builder.finish() { warnings.add("contacts that are still down at the end were lifted there") }
        return TraceReading(trace: builder.trace, warnings: warnings.list)
    }

    /// The range that maps to pressures of 0…1: the device's, or what was observed.
    private func pressureRange(_ observed: Extent) -> ClosedRange<Double>? {
        let code = kind == .single ? InputCode.Absolute.pressure : InputCode.Absolute.touchPressure
        if let axis = recording.device.axes[code], axis.isUsable { return Double(axis.minimum)...Double(axis.maximum) }
        guard let high = observed.pressure, high > 0 else { return nil }
        return 0...Double(high)
    }
}

/// The extent of everything a recording holds.
private struct Extent {
    var low = (x: Int32.max, y: Int32.max)
    var high = (x: Int32.min, y: Int32.min)
    var pressure: Int32?

    /// Whether no report had a contact.
    var isEmpty: Bool { low.x > high.x }

    mutating func add(_ report: TouchReport) {
        for contact in report.contacts {
            low = (min(low.x, contact.x), min(low.y, contact.y))
            high = (max(high.x, contact.x), max(high.y, contact.y))
            if let p = contact.pressure { pressure = max(pressure ?? p, p) }
        }
    }
}
