/// Which renderer somebody asked for.
public enum BackendChoice: String, Hashable, Sendable, CaseIterable {
    /// The fastest there is: OpenGL ES on hardware, else the processor.
    case auto
    case gles
    case cpu
}

/// Makes renderers, and knows which one a machine should use.
///
/// ```swift
/// let renderer = try Renderers.make().renderer
/// ```
///
/// OpenGL ES draws fastest on a GPU. Where the interface is there but implemented in software, the CPU renderer draws
/// the same picture faster, because it need not pretend to be a GPU.
public enum Renderers {
    /// A renderer, and why it is this one.
    public struct Selection: Sendable {
        public let renderer: any FrameRenderer
        /// Why this one was taken, as the end of a sentence: "OpenGL ES runs on hardware".
        public let reason: String
        /// What the user should know because it is not as it should be, if anything.
        public let warning: String?

        public init(renderer: any FrameRenderer, reason: String, warning: String? = nil) {
            self.renderer = renderer
            self.reason = reason
            self.warning = warning
        }
    }

    /// A renderer of the kind asked for; with `.auto` there is always one.
    ///
    /// - Throws: `RenderError` if `.gles` was asked for and cannot be had.
    public static func make(_ choice: BackendChoice = .auto) throws(RenderError) -> Selection {
        switch choice {
        case .cpu: return Selection(renderer: CPURenderer(), reason: "it was asked for")
        case .gles: return Selection(renderer: try GLESRenderer(), reason: "it was asked for")
        case .auto: return automatic(gles: probe(.gles))
        }
    }

    /// A renderer of one kind, or why there is none.
    public static func probe(_ kind: BackendDescription.Kind) -> Result<any FrameRenderer, RenderError> {
        switch kind {
        case .cpu: return .success(CPURenderer())
        case .gles:
            do throws(RenderError) {
                return .success(try GLESRenderer())
            } catch {
                return .failure(error)
            }
        }
    }

    /// Makes a renderer like `lost`, for `CanvasSession`'s `recovery`.
    public static func recovery(of lost: any FrameRenderer) -> @Sendable () -> (any FrameRenderer)? {
        let kind = lost.backend.kind
        return { try? probe(kind).get() }
    }

    /// What `.auto` takes, given what came of opening OpenGL ES.
    public static func automatic(gles: Result<any FrameRenderer, RenderError>) -> Selection {
        switch gles {
        case .success(let renderer) where renderer.backend.isHardware:
            return Selection(renderer: renderer, reason: "OpenGL ES runs on hardware here")
        case .success:
            return Selection(
                renderer: CPURenderer(), reason: "OpenGL ES is software here, and the CPU renderer is faster than that")
        case .failure(let error):
            return Selection(
                renderer: CPURenderer(), reason: "OpenGL ES is not available here",
                warning: "OpenGL ES is not available, so the CPU renderer draws: \(error)")
        }
    }
}
