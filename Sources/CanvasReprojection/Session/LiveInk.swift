/// Strokes that a pen draws or has just drawn and that no frame on display has yet.
///
/// They are drawn over the frames, by themselves, at every refresh, so that ink is seen at the next one however long a
/// render takes; each goes when a frame that has it is on display.
package struct LiveInk: Sendable {
    /// The stroke under the pen.
    package struct Pen: Sendable {
        var path = Path<ItemSpace>()
        var widths: [Double] = []
        let width: Double
        let paint: Paint

        /// - Parameter width: in canvas units, at a pressure of a half.
        package init(width: Double, paint: Paint) {
            self.width = width.isFinite ? max(width, 0) : 0
            self.paint = paint
        }

        /// The stroke so far; `nil` before it has a point.
        package var item: Item? {
            guard !path.isEmpty else { return nil }
            let style = StrokeStyle(cap: .round, join: .round)
            return (try? Stroke(path, width: .profile(widths), style: style, paint: paint)).map(Item.stroke)
        }
    }

    var pen: Pen?
    /// Strokes that were finished, with the revision of the drawing that has them.
    private(set) var finished: [(item: Item, revision: Int)] = []

    var isEmpty: Bool { pen == nil && finished.isEmpty }

    mutating func finish(_ item: Item, revision: Int) {
        pen = nil
        finished.append((item, revision))
    }

    /// Lets go of all that a frame of this revision shows.
    mutating func drop(shownIn revision: Int) { finished.removeAll { $0.revision <= revision } }

    mutating func removeAll() {
        pen = nil
        finished.removeAll()
    }

    /// What to draw, in order.
    var items: [Item] { finished.map(\.item) + [pen?.item].compactMap { $0 } }
}
