import CanvasRasterCPU
import Testing

/// Short ways to make drawings and pictures.
enum Pictures {
    /// The camera that shows canvas point (x, y) at pixel (x, y) of a frame of `size`, after `transform`.
    static func camera(
        _ size: PixelSize, _ transform: Transform2D<CanvasSpace, CanvasSpace> = .identity
    ) -> Transform2D<CanvasSpace, FrameSpace> {
        transform.concatenating(
            Transform2D<CanvasSpace, FrameSpace>(
                translationX: -Double(size.width) / 2, y: -Double(size.height) / 2))
    }

    static func polygon(_ points: [(Double, Double)]) throws -> Path<ItemSpace> {
        var path = Path<ItemSpace>()
        for (i, p) in points.enumerated() {
            if i == 0 { try path.move(to: Point(p.0, p.1)) } else { try path.line(to: Point(p.0, p.1)) }
        }
        path.close()
        return path
    }

    static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> Path<ItemSpace> {
        try polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    static func fill(_ path: Path<ItemSpace>, _ color: Color = .black, rule: FillRule = .nonzero) throws -> Item {
        .fill(try Fill(path, rule: rule, paint: .solid(color)))
    }

    static func stroke(
        _ path: Path<ItemSpace>, width: Double, _ color: Color = .black, style: StrokeStyle = StrokeStyle()
    ) throws -> Item {
        .stroke(try Stroke(path, width: .uniform(width), style: style, paint: .solid(color)))
    }

    /// Draws `items` at one pixel a unit.
    static func draw(
        _ items: [Item], _ width: Int, _ height: Int, samples: Int = 4, background: Color? = nil,
        transform: Transform2D<CanvasSpace, CanvasSpace> = .identity, threads: Int = 2, tolerance: Double = 0.01
    ) throws -> PixelBuffer {
        let size = PixelSize(width: width, height: height)
        let request = RenderRequest(
            drawing: Drawing(items), transform: camera(size, transform), size: size, samples: samples,
            background: background, tolerance: tolerance)
        return try CPURenderer(threads: threads).render(request).content.readPixels()
    }
}

/// Numbers that are the same in every run (SplitMix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
