import Foundation
import Pantograph

/// `pantograph generate`: the deterministic stress scene.
struct GenerateCommand: Subcommand {
    static let name = "generate"
    static let summary = "write a scene of many handwriting-like strokes as SVG, always the same"
    static let examples = [
        CommandExample("pantograph generate --strokes 10000 -o s1.svg"),
        CommandExample("pantograph generate --strokes 100000 --seed 7 -o other.svg"),
    ]
    static let strokes = CommandOption(
        "--strokes", value: "N", help: "how many strokes", read: ValueReaders.integer(in: 0...100_000_000))
    static let seed = CommandOption(
        "--seed", value: "S", help: "another scene of the same kind (\(SceneGenerator.defaultSeed))", read: readSeed)
    static let output = FileOptions.output("FILE.svg", "the SVG file to write")
    static let optionGroups = [
        OptionGroup("Options", [strokes.declaration, seed.declaration, output.declaration])
    ]

    private let generator: SceneGenerator
    private let outputPath: String

    init(_ arguments: ParsedArguments) throws(UsageError) {
        generator = SceneGenerator(
            strokes: try arguments.required(Self.strokes),
            seed: try arguments.value(Self.seed) ?? SceneGenerator.defaultSeed)
        outputPath = try arguments.required(Self.output)
    }

    @Sendable private static func readSeed(_ text: String) throws(UsageError) -> UInt64 {
        guard let value = UInt64(text) else {
            throw UsageError("'\(text)' is not a seed; give a whole number from 0 to \(UInt64.max)")
        }
        return value
    }

    func run(_ console: Console) throws -> ExitStatus {
        do throws(FileWriteError) {
            var file = try AtomicFile(at: FileOptions.url(outputPath))
            var written = 0
            try generator.svg { (piece) throws(FileWriteError) in
                try file.write(piece)
                written += 1
                if written & 0xFFF == 0 { console.progress(Double(written) / Double(generator.strokes + 2), "writing") }
            }
            try file.commit()
        } catch {
            throw CommandError(.failed, "\(error)")
        }
        return .done
    }
}
