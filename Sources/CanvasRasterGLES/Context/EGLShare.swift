import CEGL

/// Where contexts can be made: a display that is initialised, and one of its configurations.
///
/// `@unchecked Sendable`: names that EGL takes on any thread.
struct EGLPlace: @unchecked Sendable {
    let display: EGLDisplay
    /// The display's extensions.
    let extensions: Set<String>
    let config: EGLConfig
}

/// A context whose textures others may share.
///
/// `@unchecked Sendable`: as above. Whoever holds one sees to it that the context lives.
struct EGLShare: @unchecked Sendable {
    let place: EGLPlace
    let context: EGLContext
}
