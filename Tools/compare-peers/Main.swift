import CanvasTestSupport
import Foundation
import Pantograph

/// `compare-peers`: how near Pantograph's CPU renderer, AGG and Skia come to what a picture must be.
///
/// The judge is the tests' oracle, which knows no flattening and no triangles and works in doubles. Pictures: the
/// generated scene of 10,000 strokes under the benchmarks' views a, b and c, and drawings.
@main
enum Main {
    static let usage = """
        Usage: compare-peers [--python PATH] [--corpus DIR] [--samples N] [--views a,b,c] [DRAWING…]

        Draws pictures by Pantograph's CPU renderer at its tolerances of 0.1 and 0.05 px, by AGG and by Skia's software
        renderer, and prints each one's mean absolute difference (levels of 255, over red, green and blue on white) from
        the tests' oracle. Without DRAWINGs: the generated scene's views and six drawings of the corpus, where there is
        one. What is absent is skipped, and said so. Ends with status 1 if a peer comes nearer than Pantograph, or if
        frames of two tolerances differ by more than is promised.

          --python PATH   a Python that has skia-python and numpy (python3)
          --corpus DIR    the folder of the corpus (found beside the checkout)
          --samples N     points a pixel that the oracle looks at (1024)
          --views a,b,c   which views of the generated scene; none leaves it out (a,b,c)
        """

    static let corpusDrawings = [
        "svg/tiger_vello.svg", "svg/paper_pathfinder.svg", "svg/rnote_tree.svg", "svg/world_svgmaps.svg",
        "svg/nanosvg_23.svg", "svg/material_design_icons.svg",
    ]

    static func main() {
        do {
            exit(try run(try Options(CommandLine.arguments.dropFirst())) ? 0 : 1)
        } catch let error as Options.Wrong {
            FileHandle.standardError.write(Data("compare-peers: error: \(error.description)\n".utf8))
            exit(2)
        } catch {
            FileHandle.standardError.write(Data("compare-peers: error: \(error)\n".utf8))
            exit(5)
        }
    }

    /// - Returns: whether Pantograph kept its promises.
    private static func run(_ options: Options) throws -> Bool {
        if options.wantsHelp {
            Output.line(usage)
            return true
        }
        let work = FileManager.default.temporaryDirectory.appendingPathComponent("peers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let (peers, missing) = Peer.available(python: options.python, work: work)
        for reason in missing { Output.line("skipped: \(reason)") }
        let judge = Judge(peers: peers, samples: options.samples, work: work)
        var isKept = true
        Output.line(judge.header)
        for subject in try subjects(options) { isKept = try judge.judge(subject) && isKept }
        return isKept
    }

    private static func subjects(_ options: Options) throws -> [Subject] {
        var subjects: [Subject] = []
        if options.drawings.isEmpty || options.hasViews {
            let scene = SceneGenerator(strokes: 10_000).drawing()
            for view in options.views { subjects.append(try .view(view, of: scene)) }
        }
        if !options.drawings.isEmpty {
            for path in options.drawings { subjects.append(try .drawing(URL(fileURLWithPath: path), named: path)) }
            return subjects
        }
        let corpus = options.corpus.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? Corpus.folder
        guard let corpus else {
            Output.line("skipped: the drawings of the corpus, which is not here (name its folder by --corpus)")
            return subjects
        }
        for path in corpusDrawings {
            let url = corpus.appendingPathComponent(path)
            if FileManager.default.fileExists(atPath: url.path) {
                subjects.append(try .drawing(url, named: path))
            } else {
                Output.line("skipped: \(path) is not in the corpus")
            }
        }
        return subjects
    }
}
