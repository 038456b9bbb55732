import Foundation

/// Draws the landscape that Pantograph ships with and writes it to the file named: `draw-landscape OUT.svg`.
@main
struct Main {
    static func main() throws {
        let svg = Landscape.draw().svg(width: 2000, height: 1500, title: "The valley, drawn by its own pen")
        if CommandLine.arguments.count == 2 {
            try svg.write(toFile: CommandLine.arguments[1], atomically: true, encoding: .utf8)
        } else {
            FileHandle.standardError.write(Data("usage: draw-landscape OUT.svg\n".utf8))
            exit(2)
        }
    }
}
