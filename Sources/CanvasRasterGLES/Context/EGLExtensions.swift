import CEGL

/// Looks up what the system's libEGL can do beyond its core.
enum EGLExtensions {
    /// The function of that name, or `nil` if the library has none.
    static func function<F>(_ name: String, as type: F.Type = F.self) -> F? {
        guard let address = eglGetProcAddress(name) else { return nil }
        return unsafeBitCast(address, to: type)
    }

    /// The extensions that hold before any display is open.
    static let client = names(eglQueryString(nil, EGL_EXTENSIONS))

    static func names(_ text: UnsafePointer<CChar>?) -> Set<String> {
        guard let text else { return [] }
        return Set(String(cString: text).split(separator: " ").map(String.init))
    }

    /// The last error of the calling thread, by its name.
    static func lastError() -> String {
        let code = eglGetError()
        let known: [EGLint: String] = [
            EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED", EGL_BAD_ACCESS: "EGL_BAD_ACCESS",
            EGL_BAD_ALLOC: "EGL_BAD_ALLOC",
            EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE", EGL_BAD_CONFIG: "EGL_BAD_CONFIG",
            EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT",
            EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY", EGL_BAD_MATCH: "EGL_BAD_MATCH", EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER",
            EGL_BAD_SURFACE: "EGL_BAD_SURFACE", EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST", EGL_SUCCESS: "no EGL error",
        ]
        return known[code] ?? "EGL error \(code)"
    }
}
