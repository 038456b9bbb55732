import Pantograph

/// How far two pictures on white are apart.
struct Difference {
    /// The mean absolute difference over red, green and blue, in levels of 255.
    let mean: Double
    /// How many pixels of a hundred have a component that is off by more than 24 levels.
    let percentOver24: Double

    init(_ a: PixelBuffer, _ b: PixelBuffer) {
        var (sum, over) = (0, 0)
        for (p, q) in zip(a.pixels, b.pixels) where p != q {
            var most = 0
            for shift in [UInt32(0), 8, 16] {
                let d = abs(Int(p >> shift & 255) - Int(q >> shift & 255))
                sum += d
                most = max(most, d)
            }
            if most > 24 { over += 1 }
        }
        let count = max(1, a.pixels.count)
        mean = Double(sum) / Double(3 * count)
        percentOver24 = 100 * Double(over) / Double(count)
    }
}
