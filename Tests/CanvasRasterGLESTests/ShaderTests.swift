import CanvasShaders
import Foundation
import Testing

/// Khronos' reference compiler, where it is installed (Debian: glslang-tools). Drivers take what the language does not.
private let referenceCompiler: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { URL(fileURLWithPath: String($0) + "/glslangValidator") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
}()

@Suite("Shaders", .enabled(if: referenceCompiler != nil, "glslangValidator is not installed (package glslang-tools)"))
struct ShaderTests {
    private static let stages: [(name: String, stage: String, source: String)] = [
        ("scene", "vert", ShaderSource.sceneVertex), ("scene", "frag", ShaderSource.sceneFragment),
        ("arc", "vert", ShaderSource.arcVertex(samples: 0, tapers: false)),
        ("arc", "frag", ShaderSource.arcFragment(samples: 0, tapers: false)),
        ("tapering arc", "vert", ShaderSource.arcVertex(samples: 0, tapers: true)),
        ("tapering arc", "frag", ShaderSource.arcFragment(samples: 0, tapers: true)),
        ("layer", "vert", ShaderSource.layerVertex), ("layer", "frag", ShaderSource.layerFragment),
        ("inner layer", "frag", ShaderSource.layerInnerFragment),
        ("layer copy", "frag", ShaderSource.layerCopyFragment), ("whole", "vert", ShaderSource.wholeVertex),
        ("halve", "frag", ShaderSource.halveFragment),
    ]

    /// What the reference compiler says of a source; empty if it takes it.
    private func complaints(_ source: String, _ stage: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("source.\(stage)")
        try Data(source.utf8).write(to: file)
        let process = Process()
        process.executableURL = referenceCompiler
        process.arguments = [file.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? "" : text
    }

    @Test("every shader is GLSL ES 3.00 to the reference compiler")
    func language() throws {
        for (name, stage, source) in Self.stages {
            #expect(source.hasPrefix("#version 300 es\n"), "\(name).\(stage)")
            #expect(try complaints(source, stage) == "", "\(name).\(stage)")
        }
        #expect(try complaints(ShaderSource.samplePlaneFragment, "frag") == "")
        // The extension is written against GLSL ES 3.00, but to the reference compiler its variables are there from 3.10 on
        // only; in 3.20 they are the language's own.
        for (samples, tapers) in [2, 4, 8].flatMap({ [($0, false), ($0, true)] }) {
            #expect(try complaints(ShaderSource.arcVertex(samples: samples, tapers: tapers), "vert") == "")
            let source = ShaderSource.arcFragment(samples: samples, tapers: tapers)
            #expect(source.hasPrefix("#version 300 es\n#extension GL_OES_sample_variables : require\n"))
            let body = source.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)[2]
            #expect(try complaints("#version 320 es\n" + body, "frag") == "", "\(samples) samples")
        }
    }

    @Test("the reference compiler refuses what drivers let pass")
    func refuses() throws {
        let source = ShaderSource.halveFragment.replacingOccurrences(
            of: "void main() {", with: "void main() { int i = 1.0;")
        #expect(source != ShaderSource.halveFragment)
        #expect(try complaints(source, "frag").contains("ERROR"))
    }
}
