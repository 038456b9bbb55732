/// The steps of the device's work after which its errors are looked for; the texts are what errors call them.
package enum GLStage: String, CaseIterable, Sendable {
    case setup = "setting up the context"
    case compiling = "compiling shaders"
    case target = "making a target"
    case reuse = "taking over pixels"
    case upload = "uploading geometry"
    case rendering = "rendering"
    case halving = "halving a frame"
    case composing = "composing"
    case reading = "reading pixels"
    case waiting = "waiting for the device"
}
