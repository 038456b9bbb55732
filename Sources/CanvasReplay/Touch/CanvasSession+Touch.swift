extension CanvasSession {
    /// Does what a recogniser made of touches: gestures and cameras, and strokes of a pen.
    ///
    /// - Parameters:
    ///   - width: of a pen's stroke, in canvas units.
    ///   - paint: what it draws with.
    public func apply(_ outputs: [RecognizerOutput], penWidth width: Double = 3, paint: Paint = .solid(.black)) {
        for output in outputs {
            switch output {
            case .gestureBegan(let id): beginGesture(id)
            case .cameraChanged(let camera): setCamera(camera)
            case .fingerLifted(let id): noteFingerLifted(id)
            case .gestureEnded(let id): endGesture(id)
            case .ink(let ink) where ink.erases:
                // An eraser takes the topmost stroke that it touches.
                if ink.phase != .cancelled, let hit = topmostItem(at: ink.position, within: 4) { try? remove(at: hit) }
            case .ink(let ink):
                switch ink.phase {
                case .began: beginStroke(at: ink.position, width: width, paint: paint, pressure: ink.pressure)
                case .moved: extendStroke(to: ink.position, pressure: ink.pressure)
                case .ended: endStroke()
                case .cancelled: cancelStroke()
                }
            }
        }
    }
}
