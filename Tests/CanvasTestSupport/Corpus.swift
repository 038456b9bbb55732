import Foundation

/// Finds real drawings and recordings to test with, in a folder `shared/corpus` next to the checkout.
///
/// The files are not part of the project. A test that wants one is skipped, saying so, where it is absent.
public enum Corpus {
    /// Why a test that needs the corpus was skipped.
    public static let skipMessage: String =
        "no folder shared/corpus beside the checkout or above it: tests on real drawings are skipped"

    /// The corpus folder, or `nil` if this machine has none.
    public static let folder: URL? = {
        var at = URL(fileURLWithPath: #filePath)
        while at.path != "/" {
            at.deleteLastPathComponent()
            let candidate = at.appendingPathComponent("shared/corpus", isDirectory: true)
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
        }
        // A checkout made elsewhere (a second work tree, say) can name the folder.
        if let named = ProcessInfo.processInfo.environment["PANTOGRAPH_CORPUS"],
            FileManager.default.fileExists(atPath: named)
        {
            return URL(fileURLWithPath: named, isDirectory: true)
        }
        return nil
    }()

    /// Whether there is a corpus here: the condition for `.enabled(if:)`.
    public static var isAvailable: Bool { folder != nil }

    /// The file at `path` in the corpus (`svg/tiger_vello.svg`), or `nil` if it is not there.
    public static func url(_ path: String) -> URL? {
        guard let url = folder?.appendingPathComponent(path), FileManager.default.fileExists(atPath: url.path) else {
            return nil
        }
        return url
    }

    /// The paths of all files in `subfolder`, sorted, as `url(_:)` takes them.
    public static func files(in subfolder: String) -> [String] {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + subfolder)) ?? []
        return names.sorted().map { subfolder + "/" + $0 }
    }
}

/// Whether the long versions of random tests were asked for, by `PANTOGRAPH_LONG_TESTS=1` in the environment.
public let runsLongTests = ProcessInfo.processInfo.environment["PANTOGRAPH_LONG_TESTS"] == "1"
