import CanvasRasterCPU
import Testing

@Suite("Without antialiasing")
struct PixelCenterTests {
    @Test("a pixel is painted where its centre is inside, wholly or not at all")
    func centers() throws {
        var random = Seeded(state: 21)
        for _ in 0..<60 {
            let points = (0..<3).map { _ in
                (Double.random(in: -10...40, using: &random), Double.random(in: -10...40, using: &random))
            }
            let image = try Pictures.draw([Pictures.fill(Pictures.polygon(points))], 30, 30, samples: 0)
            for y in 0..<30 {
                for x in 0..<30 {
                    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
                    var nearest = Double.infinity
                    var winding = 0
                    for i in 0..<3 {
                        let (a, b) = (points[i], points[(i + 1) % 3])
                        let cross = (b.0 - a.0) * (py - a.1) - (b.1 - a.1) * (px - a.0)
                        let length = ((b.0 - a.0) * (b.0 - a.0) + (b.1 - a.1) * (b.1 - a.1)).squareRoot()
                        nearest = min(nearest, abs(cross) / length)
                        if a.1 <= py, b.1 > py, cross > 0 { winding += 1 }
                        if b.1 <= py, a.1 > py, cross < 0 { winding -= 1 }
                    }
                    if nearest < 0.002 { continue }
                    #expect(image[x, y].alpha == (winding == 0 ? 0 : 255))
                }
            }
        }
    }

    @Test("shapes that abut leave no gap and share no pixel, centres on their edges included")
    func abutting() throws {
        var random = Seeded(state: 33)
        for round in 0..<40 {
            // A fan of triangles around a common corner, on the half-pixel grid in every other round.
            func coordinate() -> Double {
                let v = Double.random(in: 2...38, using: &random)
                return round.isMultiple(of: 2) ? v.rounded() + 0.5 : v
            }
            let centre = (coordinate(), coordinate())
            let ring = [(-5.0, -5.0), (20, -9), (45, -5), (49, 20), (45, 45), (20, 49), (-5, 45), (-9, 20)]
            let half = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
            let items = try ring.indices.map { i in
                try Pictures.fill(Pictures.polygon([centre, ring[i], ring[(i + 1) % ring.count]]), half)
            }
            let image = try Pictures.draw(items, 40, 40, samples: 0)
            #expect(image.pixels.allSatisfy { $0 >> 24 == 128 })
        }
    }

    @Test("a centre exactly on an edge belongs to the shape right of it or below it")
    func topLeft() throws {
        let image = try Pictures.draw([Pictures.fill(Pictures.rectangle(2.5, 2.5, 4, 4))], 10, 10, samples: 0)
        for y in 0..<10 {
            for x in 0..<10 {
                let inside = (2..<6).contains(x) && (2..<6).contains(y)
                #expect(image[x, y].alpha == (inside ? 255 : 0))
            }
        }
    }
}
