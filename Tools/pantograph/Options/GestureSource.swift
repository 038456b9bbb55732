import Foundation
import Pantograph

/// Where a gesture comes from: one of those built in, by its name, or a file.
enum GestureSource {
    /// The gesture that `text` names.
    ///
    /// - Parameter size: the view that a built-in gesture is made for.
    static func read(_ text: String, size: PixelSize, _ console: Console) throws(CommandError) -> GestureTrace {
        if let gesture = BuiltInGesture(rawValue: text) { return gesture.trace(size: size) }
        let url = FileOptions.url(text)
        if !FileManager.default.fileExists(atPath: url.path) {
            var message = "\(text): no gesture of this name is built in, and there is no such file"
            if let near = Suggestion.nearest(to: text, among: BuiltInGesture.allCases.map(\.rawValue)) {
                message += "; did you mean \(near)?"
            } else {
                message += "; 'pantograph gesture list' lists the built-in ones"
            }
            throw CommandError(.unreadableInput, message)
        }
        return try readFile(text, description: nil, console)
    }

    /// The gesture in a file: a trace, or a recording of another tool.
    static func readFile(
        _ path: String, description: String?, _ console: Console
    ) throws(CommandError) -> GestureTrace {
        do throws(TraceError) {
            let reading = try GestureTrace.read(
                contentsOf: FileOptions.url(path), description: description.map(FileOptions.url))
            for warning in reading.warnings { console.warning("\(path): \(warning)") }
            return reading.trace
        } catch {
            throw CommandError(.unreadableInput, "\(path): \(error)")
        }
    }
}
