import Foundation
import Pantograph

/// Options and arguments that name files.
enum FileOptions {
    static let drawing = PositionalDeclaration(
        name: "DRAWING", help: "a drawing: SVG, SVGZ or Xournal++ (.xopp, .xoj), told apart by content")
    static let json = CommandOption<Bool>(flag: "--json", help: "print the result as JSON")

    static func output(_ valueName: String, _ help: String) -> CommandOption<String> {
        CommandOption("-o", "--output", value: valueName, help: help, read: ValueReaders.text)
    }

    static func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

    /// Reads the drawing at `path`, warning of what is not as it should be.
    static func readDrawing(_ path: String, _ console: Console) throws(CommandError) -> Drawing {
        do throws(FormatError) {
            let result = try DrawingReader.read(contentsOf: url(path))
            for warning in result.warnings { console.warning("\(warning)") }
            return result.drawing
        } catch {
            throw CommandError(.unreadableInput, "\(error)")
        }
    }

    /// Writes a picture, whole or not at all.
    static func write(_ picture: PixelBuffer, to path: String) throws(CommandError) {
        do throws(FileWriteError) {
            try PNG.write(picture, to: url(path))
        } catch {
            throw CommandError(.failed, "\(error)")
        }
    }
}
