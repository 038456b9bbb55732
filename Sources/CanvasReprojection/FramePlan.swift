import Foundation

/// The frame that serves a stretch of time best: for which camera, and how large.
struct FramePlan {
    /// The camera whose view's centre is the frame's.
    let camera: Camera
    let size: PixelSize

    /// Pixels at each edge that every frame has, whatever is expected.
    private static let leastMargin = 8.0

    /// - Parameters:
    ///   - duration: how long the render will take, in milliseconds.
    ///   - refreshInterval: from one refresh of the display to the next.
    init(
        _ situation: RenderSituation, _ predictor: CameraPredictor, duration: Milliseconds,
        refreshInterval: Milliseconds
    ) {
        // On screen from the end of its render, at the earliest, until the refresh after the next one ends.
        let (first, last) = (duration, 2 * duration + refreshInterval)
        let view = situation.viewSize
        let cameras = [0, 0.33, 0.67, 1].map { part in
            predictor.camera(after: first + (last - first) * part, at: situation.time) ?? situation.camera
        }
        let middle = predictor.camera(after: (first + last) / 2, at: situation.time) ?? situation.camera
        let budget = Double(view.overdrawn(by: PlainPolicy.defaultOverdraw).pixelCount)
        let gain = Self.gain(
            cameras, middle, predictor, budget: budget, view: view, overviewScale: situation.overviewScale)
        let base = (try? middle.zoomed(by: gain, about: .zero)) ?? middle
        let needed = cameras.reduce(Rect<ViewSpace>.empty) { $0.union($1.viewBox(in: base, size: view)) }
        let margin = predictor.overshoot.scaled(by: gain).union(EdgeInsets(all: Self.leastMargin))
        let wanted = Rect<ViewSpace>(
            minX: needed.minX - margin.left, minY: needed.minY - margin.top, maxX: needed.maxX + margin.right,
            maxY: needed.maxY + margin.bottom)
        let least = middle.viewBox(in: base, size: view)
        let rect = Self.reduced(wanted, towards: least, area: budget)
        let step = rect == wanted ? Self.sizeStep : 1
        size = PixelSize(width: Self.side(rect.width, step), height: Self.side(rect.height, step))
        camera = (try? base.panned(by: .zero - Vector(rect.center.x, rect.center.y))) ?? base
    }

    /// Sides go by steps, so that a gesture's frames have a few sizes only, and find their buffers in the pool; but where
    /// a larger frame would be beyond the budget, and so a later one.
    private static let sizeStep = 16.0

    private static func side(_ length: Double, _ step: Double) -> Int { Int((length / step).rounded(.up) * step) }

    /// What a zoom may exceed all expectations by before its frame is enlarged. A larger scale costs coverage, which does not
    /// matter where what lies beyond the frame is as sharp.
    private static let slack = 1.01
    private static let slackOverSharpOverview = 1.05

    /// By how much the frame is to be larger in scale than the view in the middle of its time on screen.
    ///
    /// So much that it is never enlarged. Where that is beyond the budget: if what lies under the frame's edges is as
    /// sharp as the frame, it may leave some of the view to that; if not, a frame that is a little soft is better than
    /// one that does not cover the view.
    private static func gain(
        _ cameras: [Camera], _ middle: Camera, _ predictor: CameraPredictor, budget: Double, view: PixelSize,
        overviewScale: Double
    ) -> Double {
        let highest = cameras.map(\.zoom).max() ?? middle.zoom
        let isOverviewSharp = overviewScale >= highest
        let slack = isOverviewSharp ? Self.slackOverSharpOverview : Self.slack
        let headroom = exp(predictor.zoomOvershoot) * (predictor.isZooming ? slack : 1)
        let wanted = highest / middle.zoom * headroom
        if isOverviewSharp { return min(wanted, AdaptivePolicy.largestGain) }
        let needed = cameras.reduce(Rect<ViewSpace>.empty) { $0.union($1.viewBox(in: middle, size: view)) }
        let affordable = (budget / max(needed.width * needed.height, 1)).squareRoot()
        return min(wanted, max(affordable, AdaptivePolicy.leastGain))
    }

    /// `wanted`, or as much of the way to it from `least` as `area` allows.
    private static func reduced(
        _ wanted: Rect<ViewSpace>, towards least: Rect<ViewSpace>, area: Double
    ) -> Rect<ViewSpace> {
        func mixed(_ t: Double) -> Rect<ViewSpace> {
            Rect(
                minX: least.minX + (wanted.minX - least.minX) * t, minY: least.minY + (wanted.minY - least.minY) * t,
                maxX: least.maxX + (wanted.maxX - least.maxX) * t, maxY: least.maxY + (wanted.maxY - least.maxY) * t)
        }
        if wanted.width * wanted.height <= area { return wanted }
        let excess = (area / (least.width * least.height)).squareRoot()
        if excess < 1 { return Rect(center: least.center, width: least.width * excess, height: least.height * excess) }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<20 {
            let t = (low + high) / 2
            let rect = mixed(t)
            if rect.width * rect.height <= area { low = t } else { high = t }
        }
        return mixed(low)
    }
}
