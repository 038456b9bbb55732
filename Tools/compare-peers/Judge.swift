import CanvasTestSupport
import Foundation
import Pantograph

/// Has a picture drawn by all, and holds each against the oracle.
struct Judge {
    let peers: [Peer]
    let samples: Int
    let work: URL
    private let renderer = CPURenderer()

    init(peers: [Peer], samples: Int, work: URL) {
        self.peers = peers
        self.samples = samples
        self.work = work
    }

    /// The promise about tolerances: mean levels, and pixels of a hundred off by more than 24, against 0.005 px.
    static let promises: [(tolerance: Double, mean: Double, percent: Double)] = [(0.1, 1.6, 0.1), (0.05, 0.8, 0.05)]

    var header: String {
        "mean absolute difference from the oracle, levels of 255 (pixels off by more than 24, %)\n"
            + Self.padded("picture", 30) + ["Pantograph 0.1 px", "0.05 px"].map { Self.padded($0, 20) }.joined()
            + peers.map { Self.padded($0.name, 20) }.joined()
    }

    /// Judges one picture and prints its line.
    ///
    /// - Returns: whether no peer came nearer than Pantograph, and tolerances kept their promise.
    func judge(_ subject: Subject) throws -> Bool {
        let file: PictureFile
        do throws(PictureFile.Unsupported) {
            file = try PictureFile(subject.request)
        } catch {
            Output.line("\(subject.name): skipped: \(error)")
            return true
        }
        let truth = try Oracle(subject.request).covered(samples: samples)
        var line = Self.padded(subject.name, 30)
        var own: [Difference] = []
        for tolerance in [RenderRequest.defaultTolerance, 0.05] {
            own.append(Difference(truth, try frame(subject, tolerance: tolerance)))
        }
        let url = work.appendingPathComponent("picture.txt")
        try file.text.write(to: url, atomically: false, encoding: .utf8)
        let others = try peers.map {
            Difference(truth, try $0.draw(url, size: subject.request.size, work: work))
        }
        for difference in own + others { line += Self.padded(Self.text(difference), 20) }
        Output.line(line)
        var isKept = true
        for (peer, other) in zip(peers, others) where other.mean < own[0].mean {
            Output.line("    \(peer.name) comes nearer than Pantograph at 0.1 px")
            isKept = false
        }
        if subject.checksTolerance { isKept = try checkTolerances(subject) && isKept }
        return isKept
    }

    private func frame(_ subject: Subject, tolerance: Double) throws -> PixelBuffer {
        var request = subject.request
        request.tolerance = tolerance
        return try renderer.render(request).content.readPixels()
    }

    private func checkTolerances(_ subject: Subject) throws -> Bool {
        let finest = try frame(subject, tolerance: 0.005)
        var isKept = true
        for promise in Self.promises {
            let found = Difference(finest, try frame(subject, tolerance: promise.tolerance))
            let holds = found.mean <= promise.mean && found.percentOver24 <= promise.percent
            Output.line(
                "    \(promise.tolerance) px against 0.005 px: \(Self.text(found)); promised are at most "
                    + "\(promise.mean) (\(promise.percent) %): \(holds ? "kept" : "not kept")")
            isKept = isKept && holds
        }
        return isKept
    }

    private static func text(_ difference: Difference) -> String {
        String(format: "%.3f (%.3f %%)", difference.mean, difference.percentOver24)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
