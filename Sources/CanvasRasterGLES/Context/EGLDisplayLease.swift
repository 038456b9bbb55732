import CEGL
import CanvasConcurrency

/// One user's hold on an initialised display.
///
/// EGL gives the same display to everybody who asks for the same platform, and one `eglTerminate` ends it for all of
/// them, whoever else in the process uses it. So a display is initialised once and stays so until the process ends.
/// (Terminating it with its last user made Mesa 22.3 abort now and then when the next user initialised it while the
/// old one's rasteriser threads were still ending.)
struct EGLDisplayLease: ~Copyable {
    let display: EGLDisplay
    let extensions: Set<String>

    private static let initialized = Monitor<Set<UInt>>([])

    /// Takes a hold on the display of `platform`.
    ///
    /// - Throws: `RenderError.unavailable` with EGL's reason.
    init(_ platform: EGLPlatform) throws(RenderError) {
        guard let display = platform.display() else {
            throw .unavailable("\(platform): no display (\(EGLExtensions.lastError()))")
        }
        let failure: String? = Self.initialized.withLock { initialized in
            let key = UInt(bitPattern: display)
            if !initialized.contains(key) {
                var major: EGLint = 0
                var minor: EGLint = 0
                guard eglInitialize(display, &major, &minor) == EGLBoolean(EGL_TRUE) else {
                    return EGLExtensions.lastError()
                }
                guard (major, minor) >= (1, 4) else {
                    eglTerminate(display)
                    return "EGL \(major).\(minor) is older than 1.4"
                }
            }
            initialized.insert(key)
            return nil
        }
        if let failure { throw .unavailable("\(platform): \(failure)") }
        self.display = display
        extensions = EGLExtensions.names(eglQueryString(display, EGL_EXTENSIONS))
    }
}
