import CEGL
import Foundation

/// A context of OpenGL ES 3 that is current on the thread that made it, until it goes.
struct EGLContextLease: ~Copyable {
    /// What another context needs to share textures with this one.
    let share: EGLShare
    /// A surface of one pixel where the display cannot do without.
    private let surface: EGLSurface?
    /// Whether the context reports its own loss.
    let isRobust: Bool

    /// Makes a context on the first of `platforms` that gives one, and makes it current on this thread.
    ///
    /// - Throws: `RenderError.unavailable` with the reason of every platform that was tried.
    static func open(on platforms: [EGLPlatform], debug: Bool) throws(RenderError) -> EGLContextLease {
        var reasons: [String] = []
        for platform in platforms {
            do { return try EGLContextLease(platform, debug: debug) } catch { reasons.append(error.description) }
        }
        throw .unavailable(
            "no OpenGL ES 3 context: " + (reasons.isEmpty ? "no platform" : reasons.joined(separator: "; ")))
    }

    /// Makes a context that shares textures with another one, and makes it current on this thread.
    ///
    /// - Throws: `RenderError.unavailable` with EGL's reason.
    static func open(sharing other: EGLShare, debug: Bool) throws(RenderError) -> EGLContextLease {
        guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE) else {
            throw .unavailable("no OpenGL ES (\(EGLExtensions.lastError()))")
        }
        return try EGLContextLease("a second context", other.place, shared: other.context, debug: debug)
    }

    private init(_ platform: EGLPlatform, debug: Bool) throws(RenderError) {
        let lease = try EGLDisplayLease(platform)
        guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE) else {
            throw .unavailable("\(platform): no OpenGL ES (\(EGLExtensions.lastError()))")
        }
        guard let config = Self.config(lease.display, surfaceless: lease.extensions.contains(Self.surfaceless)) else {
            throw .unavailable("\(platform): no configuration for OpenGL ES 3")
        }
        let place = EGLPlace(display: lease.display, extensions: lease.extensions, config: config)
        try self.init("\(platform)", place, shared: nil, debug: debug)
    }

    /// - Parameters:
    ///   - name: what errors call it.
    ///   - place: the display and the configuration.
    ///   - shared: whose textures it shares, if any.
    private init(_ name: String, _ place: EGLPlace, shared: EGLContext?, debug: Bool) throws(RenderError) {
        let display = place.display
        Self.driver.lock()
        let created = Self.context(place, shared: shared, debug: debug)
        Self.driver.unlock()
        guard let made = created else { throw .unavailable("\(name): no context (\(EGLExtensions.lastError()))") }
        var surface: EGLSurface?
        if !place.extensions.contains(Self.surfaceless) {
            surface = eglCreatePbufferSurface(display, place.config, [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE])
            guard surface != nil else {
                eglDestroyContext(display, made.context)
                throw .unavailable("\(name): no pbuffer (\(EGLExtensions.lastError()))")
            }
        }
        guard eglMakeCurrent(display, surface, surface, made.context) == EGLBoolean(EGL_TRUE) else {
            let reason = EGLExtensions.lastError()
            if let surface { eglDestroySurface(display, surface) }
            eglDestroyContext(display, made.context)
            throw .unavailable("\(name): the context cannot be made current (\(reason))")
        }
        share = EGLShare(place: place, context: made.context)
        isRobust = made.isRobust
        self.surface = surface
    }

    private static let surfaceless = "EGL_KHR_surfaceless_context"

    private static func config(_ display: EGLDisplay, surfaceless: Bool) -> EGLConfig? {
        let attributes = [
            EGL_SURFACE_TYPE, surfaceless ? 0 : EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE,
        ]
        var config: EGLConfig?
        var count: EGLint = 0
        guard eglChooseConfig(display, attributes, &config, 1, &count) == EGLBoolean(EGL_TRUE), count > 0 else {
            return nil
        }
        return config
    }

    /// The newest version there is, robust and with debug output where they are offered.
    private static func context(
        _ place: EGLPlace, shared: EGLContext?, debug: Bool
    ) -> (context: EGLContext, isRobust: Bool)? {
        let (display, config, extensions) = (place.display, place.config, place.extensions)
        let robustness: [EGLint] =
            extensions.contains("EGL_EXT_create_context_robustness")
            ? [EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT] : []
        let debugging: [EGLint] =
            debug && extensions.contains("EGL_KHR_create_context")
            ? [EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR] : []
        for minor: EGLint in [2, 1, 0] {
            let version = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, minor]
            // Contexts that share must be robust both, or neither.
            for extra in [robustness + debugging, robustness, debugging, []] {
                if let context = eglCreateContext(display, config, shared, version + extra + [EGL_NONE]) {
                    return (context, !robustness.isEmpty && extra.starts(with: robustness))
                }
            }
        }
        // EGL 1.4 without EGL_KHR_create_context knows only the major version.
        guard let context = eglCreateContext(display, config, shared, [EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE]) else {
            return nil
        }
        return (context, false)
    }

    /// Contexts are made and destroyed one at a time in the process: drivers share more between them than they guard.
    private static let driver = NSLock()

    deinit {
        Self.driver.lock()
        eglMakeCurrent(share.place.display, nil, nil, nil)
        if let surface { eglDestroySurface(share.place.display, surface) }
        eglDestroyContext(share.place.display, share.context)
        eglReleaseThread()
        Self.driver.unlock()
    }
}
