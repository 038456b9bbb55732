import CanvasReplay
import Testing

@Suite("Built-in gestures")
struct BuiltInGestureTests {
    static let sizes = [PixelSize(width: 1366, height: 1024), PixelSize(width: 320, height: 640)]

    static func play(_ gesture: BuiltInGesture, size: PixelSize, slop: Double = 0) -> Player {
        var p = Player(size: size, slop: slop)
        p.play(gesture.trace(size: size).events)
        return p
    }

    @Test("every gesture is the same at every call, well formed, and inside the view", arguments: sizes)
    func wellFormed(size: PixelSize) throws {
        for gesture in BuiltInGesture.allCases {
            let trace = gesture.trace(size: size)
            #expect(trace == gesture.trace(size: size))
            let reading = try GestureTrace.read(jsonLines: Array(trace.jsonLines().utf8))
            #expect(reading.warnings.isEmpty, "\(gesture.rawValue): \(reading.warnings)")
            #expect(reading.trace == trace)
            for event in trace.events {
                #expect(event.x >= 0 && event.x <= trace.width && event.y >= 0 && event.y <= trace.height)
            }
            #expect(trace.contactCount > 0 && trace.duration > 300)
        }
    }

    @Test("each gesture does what its summary says", arguments: sizes)
    func effect(size: PixelSize) {
        func zoom(_ gesture: BuiltInGesture) -> Double { Self.play(gesture, size: size).camera.zoom }
        #expect(zoom(.pan) == 1 && zoom(.fling) == 1 && zoom(.shake) == 1)
        #expect((0.2...0.35).contains(zoom(.pinchIn)))
        #expect((3.0...5.0).contains(zoom(.pinchOut)))
        #expect(zoom(.zoomOutFar) < 1 / 100.0)
        #expect(zoom(.deepZoom) > 1000)
        let turned = Self.play(.rotate, size: size).camera
        #expect(abs(turned.rotation * 180 / .pi - 75) < 10 && abs(turned.zoom - 1) < 0.02)
        let all = Self.play(.panZoomRotate, size: size).camera
        #expect(all.zoom > 1.5 && all.rotation > 0.4)
        for still in [BuiltInGesture.scribble, .rest] {
            let p = Self.play(still, size: size, slop: TouchRecognizer.defaultSlop)
            #expect(!p.outputs.contains { if case .gestureBegan = $0 { true } else { false } })
        }
        let ink = Self.play(.scribble, size: size).outputs
        #expect(ink.count { if case .ink(let e) = $0 { e.phase == .began } else { false } } == 3)
    }

    @Test("fingers move as smoothly as a hand: the speed changes little from one report to the next")
    func smoothness() {
        for gesture in BuiltInGesture.allCases {
            var last: [Int: (event: TraceEvent, speed: Vector<ViewSpace>?)] = [:]
            for event in gesture.trace(size: PixelSize(width: 1366, height: 1024)).events {
                var speed: Vector<ViewSpace>?
                if let before = last[event.id]?.event, event.time > before.time {
                    let dt = (event.time - before.time) / 1000
                    speed = Vector((event.x - before.x) / dt, (event.y - before.y) / dt)
                    #expect(speed!.length < 8000)
                    if let old = last[event.id]?.speed { #expect((speed! - old).length < 1200, "\(gesture.rawValue)") }
                }
                last[event.id] = (event, speed)
            }
        }
    }
}
