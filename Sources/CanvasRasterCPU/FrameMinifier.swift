import CanvasConcurrency

extension CPUFrame {
    /// The frame at half its size, rounded up: each pixel the mean of the 2 × 2 that it stands for.
    func halved(pool: PixelPool, workers: Workers) -> CPUFrame {
        let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        let target = pool.take(half.pixelCount)
        let rowsAPiece = 32
        workers.run((half.height + rowsAPiece - 1) / rowsAPiece) { piece, _ in
            for y in piece * rowsAPiece..<min((piece + 1) * rowsAPiece, half.height) {
                self.halveRow(y, into: target.pixels + y * half.width, width: half.width)
            }
        }
        return CPUFrame(size: half, isOpaque: isOpaque, store: target)
    }

    /// Where the frame's size is odd, the last row or column stands for itself alone.
    private func halveRow(_ y: Int, into out: UnsafeMutablePointer<UInt32>, width: Int) {
        let top = store.pixels + 2 * y * size.width
        let bottom = store.pixels + min(2 * y + 1, size.height - 1) * size.width
        PixelKernels.halveRow(out, count: size.width / 2, top, bottom)
        if size.width % 2 == 1 {
            let last = size.width - 1
            out[width - 1] = Bilinear.mean(top[last], top[last], bottom[last], bottom[last])
        }
    }
}
