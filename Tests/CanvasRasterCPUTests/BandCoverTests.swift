import CanvasRasterCPU
import Testing

@Suite("Opaque covers")
struct BandCoverTests {
    private static let size = PixelSize(width: 200, height: 150)

    /// Opaque shapes about as large as the frame or several times as large, that cover it, or all but a corner, or have
    /// it in a hole; strokes and specks below and above.
    private func drawing(_ seed: UInt64) throws -> [Item] {
        var random = Seeded(state: seed)
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        var items: [Item] = []
        for _ in 0..<12 {
            items += try FrameTests.scatter(20, seed: random.next())
            let (x, y) = (number(-100...300), number(-100...250))
            let reach = number(80...700)
            var path = Path<ItemSpace>()
            func spot(_ i: Int, of n: Int, _ share: Double) -> Point<ItemSpace> {
                let quarter = Transform2D<ItemSpace, ItemSpace>(rotationAngle: 2 * .pi * Double(i) / Double(n))
                return Point<ItemSpace>(reach * share * number(0.6...1), 0).applying(quarter) + Vector(x, y)
            }
            for ring in 0..<Int.random(in: 1...2, using: &random) {
                let n = Int.random(in: 3...7, using: &random)
                let share = ring == 0 ? 1.0 : number(0.1...0.9)
                try path.move(to: spot(0, of: n, share))
                for i in 1..<n {
                    if Bool.random(using: &random) {
                        try path.line(to: spot(i, of: n, share))
                    } else {
                        try path.quad(spot(2 * i - 1, of: 2 * n, share * 1.2), to: spot(i, of: n, share))
                    }
                }
                path.close()
            }
            let color = Color(
                red: Float(number(0...1)), green: Float(number(0...1)), blue: Float(number(0...1)), alpha: 1)
            switch Int.random(in: 0...2, using: &random) {
            case 0: items.append(try Pictures.stroke(path, width: number(60...400), color, style: .round))
            case 1: items.append(try Pictures.fill(path, color, rule: .evenOdd))
            default: items.append(try Pictures.fill(path, color))
            }
        }
        return items
    }

    /// A frame much wider than any of the shapes shows the same pixels, and nothing covers its rows.
    @Test(
        "what lies under an opaque cover is left out, and the bytes stay the same", arguments: 0..<120 as Range<UInt64>)
    func bytes(seed: UInt64) throws {
        let items = Drawing(try drawing(seed))
        let wide = PixelSize(width: Self.size.width + 4000, height: Self.size.height)
        let camera = Pictures.camera(Self.size)
        let renderer = CPURenderer(threads: 2)
        for samples in [0, 4] {
            func picture(_ size: PixelSize) throws -> PixelBuffer {
                let request = RenderRequest(
                    drawing: items, transform: camera, size: size, samples: samples, background: .white)
                return try renderer.render(request).content.readPixels()
            }
            let (narrow, whole) = (try picture(Self.size), try picture(wide))
            for y in 0..<Self.size.height {
                let row = y * wide.width + 2000
                #expect(
                    narrow.pixels[y * Self.size.width..<(y + 1) * Self.size.width].elementsEqual(
                        whole.pixels[row..<row + Self.size.width]))
            }
        }
    }
}
