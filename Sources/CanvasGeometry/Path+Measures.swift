extension Path {
    /// The smallest rectangle around everything the path visits, to rounding; `controlBounds` is the quicker and
    /// looser one.
    ///
    /// A `move` that nothing follows counts with its point; the path without a step is `Rect.empty`.
    public var bounds: Rect<S> {
        var box = Rect<S>.empty
        var next = 0
        for verb in verbs {
            switch verb {
            case .move, .line:
                box = box.union(points[next])
                next += 1
            case .quad:
                box = box.union(QuadraticBezier(points[next - 1], points[next], points[next + 1]).bounds)
                next += 2
            case .close: break
            }
        }
        return box
    }

    /// The length of all segments together, closing lines included, in units of `S`.
    public var length: Double {
        var sum = 0.0
        forEachSegment { (_, segment) throws(Never) in sum += segment.length }
        return sum
    }

    /// The place on the path nearest to `p`; of equally near ones the first. Closing lines belong to the path.
    ///
    /// - Returns: `nil` for a path that draws nothing. A closed sub-path at one point counts as that point, a `move`
    ///   that nothing follows does not count.
    public func nearestPoint(to p: Point<S>) -> PathLocation<S>? {
        var best: PathLocation<S>?
        var (subpath, segment) = (-1, 0)
        forEachSegment { (number, piece) throws(Never) in
            segment = number == subpath ? segment + 1 : 0
            subpath = number
            // The box is cheaper to be far from than the curve; most segments of a long path end here.
            if let best, !(piece.bounds.distance(to: p) < best.distance) { return }
            let near = piece.nearestPoint(to: p)
            if near.distance < best?.distance ?? .infinity {
                best = PathLocation(
                    subpath: number, segment: segment, parameter: near.parameter, point: near.point,
                    distance: near.distance)
            }
        }
        forEachDot { number, point in
            let distance = point.distance(to: p)
            if distance < best?.distance ?? .infinity {
                best = PathLocation(subpath: number, segment: 0, parameter: 0, point: point, distance: distance)
            }
        }
        return best
    }

    /// Calls `body` with the number and place of every sub-path that is a `move` and a `close` and nothing else.
    private func forEachDot(_ body: (Int, Point<S>) -> Void) {
        var (subpath, next) = (-1, 0)
        for (i, verb) in verbs.enumerated() {
            switch verb {
            case .move:
                subpath += 1
                next += 1
                if i + 1 < verbs.count, verbs[i + 1] == .close { body(subpath, points[next - 1]) }
            case .line: next += 1
            case .quad: next += 2
            case .close: break
            }
        }
    }
}

extension Rect {
    /// The distance from `p` to the nearest point of the rectangle; 0 inside, infinite from the empty one.
    @inlinable
    public func distance(to p: Point<S>) -> Double {
        Vector<S>(max(minX - p.x, p.x - maxX, 0), max(minY - p.y, p.y - maxY, 0)).length
    }
}
