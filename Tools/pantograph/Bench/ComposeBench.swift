import Foundation
import Pantograph

/// Times re-projections of a finished frame, beside a copy of as many bytes as the view has.
struct ComposeBench {
    /// A change of the view, about its top-left corner.
    struct Change {
        var name: String
        var matrix: Transform2D<PixelSpace, PixelSpace>
    }

    static let changes: [Change] = [
        Change(name: "panned by whole pixels", matrix: Transform2D(translationX: 12, y: -7)),
        Change(name: "panned by half a pixel", matrix: Transform2D(translationX: 12.5, y: -7.5)),
        Change(name: "enlarged by 1.08", matrix: about(scale: 1.08, degrees: 0)),
        Change(name: "turned by 7 degrees, enlarged by 1.08", matrix: about(scale: 1.08, degrees: 7)),
        Change(name: "turned by 40 degrees, reduced to 0.7", matrix: about(scale: 0.7, degrees: 40)),
        Change(name: "reduced to 0.3", matrix: about(scale: 0.3, degrees: 0)),
    ]

    /// Scaled and turned about the view's middle.
    private static func about(scale: Double, degrees: Double) -> Transform2D<PixelSpace, PixelSpace> {
        let (x, y) = (Double(BenchView.size.width) / 2, Double(BenchView.size.height) / 2)
        return Transform2D<PixelSpace, PixelSpace>(translationX: -x, y: -y)
            .concatenating(Transform2D<PixelSpace, PixelSpace>(rotationAngle: degrees * .pi / 180))
            .concatenating(Transform2D<PixelSpace, PixelSpace>(scaleX: scale, y: scale))
            .concatenating(Transform2D(translationX: x, y: y))
    }

    struct Row {
        var name: String
        var backend: BackendDescription.Kind
        var time: Timing
    }

    let rows: [Row]
    /// A copy of the view's bytes by one thread.
    let copy: Timing

    /// The time of the renderer's `row` in copies.
    func ratio(_ row: Row) -> Double { row.time.median / copy.median }

    init(_ drawing: Drawing, backends: [BackendDescription.Kind], rounds: Int, threads: Int?) throws {
        let camera = try BenchView.camera(.b, of: drawing).frameTransform
        let request = BenchView.request(
            drawing, camera, samples: 4, size: BenchView.size.overdrawn(by: BenchView.overdraw))
        var rows: [Row] = []
        var jobs: [() throws -> Double] = []
        for backend in backends {
            let renderer: any FrameRenderer =
                backend == .cpu ? CPURenderer(threads: threads) : try Renderers.probe(backend).get()
            let timed = TimedRenderer(renderer: renderer)
            let frame = try timed.render(request).frame
            for change in Self.changes {
                let layer = try Composition.Layer(frame, current: BenchView.camera(camera, changedBy: change.matrix))
                let composition = Composition(size: BenchView.size, layers: [layer])
                rows.append(Row(name: change.name, backend: backend, time: Timing()))
                jobs.append { try timed.compose(composition).milliseconds }
            }
        }
        let memory = CopiedMemory(byteCount: BenchView.size.pixelCount * 4)
        jobs.append { memory.copy() }
        let timings = try Timing.interleaved(rounds: max(20, 4 * rounds), jobs)
        for i in rows.indices { rows[i].time = timings[i] }
        self.rows = rows
        copy = timings[rows.count]
    }

    /// Two blocks of memory, one of which is copied to the other.
    private final class CopiedMemory {
        private let from: UnsafeMutableRawPointer
        private let to: UnsafeMutableRawPointer
        private let byteCount: Int

        init(byteCount: Int) {
            self.byteCount = byteCount
            from = .allocate(byteCount: byteCount, alignment: 64)
            to = .allocate(byteCount: byteCount, alignment: 64)
            memset(from, 1, byteCount)
            memset(to, 2, byteCount)
        }

        deinit {
            from.deallocate()
            to.deallocate()
        }

        func copy() -> Double {
            let clock = ContinuousClock()
            let start = clock.now
            memcpy(to, from, byteCount)
            return (clock.now - start) / .milliseconds(1)
        }
    }
}
