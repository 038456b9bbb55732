import CanvasReplay
import CanvasTestSupport
import Foundation
import Testing

/// The recordings of `corpus/gesture` against the table that says what each holds.
@Suite("Imports: real recordings", .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipMessage)))
struct CorpusImportTests {
    /// A row of `gestures.tsv`.
    struct Row {
        var file: String
        var reports: Int
        var seconds: Double
        var histogram: [Int: Int]
        var longestPair: String
        /// Vertical units in horizontal ones, where the device says what its units measure.
        var verticalScale: Double
    }

    static func rows() throws -> [Row] {
        let url = try #require(Corpus.url("gestures.tsv"))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
        return lines.compactMap { line in
            let f = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard f.count > 9, let reports = Int(f[5]), let seconds = Double(f[6]) else { return nil }
            let table = (try? JSONDecoder().decode([String: Int].self, from: Data(f[8].utf8))) ?? [:]
            // "X (minimum, maximum, resolution) Y (…)"
            let axes = f[3].matches(of: /-?[0-9]+/).compactMap { Double($0.output) }
            let isScaled = axes.count == 6 && axes[2] > 0 && axes[5] > 0
            return Row(
                file: f[0], reports: reports, seconds: seconds,
                histogram: Dictionary(uniqueKeysWithValues: table.map { (Int($0)!, $1) }), longestPair: f[9],
                verticalScale: isScaled ? axes[2] / axes[5] : 1)
        }
    }

    static func read(_ file: String) throws -> TraceReading {
        try GestureTrace.read(contentsOf: try #require(Corpus.url(file)))
    }

    @Test("every recording imports, in one piece, at its length, and reads back as a trace")
    func everyRecording() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 17)
        for row in rows {
            let r = try Self.read(row.file)
            #expect(r.trace.contactCount > 0, "\(row.file)")
            #expect(r.trace.duration <= row.seconds * 1000 + 5, "\(row.file): \(r.trace.duration)")
            let again = try GestureTrace.read(jsonLines: Array(r.trace.jsonLines().utf8))
            #expect(again.trace == r.trace && again.warnings.isEmpty, "\(row.file)")
            // Only the recordings that do not say their ranges may warn of them.
            let unsaid = r.warnings.contains { $0.message.contains("observed extent") }
            #expect(unsaid == row.file.contains("getevent"), "\(row.file): \(r.warnings)")
            for event in r.trace.events {
                // A pad may report a little beyond its own range.
                #expect(event.x >= -0.05 * r.trace.width && event.x <= 1.05 * r.trace.width, "\(row.file)")
                #expect(event.y >= -0.05 * r.trace.height && event.y <= 1.05 * r.trace.height, "\(row.file)")
            }
        }
    }

    @Test("the number of contacts at each report is what the table says")
    func histograms() throws {
        for row in try Self.rows() {
            let url = try #require(Corpus.url(row.file))
            let counts = try RecordedContacts(contentsOf: url).counts
            #expect(counts.count == row.reports, "\(row.file)")
            var histogram: [Int: Int] = [:]
            for n in counts { histogram[n, default: 0] += 1 }
            // The table counts multi-touch contacts by slot or tracking id only: it sees none in a pen's recording
            // nor in one of protocol B that never names a slot.
            if row.histogram == [0: row.reports] {
                #expect((histogram[1] ?? 0) > row.reports / 4 && histogram.keys.max() == 1, "\(row.file)")
            } else {
                #expect(histogram == row.histogram, "\(row.file)")
            }
        }
    }

    @Test("the longest run of two fingers has the span, rotation and way that the table says")
    func twoFingerRuns() throws {
        var checked = 0
        for row in try Self.rows() where row.longestPair != "-" {
            let numbers = row.longestPair.matches(of: /-?[0-9]+(?:\.[0-9]+)?/).map { Double($0.output)! }
            // "longest 2-finger run 0.72s 94 frames: span end/start 1.036 (min 0.996 max 1.039 of start), rotation
            // end -5.5 deg (range …), midpoint travel dx -46 dy -300 device units"
            let (frames, ratio, low, high) = (Int(numbers[2]), numbers[3], numbers[4], numbers[5])
            let (turn, dx, dy) = (numbers[6], numbers[numbers.count - 2], numbers[numbers.count - 1])
            let url = try #require(Corpus.url(row.file))
            let run = try #require(try RecordedContacts(contentsOf: url, verticalScale: row.verticalScale).longestPair)
            #expect(run.frames == frames, "\(row.file)")
            #expect(abs(run.spanRatio - ratio) < 0.0006, "\(row.file): \(run.spanRatio) is not \(ratio)")
            #expect(abs(run.least - low) < 0.0006 && abs(run.most - high) < 0.0006, "\(row.file)")
            #expect(abs(run.degrees - turn) < 0.06, "\(row.file): \(run.degrees) is not \(turn)")
            #expect(abs(run.dx - dx) < 0.51 && abs(run.dy - dy) < 0.51, "\(row.file): \(run.dx) \(run.dy)")
            checked += 1
        }
        #expect(checked >= 12)
    }

    @Test("a sequence of fourteen flings, one finger at a time")
    func flings() throws {
        let r = try Self.read("gesture/flutter/velocity_tracker_data.dart")
        #expect(r.trace.contactCount == 14 && r.trace.maximumContacts == 1)
        #expect(r.trace.events.count == 14 + 290 + 14)
        // Its last fling repeats the pointer and goes back in time.
        #expect(r.warnings.map(\.line) == [nil, 1541, 1541], "\(r.warnings)")
    }

    @Test("two resting fingers do not move the camera; a two-finger scroll mostly pans")
    func recognised() throws {
        func play(_ file: String) throws -> Player {
            let size = PixelSize(width: 1366, height: 1024)
            var p = Player(size: size, slop: TouchRecognizer.defaultSlop)
            for report in try Self.read(file).trace.scaled(to: size).reports {
                let new = p.recognizer.handle(report, camera: p.camera)
                p.camera = new.lastCamera ?? p.camera
                p.outputs += new
            }
            return p
        }
        let resting = try play("gesture/evemu/ep0430_2f_touch_release.events")
        #expect(resting.outputs.isEmpty)
        let scroll = try play("gesture/evemu/ep0430_2f_scroll_down.events")
        #expect(abs(scroll.camera.zoom - 1.036) < 0.02)
        let circle = try play("gesture/evemu/isdv4_2f_circle.events")
        #expect(abs(circle.camera.zoom - 0.88) < 0.02 && abs(circle.camera.rotation * 180 / .pi - 25.5) < 1.5)
        let many = try play("gesture/evemu/dth2242_10f.events")
        #expect(many.camera.transform.isFinite && !many.recognizer.isActive)
        let pen = try play("gesture/evemu/intuos4_stylus_drag.events")
        #expect(pen.outputs.allSatisfy { if case .ink = $0 { true } else { false } } && pen.outputs.count > 100)
    }
}
