import CGLES
import CanvasConcurrency

/// Keeps what the driver says through KHR_debug that nobody should have to hear: errors, undefined behaviour, and
/// anything of high severity.
final class GLDebugLog: Sendable {
    private struct State {
        var messages: [String] = []
        var dropped = 0
    }

    private let state = Monitor(State())
    /// How many messages are kept; a driver that repeats itself must not fill the memory.
    private static let capacity = 100

    /// What has been said so far.
    var messages: [String] { state.withLock { $0.messages } }

    /// Listens to the context that is current, if it talks.
    ///
    /// The log must outlive the context.
    func listen(isSynchronous: Bool) {
        guard
            let callback = EGLExtensions.function(
                "glDebugMessageCallbackKHR", as: PFNGLDEBUGMESSAGECALLBACKKHRPROC.self)
        else { return }
        glEnable(GLenum(GL_DEBUG_OUTPUT_KHR))
        if isSynchronous { glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR)) }
        callback(
            { _, type, _, severity, length, text, user in
                guard let user, let text else { return }
                let grave =
                    type == GLenum(GL_DEBUG_TYPE_ERROR_KHR) || type == GLenum(GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR_KHR)
                    || severity == GLenum(GL_DEBUG_SEVERITY_HIGH_KHR)
                guard grave else { return }
                _ = length
                Unmanaged<GLDebugLog>.fromOpaque(user).takeUnretainedValue().record(String(cString: text))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func record(_ text: String) {
        state.withLock { state in
            if state.messages.count < Self.capacity { state.messages.append(text) } else { state.dropped += 1 }
        }
    }
}
