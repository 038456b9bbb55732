import CEGL
import Synchronization

/// One user's hold on an initialised display.
///
/// EGL gives the same display to everybody who asks for the same platform, and one `eglTerminate` ends it for all of
/// them. So the holds are counted in the process: the first initialises the display, the last one terminates it.
struct EGLDisplayLease: ~Copyable {
    let display: EGLDisplay
    let extensions: Set<String>

    private static let holds = Mutex<[UInt: Int]>([:])

    /// Takes a hold on the display of `platform`.
    ///
    /// - Throws: `RenderError.unavailable` with EGL's reason.
    init(_ platform: EGLPlatform) throws(RenderError) {
        guard let display = platform.display() else {
            throw .unavailable("\(platform): no display (\(EGLExtensions.lastError()))")
        }
        let failure: String? = Self.holds.withLock { holds in
            let key = UInt(bitPattern: display)
            if holds[key, default: 0] == 0 {
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
            holds[key, default: 0] += 1
            return nil
        }
        if let failure { throw .unavailable("\(platform): \(failure)") }
        self.display = display
        extensions = EGLExtensions.names(eglQueryString(display, EGL_EXTENSIONS))
    }

    deinit {
        Self.holds.withLock { holds in
            let key = UInt(bitPattern: display)
            holds[key]! -= 1
            if holds[key] == 0 {
                holds[key] = nil
                eglTerminate(display)
            }
        }
    }
}
