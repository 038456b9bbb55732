import CanvasConcurrency

/// Shows frames re-projected: layers from below upwards, each row by itself, so that the number of threads changes
/// nothing.
struct Compositor {
    let pool: PixelPool
    let workers: Workers

    /// Draws a composition.
    ///
    /// - Throws: `RenderError.foreignFrame` if a layer's frame is not one of the CPU renderer's,
    ///   `RenderError.tooLarge` or `.invalidRequest` for a size that cannot be.
    func compose(_ composition: Composition) throws(RenderError) -> CPUFrame {
        let size = composition.size
        try CPURenderer.check(size)
        var layers: [LayerSampler] = []
        for layer in composition.layers {
            guard let frame = layer.frame.content as? CPUFrame else { throw .foreignFrame }
            let sampler = LayerSampler(
                frame, coverage: layer.frame.coverage, delta: layer.delta, viewSize: size,
                minify: { frame, level in
                    frame.minified(level: level) { $0.halved(pool: pool, workers: workers) }
                })
            if let sampler { layers.append(sampler) }
        }
        let background = composition.background.map { Pixel($0).packed } ?? 0
        let target = pool.take(size.pixelCount)
        let rowsAPiece = 32
        workers.run((size.height + rowsAPiece - 1) / rowsAPiece) { [layers] piece, _ in
            for y in piece * rowsAPiece..<min((piece + 1) * rowsAPiece, size.height) {
                Self.draw(layers, background, row: y, onto: target.pixels + y * size.width, width: size.width)
            }
        }
        return CPUFrame(size: size, isOpaque: background >> 24 == 255, store: target)
    }

    private static func draw(
        _ layers: [LayerSampler], _ background: UInt32, row y: Int, onto out: UnsafeMutablePointer<UInt32>, width: Int
    ) {
        withUnsafeTemporaryAllocation(of: LayerSampler.Span.self, capacity: layers.count) { spans in
            // What lies under a layer that hides the whole row is not drawn at all.
            var lowest = 0
            for (i, layer) in layers.enumerated() {
                spans[i] = layer.span(row: y, width: width)
                if layer.frame.isOpaque, spans[i].isWhole(width) { lowest = i }
            }
            // Nor is what the lowest layer will store without looking at it.
            var stored = 0..<0
            if lowest < layers.count, background == 0 || layers[lowest].frame.isOpaque { stored = spans[lowest].inner }
            out.update(repeating: background, count: stored.lowerBound)
            (out + stored.upperBound).update(repeating: background, count: width - stored.upperBound)
            for i in lowest..<layers.count {
                layers[i].draw(row: y, spans[i], onto: out, replaces: background == 0 && i == lowest)
            }
        }
    }
}
