import Foundation

/// One run of the built `pantograph`: what it said, and how it ended.
struct CommandRun {
    let status: Int32
    let output: String
    let errors: String

    /// The lines on standard error.
    var errorLines: [Substring] { errors.split(separator: "\n") }

    /// The program, built beside the tests.
    static let program: URL? = {
        var folders = ["/proc/self/exe", CommandLine.arguments[0]].map {
            URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent()
        }
        #if DEBUG
            let configuration = "debug"
        #else
            let configuration = "release"
        #endif
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        folders.append(package.appendingPathComponent(".build/\(configuration)"))
        return folders.map { $0.appendingPathComponent("pantograph") }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
    }()

    /// Runs `pantograph` and waits for its end.
    ///
    /// - Parameters:
    ///   - folder: the working folder.
    ///   - environment: variables beside those of the tests.
    init(_ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]) throws {
        try self.init(Self.program!, arguments, in: folder, environment: environment)
    }

    /// Runs a line of the shell in which `$P` is `pantograph`.
    static func shell(_ line: String, in folder: URL? = nil) throws -> CommandRun {
        try CommandRun(
            URL(fileURLWithPath: "/bin/bash"), ["-c", "set -o pipefail; " + line], in: folder,
            environment: ["P": program!.path])
    }

    private init(_ program: URL, _ arguments: [String], in folder: URL?, environment: [String: String]) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = folder }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files and not pipes: nobody need read while the program runs.
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        func file(_ name: String) throws -> (URL, FileHandle) {
            let url = scratch.appendingPathComponent(name)
            try Data().write(to: url)
            return (url, try FileHandle(forWritingTo: url))
        }
        let (out, outHandle) = try file("out")
        let (err, errHandle) = try file("err")
        process.standardOutput = outHandle
        process.standardError = errHandle
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        // A death by a signal is no exit status.
        status = process.terminationReason == .exit ? process.terminationStatus : 1000 + process.terminationStatus
        output = try String(contentsOf: out, encoding: .utf8)
        errors = try String(contentsOf: err, encoding: .utf8)
    }
}

/// A folder that is there for one test.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("pantograph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file and gives its path.
    func file(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: path(name), atomically: false, encoding: .utf8)
        return path(name)
    }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

    /// Everything in the folder, hidden files too.
    var contents: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }
}
