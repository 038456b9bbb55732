import Foundation
import Pantograph

/// Another renderer: a small program that draws a `PictureFile`.
struct Peer {
    let name: String
    private let command: [String]

    /// The renderers that this machine has, and why it has not the others.
    static func available(python: String, work: URL) -> (peers: [Peer], missing: [String]) {
        var (peers, missing): ([Peer], [String]) = ([], [])
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Peers")
        let agg = work.appendingPathComponent("agg").path
        let flags = (try? output(["pkg-config", "--cflags", "--libs", "libagg"]))?.split(whereSeparator: \.isWhitespace)
        let compile =
            ["c++", "-O2", sources.appendingPathComponent("agg.cpp").path, "-o", agg]
            + (flags.map { $0.map(String.init) } ?? ["-I/usr/include/agg2", "-lagg"])
        if (try? output(compile)) != nil {
            peers.append(Peer(name: "AGG", command: [agg]))
        } else {
            missing.append("AGG: needs a C++ compiler and Debian's libagg-dev")
        }
        if (try? output([python, "-c", "import skia, numpy"])) != nil {
            peers.append(
                Peer(name: "Skia", command: [python, sources.appendingPathComponent("skia_raster.py").path]))
        } else {
            missing.append(
                "Skia: needs the Python packages skia-python and numpy (name a Python that has them by --python)")
        }
        return (peers, missing)
    }

    /// The picture that it draws of `file`.
    func draw(_ file: URL, size: PixelSize, work: URL) throws -> PixelBuffer {
        let out = work.appendingPathComponent("out.rgba")
        _ = try Self.output(command + [file.path, out.path])
        let data = try Data(contentsOf: out)
        guard data.count == size.pixelCount * 4 else { throw Failure(description: "\(name) drew another size") }
        let pixels = data.withUnsafeBytes { bytes in
            (0..<size.pixelCount).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
        return PixelBuffer(size: size, pixels: pixels)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program and gives what it printed.
    private static func output(_ command: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(command[0]) ended with status \(process.terminationStatus)")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
