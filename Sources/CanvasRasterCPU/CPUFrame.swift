import CanvasConcurrency

/// A frame's pixels in memory: premultiplied RGBA8, rows from top to bottom without padding.
public final class CPUFrame: FrameContent {
    public let size: PixelSize
    /// Whether every pixel is opaque, so that what lies under the frame need not be looked at.
    let isOpaque: Bool
    let store: PixelStore
    /// The frame halved once, twice and so on, as far as any composition has needed it.
    private let halved = Monitor<[CPUFrame]>([])

    init(size: PixelSize, isOpaque: Bool, store: PixelStore) {
        self.size = size
        self.isOpaque = isOpaque
        self.store = store
    }

    public var byteCount: Int { size.pixelCount * 4 }

    public func readPixels() throws(RenderError) -> PixelBuffer {
        PixelBuffer(size: size, pixels: Array(UnsafeBufferPointer(start: store.pixels, count: size.pixelCount)))
    }

    /// The frame at 1 / 2^`level` of its size, made on first use and kept with the frame.
    func minified(level: Int, make: (CPUFrame) -> CPUFrame) -> CPUFrame {
        if level <= 0 { return self }
        return halved.withLock { levels in
            while levels.count < level { levels.append(make(levels.last ?? self)) }
            return levels[level - 1]
        }
    }
}
