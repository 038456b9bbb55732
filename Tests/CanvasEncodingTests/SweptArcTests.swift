import CanvasEncoding
import CanvasTestSupport
import Foundation
import Testing

@Suite("Arcs that a round pen draws")
struct SweptArcTests {
    @Test("parts of an arc lie on its circle, one after the other, of equal turn")
    func parts() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<200 {
            let start = Point<CanvasSpace>(random.uniform(-9...9), random.uniform(-9...9))
            let end = Point<CanvasSpace>(random.uniform(-9...9), random.uniform(-9...9))
            let chord = end - start
            let bend = random.uniform(-1...1) / chord.length
            guard abs(bend) * chord.length > 0.01 else { continue }
            let arc = SweptArc(start: start, end: end, bend: bend, startRadius: 2, endRadius: 2)
            // On the chord's bisector, at y = 1 / (2 b).
            let centre = start + chord / 2 + chord.perpendicular / chord.length / (2 * bend)
            let radius = (start - centre).length
            var parts: [SweptArc] = []
            arc.forEachPart(of: 5) { parts.append($0) }
            #expect(parts.count == 5 && parts[0].start == start && parts[4].end == end)
            for (part, next) in zip(parts, parts.dropFirst()) { #expect(part.end == next.start) }
            for part in parts {
                #expect(abs((part.end - centre).length - radius) < 1e-9 * radius)
                #expect(abs((part.end - part.start).length - (parts[0].end - parts[0].start).length) < 1e-9 * radius)
                // Its own circle is the whole one's.
                let way = part.end - part.start
                let own = part.start + way / 2 + way.perpendicular / way.length / (2 * part.bend)
                #expect((own - centre).length < 1e-6 * radius)
            }
        }
    }

    @Test("parts of a tapering line share its length and its taper")
    func taper() {
        let line = SweptArc(start: Point(1, 2), end: Point(9, 2), bend: 0, startRadius: 1, endRadius: 3)
        var parts: [SweptArc] = []
        line.forEachPart(of: 4) { parts.append($0) }
        #expect(parts.map(\.end) == [Point(3, 2), Point(5, 2), Point(7, 2), Point(9, 2)])
        #expect(parts.map(\.startRadius) == [1, 1.5, 2, 2.5] && parts.map(\.endRadius) == [1.5, 2, 2.5, 3])
        #expect(parts.allSatisfy { $0.bend == 0 })
    }

    @Test("a circle of eight quadratics is few arcs; strokes that are no unions of discs are told")
    func expansion() throws {
        var circle = Path<ItemSpace>()
        try circle.move(to: Point(100, 0))
        for i in 0..<8 {
            let a = Double(i) * Double.pi / 4
            let b = a + Double.pi / 4
            let reach = 100 / cos(Double.pi / 8)
            try circle.quad(
                Point(reach * cos((a + b) / 2), reach * sin((a + b) / 2)), to: Point(100 * cos(b), 100 * sin(b)))
        }
        func arcs(
            _ style: StrokeStyle, _ transform: Transform2D<ItemSpace, CanvasSpace> = .identity
        ) throws -> [SweptArc]? {
            var expander = SweptArcExpander(tolerance: 1)
            var arcs: [SweptArc] = []
            let stroke = try Stroke(
                circle, width: .uniform(4), style: style, paint: .solid(.black), transform: transform)
            return expander.expand(stroke, into: &arcs) ? arcs : nil
        }
        let round = try #require(try arcs(StrokeStyle(cap: .round, join: .round)))
        // No arc turns by more than a quarter; the true circle departs from the quadratics by less than the tolerance.
        #expect((4...6).contains(round.count), "\(round.count)")
        #expect(round.allSatisfy { abs(abs($0.bend) * ($0.end - $0.start).length) <= 1.000001 })
        #expect(try arcs(StrokeStyle(cap: .butt, join: .round)) == nil)
        #expect(try arcs(StrokeStyle(cap: .round, join: .miter)) == nil)
        let stretch = Transform2D<ItemSpace, CanvasSpace>(scaleX: 2, y: 1)
        #expect(try arcs(StrokeStyle(cap: .round, join: .round), stretch) == nil)
    }
}
