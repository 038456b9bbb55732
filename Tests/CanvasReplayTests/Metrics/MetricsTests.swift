import CanvasReplay
import Foundation
import Testing

private let identity: [Double] = [1, 0, 0, 1, 0, 0]

/// Refresh `n` of a display at 100 Hz with a view of 200 × 100 pixels, right in every respect.
private func refresh(_ n: Int, _ change: (inout FrameRecord) -> Void = { _ in }) -> FrameRecord {
    var record = FrameRecord(
        n: n, t: Double(n) * 10, presented: Double(n + 1) * 10, view: PixelSize(width: 200, height: 100), frame: 0,
        samples: 4)
    change(&record)
    return record
}

private func event(_ t: Double, _ kind: EngineEvent.Kind, _ id: Int? = nil, active: Int? = nil) -> EventRecord {
    switch kind {
    case .swap: EventRecord(t: t, event: kind.rawValue, request: id, frame: id)
    case .gestureBegin, .gestureEnd: EventRecord(t: t, event: kind.rawValue, gesture: id, active: active)
    default: EventRecord(t: t, event: kind.rawValue, request: id, samples: 4)
    }
}

/// A gesture from 10 to 60 ms, settled at 90.
private let gestureEvents = [
    event(10, .gestureBegin, 1, active: 1), event(60, .gestureEnd, 1, active: 0), event(90, .settled),
]

@Suite("Metrics")
struct MetricsTests {
    @Test("frames: expected and produced are counted in the interaction only")
    func frames() {
        let frames = (0..<12).map { n in
            refresh(n) {
                $0.expected = n != 5
                $0.new = n != 3
                $0.onTime = n != 4
                $0.late = n == 4 ? 6 : nil
            }
        }
        // The interaction lasts from 10 to 90 ms, refreshes 1 to 9: eight are expected, number 3 was dropped and
        // number 4 came late.
        let m = Metrics(ReplayLogs(frames: frames, events: gestureEvents))
        #expect(m.frames.expected == 8 && m.frames.produced == 7)
        #expect(m.frames.droppedPercent == 12.5)
        #expect(abs(m.frames.latePercent - 100 / 7.0) < 1e-12)
        #expect(abs(m.frames.hitchMsPerSecond - 16 / 0.09) < 1e-9)
    }

    @Test("latency: from the last input to the screen, for pictures with new input")
    func latency() {
        let frames = (0..<10).map { n in
            refresh(n) {
                $0.new = n > 1
                $0.inputT = n < 2 ? 0 : n < 6 ? Double(n) * 10 - 3 : 57
            }
        }
        let m = Metrics(ReplayLogs(frames: frames, events: gestureEvents))
        // Refreshes 2 to 5: 13 ms each; number 6 has an input of 57 ms, 13 ms before it is seen; then nothing new.
        #expect(m.latency?.p50 == 13 && m.latency?.max == 13)
        #expect(Metrics(ReplayLogs()).latency == nil)
    }

    @Test("lag: the largest corner distance between the wanted and the shown camera")
    func lag() {
        let frames = (0..<10).map { n in
            refresh(n) {
                if n == 4 { $0.wanted = [1, 0, 0, 1, 3, 4] }
                if n == 5 { $0.wanted = [2, 0, 0, 2, 0, 0] }
            }
        }
        let m = Metrics(ReplayLogs(frames: frames, events: gestureEvents))
        // At twice the zoom what is wanted at a corner, 111.8 px from the centre, is shown half-way to it.
        let corner = (100.0 * 100 + 50 * 50).squareRoot()
        #expect(abs(m.lag.maxPx - corner / 2) < 1e-9)
        let mean: Double = (5 + corner / 2) / 9
        #expect(abs(m.lag.averagePx - mean) < 1e-9)
    }

    @Test("coverage: integrals over time, and the worst run")
    func coverage() {
        let blank = [0, 100, 300, 0, 50, 0]
        let frames = blank.enumerated().map { n, count in
            refresh(n) {
                $0.blankPixels = count
                $0.fallbackPixels = 2 * count
            }
        }
        let m = Metrics(ReplayLogs(frames: frames, events: gestureEvents))
        #expect(m.coverage.blankPixelsMax == 300)
        #expect(m.coverage.blankPixelMs == 4500)
        #expect(m.coverage.fallbackPixelMs == 9000)
        #expect(m.coverage.checkerboardSeverity == 63, "the root of 4000, rounded down")
    }

    @Test("sharpness: octaves of enlargement over area and time")
    func underResolution() {
        let frames = [
            refresh(0) {
                $0.delta = [4, 0, 0, 4, 0, 0]; $0.coveredPixels = 10_000
            },
            refresh(1) { $0.delta = [0.5, 0, 0, 0.5, 0, 0] },
            refresh(2) {
                $0.fallbackPixels = 5000; $0.fallbackScale = 8
            },
        ]
        let m = Metrics(ReplayLogs(frames: frames, events: []))
        // Half the view at two octaves, then nothing, then a quarter at three, 10 ms each.
        #expect(abs(m.sharpness.underResolution - 0.0175) < 1e-12)
    }

    @Test("time to full quality: from the end of the gesture to the refresh, whatever is missing before")
    func fullQuality() {
        let events = gestureEvents + [event(61, .start, 1)]
        let frames = (0..<14).map { n in
            refresh(n) {
                switch n {
                case 6: $0.delta = [1, 0, 0, 1, 2, 0]
                case 7: $0.samples = 0
                case 8: $0.latest = false
                case 9: $0.blankPixels = 1
                case 10: $0.fallbackPixels = 1
                default: break
                }
            }
        }
        #expect(Metrics(ReplayLogs(frames: frames, events: events)).sharpness.timeToFullQualityMs == 50.0)
        let never = frames.filter { $0.n < 11 }
        #expect(Metrics(ReplayLogs(frames: never, events: events)).sharpness.timeToFullQualityMs == nil)
    }

    @Test("a gesture that the next one interrupts has no time to full quality")
    func interrupted() {
        let events = [
            event(10, .gestureBegin, 1, active: 1), event(20, .gestureEnd, 1, active: 0),
            event(40, .gestureBegin, 2, active: 1), event(50, .gestureEnd, 2, active: 0), event(70, .settled),
        ]
        let frames = (0..<9).map { n in refresh(n) { $0.delta = n < 6 ? [1, 0, 0, 1, 2, 0] : identity } }
        #expect(Metrics(ReplayLogs(frames: frames, events: events)).sharpness.timeToFullQualityMs == 10.0)
    }

    @Test("two gestures at once are one, which ends with the last")
    func simultaneousGestures() {
        let events = [
            event(10, .gestureBegin, 1, active: 1), event(20, .gestureBegin, 2, active: 2),
            event(30, .gestureEnd, 1, active: 1), event(60, .gestureEnd, 2, active: 0), event(80, .settled),
        ]
        let frames = (0..<9).map { refresh($0) }
        #expect(Metrics(ReplayLogs(frames: frames, events: events)).sharpness.timeToFullQualityMs == 0.0)
    }

    @Test("staleness: the age of the frame, and the longest time in a gesture without a due one")
    func staleness() {
        let moved: [Double] = [1, 0, 0, 1, 2, 0]
        let frames = (0..<12).map { n in
            refresh(n) {
                $0.gesture = (1..<9).contains(n)
                $0.frame = n < 4 ? 1 : n < 7 ? 2 : 3
                // At rest with a frame that is right, before 2 and from 7 on.
                $0.delta = (2..<7).contains(n) ? moved : identity
                $0.frameAge = (2..<7).contains(n) ? Double(n) * 10 : 0
            }
        }
        let m = Metrics(ReplayLogs(frames: frames, events: gestureEvents))
        #expect(m.staleness.frameAgeMs?.max == 60)
        #expect(m.staleness.frameAgeMs?.p50 == 20, "nine in the interaction: 0 0 0 0 20 30 40 50 60")
        #expect(m.staleness.maxSwapGapMs == 30, "frame 2, on screen from 50 ms until frame 3 at 80")
    }

    @Test("renders: counted, and what was never shown is wasted")
    func renders() {
        let events = [
            event(0, .gestureBegin, 1, active: 1), event(0, .request, 1), event(0, .start, 1), event(1, .request, 2),
            event(2, .replace, 2), event(2, .request, 3), event(10, .finish, 1), event(10, .start, 3),
            event(12, .swap, 1), event(40, .finish, 3), event(40, .request, 4), event(40, .start, 4),
            event(60, .fail, 4), event(70, .settled), event(75, .request, 5), event(75, .start, 5),
            event(85, .finish, 5), event(90, .swap, 5),
        ]
        let m = Metrics(ReplayLogs(frames: [], events: events)).renders
        #expect(m.requested == 5 && m.started == 4 && m.finished == 3 && m.replaced == 1)
        #expect(m.discarded == 1, "frame 3 was never shown")
        #expect(abs(m.wastedPercent - 5000.0 / 70) < 1e-9)
        #expect(m.afterSettle == 1)
    }

    @Test("ground truth: the least, the mean and the most, or nothing")
    func groundTruth() {
        let frames = [(30.0, 0.9, 5.0), (100, 1, 0)].enumerated().map { n, v in
            refresh(n) { ($0.psnr, $0.ssim, $0.wrongPercent) = (v.0, v.1, v.2) }
        }
        let truth = Metrics(ReplayLogs(frames: frames, events: [])).groundTruth
        #expect(truth == Metrics.GroundTruth(psnrMin: 30, psnrMean: 65, ssimMin: 0.9, wrongPercentMax: 5))
        #expect(Metrics(ReplayLogs(frames: [refresh(0)], events: [])).groundTruth == nil)
    }

    @Test("percentiles are values that occurred, by nearest rank")
    func quantiles() {
        #expect(Quantiles([]) == nil)
        let q = Quantiles((1...100).map(Double.init).reversed())
        #expect(q?.p50 == 50 && q?.p95 == 95 && q?.max == 100)
        #expect(Quantiles([7])?.p95 == 7)
    }

    @Test("metrics.json has every field of its schema")
    func json() throws {
        let m = Metrics(ReplayLogs(frames: (0..<10).map { refresh($0) }, events: gestureEvents))
        let object = try JSONSerialization.jsonObject(with: Data(m.json.utf8))
        let root = try #require(object as? [String: Any])
        let schema = [
            "frames": ["expected", "produced", "droppedPercent", "latePercent", "hitchMsPerSecond"],
            "latency": ["inputToPhotonMs"], "lag": ["averagePx", "maxPx"],
            "coverage": ["blankPixelsMax", "blankPixelMs", "checkerboardSeverity", "fallbackPixelMs"],
            "sharpness": ["underResolution", "timeToFullQualityMs", "swapPop"],
            "staleness": ["frameAgeMs", "maxSwapGapMs"],
            "renders": [
                "requested", "started", "finished", "replaced", "discarded", "wastedPercent", "afterSettle",
            ],
            "groundTruth": ["psnrMin", "psnrMean", "ssimMin", "wrongPercentMax"],
            "memory": ["peakTextureBytes", "peakResidentBytes", "bufferAllocations", "bufferReuses"],
        ]
        #expect(root["schema"] as? String == "pantograph.metrics/1")
        for (group, names) in schema {
            let members = try #require(root[group] as? [String: Any], "\(group)")
            #expect(Set(members.keys) == Set(names), "\(group)")
        }
    }
}

@Suite("Replay logs")
struct ReplayLogTests {
    @Test("a log read back is the log that was written, to the last bit")
    func roundTrip() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("logs-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let third = 1.0 / 3
        let logs = ReplayLogs(
            frames: [
                refresh(0),
                refresh(1) {
                    $0.delta = [third, 1e-300, -2.5e17, .ulpOfOne, 1e22, -0.1]
                    $0.swapPop = third
                    $0.psnr = 42.125
                },
            ],
            events: gestureEvents + [
                EventRecord(t: third, event: "fail", request: 3, error: "a \"quoted\" <word>\n", first: true)
            ])
        let target = try ReplayFolder(folder)
        try target.write(logs)
        #expect(try ReplayLogs(readingFrom: folder) == logs)
    }

    @Test("a broken log is refused with its file and line")
    func broken() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("logs-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: ReplayError.self) { try ReplayLogs(readingFrom: folder) }
        let target = try ReplayFolder(folder)
        try target.write(ReplayLogs(frames: [refresh(0)], events: []))
        let file = folder.appendingPathComponent("frames.jsonl")
        try (String(contentsOf: file, encoding: .utf8) + "{\"n\":1}\n").write(
            to: file, atomically: true, encoding: .utf8)
        #expect(throws: ReplayError.unreadableLog(file.path, line: 2, "not a line of this log")) {
            try ReplayLogs(readingFrom: folder)
        }
    }
}
