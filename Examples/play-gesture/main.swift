// Opens a drawing, plays a gesture over it in real time, and saves what was on screen every tenth of a second.
//
//     play-gesture DRAWING GESTURE FOLDER
//
// GESTURE is a built-in gesture's name (`pantograph gesture list`). What a program with a window does at each refresh is
// done here by a loop that sleeps: hand the session what the fingers did, and show `frame(at:)`.
import Foundation
import Pantograph

guard CommandLine.arguments.count == 4, let gesture = BuiltInGesture(rawValue: CommandLine.arguments[2]) else {
    FileHandle.standardError.write(Data("usage: play-gesture DRAWING GESTURE FOLDER\n".utf8))
    exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[3])
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let drawing = try DrawingReader.read(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])).drawing
let size = PixelSize(width: 800, height: 600)
let session = CanvasSession(
    drawing, viewSize: size, renderer: try Renderers.make().renderer, fallback: { CPURenderer() })

/// Shows a refresh, 60 times a second, until `isDone`; saves every sixth.
var shown = 0
@MainActor func display(until isDone: (Milliseconds) -> Bool) throws {
    let start = session.time
    while !isDone(session.time - start) {
        let picture = try session.frame(at: session.time)
        if shown % 6 == 0 {
            try PNG.write(picture.readPixels(), to: folder.appendingPathComponent("\(1000 + shown).png"))
        }
        shown += 1
        Thread.sleep(forTimeInterval: 1.0 / 60)
    }
}

try display { _ in session.isSettled }
var recognizer = TouchRecognizer(viewSize: size)
var reports = gesture.trace(size: size).reports.makeIterator()
var next = reports.next()
try display { time in
    while let report = next, let first = report.first, first.time <= time {
        session.apply(recognizer.handle(report, camera: session.camera))
        next = reports.next()
    }
    session.apply(recognizer.advance(to: time, camera: session.camera))
    return next == nil && !recognizer.isActive
}
try display { _ in session.isSettled }
try PNG.write(session.frame(at: session.time).readPixels(), to: folder.appendingPathComponent("settled.png"))
session.stop()
print("\(shown) refreshes shown, the last at full quality: \(folder.path)/settled.png")
