/// A finished frame whose pixels may serve another request, with the drawing it shows.
///
/// A hint: a request gives the same picture with it or without. Where it serves, a renderer takes the pixels over, shifted
/// by whole ones, and draws only what came into view and what was edited.
public struct FrameReuse: Sendable {
    public let frame: RenderedFrame
    /// The drawing as the frame shows it.
    public let drawing: Drawing

    /// - Precondition: `drawing` is the one that `frame` was rendered from.
    public init(_ frame: RenderedFrame, of drawing: Drawing) {
        precondition(frame.contentStamp == drawing.stamp, "a frame is of the drawing it was rendered from")
        self.frame = frame
        self.drawing = drawing
    }
}

/// What of an earlier frame serves a request, and what has to be drawn.
public struct ReusePlan: Hashable, Sendable {
    /// Where the earlier frame's pixel (0, 0) comes to lie.
    public let shiftX: Int32
    public let shiftY: Int32
    /// The pixels of the new frame that are taken over, but for those in `edited`.
    public let kept: PixelRect
    /// The pixels that the earlier frame does not have. No two rectangles of `exposed` and `edited` overlap.
    public let exposed: [PixelRect]
    /// The pixels within `kept` that edits may have changed.
    public let edited: [PixelRect]
    /// If all that was edited is that these items came on top: with no more than them drawn over `edited`, the earlier
    /// frame's pixels are the new one's.
    public let added: [Item]?

    /// Whether the earlier frame is the same view of the canvas, so that only edits are to be drawn.
    public let isSameView: Bool

    /// All pixels to draw.
    public var redrawn: [PixelRect] { exposed + edited }

    /// How many pixels are to be drawn.
    public var redrawnArea: Int { redrawn.reduce(0) { $0 + $1.area } }

    /// The most of a frame that may have to be drawn for the rest to be worth taking over.
    private static let mostRedrawn = 0.6
    /// The most separate places that an edit is drawn in.
    private static let mostPlaces = 6
    /// Pixels around an edited item that may change with it: antialiasing, and thin strokes drawn one pixel wide.
    private static let reach = 2.0
}

extension RenderRequest {
    /// What `reuse` saves: `nil` where it saves nothing, because its frame is of another kind, camera or place.
    public func reusePlan() -> ReusePlan? {
        guard let reuse, reuse.frame.isOfKind(self) else { return nil }
        let old = reuse.frame.transform.concatenating(reuse.frame.size.centerToTopLeft(from: FrameSpace.self))
        let new = transform.concatenating(size.centerToTopLeft(from: FrameSpace.self))
        guard old.a == new.a, old.b == new.b, old.c == new.c, old.d == new.d else { return nil }
        guard let x = ReusePlan.shift(old.tx, new.tx), let y = ReusePlan.shift(old.ty, new.ty) else { return nil }
        let added = drawing.itemsAdded(to: reuse.drawing)
        guard let areas = added?.map(\.bounds) ?? drawing.changedAreas(since: reuse.drawing) else { return nil }
        return ReusePlan(
            shiftX: x, shiftY: y, from: reuse.frame.size, to: size, changed: areas.map { $0.applying(new) },
            added: added)
    }
}

extension ReusePlan {
    /// The whole pixels between two positions, if there is nothing but whole pixels between them.
    static func shift(_ old: Double, _ new: Double) -> Int32? {
        let (wholeOld, wholeNew) = (old.rounded(.down), new.rounded(.down))
        guard old - wholeOld == new - wholeNew, abs(wholeNew - wholeOld) < 65536 else { return nil }
        return Int32(wholeNew - wholeOld)
    }

    /// - Parameters:
    ///   - changed: boxes around what was edited, in pixels of the new frame.
    ///   - added: what was edited, if it is only that items came on top.
    init?(
        shiftX: Int32, shiftY: Int32, from old: PixelSize, to new: PixelSize, changed: [Rect<PixelSpace>],
        added: [Item]?
    ) {
        let frame = PixelRect(new)
        let kept = PixelRect(old).offset(x: shiftX, y: shiftY).intersection(frame)
        guard !kept.isEmpty else { return nil }
        let strips = [
            PixelRect(minX: 0, minY: 0, maxX: frame.maxX, maxY: kept.minY),
            PixelRect(minX: 0, minY: kept.minY, maxX: kept.minX, maxY: kept.maxY),
            PixelRect(minX: kept.maxX, minY: kept.minY, maxX: frame.maxX, maxY: kept.maxY),
            PixelRect(minX: 0, minY: kept.maxY, maxX: frame.maxX, maxY: frame.maxY),
        ]
        self.shiftX = shiftX
        self.shiftY = shiftY
        self.kept = kept
        isSameView = shiftX == 0 && shiftY == 0 && old == new
        exposed = strips.filter { !$0.isEmpty }
        edited = Self.places(changed, within: kept)
        self.added = added
        if Double(redrawnArea) > Self.mostRedrawn * Double(new.pixelCount) { return nil }
    }

    /// Rectangles that do not overlap around all the boxes, as far as these lie in `area`.
    private static func places(_ boxes: [Rect<PixelSpace>], within area: PixelRect) -> [PixelRect] {
        var places: [PixelRect] = []
        for box in boxes {
            var place = pixels(of: box).intersection(area)
            if place.isEmpty { continue }
            while let other = places.firstIndex(where: { !$0.intersection(place).isEmpty }) {
                place = place.union(places.remove(at: other))
            }
            places.append(place)
            if places.count > mostPlaces { places = [places.reduce(places[0]) { $0.union($1) }] }
        }
        return places
    }

    /// The pixels that a box may change; all there are for a box without a finite place.
    private static func pixels(of box: Rect<PixelSpace>) -> PixelRect {
        func whole(_ v: Double, or limit: Int32) -> Int32 { v.isNaN ? limit : Int32(min(max(v, -1e9), 1e9)) }
        return PixelRect(
            minX: whole((box.minX - reach).rounded(.down), or: .min),
            minY: whole((box.minY - reach).rounded(.down), or: .min),
            maxX: whole((box.maxX + reach).rounded(.up), or: .max),
            maxY: whole((box.maxY + reach).rounded(.up), or: .max))
    }
}
