/// Frames that were on display before, kept because they still reach where the newest one does not.
///
/// They lie under the frame on display and over the overview. Only a few are kept: those that together cover most of what
/// lies in and around the view.
struct BackingFrames: Sendable {
    /// From the uppermost to the lowest.
    private(set) var frames: [ReprojectionEngine.FinishedFrame] = []

    /// Bytes that the frames hold.
    var byteCount: Int { frames.reduce(0) { $0 + $1.frame.content.byteCount } }

    mutating func removeAll() { frames.removeAll() }

    /// Keeps what is worth it, `old` included.
    ///
    /// - Parameters:
    ///   - old: the frame that just left the display.
    ///   - front: the one that took its place.
    ///   - leastScale: frame pixels a canvas unit below which the overview is as sharp.
    ///   - most: how many frames may be kept.
    ///   - bytes: how many bytes they may hold together.
    mutating func keep(
        _ old: ReprojectionEngine.FinishedFrame?, under front: ReprojectionEngine.FinishedFrame, camera: Camera,
        viewSize: PixelSize, leastScale: Double, most: Int, bytes: Int
    ) {
        if let old { frames.insert(old, at: 0) }
        frames.removeAll { frame in
            frame.target.contentStamp != front.target.contentStamp || frame.target.scale < leastScale
        }
        guard !frames.isEmpty else { return }
        // Points in and around the view, and which of them are not covered yet.
        var open = Self.probes(around: viewSize)
        remove(&open, coveredBy: front, camera)
        var kept: [(order: Int, frame: ReprojectionEngine.FinishedFrame)] = []
        var candidates = Array(frames.enumerated())
        var left = bytes
        while kept.count < most, !open.isEmpty, !candidates.isEmpty {
            let gains = candidates.map { gain(of: $0.element, open, camera) }
            guard let best = gains.indices.max(by: { gains[$0] < gains[$1] }), gains[best] > 0 else { break }
            left -= candidates[best].element.frame.content.byteCount
            if left < 0 { break }
            remove(&open, coveredBy: candidates[best].element, camera)
            kept.append((candidates[best].offset, candidates[best].element))
            candidates.remove(at: best)
        }
        // What is sharper lies above; of equals, the newer.
        frames = kept.sorted {
            ($0.frame.target.scale, -$0.order) > ($1.frame.target.scale, -$1.order)
        }.map(\.frame)
    }

    private static let columns = 24
    private static let rows = 18

    /// Points evenly over twice the view, each way.
    private static func probes(around view: PixelSize) -> [Point<ViewSpace>] {
        let (w, h) = (Double(view.width), Double(view.height))
        return (0..<rows).flatMap { row in
            (0..<columns).map { column in
                Point(
                    ((Double(column) + 0.5) / Double(columns) - 0.5) * 2 * w,
                    ((Double(row) + 0.5) / Double(rows) - 0.5) * 2 * h)
            }
        }
    }

    private func inside(
        _ frame: ReprojectionEngine.FinishedFrame, _ camera: Camera
    ) -> ((Point<ViewSpace>) -> Bool)? {
        guard let back = try? Transform2D.delta(rendered: frame.frame.transform, current: camera.transform).inverted()
        else { return nil }
        return { frame.frame.coverage.contains($0.applying(back)) }
    }

    private func remove(
        _ open: inout [Point<ViewSpace>], coveredBy frame: ReprojectionEngine.FinishedFrame, _ camera: Camera
    ) {
        guard let inside = inside(frame, camera) else { return }
        open.removeAll(where: inside)
    }

    /// How many points a frame covers.
    private func gain(
        of frame: ReprojectionEngine.FinishedFrame, _ open: [Point<ViewSpace>], _ camera: Camera
    ) -> Int {
        guard let inside = inside(frame, camera) else { return 0 }
        return open.count(where: inside)
    }
}
