/// A part of a frame that is drawn by itself, because a multisampled target for all of it would take too much memory.
struct FrameTile {
    /// Which pixels of the frame.
    let area: PixelRect
    /// Those of them that are drawn.
    let windows: [PixelRect]
    /// The size of the target, the same for all parts.
    let targetSize: PixelSize

    /// A frame in bands, each of so many pixels at most, but of one row at least; `nil` for all of it in one.
    static func bands(of size: PixelSize, windows: [PixelRect], pixels: Int?) -> [FrameTile] {
        var count = 1
        if let pixels, size.pixelCount > pixels {
            let rows = max(pixels / size.width, 1)
            count = (size.height + rows - 1) / rows
        }
        let rows = (size.height + count - 1) / count
        return (0..<count).compactMap { i in
            let area = PixelRect(
                minX: 0, minY: Int32(rows * i), maxX: Int32(size.width), maxY: Int32(min(rows * (i + 1), size.height)))
            let inside = windows.map { $0.intersection(area) }.filter { !$0.isEmpty }
            if inside.isEmpty { return nil }
            return FrameTile(
                area: area, windows: inside, targetSize: PixelSize(width: size.width, height: rows))
        }
    }
}
