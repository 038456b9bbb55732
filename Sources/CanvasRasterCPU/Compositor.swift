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
        let rowsAPiece = 16
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
        // What lies under a layer that hides the whole row is not drawn at all.
        var isClear = false
        var visible = layers[...]
        if let hiding = layers.lastIndex(where: { $0.opaqueColumns(row: y, width: width).count == width }) {
            visible = layers[hiding...]
        } else {
            out.update(repeating: background, count: width)
            isClear = background == 0
        }
        for layer in visible {
            layer.draw(row: y, onto: out, width: width, replaces: isClear)
            isClear = false
        }
    }
}
