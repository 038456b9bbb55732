import Foundation

/// One line of `frames.jsonl`: what one refresh of the display showed.
///
/// Times are in milliseconds from the start of the replay. Matrices are `[a, b, c, d, tx, ty]` with
/// `x' = a x + c y + tx`, `y' = b x + d y + ty`, y down, in pixels from the view's centre (or the frame's).
public struct FrameRecord: Hashable, Sendable, Codable {
    /// The refresh's number, from 0.
    public var n: Int
    /// When the composition was made.
    public var t: Double
    /// When it is on screen: the next refresh.
    public var presented: Double
    /// The view's width and height in pixels.
    public var view: [Int]
    /// The camera of the composition: canvas to view.
    public var current: [Double]
    /// The camera the shown frame was rendered with: canvas to frame.
    public var rendered: [Double]
    /// `rendered⁻¹ · current`: frame to view.
    public var delta: [Double]
    /// The camera that the input, linearly interpolated, asks for when the composition is on screen.
    public var wanted: [Double]
    /// The time of the last input taken in; before the first, 0.
    public var inputT: Double
    /// Whether the composition differs from the one before.
    public var new: Bool
    /// Whether it should: input arrived that changes the picture, or a frame was finished.
    public var expected: Bool
    /// The id of the frame shown.
    public var frame: Int
    /// How long before it is on screen the frame was last right: when its render began or, if that is later, when a
    /// composition last showed it unmoved with the latest content. 0 where this one does.
    public var frameAge: Double
    /// Samples a pixel of the frame shown.
    public var samples: Int
    /// Whether a gesture is under way.
    public var gesture: Bool
    /// Whether the frame shows the latest content.
    public var latest: Bool
    /// Pixels of the view that the frame covers; 0 where the picture of the whole drawing stands in for it, being sharper.
    /// Then the frame still gives `frame`, `rendered`, `delta`, `samples` and `frameAge`: it is the newest there is.
    public var coveredPixels: Int
    /// Pixels of the view, inside the drawing's bounds, that nothing covers.
    public var blankPixels: Int
    /// Pixels of the view that this frame does not cover, but one that was on display before, or the picture of the whole
    /// drawing where it is as sharp as the view.
    public var backingPixels: Int
    /// σmax of such frames' deltas, of several the geometric mean by pixels; 1 where there are none.
    public var backingScale: Double
    /// Pixels of the view that only the picture of the whole drawing covers, sharp or not.
    public var overviewPixels: Int
    /// Pixels of the view that only the overview covers, and more coarsely than the view.
    public var fallbackPixels: Int
    /// σmax of the overview's delta; 1 where there is none.
    public var fallbackScale: Double
    /// At swaps: mean absolute difference of the new and the old frame under this composition's camera, 0…255.
    public var swapPop: Double?
    /// Whether the composition was done by its refresh.
    public var onTime: Bool
    /// How late it was, in milliseconds, if it was.
    public var late: Double?
    /// Against a synchronous render of the same camera, in dB over RGB; 100 where equal.
    public var psnr: Double?
    /// The same by structural similarity of luma.
    public var ssim: Double?
    /// Pixels with a channel off by more than 24, as a percentage of the view's.
    public var wrongPercent: Double?
    /// The same among the pixels the frame covers.
    public var wrongCoveredPercent: Double?

    /// A refresh that shows `frame` as it was rendered, covering the whole view, with nothing else to say.
    public init(n: Int, t: Double, presented: Double, view: PixelSize, frame: Int, samples: Int) {
        self.n = n
        self.t = t
        self.presented = presented
        self.view = [view.width, view.height]
        let identity: [Double] = [1, 0, 0, 1, 0, 0]
        (current, rendered, delta, wanted) = (identity, identity, identity, identity)
        (inputT, frameAge, fallbackScale) = (0, 0, 1)
        (new, expected, gesture, latest, onTime) = (false, false, false, true, true)
        self.frame = frame
        self.samples = samples
        coveredPixels = view.pixelCount
        (blankPixels, fallbackPixels, backingPixels, backingScale) = (0, 0, 0, 1)
        overviewPixels = 0
    }

    /// The line, without its newline.
    public var jsonLine: String {
        var json = JSONText()
        json.add("n", n)
        json.add("t", t)
        json.add("presented", presented)
        json.add("view", view.map(Double.init))
        json.add("current", current)
        json.add("rendered", rendered)
        json.add("delta", delta)
        json.add("wanted", wanted)
        json.add("inputT", inputT)
        json.add("new", new)
        json.add("expected", expected)
        json.add("frame", frame)
        json.add("frameAge", frameAge)
        json.add("samples", samples)
        json.add("gesture", gesture)
        json.add("latest", latest)
        json.add("coveredPixels", coveredPixels)
        json.add("blankPixels", blankPixels)
        json.add("backingPixels", backingPixels)
        json.add("backingScale", backingScale)
        json.add("overviewPixels", overviewPixels)
        json.add("fallbackPixels", fallbackPixels)
        json.add("fallbackScale", fallbackScale)
        json.addIfPresent("swapPop", swapPop)
        json.add("onTime", onTime)
        json.addIfPresent("late", late)
        json.addIfPresent("psnr", psnr)
        json.addIfPresent("ssim", ssim)
        json.addIfPresent("wrongPercent", wrongPercent)
        json.addIfPresent("wrongCoveredPercent", wrongCoveredPercent)
        return json.text
    }
}

extension Transform2D {
    /// `[a, b, c, d, tx, ty]`, as the logs have it.
    public var entries: [Double] { [a, b, c, d, tx, ty] }

    /// The transform of six entries; `nil` for another number of them.
    public init?(entries e: [Double]) {
        guard e.count == 6 else { return nil }
        self.init(a: e[0], b: e[1], c: e[2], d: e[3], tx: e[4], ty: e[5])
    }
}
