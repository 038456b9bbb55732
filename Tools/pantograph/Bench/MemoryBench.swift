import Foundation
import Pantograph

/// The most memory a process ever has resident that reads a drawing and shows it at five zooms.
///
/// Measured in a process of its own, `pantograph bench --serve`, so that nothing else is counted.
enum MemoryBench {
    /// Times as large as the drawing fits the view. For the generated scenes these are zooms of 0.1, 0.25, 1, 4 and 16.
    static let magnifications = [0.4, 1, 4, 16, 64]

    /// Bytes, or `nil` where the system does not tell.
    static func peakResidentBytes(
        _ scene: BenchScene, backend: BackendDescription.Kind
    ) throws -> Int? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["bench", "--quiet", "--serve", scene.url.path]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch { return nil }
        defer {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
        var answers = LineReader(output.fileHandleForReading.fileDescriptor)
        for magnification in magnifications {
            let m = BenchView.topLeft(try BenchView.camera(of: scene.drawing, magnification: magnification))
            let job = "render \(backend.rawValue) 4 \(m.a) \(m.b) \(m.c) \(m.d) \(m.tx) \(m.ty)\n"
            try input.fileHandleForWriting.write(contentsOf: Data(job.utf8))
            guard let answer = answers.next(), Double(answer) != nil else { return nil }
        }
        return ProcessMemory.peakResidentBytes(of: process.processIdentifier)
    }
}

/// What the kernel tells of a process's memory.
enum ProcessMemory {
    /// The most memory the process ever had resident; `nil` where the kernel does not tell.
    static func peakResidentBytes(of process: Int32) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return nil }
        return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
    }
}
