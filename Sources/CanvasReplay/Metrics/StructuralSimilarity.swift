import Foundation

/// Structural similarity of two pictures' luma.
///
/// Source: Wang, Bovik, Sheikh, Simoncelli, "Image Quality Assessment: From Error Visibility to Structural
/// Similarity", IEEE Transactions on Image Processing 13:4, 2004: an 11 × 11 Gaussian window of σ 1.5, K₁ = 0.01,
/// K₂ = 0.03, averaged over all window places. At the border the window is cut and its weights brought back to one,
/// so that every pixel counts, in small pictures too.
enum StructuralSimilarity {
    private static let radius = 5
    private static let kernel: [Float] = (-radius...radius).map { Float(exp(-Double($0 * $0) / (2 * 1.5 * 1.5))) }

    /// The mean over all pixels: 1 for equal pictures.
    static func mean(_ a: PixelBuffer, _ b: PixelBuffer) -> Double {
        guard a.size.pixelCount > 0 else { return 1 }
        let (x, y) = (luma(a), luma(b))
        let size = a.size
        let meanX = blurred(x, size)
        let meanY = blurred(y, size)
        let squareX = blurred(zip(x, x).map(*), size)
        let squareY = blurred(zip(y, y).map(*), size)
        let product = blurred(zip(x, y).map(*), size)
        let (c1, c2): (Float, Float) = (6.5025, 58.5225)
        var sum = 0.0
        for i in x.indices {
            let (mx, my) = (meanX[i], meanY[i])
            let (vx, vy, cov) = (squareX[i] - mx * mx, squareY[i] - my * my, product[i] - mx * my)
            let value = (2 * mx * my + c1) * (2 * cov + c2) / ((mx * mx + my * my + c1) * (vx + vy + c2))
            sum += Double(value)
        }
        return sum / Double(x.count)
    }

    /// ITU-R BT.601 luma of the encoded values, 0…255.
    private static func luma(_ image: PixelBuffer) -> [Float] {
        image.pixels.map { pixel in
            0.299 * Float(pixel & 255) + 0.587 * Float((pixel >> 8) & 255) + 0.114 * Float((pixel >> 16) & 255)
        }
    }

    /// A separable Gaussian, rows then columns.
    private static func blurred(_ values: [Float], _ size: PixelSize) -> [Float] {
        let (width, height) = (size.width, size.height)
        var rows = [Float](repeating: 0, count: values.count)
        let across = weights(width)
        for y in 0..<height {
            let start = y * width
            for x in 0..<width {
                var sum: Float = 0
                for k in max(-radius, -x)...min(radius, width - 1 - x) {
                    sum += kernel[k + radius] * values[start + x + k]
                }
                rows[start + x] = sum * across[x]
            }
        }
        var result = [Float](repeating: 0, count: values.count)
        let down = weights(height)
        for y in 0..<height {
            for k in max(-radius, -y)...min(radius, height - 1 - y) {
                let (weight, source) = (kernel[k + radius] * down[y], (y + k) * width)
                for x in 0..<width { result[y * width + x] += weight * rows[source + x] }
            }
        }
        return result
    }

    /// For each place, one over the sum of the weights of the window as far as it lies inside.
    private static func weights(_ length: Int) -> [Float] {
        (0..<length).map { i in
            1 / (max(-radius, -i)...min(radius, length - 1 - i)).reduce(Float(0)) { $0 + kernel[$1 + radius] }
        }
    }
}
