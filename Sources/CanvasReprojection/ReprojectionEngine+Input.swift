extension ReprojectionEngine {
    /// A gesture began. Several may be under way at once; one that already is changes nothing.
    public mutating func beginGesture(_ id: Int, at time: Milliseconds) {
        guard gestures.begin(id) else { return }
        isSettled = false
        note(time, .gestureBegin, gesture: id)
        if gestures.active.count == 1 { policy.gestureBegan(in: situation(at: time)) }
        requestIfNeeded(at: time)
    }

    /// A finger of a gesture was lifted while others stay. It changes nothing by itself, but mostly they follow soon: the
    /// policy may stop to expect that the camera goes on. Of a gesture that is not under way it says nothing.
    public mutating func noteFingerLifted(_ id: Int, at time: Milliseconds) {
        guard gestures.active.contains(id) else { return }
        policy.fingerLifted(in: situation(at: time))
        requestIfNeeded(at: time)
    }

    /// A gesture ended. One that was not under way changes nothing.
    public mutating func endGesture(_ id: Int, at time: Milliseconds) {
        guard gestures.end(id) else { return }
        note(time, .gestureEnd, gesture: id)
        requestIfNeeded(at: time)
        settleIfDone(at: time)
    }

    /// The camera is to be this one from now on.
    public mutating func setCamera(_ camera: Camera, at time: Milliseconds) {
        guard camera != self.camera else { return }
        self.camera = camera
        isSettled = false
        if !gestures.isActive { note(time, .cameraSet) }
        policy.cameraChanged(in: situation(at: time))
        requestIfNeeded(at: time)
    }

    /// The drawing was edited, or is another one. The same content (`Drawing.stamp`) again changes nothing.
    public mutating func setDrawing(_ drawing: Drawing, at time: Milliseconds) {
        guard drawing.stamp != self.drawing.stamp else { return }
        self.drawing = drawing
        isSettled = false
        note(time, .edit)
        requestIfNeeded(at: time)
    }

    /// The view has another size from now on, in pixels. Its centre stays the camera's origin.
    public mutating func resize(to size: PixelSize, at time: Milliseconds) {
        guard size != viewSize else { return }
        viewSize = size
        isSettled = false
        note(time, .resize)
        requestIfNeeded(at: time)
    }
}
