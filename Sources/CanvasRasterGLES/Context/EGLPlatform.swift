import CEGL

/// A way to reach a display without a window system.
package enum EGLPlatform: Hashable, Sendable, CustomStringConvertible {
    /// A GPU by its index among EGL's devices.
    case device(Int)
    /// Mesa's display without surfaces.
    case surfaceless
    /// Whatever the system's default display is.
    case system

    package var description: String {
        switch self {
        case .device(let index): "EGL device \(index)"
        case .surfaceless: "surfaceless platform"
        case .system: "default display"
        }
    }

    /// All ways that this system may offer, the best first: hardware before what may be software.
    static var candidates: [EGLPlatform] {
        var out = hardwareDevices.map(EGLPlatform.device)
        if EGLExtensions.client.contains("EGL_MESA_platform_surfaceless") { out.append(.surfaceless) }
        out.append(.system)
        return out
    }

    private static var devices: [EGLDeviceEXT?] {
        let client = EGLExtensions.client
        let enumerable =
            client.contains("EGL_EXT_device_base")
            || client.isSuperset(of: ["EGL_EXT_device_enumeration", "EGL_EXT_device_query"])
        guard enumerable, client.contains("EGL_EXT_platform_device"),
            let query = EGLExtensions.function("eglQueryDevicesEXT", as: PFNEGLQUERYDEVICESEXTPROC.self)
        else { return [] }
        var count: EGLint = 0
        guard query(0, nil, &count) == EGLBoolean(EGL_TRUE), count > 0 else { return [] }
        var found = [EGLDeviceEXT?](repeating: nil, count: Int(count))
        guard query(count, &found, &count) == EGLBoolean(EGL_TRUE) else { return [] }
        return Array(found.prefix(Int(count)))
    }

    private static var hardwareDevices: [Int] {
        guard let query = EGLExtensions.function("eglQueryDeviceStringEXT", as: PFNEGLQUERYDEVICESTRINGEXTPROC.self)
        else { return [] }
        return devices.enumerated().compactMap { index, device in
            let names = EGLExtensions.names(query(device, EGL_EXTENSIONS))
            return names.contains("EGL_MESA_device_software") ? nil : index
        }
    }

    /// The display behind this platform, not yet initialised; `nil` if there is none.
    func display() -> EGLDisplay? {
        let counted =
            EGLExtensions.client.contains("EGL_KHR_display_reference")
            ? [EGL_TRACK_REFERENCES_KHR, EGL_TRUE, EGL_NONE] : [EGL_NONE]
        guard EGLExtensions.client.contains("EGL_EXT_platform_base"),
            let open = EGLExtensions.function("eglGetPlatformDisplayEXT", as: PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
        else { return self == .system ? eglGetDisplay(nil) : nil }
        switch self {
        case .device(let index):
            let all = Self.devices
            guard all.indices.contains(index), let device = all[index] else { return nil }
            return open(EGLenum(EGL_PLATFORM_DEVICE_EXT), device, counted)
        case .surfaceless:
            return open(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, counted)
        case .system:
            return eglGetDisplay(nil)
        }
    }
}
