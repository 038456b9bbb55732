import CanvasFormats
import Foundation
import Testing

@Suite("PNG")
struct PNGTests {
    private func noise(_ width: Int, _ height: Int, opaque: Bool = false) -> PixelBuffer {
        var state: UInt64 = 42
        var image = PixelBuffer(size: PixelSize(width: width, height: height))
        for i in image.pixels.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let a = opaque ? 255 : UInt32(state >> 56)
            func component(_ shift: UInt64) -> UInt32 { UInt32(state >> shift & 255) * a / 255 }
            image.pixels[i] = component(16) | component(24) << 8 | component(32) << 16 | a << 24
        }
        return image
    }

    @Test("what was written reads back bit for bit, at every alpha", arguments: [PNG.Effort.normal, .fast])
    func roundTrip(effort: PNG.Effort) throws {
        for (w, h) in [(1, 1), (3, 2), (257, 129), (1, 400), (400, 1)] {
            let image = noise(w, h)
            let bytes = try PNG.encode(image, effort: effort)
            #expect(try bytes.withUnsafeBytes { try PNG.decode($0) } == image)
        }
        // Every premultiplied component at every alpha.
        var all = PixelBuffer(size: PixelSize(width: 256, height: 256))
        for a in UInt32(0)...255 {
            for c in UInt32(0)...a { all.pixels[Int(a * 256 + c)] = c | c << 8 | c << 16 | a << 24 }
        }
        let bytes = try PNG.encode(all, effort: effort)
        #expect(try bytes.withUnsafeBytes { try PNG.decode($0) } == all)
    }

    @Test("one image gives the same bytes twice")
    func deterministic() throws {
        let image = noise(64, 64)
        #expect(try PNG.encode(image) == PNG.encode(image))
    }

    @Test("straight components are the premultiplied ones divided by alpha, rounded to nearest")
    func unpremultiplies() throws {
        var image = PixelBuffer(size: PixelSize(width: 1, height: 1))
        image[0, 0] = Pixel(red: 64, green: 1, blue: 0, alpha: 128)
        let url = FileManager.default.temporaryDirectory.appending(path: "pantograph-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: url) }
        try PNG.write(image, to: url)
        // 64·255/128 = 127.5 rounds to 128, 1·255/128 = 1.99 to 2; read back they are 64 and 1 again.
        #expect(try PNG.read(contentsOf: url)[0, 0] == image[0, 0])
    }

    @Test("truncated, damaged, empty and foreign bytes are errors")
    func refuses() throws {
        let bytes = try PNG.encode(noise(40, 30))
        for length in stride(from: 0, to: bytes.count - 13, by: 97) {
            #expect(throws: PNGError.self) { _ = try Array(bytes[..<length]).withUnsafeBytes { try PNG.decode($0) } }
        }
        #expect(throws: PNGError.self) { _ = try Array("<svg/>".utf8).withUnsafeBytes { try PNG.decode($0) } }
        let error = #expect(throws: FormatError.self) {
            _ = try PNG.read(contentsOf: URL(filePath: "/nonexistent/x.png"))
        }
        #expect(error?.kind == .unreadable)
    }

    @Test("an image without pixels cannot be written")
    func refusesNothing() {
        #expect(throws: PNGError.self) { _ = try PNG.encode(PixelBuffer(size: PixelSize(width: 0, height: 5))) }
    }
}
