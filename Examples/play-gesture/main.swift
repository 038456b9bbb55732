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
let renderer = try Renderers.make().renderer
let session = CanvasSession(
    drawing, viewSize: size, renderer: renderer, recovery: Renderers.recovery(of: renderer), fallback: { CPURenderer() }
)

/// Shows a refresh, 60 times a second, until `isDone`. Every sixth is kept, and written when the gesture is over: making a
/// PNG takes longer than a refresh.
var shown = 0
var kept: [(name: String, picture: PixelBuffer)] = []
@MainActor func display(keeps: Bool = true, until isDone: (Milliseconds) -> Bool) throws {
    let start = session.time
    var refresh = start
    while !isDone(refresh - start) {
        let picture = try session.frame(at: session.time)
        if keeps, shown % 6 == 0 { kept.append(("\(1000 + shown)", try picture.readPixels())) }
        shown += 1
        // The next refresh is a sixtieth of a second after this one was due, however long this one took.
        refresh = max(refresh + 1000 / 60, session.time - 1000 / 60)
        Thread.sleep(forTimeInterval: max(refresh - session.time, 0) / 1000)
    }
}

// Before the first frame there is nothing to see.
try display(keeps: false) { _ in session.isSettled }
shown = 0
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
kept.append(("settled", try session.frame(at: session.time).readPixels()))
session.stop()
for (name, picture) in kept { try PNG.write(picture, to: folder.appendingPathComponent("\(name).png")) }
print("\(shown) refreshes shown, the last at full quality: \(folder.path)/settled.png")
