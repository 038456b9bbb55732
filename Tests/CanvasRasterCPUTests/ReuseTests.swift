import CanvasRasterCPU
import CanvasTestSupport
import Testing

@Suite("Pixels taken over from an earlier frame")
struct ReuseTests {
    private static let size = PixelSize(width: 260, height: 190)

    /// A view of a random scene that is panned by whole pixels and edited.
    private struct Scene {
        var random: SplitMix64
        var drawing: Drawing
        var samples: Int
        var background: Color?
        var transform: Transform2D<CanvasSpace, FrameSpace>

        init(seed: Int) {
            random = SplitMix64(seed: UInt64(seed) &+ 77)
            drawing = RandomScene(seed: UInt64(seed)).drawing(items: 40)
            samples = seed % 3 == 0 ? 0 : 4
            background = seed % 5 == 0 ? nil : .white
            transform = Transform2D(rotationAngle: seed % 4 == 0 ? 0 : random.uniform(-3...3))
                .scaledBy(x: random.uniform(0.3...3), y: random.uniform(0.3...3))
            // Multiples of 1/1024, to which whole pixels add exactly.
            transform.tx = (random.uniform(-80...80) * 1024).rounded() / 1024
            transform.ty = (random.uniform(-80...80) * 1024).rounded() / 1024
        }

        func request(_ size: PixelSize) -> RenderRequest {
            RenderRequest(
                drawing: drawing, transform: transform, size: size, samples: samples, background: background)
        }

        mutating func pan() {
            transform.tx += Double(random.integer(-30...30))
            transform.ty += Double(random.integer(-30...30))
        }

        mutating func edit(_ seed: Int) throws {
            let other = RandomScene(seed: UInt64(seed), reach: 90).drawing(items: 1)[0]
            let i = random.integer(0...drawing.count - 1)
            switch random.integer(0...5) {
            case 0: try drawing.remove(at: i)
            case 1, 2: drawing.append(other)
            case 3: try drawing.insert(other, at: i)
            case 4:
                let item = drawing[i]
                try drawing.remove(at: i)
                try drawing.insert(item, at: drawing.count / 2)
            default: try drawing.replace(at: i, with: other)
            }
        }
    }

    @Test("after pans and edits, one on the other, a frame has the bytes of one drawn as a whole")
    func equal() throws {
        let renderer = CPURenderer(threads: 2)
        let plain = CPURenderer(threads: 1)
        var reused = 0
        for seed in 0..<(runsLongTests ? 2000 : 40) {
            var scene = Scene(seed: seed)
            var shown = FrameReuse(try renderer.render(scene.request(Self.size)), of: scene.drawing)
            for step in 0..<8 {
                if step % 2 == 0 { scene.pan() }
                if step % 3 != 0 { try scene.edit(seed * 100 + step) }
                let size = step == 4 ? PixelSize(width: 300, height: 150) : Self.size
                var request = scene.request(size)
                let whole = try plain.render(request).content.readPixels()
                request.reuse = shown
                let frame = try renderer.render(request)
                #expect(try frame.content.readPixels() == whole, "scene \(seed), step \(step)")
                if frame.drawnPixelCount < size.pixelCount { reused += 1 }
                shown = FrameReuse(frame, of: scene.drawing)
            }
        }
        #expect(reused > (runsLongTests ? 8000 : 160))
    }

    @Test("a pan draws the strips that came into view, and no more")
    func strips() throws {
        let renderer = CPURenderer(threads: 2)
        let scene = Scene(seed: 1)
        var request = scene.request(Self.size)
        let first = try renderer.render(request)
        #expect(first.drawnPixelCount == Self.size.pixelCount)
        request.reuse = FrameReuse(first, of: scene.drawing)
        #expect(try renderer.render(request).drawnPixelCount == 0)
        request.transform.tx += 20
        request.transform.ty -= 7
        #expect(try renderer.render(request).drawnPixelCount == 20 * (190 - 7) + 7 * 260)
    }

    @Test("an edit draws the box around the item")
    func box() throws {
        let items = try (0..<50).map { i in
            try Pictures.fill(Pictures.rectangle(Double(i % 10) * 20, Double(i / 10) * 20, 15, 15))
        }
        var drawing = Drawing(items)
        let renderer = CPURenderer(threads: 2)
        var request = RenderRequest(drawing: drawing, transform: Pictures.camera(Self.size), size: Self.size)
        let first = try renderer.render(request)
        try drawing.remove(at: 25)
        request.reuse = FrameReuse(first, of: request.drawing)
        request.drawing = drawing
        // 15 units, and two pixels on each side.
        #expect(try renderer.render(request).drawnPixelCount == 19 * 19)
    }

    @Test("nothing is taken over from a frame of another kind, scale, rotation or fraction of a pixel")
    func others() throws {
        let renderer = CPURenderer(threads: 2)
        let scene = Scene(seed: 2)
        let base = scene.request(Self.size)
        let reuse = FrameReuse(try renderer.render(base), of: scene.drawing)
        let changes: [(inout RenderRequest) -> Void] = [
            { $0.samples = 0 }, { $0.tolerance = 0.05 }, { $0.background = .black }, { $0.transform.tx += 0.5 },
            { $0.transform.a *= 1.001 }, { $0.transform.tx += 1000 }, { $0.transform.ty += 150 },
        ]
        for change in changes {
            var request = base
            request.reuse = reuse
            change(&request)
            #expect(request.reusePlan() == nil)
            #expect(try renderer.render(request).drawnPixelCount == Self.size.pixelCount)
        }
    }

    @Test("an item too large to be kept is drawn as in a whole frame")
    func largeItems() throws {
        // At this zoom the stroke is a million pixels long.
        var path = Path<ItemSpace>()
        try path.move(to: Point(-1000, -700))
        try path.quad(Point(3, 40), to: Point(1000, 900))
        let long = try Pictures.stroke(path, width: 0.01)
        let dot = try Pictures.fill(
            Pictures.rectangle(0.01, 0.02, 0.03, 0.02), Color(red: 1, green: 0, blue: 0, alpha: 0.5))
        let renderer = CPURenderer(threads: 2)
        var transform = Transform2D<CanvasSpace, FrameSpace>(scaleX: 1000, y: 1000)
        var drawing = Drawing([long])
        func request() -> RenderRequest { RenderRequest(drawing: drawing, transform: transform, size: Self.size) }
        var shown = FrameReuse(try renderer.render(request()), of: drawing)
        for step in 0..<4 {
            if step == 0 { drawing.append(dot) } else { transform.tx += 16 }
            if step == 2 { drawing = Drawing([dot, long]) }
            var next = request()
            next.reuse = shown
            let frame = try renderer.render(next)
            #expect(try frame.content.readPixels() == CPURenderer(threads: 1).render(request()).content.readPixels())
            shown = FrameReuse(frame, of: drawing)
        }
    }
}
