import Pantograph

/// What strokes outside the view cost: the same view with all of the drawing's other items, and with one in ten of them.
struct OutsideBench {
    let visible: Int
    /// Items outside the view, in the two drawings.
    let few: Int
    let many: Int
    let fewTime: Timing
    let manyTime: Timing

    /// How many times as long a frame takes with ten times as many strokes outside.
    var ratio: Double { manyTime.median / fewTime.median }

    /// - Returns: `nil` for a drawing with too little outside view b to thin out.
    init?(_ drawing: Drawing, rounds: Int, threads: Int?) throws {
        let camera = try BenchView.camera(.b, of: drawing)
        let view: Rect<ViewSpace> = BenchView.size.centeredRect()
        let shown = view.outset(by: 8).applying(try camera.transform.inverted())
        var (visible, outside) = (0, 0)
        var thinned: [Item] = []
        for item in drawing.items {
            if shown.intersects(item.bounds) {
                visible += 1
                thinned.append(item)
            } else {
                if outside % 10 == 0 { thinned.append(item) }
                outside += 1
            }
        }
        guard visible > 0, outside >= 1000 else { return nil }
        let sparse = Drawing(thinned, page: drawing.page)
        (self.visible, few, many) = (visible, thinned.count - visible, outside)
        let jobs = [sparse, drawing].map { drawing in
            let renderer = TimedRenderer(renderer: CPURenderer(threads: threads))
            let request = BenchView.request(drawing, camera.frameTransform, samples: 4)
            return { () throws -> Double in try renderer.render(request).milliseconds }
        }
        let timings = try Timing.interleaved(rounds: 3 * rounds, jobs)
        (fewTime, manyTime) = (timings[0], timings[1])
    }
}
