import CGLES

/// Textures that hold frames, kept for the next ones.
///
/// The frames of a gesture are of many sizes, none much larger than the view. A texture is made with room to spare, so that
/// after the first frames of a gesture nothing is allocated any more.
final class TexturePool {
    private let context: GLContext
    private var free: [FrameTexture] = []
    /// How many free textures are kept, and of how many bytes together.
    private static let capacity = 8
    private static let byteLimit = 128 << 20

    init(_ context: GLContext) { self.context = context }

    /// A texture with room for a frame of that size; what it holds is undefined.
    ///
    /// - Parameter isExact: whether it is to have no room to spare: for pictures of a size that stays, which are cleared as a
    ///   whole.
    func take(_ size: PixelSize, isExact: Bool = false) -> FrameTexture {
        let serving = free.indices.filter {
            isExact ? size == free[$0].capacity : size.isServed(by: free[$0].capacity)
        }
        if let best = serving.min(by: { free[$0].byteCount < free[$1].byteCount }) {
            let texture = free.remove(at: best)
            texture.reuse(as: size)
            context.counters.addReuse()
            context.counters.addFree(bytes: -texture.byteCount)
            return texture
        }
        context.counters.addAllocation()
        let capacity = isExact ? size : size.roomy(limit: context.limits.maximumSize)
        return FrameTexture(size, capacity: capacity, context)
    }

    /// Lets go of all, for when memory is short.
    func removeAll() { while !free.isEmpty { dropOldest() } }

    /// Takes a texture back.
    func give(_ texture: FrameTexture) {
        free.append(texture)
        context.counters.addFree(bytes: texture.byteCount)
        while free.count > Self.capacity || free.reduce(0, { $0 + $1.byteCount }) > Self.byteLimit { dropOldest() }
    }

    private func dropOldest() { context.counters.addFree(bytes: -free.removeFirst().byteCount) }
}

extension PixelSize {
    /// Whether a picture of this size has room in a buffer of that one, and does not leave most of it idle.
    func isServed(by buffer: PixelSize) -> Bool {
        width <= buffer.width && height <= buffer.height
            && buffer.pixelCount <= 2 * roomy(limit: .max).pixelCount
    }

    /// The size of a buffer for pictures of about this size: a gesture's are up to a fifth wider or higher than those at rest.
    ///
    /// - Parameter limit: the device's, a side; the buffer is as large as the picture at least.
    func roomy(limit: Int) -> PixelSize {
        func side(_ length: Int, _ more: Int) -> Int {
            let steps = (length + length / 8 + Self.step - 1) / Self.step
            return max(min(steps * Self.step + more, limit), length)
        }
        // Rows a power of two apart would share the same few places of a processor's cache.
        return PixelSize(width: side(width, 16), height: side(height, 0))
    }

    private static let step = 256
}
