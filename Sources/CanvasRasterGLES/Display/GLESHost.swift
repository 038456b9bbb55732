import CEGL

/// The OpenGL ES context of a program, to share textures with.
public struct GLESHost: Sendable {
    let share: EGLShare

    /// The context that is current on the calling thread.
    ///
    /// - Throws: `RenderError.unavailable` if there is none, or EGL does not know its configuration.
    public static func current() throws(RenderError) -> GLESHost {
        guard let display = eglGetCurrentDisplay(), let context = eglGetCurrentContext() else {
            throw .unavailable("no context is current on this thread")
        }
        var id: EGLint = 0
        var config: EGLConfig?
        var count: EGLint = 0
        guard eglQueryContext(display, context, EGL_CONFIG_ID, &id) == EGLBoolean(EGL_TRUE),
            eglChooseConfig(display, [EGL_CONFIG_ID, id, EGL_NONE], &config, 1, &count) == EGLBoolean(EGL_TRUE),
            count == 1, let config
        else { throw .unavailable("the current context has no configuration that EGL knows") }
        let extensions = EGLExtensions.names(eglQueryString(display, EGL_EXTENSIONS))
        return GLESHost(
            share: EGLShare(
                place: EGLPlace(display: display, extensions: extensions, config: config), context: context))
    }
}
