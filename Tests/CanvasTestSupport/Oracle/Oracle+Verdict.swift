import CanvasRender

extension Oracle {
    /// How a sample of a renderer compares with what the oracle decides at that point.
    public enum Verdict: Hashable, Sendable {
        /// The colour is the one the items give there.
        case agrees
        /// The colour is another, but the one that the items give if some of them, whose edges pass within the allowed
        /// distance, are decided the other way.
        case withinEdge
        /// The colour cannot be explained: an error.
        case wrong
    }

    /// Judges the colour `pixel` found at a point of pixel (`x`, `y`).
    ///
    /// An item may be decided either way if an edge of it passes within `reach` of the sample.
    ///
    /// - Parameters:
    ///   - position: where in the pixel the sample lies, from its top-left corner, 0…1.
    ///   - reach: how far, in pixels, a renderer's edge may lie from the true one.
    ///   - rounding: by how many levels each blended item may be rounded otherwise than to nearest.
    public func judge(
        _ pixel: Pixel, x: Int, y: Int, at position: Point<PixelSpace>, reach: Double = 0.02, rounding: Double = 1
    ) -> Verdict {
        let s = center(x, y) + (V2(position) - 0.5)
        let near = entries.filter { $0.shape.bounds.outset(reach).contains(s) }
        var certain = Blend(background)
        for entry in near where entry.shape.contains(s) {
            certain.add(entry, entry.shape.strength(at: s, reach: Self.shadingReach), rounding)
        }
        if certain.holds(pixel) { return .agrees }
        var blends = [Blend(background)]
        for entry in near {
            let inside = entry.shape.contains(s)
            let isNearEdge = entry.shape.hasEdge(near: s, within: reach)
            let strength = entry.shape.strength(at: s, reach: Self.shadingReach)
            if isNearEdge, blends.count <= 4096 {
                blends += blends.map {
                    var with = $0
                    with.add(entry, strength, rounding)
                    return with
                }
            } else if inside {
                for i in blends.indices { blends[i].add(entry, strength, rounding) }
            }
        }
        return blends.contains { $0.holds(pixel) } ? .withinEdge : .wrong
    }

    /// What one item covers at a sample: for messages about wrong samples.
    public func coveringItems(x: Int, y: Int, at position: Point<PixelSpace>) -> [Int] {
        let s = center(x, y) + (V2(position) - 0.5)
        return entries.indices.filter { entries[$0].shape.contains(s) }
    }

    /// How far from a sample the strength of a tapering thin stroke may have been taken: a multisampling renderer shades a
    /// pixel once for all its samples, anywhere in it.
    private static let shadingReach = 0.75

    /// The items that would have to be decided otherwise, one or two of them, to give a colour: for messages.
    public func itemsToFlip(
        for pixel: Pixel, x: Int, y: Int, at position: Point<PixelSpace>, rounding: Double = 1
    ) -> [Int]? {
        let s = center(x, y) + (V2(position) - 0.5)
        let inside = entries.map { $0.shape.contains(s) }
        func gives(_ flipped: [Int]) -> Bool {
            var blend = Blend(background)
            for (i, entry) in entries.enumerated() where inside[i] != flipped.contains(i) {
                blend.add(entry, 1...1, rounding)
            }
            return blend.holds(pixel)
        }
        for i in entries.indices where gives([i]) { return [i] }
        for i in entries.indices {
            for j in entries.indices.dropFirst(i + 1) where gives([i, j]) { return [i, j] }
        }
        return nil
    }

    static func rings(_ s: V2, _ reach: Double) -> [V2] {
        ringDirections.map { s + $0 * reach }
    }

    /// Points on rings of 1/4, 1/2, 3/4 and 1, 48 to the outermost.
    private static let ringDirections: [V2] = (1...4).flatMap { ring -> [V2] in
        let count = 12 * ring
        return (0..<count).map { k in
            let angle = Transform2D<FrameSpace, FrameSpace>(rotationAngle: 2 * .pi * (Double(k) + 0.5) / Double(count))
            return V2(angle.a, angle.b) * (Double(ring) / 4)
        }
    }
}

/// A colour after some items, with how far it may have been driven off by rounding and by strengths left open.
private struct Blend {
    var low: SIMD4<Double>
    var high: SIMD4<Double>

    init(_ background: SIMD4<Double>) {
        low = background.rounded(.toNearestOrAwayFromZero)
        high = low
    }

    mutating func add(_ entry: Oracle.Entry, _ strength: ClosedRange<Double>, _ rounding: Double) {
        let weak = mix(entry, strength.lowerBound)
        let strong = mix(entry, strength.upperBound)
        // An opaque cover replaces what was there, errors included.
        let slack = entry.alpha * strength.lowerBound >= 1 ? min(rounding, 0.5) : rounding
        low = pointwiseMin(weak.low, strong.low) - slack
        high = pointwiseMax(weak.high, strong.high) + slack
    }

    private func mix(_ entry: Oracle.Entry, _ share: Double) -> (low: SIMD4<Double>, high: SIMD4<Double>) {
        let (source, rest) = (entry.premultiplied * share, 1 - entry.alpha * share)
        return (source + low * rest, source + high * rest)
    }

    func holds(_ pixel: Pixel) -> Bool {
        let p = Oracle.unpacked(pixel.packed)
        for i in 0..<4 where p[i] < low[i] - 0.5 || p[i] > high[i] + 0.5 { return false }
        return true
    }
}

extension Oracle {
    /// Whether an edge of the item passes within `reach` of a point.
    public func hasEdge(near point: Point<FrameSpace>, within reach: Double, item: Int = 0) -> Bool {
        entries[item].shape.hasEdge(near: V2(point), within: reach)
    }
}

extension Oracle {
    /// Whether an edge of any item, covered by others or not, may pass within `distance` of a pixel's centre: `false` is
    /// certain, `true` may be said of the seam between two parts of one stroke, too.
    public func mayHaveEdge(within distance: Double, ofPixelAt x: Int, _ y: Int) -> Bool {
        let s = center(x, y)
        return entries.contains {
            $0.shape.bounds.outset(distance).contains(s) && $0.shape.uniform(around: s, radius: distance) == nil
        }
    }
}
