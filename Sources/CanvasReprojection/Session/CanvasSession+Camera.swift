// Camera, gestures and the view.

extension CanvasSession {
    /// The camera as it was last set.
    public var camera: Camera { loop.camera }

    /// The camera is to be this one from now on.
    public func setCamera(_ camera: Camera) { loop.setCamera(camera) }

    /// A gesture began. Several may be under way at once; together they are one interaction.
    public func beginGesture(_ id: Int) { loop.beginGesture(id) }

    /// A finger of a gesture was lifted while others stay. It changes nothing by itself, but mostly they follow soon, and
    /// then no frame should be made for where they would have gone.
    public func noteFingerLifted(_ id: Int) { loop.noteFingerLifted(id) }

    /// A gesture ended; with the last one, a frame of full quality is asked for.
    public func endGesture(_ id: Int) { loop.endGesture(id) }

    /// The content moved by `v` pixels. A vector that is not finite, or leads beyond what numbers hold, changes nothing;
    /// so for the other moves.
    public func pan(by v: Vector<ViewSpace>) { move { try? $0.panned(by: v) } }

    /// The content enlarged by `factor`, what is shown at `anchor` staying there.
    public func zoom(by factor: Double, about anchor: Point<ViewSpace>) {
        move { try? $0.zoomed(by: factor, about: anchor) }
    }

    /// The content turned by `angle` radians (clockwise), what is shown at `anchor` staying there.
    public func rotate(by angle: Double, about anchor: Point<ViewSpace>) {
        move { try? $0.rotated(by: angle, about: anchor) }
    }

    /// What was shown under two fingers, carried to where they are now: pan, zoom and rotation at once.
    public func moveFingers(
        from: (Point<ViewSpace>, Point<ViewSpace>), to: (Point<ViewSpace>, Point<ViewSpace>)
    ) {
        move { try? $0.moved(from: from, to: to) }
    }

    private func move(_ change: (Camera) -> Camera?) {
        loop.changeCamera { change($0) ?? $0 }
    }

    /// The view's size in pixels.
    public var viewSize: PixelSize { loop.viewSize }

    /// The view has another size from now on, also in the middle of a gesture. Its centre shows what it showed; with
    /// another pixel ratio, the content keeps its size in the program's own units.
    public func resize(to size: PixelSize, pixelRatio: Double? = nil) {
        let factor = content.withLock { content in
            guard let ratio = pixelRatio, ratio > 0, ratio.isFinite else { return 1.0 }
            defer { content.pixelRatio = ratio }
            return ratio / content.pixelRatio
        }
        loop.resize(to: size)
        if factor != 1 { zoom(by: factor, about: .zero) }
    }
}
