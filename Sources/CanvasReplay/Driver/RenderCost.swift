/// How long a render takes on the virtual clock.
public enum RenderCost: Hashable, Sendable {
    /// As long as it really took, which makes no two runs the same.
    case measured
    /// What a 1.1 × frame takes, in milliseconds, with and without multisampling.
    ///
    /// A frame of other extent takes `ms · (0.2 + 0.8 · its pixels / the pixels of a 1.1 × frame)`: margins cost, and
    /// partial renders pay.
    case fixed(multisampled: Milliseconds, plain: Milliseconds)

    /// Reads `measured`, `40` (both) or `40,15` (with and without multisampling).
    public init(parsing text: String) throws(ReplayError) {
        if text == "measured" {
            self = .measured
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (1...2).contains(parts.count), let first = parts[0], let second = parts[parts.count - 1],
            first >= 0, second >= 0, first <= 1e6, second <= 1e6
        else {
            throw .invalidOption(
                "a render cost of '\(text)'; use 'measured', or milliseconds with and without multisampling: 40,15")
        }
        self = .fixed(multisampled: first, plain: second)
    }

    /// How long this render takes.
    ///
    /// - Parameter measured: how long it really took, in milliseconds.
    package func duration(of request: RenderRequest, view: PixelSize, measured: Milliseconds) -> Milliseconds {
        guard case .fixed(let multisampled, let plain) = self else { return measured }
        let reference = Double(max(view.overdrawn(by: PlainPolicy.defaultOverdraw).pixelCount, 1))
        let full = request.samples > 0 ? multisampled : plain
        return full * (0.2 + 0.8 * Double(request.size.pixelCount) / reference)
    }
}
